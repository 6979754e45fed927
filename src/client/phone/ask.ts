/**
 * Every request of the app goes through here. Nothing is thrown: a refusal and a missing answer are values. Each answer
 * tells how far the phone's clock is off and that the gateway is reached. `navigator.onLine` is not used, for it stays true
 * where only the gateway is gone.
 */
import type { Refused } from "../ui/refused.ts";
import { signal } from "@preact/signals";
import type { Address } from "./wire/routes.ts";
import type { ClientWorld } from "./world.ts";

/**
 * What came of a request: an answer (`bytes`: its size), a refusal of the gateway (`reason` is a fixed word, `sentence` is
 * English), or, with `refused: false`, no answer in time.
 */
export type Answered<T> =
  | { ok: true; value: T; status: number; etag?: string; bytes?: number }
  | Refused;

/** How long an answer may take, in milliseconds: a phone at the edge of a cell is slow, not dead. */
const PATIENCE_MS = 20_000;
/** How long a file or a large list may take, in milliseconds: five megabytes at the edge of a cell. */
const LONG_PATIENCE_MS = 300_000;

interface Asking {
  method?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** How long the answer may take, in milliseconds. */
  patienceMs?: number;
  /** Gives the request up before that. */
  signal?: AbortSignal | undefined;
}

/** A file, or a part of it. */
export interface Bytes {
  bytes: ArrayBuffer;
  type: string;
  etag: string | null;
  /** Size of the whole file in bytes, where only a part was asked for. */
  whole?: number;
}

/** The gateway that this page came from. */
export class Gateway {
  readonly #world: ClientWorld;
  /** Whether the last request was answered; `undefined` before the first. */
  readonly reached = signal<boolean | undefined>(undefined);
  /** Seconds by which the gateway's clock is ahead of the phone's. */
  readonly offset = signal(0);
  /** How many requests that may have changed something it has done. */
  readonly done = signal(0);
  /** When it last answered: unix seconds, by the gateway's clock. */
  answeredAt: number | undefined;
  /**
   * Signs the person in anew without leaving the page; `undefined` where this browser cannot. What was refused for an
   * old sign-in is asked once more after it.
   */
  signInAgain: (() => Promise<Answered<unknown> | undefined>) | undefined;
  /** Requests by the order in which they set out: how many there were, and the latest of those that were answered. */
  #asked = 0;
  #answered = 0;

  constructor(world: ClientWorld) {
    this.#world = world;
  }

