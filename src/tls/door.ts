/**
 * The https port. The runtime ties a certificate to its listener, and closing a listener cuts off clients that are
 * just connecting. So the port itself is a plain one that stays open, and hands each connection on, byte by byte,
 * to a TLS server on loopback: the newest one. A new certificate is a new server behind the same port; the one
 * before keeps its connections until they end by themselves.
 */
import type { World } from "../base/mod.ts";
import type { Pair } from "./authority.ts";
import { close, Crowd } from "./crowd.ts";
import { plainAddress } from "./ranges.ts";
import { redirectToHttps } from "./plain_here.ts";

/** A connection that sends nothing for this long is closed, in milliseconds: a browser begins at once. */
const SILENT_MS = 20_000;
/** A connection whose first request has not come by then is closed too: half a handshake, or half a request's head. */
const PATIENCE_MS = 60_000;
/** How long a client may take to read the last bytes before the connection is closed, in milliseconds. */
const LINGER_MS = 2000;
/** Who has not taken a chunk after one to two times so long, in milliseconds, does not read; 500 bytes a second do. */
const STALL_MS = 60_000;
const CHUNK = 16_384;
/** The first byte of a TLS connection: a handshake record (RFC 8446 5.1). */
const HANDSHAKE = 22;

interface Came {
  remoteAddr: { hostname: string };
}

interface DoorParts {
  hostname: string;
  port: number;
  world: World;
  /** The pair that new connections are served with. */
  pair(): Pair;
  /** Whether that pair names the address that somebody came to; may make a new one first. */
  names(address: string): boolean | Promise<boolean>;
  handler(request: Request, came: Came): Response | Promise<Response>;
  /** What counts as one guest's network: an IPv6 host is given a whole /64. */
  networkOf(address: string): string;
  /** How long a first request may take to come, in milliseconds; a minute, since links of 1200 baud are slow. */
  patienceMs?: number;
  /** How long a client may take to read a chunk, in milliseconds; one to two minutes. */
  stallMs?: number;
}

/** A TLS server on loopback, and the connections that go through it. */
interface Room {
  pair: Pair;
  server: Deno.HttpServer<Deno.NetAddr>;
  guests: number;
  /** Whether it accepts nothing any more: the runtime's server ends when it is out of file descriptors. */
  isOver: boolean;
}

/** The public https port, and the TLS servers behind it. */
export class Door {
  readonly #parts: DoorParts;
  readonly #listener: Deno.TcpListener;
  readonly #crowd = new Crowd();
  /** Who comes from which port of loopback. */
  readonly #from = new Map<number, { hostname: string; patience: ReturnType<typeof setTimeout> }>();
  readonly #rooms = new Set<Room>();
  readonly #served = new Set<Promise<void>>();
  /** Connections that have not sent anything yet. */
  readonly #silent = new Set<Deno.TcpConn>();
  readonly #accepting: Promise<void>;
  /** Who has been given bytes and has not taken them yet, and at which look that was. */
  readonly #taking = new Map<Deno.TcpConn, number>();
  readonly #looking: ReturnType<typeof setInterval>;
  #looks = 0;
  #newest: Room;
  #closing: Promise<void> | undefined;

