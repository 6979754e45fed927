/**
 * The handbook on a phone: one file a language with all chapters, and pictures. The worker keeps what was fetched through it;
 * the first opening of all may have fetched the text before there was a worker, so it is asked for again then.
 */
import { useEffect } from "preact/hooks";
import { type ReadonlySignal, type Signal, signal, useSignal } from "@preact/signals";
import type { Book } from "../../../handbook/mod.ts";
import { language } from "../../ui/say.ts";
import { useApp } from "../app.ts";
import type { ClientWorld } from "../world.ts";

/** By language where the text is, where its pictures are, and bytes of all: written in by the build; not there on the server. */
declare const BOOKS: Readonly<Record<string, { text: string; pictures: readonly string[]; bytes: number }>>;

type Asks = Pick<ClientWorld, "fetch" | "later">;

/** The language of the handbook for a reader of another one: a language without a handbook has the English one. */
const bookFor = (code: string): string => BOOKS[code] ? code : "en";

const read: Record<string, Book> = {};
/** Languages whose file did not come. */
const failed = signal<readonly string[]>([]);

/** How long a worker may take to begin, in milliseconds. */
const PATIENCE_MS = 20_000;

async function load(code: string, world: Asks): Promise<Book> {
  const { default: book }: { default: Book } = await import(BOOKS[code]!.text);
  void keep([BOOKS[code]!.text], world);
  return read[code] = book;
}

/** The handbook in the language in force, else in English: `undefined` while it is loaded, `lost` where it cannot be. */
export function useBook(): Book | "lost" | undefined {
  const { world } = useApp(), code = bookFor(language.value.code);
  const book: Signal<Book | undefined> = useSignal(read[code]);
  useEffect(() => {
    if (book.peek()?.lang === code) return;
    load(code, world).then((loaded) => {
      if (bookFor(language.peek().code) === code) book.value = loaded;
    }, () => failed.value = [...failed.peek(), code]);
  }, [code]);
  if (book.value?.lang === code) return book.value;
  return failed.value.includes(code) ? "lost" : undefined;
}

/** Whether the worker keeps all of these files. */
const isKept = async (paths: readonly string[]): Promise<boolean> =>
  (await Promise.all(paths.map((path) => caches.match(path)))).every((kept) => kept !== undefined);

/** Has the worker keep these files; gives whether it does. */
async function keep(paths: readonly string[], world: Asks): Promise<boolean> {
  if (!navigator.serviceWorker || !await working(world)) return false;
  await Promise.allSettled(paths.map((path) => world.fetch(path).then((answer) => answer.blob())));
  return await isKept(paths);
}

/** Whether this page's requests go through the worker, if need be after a wait. */
function working(world: Asks): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return Promise.resolve(true);
  return new Promise((done) => {
    const callOff = world.later(() => done(false), PATIENCE_MS);
    serviceWorker.addEventListener("controllerchange", () => {
      callOff();
      done(true);
    }, { once: true });
  });
}

/** The handbook to take along in the language in force. */
export interface BookToTake {
  /** Of text and pictures. */
  bytes: number;
  /** `here`: all of it is on this phone; `lost`: not all came. */
  state: ReadonlySignal<"here" | "coming" | "lost" | undefined>;
  take(): Promise<void>;
}

/** `undefined` where the browser keeps nothing of the app: on plain http. */
export function useBookToTake(): BookToTake | undefined {
  const { world } = useApp(), code = bookFor(language.value.code);
  const state = useSignal<"here" | "coming" | "lost" | undefined>(undefined);
  const { text, pictures, bytes } = BOOKS[code]!, paths = [text, ...pictures];
  useEffect(() => {
    state.value = undefined;
    if (navigator.serviceWorker) void isKept(paths).then((is) => is && (state.value = "here"));
  }, [code]);
  if (!navigator.serviceWorker) return undefined;
  return {
    bytes,
    state,
    async take() {
      state.value = "coming";
      state.value = await keep(paths, world) ? "here" : "lost";
    },
  };
}
