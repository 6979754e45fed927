/**
 * The port at which TAK clients connect as they do to a TAK server: they are told the stations as the stream tells them, and what
 * a client says of itself is shown for ten minutes. Bounds: connections in all and of a network, an event's length, events in
 * ten seconds, silence, and what waits for a client that does not read.
 */
import type { World } from "../../base/mod.ts";
import { networkOf } from "../../http/mod.ts";
import type { LivePosition } from "../room/messages.ts";
import { Places } from "../room/places.ts";
import { cotOfStation, pong } from "./cot.ts";
import { EventReader, readEvent } from "./read_event.ts";
import { SaidHere } from "./said_here.ts";
import type { CotSources } from "./stream.ts";

const MOST = 200, MOST_A_NETWORK = 16;
/** Stations that a client is told when it comes, and how far back. */
const SNAPSHOT_MOST = 2000, SNAPSHOT_S = 3600;
const WINDOW_MS = 10_000, EVENTS_A_WINDOW = 200;
/** Clients ask each quarter of a minute whether somebody is there. */
const SILENT_MS = 600_000;
/** A snapshot of 2,000 stations has about 900 kB. */
const OWED_MOST = 2 * 1024 * 1024;

interface DoorParts {
  world: World;
  sources: Pick<CotSources, "heardSince">;
}

const encoder = new TextEncoder();

/** One client: what is owed to it goes out as it takes it. */
class Guest {
  #owed = 0;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(readonly connection: Deno.TcpConn) {}

  send(event: string): void {
    const bytes = encoder.encode(event);
    this.#owed += bytes.length;
    if (this.#owed > OWED_MOST) return this.close();
    this.#writing = this.#writing.then(() => this.#write(bytes));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length && !this.#closed;) {
        at += await this.connection.write(bytes.subarray(at));
      }
      this.#owed -= bytes.length;
    } catch {
      this.close();
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.connection.close();
  }
}

export class TakDoor {
  readonly #listener: Deno.TcpListener;
  readonly #guests = new Set<Guest>();
  readonly #places = new Places(MOST, MOST_A_NETWORK);
  readonly #accepting: Promise<void>;
  readonly #served = new Set<Promise<void>>();

  readonly #said: SaidHere;

  /** Begins to listen. Throws what the system says of the address. */
  constructor(readonly parts: DoorParts, hostname: string, port: number) {
    this.#said = new SaidHere(parts.world);
    this.#listener = Deno.listen({ hostname, port });
    this.#accepting = this.#accept();
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  /** Who said where it is in the last ten minutes, the newest first. */
  people = () => this.#said.people();

  /** A station was heard. */
  position(position: LivePosition): void {
    if (this.#guests.size === 0) return;
    const event = cotOfStation(position, this.parts.world.now());
    for (const guest of this.#guests) guest.send(event);
  }

  /** Takes nobody any more, and hangs up on everybody. */
  async close(): Promise<void> {
    this.#listener.close();
    await this.#accepting;
    for (const guest of this.#guests) guest.close();
    await Promise.allSettled(this.#served);
  }

  async #accept(): Promise<void> {
    try {
      for await (const connection of this.#listener) {
        const network = networkOf(connection.remoteAddr.hostname);
        if (!this.#places.has(network)) {
          connection.close();
          continue;
        }
        const served = this.#serve(new Guest(connection), network, this.#places.take(network));
        this.#served.add(served);
        void served.finally(() => this.#served.delete(served));
      }
    } catch (error) {
      this.parts.world.log.error("TAK: the port takes nobody any more: {error}", { error });
    }
  }

  async #serve(guest: Guest, network: string, free: () => void): Promise<void> {
    const { world, sources } = this.parts;
    const silence = { timer: setTimeout(() => guest.close(), SILENT_MS) };
    this.#guests.add(guest);
    try {
      for (const one of sources.heardSince(world.now() - SNAPSHOT_S, undefined, SNAPSHOT_MOST)) {
        guest.send(cotOfStation(one, world.now()));
      }
      await this.#listen(guest, network, () => {
        clearTimeout(silence.timer);
        silence.timer = setTimeout(() => guest.close(), SILENT_MS);
      });
    } catch {
      // It hung up, or said what no TAK client says.
    } finally {
      clearTimeout(silence.timer);
      this.#guests.delete(guest);
      guest.close();
      free();
    }
  }

  async #listen(guest: Guest, network: string, awake: () => void): Promise<void> {
    const events = new EventReader(), decoder = new TextDecoder(), room = new Uint8Array(8192);
    let own: string | undefined, window = 0, count = 0;
    for (;;) {
      const length = await guest.connection.read(room);
      if (length === null) return;
      awake();
      const now = Math.floor(this.parts.world.elapsedMs() / WINDOW_MS);
      if (now !== window) [window, count] = [now, 0];
      for (const event of events.push(decoder.decode(room.subarray(0, length), { stream: true }))) {
        if (++count > EVENTS_A_WINDOW) return;
        const read = readEvent(event);
        if (read?.kind === "ping") guest.send(pong(this.parts.world.now()));
        if (read?.kind !== "place") continue;
        // The first device that it names is itself; markers of others are not shown.
        own ??= read.uid;
        if (read.uid === own) this.#said.take(network, own, read.said);
      }
    }
  }
}