  /** Begins to listen. Throws what the system or the TLS library says of address or pair. */
  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#newest = this.#open(parts.pair());
    try {
      this.#listener = Deno.listen({ hostname: parts.hostname, port: parts.port });
    } catch (error) {
      void this.#newest.server.shutdown();
      throw error;
    }
    this.#accepting = this.#accept();
    this.#looking = setInterval(() => this.#hangUpStalled(), parts.stallMs ?? STALL_MS);
  }

  /** The port that it listens on. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /** Connections open now. */
  get guests(): number {
    return this.#crowd.size;
  }

  /** Stops accepting, lets what is in flight finish, and is done when it has. */
  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    this.#listener.close();
    await this.#accepting;
    for (const guest of this.#silent) close(guest);
    await Promise.allSettled([...this.#rooms].map(({ server }) => server.shutdown()));
    await Promise.allSettled([...this.#served]);
    clearInterval(this.#looking);
  }

  /** Cuts every connection; the servers behind the port end with them. */
  cut(): void {
    this.#crowd.cut();
  }

  #open(pair: Pair): Room {
    const server = Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      cert: pair.cert,
      key: pair.key,
      onListen: () => {},
      onError: (error) => {
        this.#parts.world.log.error("connection failed: {error}", { error });
        return Response.json({ error: "internal error" }, { status: 500 });
      },
    }, (request, { remoteAddr }) => {
      const came = this.#from.get(remoteAddr.port);
      clearTimeout(came?.patience);
      // A connection that did not come through the public port is from a program on this host.
      const { hostname } = came ?? remoteAddr;
      return this.#parts.handler(request, { remoteAddr: { hostname } });
    });
    const room = { pair, server, guests: 0, isOver: false };
    this.#rooms.add(room);
    server.finished.catch((error) => {
      this.#parts.world.log.error("https could not accept: {error}", { error });
      room.isOver = true;
    });
    return room;
  }

  /** The TLS server of the present pair. */
  #room(): Room {
    const pair = this.#parts.pair();
    if (pair !== this.#newest.pair || this.#newest.isOver) {
      const before = this.#newest;
      this.#newest = this.#open(pair);
      this.#leave(before);
    }
    return this.#newest;
  }

  /** A TLS server that gets no new connections is closed when its last one ends. */
  #leave(room: Room): void {
    if (room === this.#newest || room.guests > 0 || !this.#rooms.delete(room)) return;
    void room.server.shutdown().catch(() => {});
  }

  /** Cuts who did not take what was written to him before the last look. */
  #hangUpStalled(): void {
    for (const [guest, since] of this.#taking) if (since < this.#looks) close(guest);
    this.#looks++;
  }

  async #accept(): Promise<void> {
    for (;;) {
      let guest: Deno.TcpConn;
      try {
        guest = await this.#listener.accept();
      } catch (error) {
        if (error instanceof Deno.errors.BadResource || error instanceof Deno.errors.Interrupted) return;
        // Too many open files, or a client that left before it was accepted: the next accept may succeed.
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const served = this.#serve(guest).catch(() => {}).finally(() => this.#served.delete(served));
      this.#served.add(served);
    }
  }

  async #serve(guest: Deno.TcpConn): Promise<void> {
    const { localAddr, remoteAddr } = guest as { localAddr: Deno.NetAddr; remoteAddr: Deno.NetAddr };
    const from = plainAddress(remoteAddr.hostname);
    using place = this.#crowd.enter(this.#parts.networkOf(from), guest);
    if (!place) return;
    if (!await this.#parts.names(localAddr.hostname)) return;
    const first = await this.#heard(guest);
    if (!first) return;
    if (first[0] !== HANDSHAKE) return await redirectToHttps(guest, first, this.port);
    // Nothing is awaited from here until the connection is made, so the pair is the one that was checked, or a
    // newer one.
    const room = this.#room();
    room.guests++;
    try {
      await this.#lead(guest, first, room, from);
    } finally {
      room.guests--;
      this.#leave(room);
    }
  }

  /** The first bytes of a connection; `undefined` where none come in time. */
  async #heard(guest: Deno.TcpConn): Promise<Uint8Array | undefined> {
    const patience = setTimeout(() => close(guest), SILENT_MS);
    this.#silent.add(guest);
    try {
      const buffer = new Uint8Array(CHUNK);
      const read = await guest.read(buffer);
      return read === null ? undefined : buffer.subarray(0, read);
    } finally {
      clearTimeout(patience);
      this.#silent.delete(guest);
    }
  }

  /** Carries bytes both ways until the server has ended, and the client has had time to read the last bytes. */
  async #lead(guest: Deno.TcpConn, first: Uint8Array, { server }: Room, hostname: string): Promise<void> {
    const inner = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
    const { port } = inner.localAddr as Deno.NetAddr;
    const patience = setTimeout(() => {
      close(guest);
      close(inner);
    }, this.#parts.patienceMs ?? PATIENCE_MS);
    this.#from.set(port, { hostname, patience });
    try {
      guest.setNoDelay(true);
      guest.setKeepAlive(true);
      inner.setNoDelay(true);
      await writeAll(inner, first);
      const out = pump(guest, inner);
      await pump(inner, guest, {
        begin: () => this.#taking.set(guest, this.#looks),
        end: () => this.#taking.delete(guest),
      });
      await atMost(LINGER_MS, out);
    } finally {
      clearTimeout(patience);
      this.#from.delete(port);
      close(inner);
    }
  }
}

async function writeAll(to: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
}

/**
 * One direction: ends the other side's when this one ends, and both when either breaks. `writing` is told of each chunk,
 * and when it was taken.
 */
async function pump(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  writing?: { begin(): void; end(): void },
): Promise<void> {
  const buffer = new Uint8Array(CHUNK);
  try {
    for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
      writing?.begin();
      await writeAll(to, buffer.subarray(0, read));
      writing?.end();
    }
    await to.closeWrite();
  } catch {
    close(from);
    close(to);
  } finally {
    writing?.end();
  }
}

/** Waits for a promise, at most that long. */
async function atMost(ms: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([promise, new Promise<void>((resolve) => timer = setTimeout(resolve, ms))]);
  clearTimeout(timer);
}
