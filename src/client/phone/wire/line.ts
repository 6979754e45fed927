/**
 * The connection behind the wire. It is open while a page wants it; after a loss it connects again by itself and asks for what it
 * missed. What arrives is handed on in bundles, so that a busy channel does not draw the page anew for each packet.
 */
import { type LiveMessage, readMessage } from "../../../live/room/room_messages.ts";
import type { Bounds } from "../../ui/places/world_shapes.ts";
import type { ClientWorld } from "../world.ts";

/** What a page wants to hear about: the stations in a box of the map (without one: everywhere), its own messages, or one station. */
export interface Wish {
  box?: Bounds | undefined;
  /** Only messages to and from this call. */
  own?: string;
  /** Only what this station sends: each of its packets, and its places. */
  station?: string;
  /** Each packet of every station too, with a place or without. */
  every?: true;
  /** How many seconds back to begin with what was heard. */
  maxAgeS: number;
}

/** Milliseconds between two bundles. */
const BUNDLE_MS = 200;
/**
 * A bundle has 25 messages, or a tenth of those that wait if that is more; the rest comes in the next ones, so that the
 * page draws a little at a time. The tenth is for a tab in the background: its timers run seldom, and it must keep up.
 */
const MOST = 25, PART = 10;
/** Milliseconds until the next bundle while messages wait: about one frame. */
const NEXT_MS = 20;
/** Seconds until the first new try to connect, and at most between two; each wait is twice the one before. */
const AGAIN_S = 1, AGAIN_MOST_S = 60;
/** After a loss, so many seconds before the last message are asked for again: a receiver may report late. */
const LATE_S = 120;
/** Seconds after which a question is surely answered: what was heard before comes in portions, beside what is heard now. */
const ANSWERED_S = 10;
/** The gateway sends no more than a week of what was heard. */
const MOST_AGE_S = 7 * 86_400;

export class Line {
  readonly #world: ClientWorld;
  readonly #now: () => number;
  readonly #open: { value: boolean | undefined };
  readonly #tell: (bundle: readonly LiveMessage[]) => void;
  #wishes: readonly Wish[] = [];
  #socket: WebSocket | undefined;
  #bundle: LiveMessage[] = [];
  #pending: (() => void) | undefined;
  #again: (() => void) | undefined;
  #tries = 0;
  /** The box and time that were asked for, and when. Times are the gateway's. */
  #asked = "";
  #askedAt = 0;
  /** All that was asked for is known until this moment; 0 before the answer has come. */
  #knownTo = 0;

  /** `open`: whether it is connected, `undefined` while nobody wants it. `tell` is called with each bundle. */
  constructor(
    world: ClientWorld,
    now: () => number,
    open: { value: boolean | undefined },
    tell: (bundle: readonly LiveMessage[]) => void,
  ) {
    this.#world = world;
    this.#now = now;
    this.#open = open;
    this.#tell = tell;
  }

  /** Takes all wishes that there are now: connects, asks anew, or hangs up. */
  heed(wishes: readonly Wish[]): void {
    this.#wishes = wishes;
    if (wishes.length === 0) this.#hangUp();
    else if (this.#socket) this.#subscribe();
    else if (!this.#again) this.#dial();
  }

  #dial(): void {
    this.#again = undefined;
    this.#open.value ??= false;
    const socket = this.#world.socket("/ws");
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#open.value = true;
      this.#subscribe();
    };
    socket.onmessage = ({ data }) => this.#take(String(data));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      if (this.#wishes.length === 0) return;
      this.#open.value = false;
      // When a gateway restarts, all phones lose it at the same moment: chance spreads their return.
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
    this.#asked = "";
    const socket = this.#socket;
    this.#socket = undefined;
    this.#open.value = undefined;
    if (socket && socket.readyState < WebSocket.CLOSING) socket.close();
  }

  /** Tells the gateway what all wishes together want. After a loss it asks only for the time that was missed. */
  #subscribe(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#wishes.length === 0) return;
    const all = this.#wishes;
    const callsign = all.find(({ own }) => own)?.own,
      station = all.findLast(({ station }) => station)?.station;
    const wishes = all.filter(({ own, station }) => !own && !station);
    const mine = {
      ...(callsign && { callsign }),
      ...(station && { station }),
      ...(all.some(({ every }) => every) && { every: true }),
    };
    if (wishes.length === 0) {
      // Stations are not sent meanwhile, so the next wish for them has to ask for its whole time.
      this.#asked = "";
      return this.#socket.send(JSON.stringify({ type: "subscribe", own: true, ...mine }));
    }
    const boxes = wishes.flatMap(({ box }) => box ? [box] : []);
    const bbox = boxes.length === wishes.length ? around(boxes) : undefined;
    const longest = Math.max(...wishes.map(({ maxAgeS }) => maxAgeS));
    const asked = `${bbox} ${longest}`;
    if (this.#asked !== asked) this.#knownTo = 0;
    this.#asked = asked;
    // A new question ends the answer to the one before it, so nothing is known yet that this one does not bring.
    this.#askedAt = this.#now();
    const missed = Math.max(LATE_S, this.#askedAt - this.#knownTo + LATE_S);
    const maxAgeSec = Math.min(longest, missed, MOST_AGE_S);
    this.#socket.send(JSON.stringify({ type: "subscribe", maxAgeSec, ...mine, ...(bbox && { bbox }) }));
  }

  #take(text: string): void {
    const message = readMessage(text);
    if (!message) return;
    if (this.#now() - this.#askedAt >= ANSWERED_S) this.#knownTo = this.#now();
    this.#bundle.push(message);
    this.#pending ??= this.#world.later(() => this.#hand(), BUNDLE_MS);
  }

  #hand(): void {
    const bundle = this.#bundle.splice(0, Math.max(MOST, this.#bundle.length / PART));
    this.#pending = this.#bundle.length > 0 ? this.#world.later(() => this.#hand(), NEXT_MS) : undefined;
    this.#tell(bundle);
  }
}

/** The smallest box around all of them: west, south, east, north, in degrees. */
const around = (boxes: readonly Bounds[]): [number, number, number, number] => [
  Math.min(...boxes.map(({ west }) => west)),
  Math.min(...boxes.map(({ south }) => south)),
  Math.max(...boxes.map(({ east }) => east)),
  Math.max(...boxes.map(({ north }) => north)),
];