  /** The time by the gateway's clock, whole unix seconds. */
  now(): number {
    return Math.floor(this.#world.clock() + this.offset.peek());
  }

  /** Reads JSON. `patienceMs`: how long the answer may take. */
  get<T>(path: Address<T>, patienceMs?: number): Promise<Answered<T>> {
    return this.#send(path, patienceMs === undefined ? {} : { patienceMs }, (answer) => answer.json());
  }

  /** The bytes of a file of the app's build; `undefined` where it cannot be fetched. */
  async file(path: string): Promise<Uint8Array | undefined> {
    try {
      const answer = await this.#world.fetch(path);
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Sends `body` as JSON (bytes are sent as they are) and reads JSON. Where `account` is given, the gateway refuses the
   * request if somebody else is signed in by now. `signal` gives the request up.
   */
  async ask<T, Body = unknown, Method extends string = string>(
    method: NoInfer<Method>,
    path: Address<T, Body, Method>,
    body?: NoInfer<Body>,
    account?: string,
    signal?: AbortSignal,
  ): Promise<Answered<T>> {
    const headers: Record<string, string> = account === undefined ? {} : { "x-account": account };
    const patienceMs = body instanceof Uint8Array ? LONG_PATIENCE_MS : PATIENCE_MS;
    const send = () =>
      this.#send<T>(path, { method, body, headers, patienceMs, signal }, (answer) => answer.json());
    let answer = await send();
    if (!answer.ok && answer.refused && answer.reason === "fresh_sign_in") {
      const again = await this.signInAgain?.();
      if (again?.ok) answer = await send();
      // Whoever has no passkey gets the first refusal, which names the other ways to sign in.
      else if (again?.refused && again.reason !== "no_passkey") answer = again;
    }
    // A piece of a large file changes nothing that a page shows.
    if (answer.ok && (patienceMs === PATIENCE_MS || method !== "PUT")) this.done.value++;
    return answer;
  }

  /** Reads something large that has a version. If it is still the version `etag`, the answer is a refusal with status 304. */
  async large<T>(path: Address<T>, etag?: string): Promise<Answered<T>> {
    let size = 0;
    const headers: Record<string, string> = etag === undefined ? {} : { "if-none-match": etag };
    const answer = await this.#send<T>(path, { headers, patienceMs: LONG_PATIENCE_MS }, async (answer) => {
      const text = await answer.text();
      size = text.length;
      return JSON.parse(text) as T;
    });
    return answer.ok ? { ...answer, bytes: size } : answer;
  }

  /** Reads a file, or of it the bytes from `range[0]` to `range[1]`, both included. */
  bytes(path: string, range?: readonly [number, number]): Promise<Answered<Bytes>> {
    const headers = { accept: "*/*", ...(range && { range: `bytes=${range[0]}-${range[1]}` }) };
    return this.#send(path, { headers, patienceMs: LONG_PATIENCE_MS }, async (answer) => {
      const whole = Number((answer.headers.get("content-range") ?? "").split("/")[1] ?? NaN);
      return {
        bytes: await answer.arrayBuffer(),
        type: answer.headers.get("content-type") ?? "",
        etag: answer.headers.get("etag"),
        ...(Number.isFinite(whole) && { whole }),
      };
    });
  }

  async #send<T>(
    path: string,
    { method = "GET", body, headers = {}, patienceMs = PATIENCE_MS, signal }: Asking,
    read: (answer: Response) => Promise<T>,
  ): Promise<Answered<T>> {
    const file = body instanceof Uint8Array ? body as Uint8Array<ArrayBuffer> : undefined;
    const until = new AbortController(), giveUp = () => until.abort();
    const asked: RequestInit = {
      method,
      credentials: "same-origin",
      // The browser's own copy must not answer for a gateway that is gone: with "no-cache" the browser asks each time.
      // Where this request brings its own version to compare, the browser's copies are passed by altogether.
      cache: "if-none-match" in headers ? "no-store" : "no-cache",
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": file ? "application/octet-stream" : "application/json" }),
        ...headers,
      },
      signal: until.signal,
      ...(body !== undefined && { body: file ?? JSON.stringify(body) }),
    };
    const begun = this.#world.clock(), number = ++this.#asked;
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
    const callOff = this.#world.later(giveUp, patienceMs);
    try {
      const answer = await this.#world.fetch(path, asked);
      // The date of an answer that the worker stored says when it was stored, not what time it is now.
      if (answer.headers.get("x-kept") === null) {
        this.reached.value = true;
        this.#answered = Math.max(this.#answered, number);
        // A public answer may be an older copy from a cache on the way, so its date says nothing about the clock.
        if (!/\bpublic\b/.test(answer.headers.get("cache-control") ?? "")) this.#learn(answer, begun);
        this.answeredAt = this.now();
      }
      const etag = answer.headers.get("etag");
      if (answer.ok) {
        return { ok: true, status: answer.status, value: await read(answer), ...(etag && { etag }) };
      }
      return { ok: false, refused: true, status: answer.status, ...await refusalOf(answer) };
    } catch {
      // One that set out after this one was answered: what became of this one says nothing about now.
      if (number >= this.#answered) this.reached.value = false;
      return { ok: false, refused: false };
    } finally {
      callOff();
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Learns how far the phone's clock is off: the gateway's date lies between the sending and the coming of the answer. */
  #learn(answer: Response, begun: number): void {
    const date = Date.parse(answer.headers.get("date") ?? "") / 1000;
    if (Number.isNaN(date)) return;
    const least = date - this.#world.clock(), most = date - begun, before = this.offset.peek();
    // The `Date` header has whole seconds, so less than two seconds is no difference; nor does a slow answer mean a wrong clock.
    if (before > least - 2 && before < most + 2) return;
    const off = before < least ? least : most;
    this.offset.value = Math.abs(off) < 2 ? 0 : off;
  }
}

/** Reason and sentence of a refusal. A proxy's error page has no reason: `http_` and its status stand for it. */
async function refusalOf(answer: Response) {
  const told = await answer.json().catch(() => ({})) as { reason?: unknown; error?: unknown };
  const after = Number(answer.headers.get("retry-after") ?? NaN);
  return {
    reason: typeof told.reason === "string" ? told.reason : `http_${answer.status}`,
    sentence: typeof told.error === "string" ? told.error : "",
    // Some refusals carry more fields, such as what stands in the way.
    ...(Object.keys(told).length > 2 && { value: told }),
    ...(Number.isFinite(after) && { retryAfterS: after }),
  };
}
