/**
 * The live room: who listens, what each wants, and one loop that tells them. A message is made into text once. Nobody
 * waits for anybody: a client whose queue grows past the limit is dropped.
 */
import { type Box, inBox, type Place, type World } from "../../base/mod.ts";
import { MemoryWatch } from "./memory_watch.ts";
import { Places } from "./places.ts";
import {
  cacheText,
  errorText,
  findText,
  helloText,
  type LiveCache,
  type LiveFind,
  type LivePosition,
  type NearCache,
  nearText,
  parseClientMessage,
  positionText,
  type Subscription,
} from "./messages.ts";

/** As much of a WebSocket as the room needs. */
export interface Socket {
  /** Bytes that were handed over and not yet taken by the network. */
  readonly bufferedAmount: number;
  /** 1 while open (WebSocket.OPEN). */
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** What the room asks of other areas. */
export interface RoomSources {
  /** Stations heard since then, newest first, inside the box when there is one. */
  heardSince(since: number, box: Box | undefined, most: number): LivePosition[];
  /** Listed, active caches within that distance of the place. */
  cachesNear(place: Place, withinM: number): NearCache[];
}

export interface RoomOptions {
  instance: string;
  /** Sockets in all, and from one network; the rest is turned away. */
  most: number;
  mostPerNetwork: number;
  /** Seconds within which a socket answers a ping, or is cut off by the runtime. */
  idleSeconds: number;
  /** Bytes of the process's memory, and how many it may have before the busiest network is hung up. */
  memoryUsed: () => number;
  memoryMost: number;
  /** Bytes that may wait for one client. */
  slowBytes: number;
}

export const ROOM_DEFAULTS: Omit<RoomOptions, "instance"> = {
  most: 10_000,
  mostPerNetwork: 16,
  idleSeconds: 16,
  memoryUsed: () => Deno.memoryUsage().rss,
  memoryMost: 768 * 1024 * 1024,
  slowBytes: 256 * 1024,
};

const OPEN = 1;
const HEARD_MOST = 2000;
/** "Heard lately" is told in portions, so that it never looks like a slow client. */
const HEARD_PORTION = 100;
const PACE_MS = 20;
/** Paces without any progress after which a client counts as stalled: ten seconds. */
const PACES_MOST = 500;
/** Metres at which a cache is near (API "Events"). */
const NEAR_M = 150;
/** The same prompt again after this many seconds. */
const NEAR_AGAIN_S = 3600;
/** Messages that a client may send in a minute, and how long one may be. */
const CLIENT_MESSAGES_A_MINUTE = 60;
const CLIENT_MESSAGE_MAX = 2048;

export interface Client {
  readonly socket: Socket;
  readonly network: string;
  subscription?: Subscription;
  /** Counts subscriptions, so that telling what an older one wanted stops. */
  generation: number;
  minute: number;
  messages: number;
  /** When which cache was prompted. */
  prompted?: Map<string, number>;
}

export class Room {
  readonly #clients = new Set<Client>();
  /** Sockets from their upgrade until they are really gone, by network. */
  readonly #places: Places;
  readonly #open = new Map<Socket, string>();
  readonly #memory: MemoryWatch;
  /** Clients whose "heard lately" waits to be looked up, with what each wants now. */
  readonly #asking = new Map<Client, { wanted: Subscription; generation: number }>();
  #asker: ReturnType<typeof setTimeout> | undefined;
  /** Timers of answers that go out in portions. */
  readonly #portions = new Set<ReturnType<typeof setTimeout>>();
  /** Listeners that asked for prompts, by the call they gave. */
  readonly #byCall = new Map<string, Set<Client>>();
  readonly #options: RoomOptions;
  /** Sockets that were dropped because they did not read. */
  dropped = 0;

  constructor(
    private readonly world: World,
    private readonly sources: RoomSources,
    options: Partial<RoomOptions> & { instance: string },
  ) {
    this.#options = { ...ROOM_DEFAULTS, ...options };
    const { most, mostPerNetwork, memoryUsed, memoryMost } = this.#options;
    this.#places = new Places(most, mostPerNetwork);
    this.#memory = new MemoryWatch(memoryUsed, memoryMost, () => this.hangUpBusiest());
  }

