/**
 * The handbook: search that answers while typing, and every chapter. `?of=/packs` leads on to the chapter that explains that
 * page, `?why=` to the one of a refusal, so that other pages need not know the table of chapters.
 */
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { HELP, searchBook } from "../../../handbook/mod.ts";
import { go, place } from "../../pages/router.ts";
import { useBook, useBookToTake } from "../../phone/packs/book.ts";
import { Button, Heading, Loading, Notice } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";
import { sayBytes } from "../../ui/times.ts";
import { chapterAsked } from "./chapter_link.ts";
import { Contents, OtherLanguage } from "./chapter_drawn.tsx";

export default function HelpPage() {
  const book = useBook(), sought = useSignal("");
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
      <OtherLanguage book={book} />
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
      <TakeAlong />
    </>
  );
}

/** Keeps all of it on this phone, pictures too. */
function TakeAlong() {
  const book = useBookToTake();
  if (!book) return null;
  const state = book.state.value;
  return (
    <p>
      {state !== "here" && (
        <>
          <Button icon="download" disabled={state === "coming"} onClick={() => void book.take()}>
            {say("help.take", { size: sayBytes(book.bytes) })}
          </Button>
          {" "}
        </>
      )}
      <span role="status">
        {state === "here" && say("help.taken")}
        {state === "lost" && say("help.take.not")}
      </span>
    </p>
  );
}
