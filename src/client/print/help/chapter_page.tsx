/** One chapter of the handbook. */
import { useEffect } from "preact/hooks";
import { HELP } from "../../../handbook/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Heading, Loading, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { useBook } from "./book.ts";
import { ChapterDrawn } from "./chapter_drawn.tsx";

export default function ChapterPage({ chapter: id }: { chapter: string }) {
  const book = useBook(), program = useApp().start.value?.value.program ?? "main.ts";
  const chapter = typeof book === "object" ? book.chapters.find((one) => one.id === id) : undefined;
  // The browser looked for the address's anchor before the chapter was there.
  useEffect(() => {
    if (chapter && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [chapter]);
  if (book === undefined) return <Loading title="page.help" />;
  if (book === "lost" || !chapter) {
    return (
      <>
        <Heading>{say("page.help")}</Heading>
        <Notice action={<a href={HELP}>{say("help.all")}</a>}>
          {say(book === "lost" ? "help.lost" : "reason.chapter_unknown")}
        </Notice>
      </>
    );
  }
  return <ChapterDrawn book={book} chapter={chapter} program={program} />;
}