  get idleSeconds(): number {
    return this.#options.idleSeconds;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Whether one more from that network may come in. */
  hasPlace(network: string): boolean {
    return !this.#memory.isOver && this.#places.has(network);
  }

  get isFull(): boolean {
    return this.#memory.isOver || this.#places.isFull;
  }

  /** Takes a place for a socket; to be freed when the connection is really over. */
  takePlace(network: string, socket: Socket): { free(): void } {
    const free = this.#places.take(network);
    this.#open.set(socket, network);
    this.#memory.start();
    return {
      free: () => {
        free();
        this.#open.delete(socket);
        if (this.#open.size === 0) this.#memory.stop();
      },
    };
  }

  /** Hangs up every socket of the network that has most of them. */
  hangUpBusiest(): void {
    const network = this.#places.busiest();
    this.world.log.warn("live sockets of {network} are hung up: the process has too much memory", {
      network,
    });
    for (const client of [...this.#clients]) {
      if (client.network === network) this.#end(client, 1013, "too much memory");
    }
    for (const [socket, of] of this.#open) if (of === network) socket.close(1013, "too much memory");
  }

  /** Lets an open socket in and greets it. */
  join(socket: Socket, network: string): Client {
    const client: Client = { socket, network, generation: 0, minute: 0, messages: 0 };
    this.#clients.add(client);
    this.#send(client, helloText(this.#options.instance, "global", this.world.now()));
    return client;
  }

  /** Forgets a socket that is closed or going to be. */
  leave(client: Client): void {
    if (!this.#clients.delete(client)) return;
    client.generation++;
    this.#asking.delete(client);
    this.#unlist(client);
  }

  /** Takes a message of a client. Anything that is not text, too long or too often ends the connection. */
  receive(client: Client, data: unknown): void {
    if (!this.#clients.has(client)) return;
    const minute = Math.floor(this.world.now() / 60);
    if (client.minute !== minute) {
      client.minute = minute;
      client.messages = 0;
    }
    if (++client.messages > CLIENT_MESSAGES_A_MINUTE) return this.#end(client, 1008, "too many messages");
    if (typeof data !== "string") return this.#end(client, 1003, "text only");
    if (data.length > CLIENT_MESSAGE_MAX) return this.#end(client, 1009, "message too long");
    const read = parseClientMessage(data);
    if (typeof read === "string") return this.#send(client, errorText(read, this.world.now()));
    this.#unlist(client);
    client.subscription = read;
    if (read.call) {
      const listeners = this.#byCall.get(read.call) ?? new Set();
      listeners.add(client);
      this.#byCall.set(read.call, listeners);
    }
    this.#asking.delete(client);
    this.#asking.set(client, { wanted: read, generation: ++client.generation });
    if (this.#asker === undefined) this.#askNext();
  }

  /** A station was heard. */
  position(position: LivePosition): void {
    if (this.#clients.size === 0) return;
    this.#tell(positionText(position), position, position.at);
    this.#prompt(position);
  }

  find(find: LiveFind): void {
    const place = find.lat === undefined || find.lon === undefined
      ? undefined
      : { lat: find.lat, lon: find.lon };
    this.#tell(findText(find), place, find.at);
  }

  cache(cache: LiveCache): void {
    this.#tell(cacheText(cache), cache, cache.at);
  }

  /** Closes every socket: the process stops. */
  close(): void {
    for (const client of [...this.#clients]) this.#end(client, 1001, "going away");
    for (const socket of this.#open.keys()) socket.close(1001, "going away");
    this.#memory.stop();
    clearTimeout(this.#asker);
    for (const timer of this.#portions) clearTimeout(timer);
    this.#portions.clear();
    this.#asker = undefined;
  }

  #tell(text: string, place: Place | undefined, at: number): void {
    const now = this.world.now();
    for (const client of this.#clients) {
      const wanted = client.subscription;
      if (wanted?.box && (!place || !inBox(wanted.box, place))) continue;
      if (wanted && at < now - wanted.maxAgeSec) continue;
      this.#send(client, text);
    }
  }

  #send(client: Client, text: string): void {
    const { socket } = client;
    if (socket.readyState !== OPEN) return;
    if (socket.bufferedAmount > this.#options.slowBytes) return this.#drop(client);
    socket.send(text);
  }

  #drop(client: Client): void {
    this.dropped++;
    this.#end(client, 1013, "too slow");
  }

  #end(client: Client, code: number, reason: string): void {
    this.leave(client);
    client.socket.close(code, reason);
  }

  #unlist(client: Client): void {
    const call = client.subscription?.call;
    const listeners = call === undefined ? undefined : this.#byCall.get(call);
    if (!listeners) return;
    listeners.delete(client);
    if (listeners.size === 0) this.#byCall.delete(call!);
  }

  /** Prompts those who subscribed with this call that a cache is near. */
  #prompt(position: LivePosition): void {
    const listeners = this.#byCall.get(position.call);
    if (!listeners) return;
    const now = this.world.now();
    if (position.at < now - 300) return;
    for (const { code, title, distanceM } of this.sources.cachesNear(position, NEAR_M)) {
      for (const client of listeners) {
        client.prompted ??= new Map();
        if (now - (client.prompted.get(code) ?? -Infinity) < NEAR_AGAIN_S) continue;
        client.prompted.set(code, now);
        this.#send(client, nearText({ code, title, distanceM }, now));
      }
    }
  }

  /**
   * Looks up what was heard lately for the one that waited longest, and for the next one after a pause: a week of
   * stations costs milliseconds, and hundreds who ask at once must not hold up everybody else. A client that asks again
   * meanwhile is looked up once.
   */
  #askNext(): void {
    this.#asker = undefined;
    const [next] = this.#asking;
    if (!next) return;
    const [client, { wanted, generation }] = next;
    this.#asking.delete(client);
    this.#asker = setTimeout(() => this.#askNext(), PACE_MS);
    this.#tellHeard(client, wanted, generation);
  }

  /** Tells a new subscriber what was heard lately, in portions and no faster than the client reads. */
  #tellHeard(client: Client, wanted: Subscription, generation: number): void {
    const since = this.world.now() - wanted.maxAgeSec;
    const heard = this.sources.heardSince(since, wanted.box, HEARD_MOST);
    let at = 0, stuck = 0;
    const portion = () => {
      if (client.generation !== generation || !this.#clients.has(client)) return;
      if (++stuck > PACES_MOST) return this.#drop(client);
      if (client.socket.bufferedAmount < this.#options.slowBytes / 4) {
        for (const position of heard.slice(at, at + HEARD_PORTION)) {
          this.#send(client, positionText(position));
        }
        at += HEARD_PORTION;
        stuck = 0;
      }
      if (at < heard.length) {
        const timer = setTimeout(() => {
          this.#portions.delete(timer);
          portion();
        }, PACE_MS);
        this.#portions.add(timer);
      }
    };
    portion();
  }
}
