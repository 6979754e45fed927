/**
 * The handbook: what people need to know, as Markdown in two languages, one table of its chapters, and what reads them.
 * Pure, imports nothing of the program: the build makes trees of the texts, the app, the server and the shell show them.
 */
export {
  BOOK_LANGUAGES,
  type BookLanguage,
  chapterOf,
  chapterOfCheck,
  chapterOfPage,
  chapterOfReason,
  CHAPTERS,
  HELP,
  READERS,
} from "./chapters.ts";
export { searchBook } from "./search.ts";
export { type Block, type Book, type Chapter, type Inline, leadsTo, plainText, textOfBlock } from "./tree.ts";
