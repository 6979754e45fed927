/** The handbook at the shell: its chapters, one of them, or where words stand in it. */
import {
  type Book,
  BOOK_LANGUAGES,
  type BookLanguage,
  chapterOf,
  searchBook,
} from "../../../handbook/mod.ts";
import type { Environment } from "../../../settings/mod.ts";
import { bookIn } from "../../../web/mod.ts";
import { cliFailure } from "../../failing.ts";
import { say } from "../../program.ts";
import { chapterText } from "./handbook_text.ts";

const WIDTH = 80;

export const isChapter = (word: string): boolean => chapterOf(word) !== undefined;

const bookFor = (asked: string | undefined, environment: Environment): Promise<Book> =>
  bookIn(languageOf(asked, environment));

/** Every chapter with its title. */
export async function showChapters(lang: string | undefined, environment: Environment): Promise<void> {
  const { chapters } = await bookFor(lang, environment);
  say("\nThe handbook (main.ts help <topic>):");
  const longest = Math.max(...chapters.map(({ id }) => id.length));
  for (const { id, title } of chapters) say(`  ${id.padEnd(longest + 2)}${title}`);
}

/** The chapter of this name; else where the words stand. */
export async function showTopic(
  words: readonly string[],
  lang: string | undefined,
  environment: Environment,
): Promise<void> {
  const book = await bookFor(lang, environment), asked = words.join(" ");
  const chapter = book.chapters.find(({ id }) => id === asked);
  if (chapter) return say(chapterText(chapter, WIDTH));
  const hits = searchBook(book, asked);
  if (hits.length === 0) {
    throw cliFailure.not_found({}, `There is no command and no chapter "${asked}"; see: main.ts help`);
  }
  for (const { chapter, title, heading, excerpt } of hits) {
    say(`main.ts help ${chapter}\n  ${heading ? `${title}: ${heading}` : title}\n  ${excerpt}\n`);
  }
}

function languageOf(asked: string | undefined, environment: Environment): BookLanguage {
  const named = BOOK_LANGUAGES.find((one) => one === asked?.toLowerCase());
  if (asked !== undefined && !named) throw cliFailure.bad_option({}, `--lang takes en or de, not ${asked}`);
  const shell = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "";
  return named ?? BOOK_LANGUAGES.find((one) => shell.startsWith(one)) ?? "en";
}
