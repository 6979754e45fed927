/**
 * Every request of the app. It never throws: what was refused and what was not answered are values. It learns from each
 * answer how far the phone's clock is off, and whether the gateway can be reached. `navigator.onLine` decides nothing: it
 * stays true where only the gateway is gone.
 */
import { signal } from "@preact/signals";
import type { ClientWorld } from "./world.ts";

export type Answered<T> =
  | { ok: true; value: T; status: number }
  | { ok: false; refused: true; status: number; reason: string; sentence: string; retryAfterS?: number }
  | { ok: false; refused: false };

/** How long an answer may take, in milliseconds: a phone at the edge of a cell is slow, not dead. */
const PATIENCE_MS = 20_000;

export class Gateway {
  readonly #world: ClientWorld;
  /** Whether the last request was answered; `undefined` before the first. */
  readonly reached = signal<boolean | undefined>(undefined);
  /** Seconds by which the gateway's clock is ahead of the phone's. */
  readonly offset = signal(0);

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

  /** Sends JSON and reads JSON. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<Answered<T>> {
    const asked: RequestInit = {
      method,
      credentials: "same-origin",
      // What this browser keeps would answer for a gateway that is gone; a cache in front of it may still answer.
      cache: "no-cache",
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    try {
      const answer = await this.#world.fetch(path, asked);
      // Of a stored answer the worker says when it was stored, not what time it is.
      if (answer.headers.get("x-kept") === null) {
        this.reached.value = true;
        // What is shared may be a copy of some cache, made a while ago.
        if (!/\bpublic\b/.test(answer.headers.get("cache-control") ?? "")) this.#learn(answer);
      }
      if (answer.ok) return { ok: true, status: answer.status, value: await answer.json() as T };
      return { ok: false, refused: true, status: answer.status, ...await refusalOf(answer) };
    } catch {
      this.reached.value = false;
      return { ok: false, refused: false };
    }
  }

  #learn(answer: Response): void {
    const date = Date.parse(answer.headers.get("date") ?? "");
    // `Date` has whole seconds: less than two of them are no difference.
    if (Number.isNaN(date)) return;
    const off = date / 1000 - this.#world.clock();
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
    ...(Number.isFinite(after) && { retryAfterS: after }),
  };
}
