/**
 * Every request of the app. It never throws: what was refused and what was not answered are values. It learns from each
 * answer how far the phone's clock is off, and whether the gateway can be reached. `navigator.onLine` decides nothing: it
 * stays true where only the gateway is gone.
 */
import { signal } from "@preact/signals";
import type { ClientWorld } from "./world.ts";

export type Answered<T> =
  | { ok: true; value: T; status: number; etag?: string; bytes?: number }
  | {
    ok: false;
    refused: true;
    status: number;
    reason: string;
    sentence: string;
    retryAfterS?: number;
    value?: unknown;
  }
  | { ok: false; refused: false };

/** What is no answer to what was asked. */
export type Refused = Extract<Answered<never>, { ok: false }>;

/** How long an answer may take, in milliseconds: a phone at the edge of a cell is slow, not dead. */
const PATIENCE_MS = 20_000;
/** How long a large one may take: five megabytes at the edge of a cell. */
const LONG_PATIENCE_MS = 300_000;

interface Asking {
  method?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  patienceMs?: number;
}

/** Bytes of a file, or of a part of it. */
export interface Bytes {
  bytes: ArrayBuffer;
  type: string;
  etag: string | null;
  /** Size of the whole file, where only a part was asked for. */
  whole?: number;
}

export class Gateway {
  readonly #world: ClientWorld;
  /** Whether the last request was answered; `undefined` before the first. */
  readonly reached = signal<boolean | undefined>(undefined);
  /** Seconds by which the gateway's clock is ahead of the phone's. */
  readonly offset = signal(0);
  /** When it last answered, unix seconds by its own clock. */
  answeredAt: number | undefined;

  constructor(world: ClientWorld) {
    this.#world = world;
  }

  /** The time as the gateway has it, whole unix seconds. */
  now(): number {
    return Math.floor(this.#world.clock() + this.offset.peek());
  }

  get<T>(path: string): Promise<Answered<T>> {
    return this.ask<T>("GET", path);
  }

  /** A built file's bytes; `undefined` where it cannot be had. */
  async file(path: string): Promise<Uint8Array | undefined> {
    try {
      const answer = await this.#world.fetch(path);
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Sends JSON, or the bytes of a file as they are, and reads JSON; as this account alone, where one is named: under
   * another's session it is not done.
   */
  ask<T>(method: string, path: string, body?: unknown, account?: string): Promise<Answered<T>> {
    const headers: Record<string, string> = account === undefined ? {} : { "x-account": account };
    const patienceMs = body instanceof Uint8Array ? LONG_PATIENCE_MS : PATIENCE_MS;
    return this.#send(path, { method, body, headers, patienceMs }, (answer) => answer.json() as Promise<T>);
  }

  /** Reads what is large and has a version. What is still as `etag` names it is refused with status 304. */
  async large<T>(path: string, etag?: string): Promise<Answered<T>> {
    let size = 0;
    const headers: Record<string, string> = etag === undefined ? {} : { "if-none-match": etag };
    const answer = await this.#send<T>(path, { headers, patienceMs: LONG_PATIENCE_MS }, async (answer) => {
      const text = await answer.text();
      size = text.length;
      return JSON.parse(text) as T;
    });
    return answer.ok ? { ...answer, bytes: size } : answer;
  }

  /** Reads a file, or the bytes from `range[0]` to `range[1]` of it. */
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
    { method = "GET", body, headers = {}, patienceMs = PATIENCE_MS }: Asking,
    read: (answer: Response) => Promise<T>,
  ): Promise<Answered<T>> {
    const file = body instanceof Uint8Array ? body as Uint8Array<ArrayBuffer> : undefined;
    const asked: RequestInit = {
      method,
      credentials: "same-origin",
      // What this browser keeps would answer for a gateway that is gone; a cache in front of it may still answer.
      // With a version of our own to compare, the browser's copies have no say at all.
      cache: "if-none-match" in headers ? "no-store" : "no-cache",
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": file ? "application/octet-stream" : "application/json" }),
        ...headers,
      },
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body: file ?? JSON.stringify(body) }),
    };
    const begun = this.#world.clock();
    try {
      const answer = await this.#world.fetch(path, asked);
      // Of a stored answer the worker says when it was stored, not what time it is.
      if (answer.headers.get("x-kept") === null) {
        this.reached.value = true;
        // What is shared may be a copy of some cache, made a while ago.
        if (!/\bpublic\b/.test(answer.headers.get("cache-control") ?? "")) this.#learn(answer, begun);
        this.answeredAt = this.now();
      }
      const etag = answer.headers.get("etag");
      if (answer.ok) {
        return { ok: true, status: answer.status, value: await read(answer), ...(etag && { etag }) };
      }
      return { ok: false, refused: true, status: answer.status, ...await refusalOf(answer) };
    } catch {
      this.reached.value = false;
      return { ok: false, refused: false };
    }
  }

  /** How far this clock is off: an answer was made at some time between its question and its coming. */
  #learn(answer: Response, begun: number): void {
    const date = Date.parse(answer.headers.get("date") ?? "") / 1000;
    if (Number.isNaN(date)) return;
    const least = date - this.#world.clock(), most = date - begun, before = this.offset.peek();
    // `Date` has whole seconds: less than two of them are no difference, and a slow answer is not a wrong clock.
    if (before > least - 2 && before < most + 2) return;
    const off = before < least ? least : most;
    this.offset.value = Math.abs(off) < 2 ? 0 : off;
  }
}

/** What a refusal says. A proxy's page has no reason: its status stands for it. */
async function refusalOf(answer: Response) {
  const told = await answer.json().catch(() => ({})) as { reason?: unknown; error?: unknown };
  const after = Number(answer.headers.get("retry-after") ?? NaN);
  return {
    reason: typeof told.reason === "string" ? told.reason : `http_${answer.status}`,
    sentence: typeof told.error === "string" ? told.error : "",
    // Some name what stands in the way.
    ...(Object.keys(told).length > 2 && { value: told }),
    ...(Number.isFinite(after) && { retryAfterS: after }),
  };
}
