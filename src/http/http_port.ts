/**
 * A port of the runtime's own HTTP server, bounded. The runtime accepts whatever comes, keeps silent connections for
 * ever, never hangs up on who does not read, and ends when it is out of file descriptors. Nothing tells it less, and
 * carrying the bytes ourselves would cost two thirds of the requests a second. So where too many connections are open,
 * a fresh server takes the port over as soon as what is under way has ended, and all others are cut: silent ones, half
 * requests, idle ones, and answers that nobody reads. Bodies that move are waited for while there is room for half as many
 * connections again: who opens idle ones cuts nobody's slow upload with them. WebSockets are no longer the server's by then, and stay.
 */
import { closeSync, openSync } from "node:fs";
import type { World } from "../base/mod.ts";
import { WholeAnswer } from "./answers/answer.ts";
import { bodiesComing } from "./body.ts";
import type { Connection } from "./incoming.ts";

/** Between two looks at how much is open, in milliseconds: the look takes some microseconds. */
const LOOK_MS = 1000;
/** How long requests under way may take to end before they are cut with the others, in milliseconds. */
const LEAVE_MS = 2000;
/** What the system gets to take the last answers' bytes, in milliseconds. */
const FLUSH_MS = 50;
/** Between two looks whether bodies still come, in milliseconds. */
const BODIES_MS = 100;
/** So many times the bound, and bodies that move are waited for no longer. */
const HARD = 1.5;
/** Between two tries to take the port over: the system needs a moment to let go of it. */
const AGAIN_MS = 5;
/** Bytes that the runtime keeps for a connection whose client does not read. */
const HELD_BYTES = 400_000;
/** Descriptors that the program has at its start at most; from the first look on it is known. */
const OWN_FILES = 64;
/** Connections until a fresh server takes over: a quarter of the host's memory if none of them read. */
const LEAST = 256, MOST = 1024;

interface HttpPortParts {
  hostname: string;
  port: number;
  /** PEM, for https. */
  pair?: { cert: string; key: string };
  world: Pick<World, "log" | "memoryOfHost">;
  handler(request: Request, connection: Connection): Response | Promise<Response>;
  /** How long requests may take to end before their server leaves, in milliseconds; two seconds. */
  leaveMs?: number;
  /** Connections until a fresh server takes over. */
  most?: number;
  /** Tells the lowest file descriptor that is free. */
  openFiles?: () => number;
}

/** The lowest file descriptor that is free: all below are in use. `Infinity` where none is free, 0 where nobody tells. */
function openFiles(): number {
  try {
    const file = openSync("/dev/null", "r");
    closeSync(file);
    return file;
  } catch (error) {
    return /EMFILE|ENFILE|too many open files/i.test(String(error)) ? Infinity : 0;
  }
}

/** A port that is served until `shutdown`, by one server after another. */
export class HttpPort {
  /** Where it listens; a port of 0 is a free one. */
  readonly addr: Deno.NetAddr;
  readonly #parts: HttpPortParts;
  readonly #most: number;
  #server: Deno.HttpServer<Deno.NetAddr>;
  #cut = new AbortController();
  /** Requests that are under way. */
  #asked = 0;
  /** Called when the last one of them has ended. */
  #quiet = () => {};
  /** Descriptors in use beside the connections of the present server. */
  #floor = OWN_FILES;
  #renewing: Promise<void> | undefined;
  #isClosing = false;
  readonly #timer: ReturnType<typeof setInterval>;

  /** Begins to listen. Throws what the system or the TLS library says of address or pair. */
  constructor(parts: HttpPortParts) {
    this.#parts = parts;
    this.#most = parts.most ??
      Math.min(MOST, Math.max(LEAST, Math.floor(parts.world.memoryOfHost() / 4 / HELD_BYTES)));
    this.#server = this.#open(parts.port);
    this.addr = this.#server.addr;
    this.#timer = setInterval(() => this.look(), LOOK_MS);
    Deno.unrefTimer(this.#timer);
  }

  /** Stops accepting, lets what is in flight finish, and is done when it has. */
  async shutdown(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#renewing;
    await this.#server.shutdown();
  }

  /** Looks once how much is open; a fresh server takes over where that is too much. */
  look(): void {
    const open = this.#inUse();
    this.#floor = Math.min(this.#floor, open);
    if (open - this.#floor > this.#most) void this.renew();
  }

  #inUse = (): number => (this.#parts.openFiles ?? openFiles)();

  /** A fresh server takes the port over. */
  renew(): Promise<void> {
    return this.#renewing ??= this.#renew().finally(() => this.#renewing = undefined);
  }

  async #renew(): Promise<void> {
    const { log } = this.#parts.world;
    await this.#untilQuiet();
    if (this.#isClosing) return;
    log.warn("too many connections to the http port: those that are not answering a request are closed");
    this.#cut.abort();
    await this.#server.finished.catch(() => {});
    for (let tries = 1; !this.#isClosing; tries++) {
      try {
        this.#floor = this.#inUse();
        this.#server = this.#open(this.addr.port);
        return;
      } catch (error) {
        if (tries === 200) log.error("the http port is not taken over: {error}", { error });
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** Waits until no request is under way, for a while; longer where bodies move and there is room for more connections. */
  async #untilQuiet(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, this.#parts.leaveMs ?? LEAVE_MS);
    this.#quiet = resolve;
    if (this.#asked === 0) resolve();
    await promise;
    clearTimeout(late);
    while (
      !this.#isClosing && this.#asked > 0 && bodiesComing() > 0 &&
      this.#inUse() - this.#floor <= HARD * this.#most
    ) await new Promise((looked) => setTimeout(looked, BODIES_MS));
    await new Promise((taken) => setTimeout(taken, FLUSH_MS));
  }

  #open(port: number): Deno.HttpServer<Deno.NetAddr> {
    const { hostname, pair, world, handler } = this.#parts;
    const cut = this.#cut = new AbortController();
    this.#asked = 0;
    const ended = () => {
      if (cut === this.#cut && --this.#asked === 0) this.#quiet();
    };
    const server = Deno.serve({
      hostname,
      port,
      ...pair,
      signal: cut.signal,
      onListen: () => {},
      onError: (error) => {
        world.log.error("connection failed: {error}", { error });
        return Response.json({ error: "internal error" }, { status: 500 });
      },
    }, (request, info) => {
      this.#asked++;
      // The runtime has the whole of an answer from memory as soon as it is given: only others tell later that they are out.
      const given = (answer: Response): Response => {
        if (answer instanceof WholeAnswer) ended();
        else info.completed.then(ended, ended);
        return answer;
      };
      const failed = (error: unknown): never => {
        ended();
        throw error;
      };
      try {
        const answer = handler(request, info);
        return answer instanceof Promise ? answer.then(given, failed) : given(answer);
      } catch (error) {
        return failed(error);
      }
    });
    server.finished.catch((error) => {
      // Out of descriptors the runtime lets go of its listener, and keeps the connections: they are cut for the next one.
      world.log.error("the http port could not accept: {error}", { error });
      if (cut === this.#cut && !this.#isClosing) void this.renew();
    });
    return server;
  }
}
