/**
 * `GET /api/cot` and `/api/cot/stream`: the stations heard lately as Cursor-on-Target, as one document or as a
 * stream.
 */
import { type Box, inBox, type World } from "../../base/mod.ts";
import { cotDocument, cotOfCache, cotOfStation, isCurrent } from "./cot.ts";
import type { LiveCache, LivePosition } from "../room/messages.ts";
import type { Party } from "../room/party.ts";
import { Places } from "../room/places.ts";
import type { RoomSources } from "../room/parts.ts";

// Server-Sent Events (HTML Living Standard, 9.2) to many readers at once. A reader that does not read is dropped when
// its queue is full; it reconnects by itself and gets a new snapshot.

interface EventReader {
  /** Queues one event; false when the reader was dropped for being too slow, or is gone. */
  send(event: string, data: string): boolean;
}

/** Bytes that may wait for one reader. A snapshot of 2,000 stations has about 900 kB. */
const QUEUE_MAX = 2 * 1024 * 1024;
/** A comment line now and then keeps proxies from closing a silent connection. */
const HEARTBEAT_MS = 15_000;

const encoder = new TextEncoder();

/** One client: a queue of its own, handed over when the network takes more. */
class Reader implements EventReader {
  #waiting = "";
  #wake: (() => void) | undefined;
  #gone = false;
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;

