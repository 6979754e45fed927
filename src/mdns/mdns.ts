/** Runs multicast DNS: follows the host's networks, listens, answers, asks, and says goodbye at the end. */
import type { World } from "../base/mod.ts";
import { Browser, type Found } from "./browser.ts";
import { Intake } from "./budget.ts";
import { type Link, linkOf, linksOf, listeningOn, sameLinks } from "./links.ts";
import { LOCAL } from "./names.ts";
import { LONGEST, readMessage } from "./read.ts";
import type { Service } from "./records.ts";
import { Responder, type Send, type Sender } from "./responder.ts";
import { createSocket } from "node:dgram";

// The one socket of multicast DNS. It is bound to the group's own address: so it hears what is said to everybody and
// takes nothing away that is sent to this host alone, which may be for another program (avahi) on the same port.

const GROUP = "224.0.0.251", PORT = 5353;
/** Most messages that wait to be sent; further ones are dropped, since others will ask again. */
const MOST_WAITING = 64;

interface Socket {
  send(send: Send): void;
  /** Resolves when what was to be sent has gone and the port is free. */
  close(): Promise<void>;
}

interface Ears {
  message(bytes: Uint8Array, from: Sender): void;
  /** The socket can be used no longer. */
  failed(error: Error): void;
}

/** Opens the socket on these links. */
function openSocket(links: readonly Link[], ears: Ears): Promise<Socket> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const waiting: Send[] = [];
  let sending = false, closed = false;
  let whenDone: (() => void) | undefined;

  /** One after the other: the interface that a message leaves by is the socket's, not the message's. */
  const sendNext = (): void => {
    const next = waiting.shift();
    if (!next || closed) {
      sending = false;
      whenDone?.();
      return;
    }
    sending = true;
    try {
      if (!next.to) socket.setMulticastInterface(next.link.addresses[0]!.address);
      const { address, port } = next.to ?? { address: GROUP, port: PORT };
      // A network that has just gone takes nothing: the others do.
      socket.send(next.bytes, port, address, () => sendNext());
    } catch {
      sendNext();
    }
  };

  const opened = Promise.withResolvers<Socket>();
  const fail = (error: Error): void => {
    if (closed) return;
    closed = true;
    socket.close();
    opened.reject(error);
    ears.failed(error);
  };
  socket.on("error", fail);
  socket.on("message", (bytes, from) => {
    if (!closed && bytes.length <= LONGEST) ears.message(bytes, { address: from.address, port: from.port });
  });
  socket.bind({ address: GROUP, port: PORT, exclusive: false }, () => {
    try {
      socket.setMulticastTTL(255);
      socket.setMulticastLoopback(true);
      for (const { addresses } of links) socket.addMembership(GROUP, addresses[0]!.address);
    } catch (error) {
      return fail(error as Error);
    }
    opened.resolve({
      send(send) {
        if (closed || waiting.length >= MOST_WAITING) return;
        waiting.push(send);
        if (!sending) sendNext();
      },
      async close() {
        if (closed) return;
        if (sending) await new Promise<void>((resolve) => whenDone = resolve);
        closed = true;
        await new Promise<void>((resolve) => socket.close(() => resolve()));
      },
    });
  });
  return opened.promise;
}

interface MdnsOptions {
  world: World;
  /** The address at which the server listens (HOST): where it does not, nothing is announced. */
  bound: string;
  /** Labels of names that lead here: the instance's, and the host's own. */
  hosts: readonly string[];
  /** The host's own among them. */
  own?: string | undefined;
  service?: Service | undefined;
  browse?: { kind: string; found(found: Found): void } | undefined;
}

/** How often the host's networks are looked at. */
const LOOK_MS = 5000;
/** When a port that could not be opened is tried again, in milliseconds. */
const RETRY_MS = 30_000;

/** Announces names and a service on the local network, and tells what others announce. */
export class Mdns {
  readonly #responder: Responder;
  readonly #browser: Browser | undefined;
  readonly #intake = new Intake();
  #links: Link[] = [];
  #socket: Socket | undefined;
  /** Opening, closing and reopening happen one after the other. */
  #turn: Promise<void> = Promise.resolve();
  #wake: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;
  #retryAt = 0;
  #tried = false;

