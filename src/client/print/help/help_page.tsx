/**
 * The handbook: search that answers while typing, and every chapter. `?of=/packs` leads on to the chapter that explains that
 * page, `?why=` to the one of a refusal, so that other pages need not know the table of chapters.
 */
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { HELP, searchBook } from "../../../handbook/mod.ts";
import { go, place } from "../../pages/router.ts";
import { Button, Heading, Loading, Notice } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";
import { chapterAsked } from "./asked.ts";
import { takeAll, useBook } from "./book.ts";
import { Contents } from "./chapter_drawn.tsx";

export default function HelpPage() {
  const book = useBook(), sought = useSignal(""), kept = useSignal<boolean | undefined>(undefined);
  const asked = chapterAsked(place.value.query);
  useLayoutEffect(() => {
    if (asked) go(`${HELP}/${asked}`, { replace: true });
  }, [asked]);
  if (book === undefined || asked) return <Loading title="page.help" />;
  if (book === "lost") {
    return (
      <>
        <Heading>{say("page.help")}</Heading>
        <Notice>{say("help.lost")}</Notice>
      </>
    );
  }
  const hits = searchBook(book, sought.value);
  return (
    <>
      <Heading>{say("page.help")}</Heading>
      <p class="soft">{say("help.what")}</p>
      <TextField id="help-search" label={say("help.search")} type="search" value={sought} />
      <p class="soft" role="status">
        {sought.value.trim() && say("help.hits", { n: hits.length })}
      </p>
      {hits.length > 0 && (
        <ul class="link-list">
          {hits.map(({ chapter, title, heading, anchor, excerpt }) => (
            <li key={`${chapter}#${anchor}`}>
              <a href={`${HELP}/${chapter}${anchor ? `#${anchor}` : ""}`}>
                {heading ? `${title}: ${heading}` : title}
              </a>
              <p class="soft">{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
      {!sought.value.trim() && <Contents book={book} />}
      {isSecureContext && (
        <p>
          <Button onClick={() => void takeAll(book).then((all) => kept.value = all)}>
            {say("help.take")}
          </Button>{" "}
          <span role="status">
            {kept.value !== undefined && say(kept.value ? "help.taken" : "help.take.not")}
          </span>
        </p>
      )}
    </>
  );
}
