/**
 * The live room: who listens, what each wants, and who is told what. A message is made into text once. Nobody waits for
 * anybody: a client whose queue grows past the limit is dropped.
 */
import { baseCall, inBox, type Place, type World } from "../../base/mod.ts";
import { HeardLately } from "./heard_lately.ts";
import { memoryCeiling, MemoryWatch } from "./memory_watch.ts";
import { type Client, ROOM_DEFAULTS, type RoomOptions, type RoomSources, type Socket } from "./parts.ts";
import type { Party } from "./party.ts";
import { Places } from "./places.ts";
import {
  cacheText,
  errorText,
  findText,
  heardText,
  helloText,
  type LiveCache,
  type LiveFind,
  type LiveHeard,
  type LivePosition,
  type LiveSent,
  type LiveText,
  messageText,
  nearText,
  parseClientMessage,
  positionText,
  sentText,
} from "./messages.ts";

// Clients by a name that their subscription gives.

const NOBODY: ReadonlySet<Client> = new Set();

class Listed {
  readonly #byName = new Map<string, Set<Client>>();

  /** `nameOf`: the name under which a client is listed; without one it is not. */
  constructor(private readonly nameOf: (client: Client) => string | undefined) {}

  of(name: string): ReadonlySet<Client> {
    return this.#byName.get(name) ?? NOBODY;
  }

  /** Lists the client under the name that it has now. */
  list(client: Client): void {
    const name = this.nameOf(client);
    if (name === undefined) return;
    const named = this.#byName.get(name) ?? new Set();
    named.add(client);
    this.#byName.set(name, named);
  }

  /** Lists the client no more. Call it before its subscription changes. */
  unlist(client: Client): void {
    const name = this.nameOf(client);
    if (name === undefined) return;
    const named = this.#byName.get(name);
    named?.delete(client);
    if (named?.size === 0) this.#byName.delete(name);
  }
}

/** No station has this name. */
const EVERY = "";

// Prompts clients who gave their call that a cache is near the place at which that call was heard.

/** Metres at which a cache is near (API "Events"). */
const NEAR_M = 150;
/** The same prompt again after this many seconds. */
const NEAR_AGAIN_S = 3600;
/** A position older than this, in seconds, prompts nobody. */
const OLD_S = 300;

class NearPrompts {
  /** Clients that asked for prompts, by the call they gave. */
  readonly #clients = new Listed(({ subscription }) => subscription?.call);

  constructor(
    private readonly world: World,
    private readonly sources: Pick<RoomSources, "cachesNear">,
    private readonly send: (client: Client, text: string) => void,
  ) {}

  /** Prompts the client from now on, if its subscription names a call. */
  list(client: Client): void {
    this.#clients.list(client);
  }

  /** Prompts the client no more. Call it before its subscription changes. */
  unlist(client: Client): void {
    this.#clients.unlist(client);
  }

  /** A station was heard. */
  heard(position: LivePosition): void {
    const listeners = this.#clients.of(position.call);
    if (listeners.size === 0) return;
    const now = this.world.now();
    if (position.at < now - OLD_S) return;
    for (const { code, title, distanceM } of this.sources.cachesNear(position, NEAR_M)) {
      for (const client of listeners) {
        client.prompted ??= new Map();
        if (now - (client.prompted.get(code) ?? -Infinity) < NEAR_AGAIN_S) continue;
        client.prompted.set(code, now);
        this.send(client, nearText({ code, title, distanceM }, now));
      }
    }
  }
}

const OPEN = 1;
/** Messages that a client may send in a minute, and how long one may be. */
const CLIENT_MESSAGES_A_MINUTE = 60;
const CLIENT_MESSAGE_MAX = 2048;

export class Room {
  readonly #clients = new Set<Client>();
  readonly #places: Places;
  /** Sockets from their upgrade until they are really gone, with the name of their party. */
  readonly #open = new Map<Socket, string>();
  readonly #memory: MemoryWatch;
  readonly #heard: HeardLately;
  readonly #near: NearPrompts;
  /** Those who look at one station, by its name. */
  readonly #lookers = new Listed(({ subscription }) => subscription?.station);
  /** Those who look at every station. */
  readonly #ears = new Listed(({ subscription }) => subscription?.every ? EVERY : undefined);
  readonly #options: RoomOptions;
  /** Sockets that were dropped because they did not read. */
  dropped = 0;