  constructor(private readonly forget: (reader: Reader, slow: boolean) => void) {
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: async (controller) => {
        while (this.#waiting === "" && !this.#gone) await new Promise<void>((wake) => this.#wake = wake);
        if (this.#gone) return;
        controller.enqueue(encoder.encode(this.#waiting));
        this.#waiting = "";
      },
      cancel: () => this.end(),
    }, { highWaterMark: 0 });
  }

  send(event: string, data: string): boolean {
    if (this.#gone) return false;
    const lines = data.split("\n").map((line) => `data: ${line}\n`).join("");
    return this.write(`event: ${event}\n${lines}\n`);
  }

  write(text: string): boolean {
    if (this.#gone) return false;
    if (this.#waiting.length + text.length > QUEUE_MAX) {
      this.end(true);
      return false;
    }
    this.#waiting += text;
    this.#wake?.();
    return true;
  }

  /** Ends the stream. What waits is thrown away. */
  end(slow = false): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#waiting = "";
    try {
      this.#controller?.close();
    } catch {
      // The client had closed the stream already.
    }
    this.#wake?.();
    this.forget(this, slow);
  }
}

class EventStreams {
  readonly #readers = new Set<Reader>();
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Readers that were dropped because they did not read. */
  dropped = 0;

  get size(): number {
    return this.#readers.size;
  }

  /** The answer of a stream; `opened` is called with its reader, `closed` once when it is gone. */
  open(opened: (reader: EventReader) => void, closed: (reader: EventReader) => void): Response {
    const reader = new Reader((gone, slow) => {
      if (slow) this.dropped++;
      this.#readers.delete(gone);
      this.#beat();
      closed(gone);
    });
    this.#readers.add(reader);
    this.#beat();
    // Three seconds between reconnects, and a first byte that opens the connection in every client.
    reader.write("retry: 3000\n\n");
    opened(reader);
    return new Response(reader.body, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        // nginx would hold the events back otherwise.
        "x-accel-buffering": "no",
      },
    });
  }

  /** Ends every stream: the process stops. */
  close(): void {
    for (const reader of [...this.#readers]) reader.end();
  }

  /** The heartbeat runs exactly while somebody listens. */
  #beat(): void {
    if (this.#readers.size > 0) {
      this.#heartbeat ??= setInterval(() => {
        for (const reader of [...this.#readers]) reader.write(": still here\n\n");
      }, HEARTBEAT_MS);
    } else {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    }
  }
}

export interface CotSources extends Pick<RoomSources, "heardSince"> {
  /** Listed caches, inside the box when there is one. */
  cachesIn(box: Box | undefined, most: number): LiveCache[];
}

export interface CotWish {
  box?: Box;
  /** Seconds back. */
  maxAgeSec: number;
  /** Markers of caches as well. */
  caches?: boolean;
}

/** Streams open at one time: in all, of one party, and of all parties of a network. */
const STREAMS_MOST = 500, STREAMS_PER_PARTY = 8, STREAMS_PER_NETWORK = 64;
/** Stations in one snapshot, the latest heard, and caches beside them. */
const SNAPSHOT_MOST = 2000;

/** Somebody who listens to a stream. Times are unix seconds. */
interface CotClient {
  /** Who it is: a member's call, or the address. */
  who: string;
  since: number;
  /** When it was sent an event last; null before that. */
  lastAt: number | null;
  /** Whether it wants markers of caches as well. */
  caches: boolean;
}

export class CotStreams {
  readonly #streams = new EventStreams();
  readonly #wishes = new Map<EventReader, { wish: CotWish; client: CotClient }>();
  readonly #places = new Places(STREAMS_MOST, STREAMS_PER_PARTY, STREAMS_PER_NETWORK);

  constructor(private readonly world: World, private readonly sources: CotSources) {}

  get size(): number {
    return this.#streams.size;
  }

  get isFull(): boolean {
    return this.#places.isFull;
  }

  /** Whether one more of that party may come in. */
  hasPlace({ name, network }: Party): boolean {
    return this.#places.has(name, network);
  }

  /** Streams that are open now, in all and of that party, and how many there may be. */
  taken({ name }: Party) {
    const { size, most, mostPerParty } = this.#places;
    return { open: size, most, yours: this.#places.of(name), yoursMost: mostPerParty };
  }

  /** Who listens, the newest first. */
  clients = (): CotClient[] => [...this.#wishes.values()].map(({ client }) => ({ ...client })).reverse();

  /** The snapshot as one XML document, in pieces. */
  snapshot(wish: CotWish): Generator<string> {
    const { events, truncated } = this.#known(wish);
    return cotDocument(events, truncated);
  }

  /**
   * The stream of `who`: a `snapshot` event for each station heard lately, `truncated` where there are more than are told, then
   * an `update` for each that is heard.
   */
  stream(wish: CotWish, { name, network }: Party, who: string): Response {
    const free = this.#places.take(name, network), since = this.world.now();
    return this.#streams.open((reader) => {
      const client: CotClient = { who, since, lastAt: null, caches: wish.caches === true };
      const { events, truncated } = this.#known(wish);
      for (const event of events) {
        if (!reader.send("snapshot", event)) return;
        client.lastAt = since;
      }
      if (truncated && !reader.send("truncated", String(SNAPSHOT_MOST))) return;
      this.#wishes.set(reader, { wish, client });
    }, (reader) => {
      this.#wishes.delete(reader);
      free();
    });
  }

  /** A station was heard. */
  position(position: LivePosition): void {
    if (this.#wishes.size === 0) return;
    const event = cotOfStation(position, this.world.now());
    for (const [reader, { wish: { box }, client }] of [...this.#wishes]) {
      if (!box || inBox(box, position)) this.#update(reader, client, event);
    }
  }

  /** A listed cache is new or changed. */
  cache(cache: LiveCache): void {
    for (const [reader, { wish: { box, caches }, client }] of [...this.#wishes]) {
      if (caches && (!box || inBox(box, cache))) {
        this.#update(reader, client, cotOfCache(cache, this.world.now()));
      }
    }
  }

  #update(reader: EventReader, client: CotClient, event: string): void {
    if (reader.send("update", event)) client.lastAt = this.world.now();
  }

  close(): void {
    this.#streams.close();
  }

  /** What is known now; `truncated` where there are more stations or more caches than one snapshot has. */
  #known(wish: CotWish): { events: Iterable<string>; truncated: boolean } {
    const now = this.world.now();
    const heard = this.sources.heardSince(now - wish.maxAgeSec, wish.box, SNAPSHOT_MOST + 1);
    const caches = wish.caches ? this.sources.cachesIn(wish.box, SNAPSHOT_MOST + 1) : [];
    const events = function* () {
      for (const one of heard.slice(0, SNAPSHOT_MOST)) if (isCurrent(one, now)) yield cotOfStation(one, now);
      for (const one of caches.slice(0, SNAPSHOT_MOST)) yield cotOfCache(one, now);
    };
    return { events: events(), truncated: Math.max(heard.length, caches.length) > SNAPSHOT_MOST };
  }
}
