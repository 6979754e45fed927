/** The handbook on a phone: one file a language with all chapters, kept by the worker from the first time it was opened. */
import { useEffect } from "preact/hooks";
import { type Signal, signal, useSignal } from "@preact/signals";
import type { Book } from "../../../handbook/mod.ts";
import { language } from "../../ui/say.ts";

/** Addresses of the handbook by language: written in by the build; not there on the server. */
declare const BOOKS: Readonly<Record<string, string>>;

const read: Record<string, Book> = {};
/** Languages whose file did not come. */
const failed = signal<readonly string[]>([]);

async function load(code: string): Promise<Book> {
  const { default: book }: { default: Book } = await import(BOOKS[code]!);
  return read[code] = book;
}

/** The handbook in the language in force: `undefined` while it is loaded, `lost` where it cannot be. */
export function useBook(): Book | "lost" | undefined {
  const { code } = language.value;
  const book: Signal<Book | undefined> = useSignal(read[code]);
  useEffect(() => {
    if (book.peek()?.lang === code) return;
    load(code).then((loaded) => {
      if (language.peek().code === code) book.value = loaded;
    }, () => failed.value = [...failed.peek(), code]);
  }, [code]);
  if (book.value?.lang === code) return book.value;
  return failed.value.includes(code) ? "lost" : undefined;
}

/** Loads every picture of the handbook in this language, so that the worker keeps it; gives whether all came. */
export async function takeAll(book: Book): Promise<boolean> {
  const pictures = book.chapters.flatMap(({ blocks }) =>
    blocks.flatMap((one) => "img" in one ? [one.img] : [])
  );
  const loaded = [...new Set(pictures)].map((path) => {
    const picture = new Image();
    picture.src = path;
    return picture.decode();
  });
  return (await Promise.allSettled(loaded)).every(({ status }) => status === "fulfilled");
}
