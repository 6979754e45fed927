/** A chapter and the list of chapters as the server and the app draw them: from the tree, never from markup. */
import type { ComponentChildren } from "preact";
import {
  type Block,
  type Book,
  type Chapter,
  CHAPTERS,
  HELP,
  type Inline,
  leadsTo,
  READERS,
} from "../../../handbook/mod.ts";
import { Heading } from "../../ui/parts.tsx";
import { type Key, language, say } from "../../ui/say.ts";

/** `program`: how the program is started on the gateway's host; in the texts `main.ts` stands for it. */
export function ChapterDrawn({ book, chapter: { id, title, blocks }, program }: {
  book: Book;
  chapter: Chapter;
  program: string;
}) {
  const at = book.chapters.findIndex((one) => one.id === id);
  const before = book.chapters[at - 1], after = book.chapters[at + 1];
  return (
    <article class="help" lang={book.lang}>
      <Heading>{title}</Heading>
      <OtherLanguage book={book} />
      {blocks.map((block, i) => <Part key={i} block={block} program={program} />)}
      <nav class="help-ways" lang={language.value.code} aria-label={say("help.ways")}>
        {before && <a href={`${HELP}/${before.id}`} rel="prev" lang={book.lang}>{before.title}</a>}
        <a href={HELP}>{say("help.all")}</a>
        {after && <a href={`${HELP}/${after.id}`} rel="next" lang={book.lang}>{after.title}</a>}
      </nav>
    </article>
  );
}

/** Says so where the reader's language has no handbook. */
export const OtherLanguage = ({ book }: { book: Book }) => {
  const { code } = language.value;
  return book.lang === code ? null : <p class="soft" lang={code}>{say("help.in_english")}</p>;
};

/** Every chapter by whom it is for. */
export const Contents = ({ book }: { book: Book }) => (
  <>
    {READERS.map((reader) => (
      <section key={reader} aria-labelledby={`for-${reader}`}>
        <h2 id={`for-${reader}`}>{say(`help.for.${reader}` as Key)}</h2>
        <ul class="link-list" lang={book.lang}>
          {CHAPTERS.filter(({ of }) => of === reader).map(({ id }) => (
            <li key={id}>
              <a href={`${HELP}/${id}`}>{book.chapters.find((one) => one.id === id)!.title}</a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);

function Part({ block, program }: { block: Block; program: string }) {
  const words = (line: readonly Inline[]) => <Words of={line} program={program} />;
  if ("t" in block) {
    // The heading leads to itself, so that its address can be passed on.
    const own = <a href={`#${block.id}`} target="_self">{words(block.t)}</a>;
    return block.h === 2 ? <h2 id={block.id}>{own}</h2> : <h3 id={block.id}>{own}</h3>;
  }
  if ("p" in block) return <p>{words(block.p)}</p>;
  if ("list" in block) {
    const items = block.list.map((item, i) => <li key={i}>{words(item)}</li>);
    return block.n ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  if ("code" in block) {
    return (
      <figure class="help-code">
        {block.file && <figcaption class="code">{block.file}</figcaption>}
        <pre tabIndex={0}><code>{block.code.replaceAll("main.ts", program)}</code></pre>
      </figure>
    );
  }
  if ("head" in block) {
    return (
      <div class="help-table" tabIndex={0}>
        <table>
          <thead>
            <tr>{block.head.map((cell, i) => <th key={i} scope="col">{words(cell)}</th>)}</tr>
          </thead>
          <tbody>
            {block.rows.map((row, i) => (
              <tr key={i}>{row.map((cell, n) => <td key={n}>{words(cell)}</td>)}</tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  return (
    <img
      class="help-picture"
      src={block.img}
      alt={block.alt}
      width={block.w}
      height={block.h}
      loading="lazy"
    />
  );
}

function Words({ of, program }: { of: readonly Inline[]; program: string }): ComponentChildren {
  return of.map((one, i) => {
    if (typeof one === "string") return one;
    if ("c" in one) return <code key={i}>{one.c.replaceAll("main.ts", program)}</code>;
    if ("b" in one) {
      return (
        <strong key={i}>
          <Words of={one.b} program={program} />
        </strong>
      );
    }
    if ("i" in one) {
      return (
        <em key={i}>
          <Words of={one.i} program={program} />
        </em>
      );
    }
    return (
      <a key={i} href={leadsTo(one.to, HELP)}>
        <Words of={one.a} program={program} />
      </a>
    );
  });
}