  constructor(readonly options: MdnsOptions) {
    const { world, hosts, own, service, browse } = options;
    const random = () => world.random(1)[0]! / 256;
    const lost = (name: string) =>
      world.log.warn("local discovery: another host answers for {name}", { name });
    this.#responder = new Responder({ hosts, own, service, random, lost });
    this.#browser = browse && new Browser(browse.kind);
  }

  /** Names that lead here, e.g. `club.local`; before it is known whether another host has them, those that are to. */
  names(): string[] {
    return this.#tried ? this.#responder.names() : this.options.hosts.map((label) => `${label}.${LOCAL}`);
  }

  /** Opens the port and begins; follows the host's networks until `stop`. */
  start(): void {
    this.#look();
    this.#looking = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Says goodbye and lets go of the port. */
  async stop(): Promise<void> {
    clearInterval(this.#looking);
    clearTimeout(this.#wake);
    this.#looking = undefined;
    await this.#inTurn(async () => {
      const socket = this.#socket;
      this.#socket = undefined;
      if (!socket) return;
      for (const send of this.#responder.farewell()) socket.send(send);
      await socket.close();
    });
    clearTimeout(this.#wake);
  }

  #now = (): number => this.options.world.elapsedMs();

  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#turn = this.#turn.then(work).catch((error) => this.#warn(error));
  }

  #warn(error: unknown): void {
    this.#retryAt = this.#now() + RETRY_MS;
    const why = error instanceof Error ? error.message : String(error);
    this.options.world.log.warn("local discovery: port 5353 cannot be used: {why}", { why });
  }

  /** Whether the host's networks are others than a moment ago. */
  #look(): void {
    const all = linksOf(this.options.world.host());
    // Without anything to announce or to look for, no port is opened.
    const links = this.#browser ? all : listeningOn(all, this.options.bound);
    const isOpen = this.#socket !== undefined || links.length === 0;
    if (sameLinks(links, this.#links) && (isOpen || this.#now() < this.#retryAt)) return;
    this.#links = links;
    this.#inTurn(() => this.#open(links));
  }

  async #open(links: Link[]): Promise<void> {
    await this.#socket?.close();
    this.#socket = undefined;
    if (this.#looking === undefined || !sameLinks(links, this.#links)) return; // stopped, or changed once more
    this.#tried = true;
    if (links.length > 0) {
      this.#socket = await openSocket(links, {
        message: (bytes, from) => this.#heard(bytes, from),
        failed: () => this.#socket = undefined,
      });
    }
    const now = this.#now();
    this.#responder.setLinks(listeningOn(links, this.options.bound), now);
    this.#browser?.setLinks(links, now);
    this.#sleep();
  }

  #heard(bytes: Uint8Array, from: Sender): void {
    const now = this.#now();
    if (!this.#intake.take(from.address, now)) return;
    const link = linkOf(this.#links, from.address);
    const message = link && readMessage(bytes);
    if (!message) return;
    const isHere = this.#links.some(({ addresses }) => addresses.some((one) => one.address === from.address));
    this.#send(this.#responder.heard(message, from, link.name, isHere, now));
    if (this.#browser && from.port === 5353) {
      const { found, sends } = this.#browser.heard(message, from.address, link);
      this.#send(sends);
      for (const one of found) this.options.browse!.found(one);
    }
    this.#sleep();
  }

  #send(sends: readonly Send[]): void {
    for (const send of sends) this.#socket?.send(send);
  }

  /** Wakes when something is due. */
  #sleep(): void {
    clearTimeout(this.#wake);
    if (!this.#socket) return;
    const at = Math.min(this.#responder.wakeAt, this.#browser?.wakeAt ?? Infinity);
    if (at === Infinity) return;
    this.#wake = setTimeout(() => {
      const now = this.#now();
      this.#send(this.#responder.tick(now));
      this.#send(this.#browser?.tick(now) ?? []);
      this.#sleep();
    }, Math.max(0, at - this.#now()));
  }
}
