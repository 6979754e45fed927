/** The handbook as files of the app: a text for each language, and the pictures that both show. */
import { join } from "node:path";
import { type File, named, zipped } from "./built_files.ts";
import { makeHandbook, PICTURES, picturesOf } from "./handbook.ts";

/** What a phone takes of the handbook in a language: where text and pictures are, and bytes of all as they are sent. */
interface BookFiles {
  text: string;
  pictures: string[];
  bytes: number;
}

/** Text and pictures, and which of them are of which language. */
export function handbookFiles(root: string): { books: Record<string, BookFiles>; files: File[] } {
  const made = makeHandbook(root), books: Record<string, BookFiles> = {}, files: File[] = [];
  for (const [lang, book] of Object.entries(made.books)) {
    const drawn = new Map(
      picturesOf(book).map((
        name,
      ) => [name, named(`help-${name}`, Deno.readFileSync(join(root, PICTURES, name)))]),
    );
    // Chapters name pictures by where the program serves them.
    const said = JSON.stringify(book, (key, value) => key === "img" ? drawn.get(value)!.path : value);
    const text = named(`handbook-${lang}.js`, new TextEncoder().encode(`export default ${said}`));
    const its = [text, ...drawn.values()];
    files.push(...its);
    books[lang] = {
      text: text.path,
      pictures: [...drawn.values()].map(({ path }) => path),
      bytes: its.reduce((sum, { bytes }) => sum + zipped(bytes).length, 0),
    };
  }
  return { books, files };
}
