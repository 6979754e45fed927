/** The handbook as `deno task app` built it, read from the app's own files when somebody first asks for it. */
import { type Book, BOOK_LANGUAGES, type BookLanguage } from "../../handbook/mod.ts";
import { appFailure, builtFile, names, plain } from "./built.ts";

const read = new Map<BookLanguage, Promise<Book>>();

/** The whole handbook in a language, in English where there is none. Throws `app_not_built`. */
export function bookIn(asked: string): Promise<Book> {
  const lang = BOOK_LANGUAGES.find((one) => one === asked) ?? "en";
  let known = read.get(lang);
  if (!known) {
    known = readBook(lang);
    read.set(lang, known);
    known.catch(() => read.delete(lang));
  }
  return known;
}

const HEAD = "export default ";

async function readBook(lang: BookLanguage): Promise<Book> {
  const file = await builtFile((await names()).books[lang]);
  if (!file) throw appFailure.app_not_built();
  return JSON.parse(new TextDecoder().decode(plain(file)).slice(HEAD.length));
}
