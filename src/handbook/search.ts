/** Search through the handbook, fast enough to answer while one types: the whole book is in memory. Pure. */
import { type Book, plainText, textOfBlock } from "./tree.ts";

interface Hit {
  chapter: string;
  title: string;
  /** The heading above what fits, and its anchor; absent before the first heading. */
  heading?: string;
  anchor?: string;
  /** Some words around the first that fits. */
  excerpt: string;
}

interface Section {
  chapter: string;
  title: string;
  heading?: string;
  anchor?: string;
  text: string;
  /** Folded: title, heading and text. */
  folded: readonly [string, string, string];
}

/** Case and accents do not matter; `ß` is `ss`. */
const fold = (text: string): string =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");

const kept = new WeakMap<Book, Section[]>();

function sectionsOf(book: Book): Section[] {
  const known = kept.get(book);
  if (known) return known;
  const sections: Section[] = [];
  for (const { id, title, blocks } of book.chapters) {
    let heading: string | undefined, anchor: string | undefined, texts: string[] = [];
    const close = () => {
      if (texts.length === 0 && heading === undefined) return;
      const text = texts.join(" ").replace(/\s+/g, " ");
      const folded = [fold(title), fold(heading ?? ""), fold(text)] as const;
      sections.push({ chapter: id, title, text, folded, ...(anchor && { heading: heading!, anchor }) });
    };
    for (const block of blocks) {
      if ("t" in block && block.h === 2) {
        close();
        heading = plainText(block.t), anchor = block.id, texts = [];
      } else texts.push(textOfBlock(block));
    }
    close();
  }
  kept.set(book, sections);
  return sections;
}

const HITS = 12, BEFORE = 40, EXCERPT = 140;

/** Sections in which every word occurs, those whose title or heading has them first. */
export function searchBook(book: Book, query: string): Hit[] {
  const words = fold(query).split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  return sectionsOf(book).map((section, order) => ({ section, order, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, HITS)
    .map(({ section: { chapter, title, heading, anchor, text } }) => ({
      chapter,
      title,
      ...(anchor && { heading: heading!, anchor }),
      excerpt: excerptOf(text, words),
    }));
}

function scoreOf({ folded: [title, heading, text] }: Section, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const one = (title.includes(word) ? 4 : 0) + (heading.includes(word) ? 6 : 0) +
      (text.includes(word) ? 1 : 0);
    if (one === 0) return 0;
    score += one;
  }
  return score;
}

function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text);
  const at = Math.max(
    0,
    Math.min(...words.map((word) => folded.indexOf(word)).map((i) => i < 0 ? Infinity : i)),
  );
  const from = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(" ", Math.max(0, at - BEFORE)) + 1) : 0;
  const cut = text.slice(from, from + EXCERPT);
  return `${from > 0 ? "… " : ""}${cut}${from + EXCERPT < text.length ? " …" : ""}`;
}
