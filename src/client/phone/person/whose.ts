/**
 * Whose answers this phone keeps. A session's cookie cannot be read by a page, so the phone notes whose it was when the
 * gateway last said so, and that this is not known from the moment at which somebody signs in until the gateway says who.
 */
import type { Start } from "../../../read/mod.ts";
import { recall, remember } from "../choices.ts";
import type { Storage } from "../kept/storage.ts";

/** Under which name the note is, and a mark that stands for it from the moment on at which somebody signs in. */
const WHO = "account:who", MARK = "somebody";

/** An account: what names it in what is kept, and its call. */
interface Account {
  id: string;
  call: string;
}
/** What is noted: an account, nobody (`null`), or that it may be somebody else by now. */
type Note = Account | null | "somebody";

/** Who a session is of, as the gateway says it. */
export const accountOf = ({ account, call }: Start["session"]): Account | null =>
  account === null || call === null ? null : { id: String(account), call };

/** The account that what is kept is read for, "" for nobody. Before the gateway has said who is here, it waits where it must. */
export class Whose {
  readonly #storage: Storage;
  #said = Promise.withResolvers<string>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Who is here by the note. */
  async first(): Promise<string> {
    const note = await this.noted();
    return note === "somebody" ? await this.#said.promise : note?.id ?? "";
  }

  /** What was noted last. */
  async noted(): Promise<Note> {
    return recall(MARK) === true
      ? "somebody"
      : ((await this.#storage.kept(WHO).catch(() => undefined))?.value ?? null) as Note;
  }

  async note(note: Note, at: number): Promise<void> {
    // The storage takes a moment; whoever leaves the page within it must not find the former one's things.
    if (note === "somebody") remember(MARK, true);
    await this.#storage.keep({ path: WHO, value: note, at }).catch(() => {});
    if (note !== "somebody") remember(MARK, false);
  }

  /** Somebody signs in on this page: gives who it is, once that is said. */
  somebody(): Promise<string> {
    this.#said = Promise.withResolvers();
    return this.#said.promise;
  }

  /** The gateway said who is here; nobody (`null`) where it cannot be asked. */
  say(account: Account | null): void {
    this.#said.resolve(account?.id ?? "");
  }
}

/** Whether this page was opened by a form with which somebody signed in: a mailed link's, or an operator's. */
export function isBySigningIn(): boolean {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : undefined;
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Opened anew the page still says where it came from at first.
  return from?.origin === location.origin && from.pathname.startsWith("/auth/") && how?.type === "navigate";
}
