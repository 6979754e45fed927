/** Reads from the gateway and keeps each answer on the phone, so that what was read once is there without a connection. */
import { keptUnder, type Storage } from "./kept/storage.ts";
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { passingOf } from "../ui/unread.ts";
import { type Address, routeTo } from "./wire/routes.ts";
import type { Answered, Gateway } from "./ask.ts";
import type { Refused } from "../ui/refused.ts";

/** A thing read from the gateway, or what the phone kept of it. */
export interface Known<T> {
  value: T;
  /** When the gateway answered so, unix seconds. */
  at: number;
  source: "live" | "kept" | "pack";
  /** Locator of the pack that it comes from, if it comes from one. */
  pack?: string;
  /** The gateway's mark of this version, where it came with one. */
  etag?: string;
}

/** Something that could not be read. */
interface Unread {
  why: Refused;
  /** When that was, unix seconds by the gateway's clock. */
  at: number;
  /** Whoever waits for it: shown to them once it can be read. */
  shows: Set<Show>;
  /** Whether the phone keeps it. */
  isKept: boolean;
}
// deno-lint-ignore no-explicit-any -- each address has its own shape, which its reader names
type Show = (known: Known<any>) => void;

const liveOf = <T>({ value, etag }: Extract<Answered<T>, { ok: true }>, at: number): Known<T> => ({
  value,
  at,
  source: "live",
  ...(etag && { etag }),
});

/** What every page needs. */
export const START = routeTo("GET /api/start");

/** `show` may be called twice: with what was kept, then with the new answer. */
export class Reader {
  readonly #gateway: Gateway;
  readonly #storage: Storage;
  /** What was asked for last and could not be read, by its address. */
  readonly unread = signal<ReadonlyMap<string, Unread>>(new Map());
  /** Counts how often somebody asked for the page anew: whoever reads for it reads once more. */
  readonly round = signal(0);
  /** How many pages were left: what one of them asked for is nothing to the next. */
  #page = 0;
  /** Whose answers are read and kept: what names their account, "" for nobody. Pending where somebody else may be here. */
  #whose: Promise<string>;
  /**
   * To whom the gateway answers, as it said itself: pending until it has, since what the phone noted of who is here may be old.
   * What it answers is kept for them, and for nobody else.
   */
  #answered: Promise<string>;
  #saidFirst: (whose: Promise<string>) => void = () => {};
  #isSaid: boolean;
  /** How many readings are under way of what has not failed before. */
  readonly #first = signal(0);
  /** Why what a page waits for does not come; `undefined` while it may still come, or where nothing failed. */
  readonly missing: ReadonlySignal<Refused | undefined> = computed(() =>
    this.#first.value > 0 ? undefined : [...this.unread.value.values()].at(-1)?.why
  );

  /** `noted`: who is here by what the phone noted; without it nobody is, and nobody says otherwise. */
  constructor(gateway: Gateway, storage: Storage, noted?: Promise<string>) {
    this.#gateway = gateway;
    this.#storage = storage;
    this.#whose = noted ?? Promise.resolve("");
    this.#isSaid = noted === undefined;
    this.#answered = noted ? new Promise((resolve) => this.#saidFirst = resolve) : this.#whose;
  }

  /** From now on the answers of this account are read and kept; what is kept waits until it is known which one that is. */
  serve(whose: Promise<string>): void {
    this.#saidFirst(whose);
    this.#isSaid = true;
    [this.#whose, this.#answered] = [whose, whose];
  }

  /** The time as the gateway has it, whole unix seconds. */
  now(): number {
    return this.#gateway.now();
  }

  /**
   * Reads an address of the API: shows at once what the phone kept, then what the gateway answers. `beside`: the same from
   * a pack; the newer of pack and memory is shown. Gives a refusal, or that the gateway was not reached; `undefined` where
   * all went well. What the gateway's own trouble kept back is shown as soon as it has passed.
   */
  async read<T>(
    path: Address<T>,
    show: (known: Known<T>) => void,
    beside?: Promise<Known<T> | undefined>,
  ): Promise<Answered<T> | undefined> {
    let fresh = false;
    const isFirst = !this.unread.peek().has(path);
    // What the phone kept has to be in sight before anybody says that nothing comes.
    if (isFirst) this.#first.value = this.#first.peek() + 1;
    const asked = this.#ask<T>(path, show, true).then((answer) => {
      fresh = answer.ok;
      return this.#heed(path, answer, show, true);
    });
    const kept = await this.#whose.then((whose) => this.#storage.kept(keptUnder(path, whose)))
      .catch(() => undefined);
    const packed = await beside?.catch(() => undefined);
    if (packed && !fresh && packed.at > (kept?.at ?? 0)) show(packed);
    else if (kept && !fresh) show({ value: kept.value as T, at: kept.at, source: "kept" });
    const refused = await asked;
    if (isFirst) this.#first.value = this.#first.peek() - 1;
    return refused;
  }

  /**
   * Reads an address whose answers are too many to keep: without the gateway nothing is shown. Gives a refusal, or that the
   * gateway was not reached; `undefined` where all went well.
   */
  async readLive<T>(path: Address<T>, show: (known: Known<T>) => void): Promise<Answered<T> | undefined> {
    return await this.#heed(path, await this.#ask<T>(path, show, false), show, false);
  }

  /** Reads once more what the gateway's own trouble kept back, and shows it to whoever waits for it. */
  async again(): Promise<void> {
    await Promise.all([...this.unread.peek()].map(async ([path, { why, isKept }]) => {
      if (passingOf(why)) await this.#heed(path, await this.#ask(path, undefined, isKept), () => {}, isKept);
    }));
  }

  /** To be called when another page is opened: forgets what the former one waits for, but not what every page needs. */
  leave(): void {
    this.#page++;
    this.#change((unread) => {
      for (const path of unread.keys()) if (path !== START) unread.delete(path);
    });
  }

  /** Asks, and notes what could not be read and who waits for it; they are shown it once it can be read, whoever asked. */
  async #ask<T>(path: Address<T>, show: Show | undefined, isKept: boolean): Promise<Answered<T>> {
    const page = this.#page;
    const answer = await this.#gateway.get<T>(path), at = this.#gateway.now();
    const waiting = this.unread.peek().get(path)?.shows ?? [];
    this.#change((unread) => {
      unread.delete(path);
      if (answer.ok || (page !== this.#page && path !== START)) return;
      unread.set(path, { why: answer, at, shows: new Set([...waiting, ...(show ? [show] : [])]), isKept });
    });
    if (answer.ok) {
      for (const one of waiting) if (one !== show) one(liveOf(answer, at));
    }
    return answer;
  }

  /** Shows an answer and keeps it. */
  async #heed<T>(
    path: string,
    answer: Answered<T>,
    show: (known: Known<T>) => void,
    isKept: boolean,
  ): Promise<Answered<T> | undefined> {
    if (!answer.ok) return answer;
    const at = this.#gateway.now();
    show(liveOf(answer, at));
    // Where the phone's storage is full, the answer is shown without being kept.
    if (isKept) {
      const keeping = this.#answered.then((whose) =>
        this.#storage.keep({ path: keptUnder(path, whose), value: answer.value, at })
      ).catch(() => {});
      // Nobody waits for the gateway to say who is here, which it may never do.
      if (this.#isSaid) await keeping;
    }
    return undefined;
  }

  #change(change: (unread: Map<string, Unread>) => void): void {
    const unread = new Map(this.unread.peek());
    change(unread);
    if (unread.size > 0 || this.unread.peek().size > 0) this.unread.value = unread;
  }
}
