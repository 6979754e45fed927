/**
 * The one WebSocket. It is open while a page wants it, comes back by itself after it was lost, and asks then for what it
 * missed. What arrives is handed on in bundles, so that a busy channel does not draw the page once for each packet.
 */
import { signal } from "@preact/signals";
import type { LiveMessage } from "../../live/mod.ts";
import type { Bounds } from "../map/world_shapes.ts";
import type { ClientWorld } from "./world.ts";

/** What a page wants to hear of: a box, or everything. */
export interface Wish {
  box?: Bounds | undefined;
  /** Nothing but messages to and from this call. */
  own?: string;
  /** Seconds back, for what was heard lately. */
  maxAgeS: number;
}

/** Milliseconds between two bundles. */
const BUNDLE_MS = 200;
/**
 * Messages in a bundle: what is more comes in the next, so that the page draws a little often instead of much at once. A
 * tenth of what waits goes at least, so that a page behind others, which runs seldom, does not fall behind.
 */
const MOST = 25, PART = 10;
/** Milliseconds until the rest of a large bundle: about a frame. */
const NEXT_MS = 20;
/** Seconds until the socket is tried again: the first time, and at most. */
const AGAIN_S = 1, AGAIN_MOST_S = 60;
/** A receiver may be late with what it heard: asked for again beyond the last message, in seconds. */
const LATE_S = 120;
const MOST_AGE_S = 7 * 86_400;

export class Wire {
  readonly #world: ClientWorld;
  readonly #now: () => number;
  readonly #wishes = new Map<symbol, Wish>();
  readonly #listeners = new Set<(messages: readonly LiveMessage[]) => void>();
  #socket: WebSocket | undefined;
  #bundle: LiveMessage[] = [];
  #pending: (() => void) | undefined;
  #again: (() => void) | undefined;
  #tries = 0;
  /** When something was heard last, by the gateway's clock; 0 before that. */
  #heardAt = 0;
  #asked = "";
  /** Whether messages arrive; `undefined` while nobody wants them. */
  readonly open = signal<boolean | undefined>(undefined);

  constructor(world: ClientWorld, now: () => number) {
    this.#world = world;
    this.#now = now;
  }

  /** Wants messages from now on; gives what ends that. */
  want(wish: Wish): () => void {
    const mine = Symbol();
    this.#wishes.set(mine, wish);
    if (this.#socket) this.#subscribe();
    else if (!this.#again) this.#dial();
    return () => {
      this.#wishes.delete(mine);
      if (this.#wishes.size === 0) this.#hangUp();
      else this.#subscribe();
    };
  }

  listen(heard: (messages: readonly LiveMessage[]) => void): () => void {
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  #dial(): void {
    this.#again = undefined;
    this.open.value ??= false;
    const socket = this.#world.socket("/ws");
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#asked = "";
      this.open.value = true;
      this.#subscribe();
    };
    socket.onmessage = ({ data }) => this.#take(String(data));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      if (this.#wishes.size === 0) return;
      this.open.value = false;
      // All phones lose a gateway at once; they must not come back at once.
      const wait = Math.min(AGAIN_MOST_S, AGAIN_S * 2 ** this.#tries++) * (0.5 + this.#world.random());
      this.#again = this.#world.later(() => this.#dial(), wait * 1000);
    };
  }

  #hangUp(): void {
    this.#again?.();
    this.#again = undefined;
    this.#pending?.();
    this.#pending = undefined;
    this.#bundle = [];
    const socket = this.#socket;
    this.#socket = undefined;
    this.open.value = undefined;
    if (socket && socket.readyState < WebSocket.CLOSING) socket.close();
  }

  /** Tells what is wanted: of what was heard lately, only what cannot be known yet. */
  #subscribe(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#wishes.size === 0) return;
    const all = [...this.#wishes.values()];
    const callsign = all.find(({ own }) => own)?.own, wishes = all.filter(({ own }) => !own);
    const mine = callsign ? { callsign } : {};
    if (wishes.length === 0) {
      // Of stations nothing is heard meanwhile: whoever wants them next asks for all of it.
      this.#asked = "";
      return this.#socket.send(JSON.stringify({ type: "subscribe", own: true, ...mine }));
    }
    const boxes = wishes.flatMap(({ box }) => box ? [box] : []);
    const bbox = boxes.length === wishes.length ? around(boxes) : undefined;
    const longest = Math.max(...wishes.map(({ maxAgeS }) => maxAgeS));
    const missed = this.#heardAt > 0 && this.#asked === String(bbox)
      ? this.#now() - this.#heardAt + LATE_S
      : longest;
    this.#asked = String(bbox);
    const maxAgeSec = Math.max(LATE_S, Math.min(longest, missed, MOST_AGE_S));
    this.#socket.send(JSON.stringify({ type: "subscribe", maxAgeSec, ...mine, ...(bbox && { bbox }) }));
  }

  #take(text: string): void {
    let message: LiveMessage;
    try {
      message = JSON.parse(text);
    } catch {
      return; // nothing that this gateway says
    }
    this.#heardAt = this.#now();
    this.#bundle.push(message);
    this.#pending ??= this.#world.later(() => this.#hand(), BUNDLE_MS);
  }

  #hand(): void {
    const bundle = this.#bundle.splice(0, Math.max(MOST, this.#bundle.length / PART));
    this.#pending = this.#bundle.length > 0 ? this.#world.later(() => this.#hand(), NEXT_MS) : undefined;
    for (const listener of this.#listeners) listener(bundle);
  }
}

/** The box that holds all of them: west, south, east, north. */
const around = (boxes: readonly Bounds[]): [number, number, number, number] => [
  Math.min(...boxes.map(({ west }) => west)),
  Math.min(...boxes.map(({ south }) => south)),
  Math.max(...boxes.map(({ east }) => east)),
  Math.max(...boxes.map(({ north }) => north)),
];