  constructor(
    private readonly world: World,
    sources: RoomSources,
    options: Partial<RoomOptions> & { instance: string },
  ) {
    this.#options = { ...ROOM_DEFAULTS, memoryMost: memoryCeiling(world.memoryOfHost()), ...options };
    const { most, mostPerParty, mostPerNetwork, memoryMost, slowBytes } = this.#options;
    this.#places = new Places(most, mostPerParty, mostPerNetwork);
    this.#memory = new MemoryWatch(() => world.memoryUsed(), memoryMost, () => this.hangUpBusiest());
    const send = (client: Client, text: string) => this.#send(client, text);
    this.#near = new NearPrompts(world, sources, send);
    this.#heard = new HeardLately({
      world,
      sources,
      slowBytes,
      isHere: (client) => this.#clients.has(client),
      send,
      drop: (client) => this.#drop(client),
    });
  }

  get idleSeconds(): number {
    return this.#options.idleSeconds;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Sockets whose connection is not over yet. */
  get open(): number {
    return this.#open.size;
  }

  /** Whether one more of that party may come in. */
  hasPlace({ name, network }: Party): boolean {
    return !this.#memory.isOver && this.#places.has(name, network);
  }

  get isFull(): boolean {
    return this.#memory.isOver || this.#places.isFull;
  }

  /** Takes a place for a socket; to be freed when the connection is really over. */
  takePlace({ name, network }: Party, socket: Socket): { free(): void } {
    const free = this.#places.take(name, network);
    this.#open.set(socket, name);
    this.#memory.start();
    return {
      free: () => {
        free();
        this.#open.delete(socket);
        if (this.#open.size === 0) this.#memory.stop();
      },
    };
  }

  /** Hangs up every socket of the party that has most of them. */
  hangUpBusiest(): void {
    const party = this.#places.busiest();
    this.world.log.warn("live sockets of {party} are hung up: the process has too much memory", { party });
    for (const client of [...this.#clients]) {
      if (client.party === party) this.#end(client, 1013, "too much memory");
    }
    for (const [socket, of] of this.#open) if (of === party) socket.close(1013, "too much memory");
  }

  /** Lets an open socket in and greets it. */
  join(socket: Socket, party: string): Client {
    const client: Client = { socket, party, generation: 0, minute: 0, messages: 0 };
    this.#clients.add(client);
    this.#send(client, helloText(this.#options.instance, "global", this.world.now()));
    return client;
  }

  /** Forgets a socket that is closed or going to be. */
  leave(client: Client): void {
    if (!this.#clients.delete(client)) return;
    this.#heard.forget(client);
    this.#near.unlist(client);
    this.#lookers.unlist(client);
    this.#ears.unlist(client);
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
    this.#near.unlist(client);
    this.#lookers.unlist(client);
    this.#ears.unlist(client);
    client.subscription = read;
    this.#near.list(client);
    this.#lookers.list(client);
    this.#ears.list(client);
    if (!read.own) this.#heard.ask(client, read);
  }

  /** A station was heard. */
  position(position: LivePosition): void {
    if (this.#clients.size === 0) return;
    this.#tell(positionText(position), position, position.at, position.call);
    this.#near.heard(position);
  }

  /** This gateway sent a position itself: nobody is near a cache by that. */
  sent(sent: LiveSent): void {
    if (this.#clients.size > 0) this.#tell(sentText(sent), sent, sent.at, sent.call);
  }

  /** Packets of a station came: told to those who look at it, and to those who look at all. */
  heard(heard: LiveHeard): void {
    let text: string | undefined;
    const lookers = new Set([...this.#lookers.of(heard.call), ...this.#ears.of(EVERY)]);
    for (const client of lookers) this.#send(client, text ??= heardText(heard));
  }

  /** Tells a find to those who look at its place; one without a place goes only to those who asked for no box. */
  find(find: LiveFind): void {
    const place = find.lat === undefined || find.lon === undefined
      ? undefined
      : { lat: find.lat, lon: find.lon };
    this.#tell(findText(find), place, find.at);
  }

  cache(cache: LiveCache): void {
    this.#tell(cacheText(cache), cache, cache.at);
  }

  /** Told to those who gave a call of its sender or addressee. */
  message(message: LiveText): void {
    if (this.#clients.size === 0) return;
    const ends = [baseCall(message.from), baseCall(message.to)];
    let text: string | undefined;
    for (const client of this.#clients) {
      const base = client.subscription?.base;
      if (base !== undefined && ends.includes(base)) this.#send(client, text ??= messageText(message));
    }
  }

  /** Closes every socket: the process stops. */
  close(): void {
    for (const client of [...this.#clients]) this.#end(client, 1001, "going away");
    for (const socket of this.#open.keys()) socket.close(1001, "going away");
    this.#memory.stop();
    this.#heard.close();
  }

  /** `call`: the station that it is about, if it is about one. */
  #tell(text: string, place: Place | undefined, at: number, call?: string): void {
    const now = this.world.now();
    for (const client of this.#clients) {
      const wanted = client.subscription;
      const isLookedAt = call !== undefined && wanted?.station === call;
      if (wanted?.own && !isLookedAt) continue;
      if (wanted?.box && !isLookedAt && (!place || !inBox(wanted.box, place))) continue;
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
}
