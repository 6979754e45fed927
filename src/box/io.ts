/** What the box touches outside of itself and the database: TCP, UDP, serial devices, programs, time that passes. */
import { createSocket } from "node:dgram";
import { type Connection, wait } from "../base/mod.ts";
import type { Boot } from "./clock/box_clock.ts";
import { openSerial } from "./serial_port.ts";
import type { HostFiles } from "./radio/host_files.ts";

interface Datagram {
  from: string;
  port: number;
  bytes: Uint8Array;
  /** When, by the monotonic clock, milliseconds. */
  ms: number;
}

/** A UDP socket. */
interface Datagrams {
  /** Port that it got. */
  readonly port: number;
  /** Who sent, and what; ends when the socket is closed. */
  readonly received: AsyncIterable<Datagram>;
  send(bytes: Uint8Array, host: string, port: number): Promise<void>;
  /** Settles when the port is free again. */
  close(): Promise<void>;
}

/** A program that runs under the box. */
export interface Child {
  readonly input: WritableStream<Uint8Array>;
  readonly output: ReadableStream<Uint8Array>;
  readonly complaints: ReadableStream<Uint8Array>;
  /** Settles when it has ended. */
  readonly ended: Promise<unknown>;
  /** Asks it to end, and makes it end where it does not. */
  end(): Promise<void>;
}

export interface Io {
  /** Opens a TCP connection; throws when `stop` comes first. */
  connect(host: string, port: number, stop: AbortSignal): Promise<Connection>;
  /** The same by TLS, to somebody for whom `authority` (PEM) or the system vouches; throws where nobody does. */
  connectTls(host: string, port: number, stop: AbortSignal, authority?: string): Promise<Connection>;
  /** Opens a serial device at a speed; throws when it is not there. */
  serial(path: string, baud: number): Promise<Connection>;
  datagrams(host: string, port: number): Promise<Datagrams>;
  /** Starts a program; throws NotFound where it is not installed. */
  spawn(program: string, args: readonly string[]): Child;
  /** The system's own trees. */
  readonly files: HostFiles;
  boot(): Boot;
  /** Waits, or until `stop`; never throws. */
  wait(ms: number, stop: AbortSignal): Promise<void>;
}

/** Most datagrams that wait to be read; those behind are lost, as UDP's own are. */
const MOST_DATAGRAMS = 1000;

function openDatagrams(host: string, port: number): Promise<Datagrams> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const waiting: Datagram[] = [];
  let wake: (() => void) | undefined;
  let closed = false;
  const freed = Promise.withResolvers<void>();
  const close = () => {
    if (!closed) {
      closed = true;
      socket.close(freed.resolve);
      wake?.();
    }
    return freed.promise;
  };
  socket.on("message", (bytes, { address, port }) => {
    if (waiting.length < MOST_DATAGRAMS) {
      waiting.push({ from: address, port, bytes: Uint8Array.from(bytes), ms: performance.now() });
    }
    wake?.();
  });
  async function* received() {
    for (;;) {
      for (let one = waiting.shift(); one; one = waiting.shift()) yield one;
      if (closed) return;
      await new Promise<void>((resolve) => wake = resolve);
    }
  }
  return new Promise((resolve, reject) => {
    socket.once("error", (error) => {
      close();
      reject(error);
    });
    socket.bind({ address: host, port }, () => {
      socket.on("error", close);
      resolve({
        port: socket.address().port,
        received: received(),
        send: (bytes, to, at) =>
          new Promise((done, fail) => socket.send(bytes, at, to, (error) => error ? fail(error) : done())),
        close,
      });
    });
  });
}

/** The runtime reads no files of /proc unless it may do everything; `dd`, which moves serial bytes too, does. */
function hostBoot(): Boot {
  try {
    const { success, stdout } = new Deno.Command("dd", {
      args: ["if=/proc/sys/kernel/random/boot_id", "status=none"],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).outputSync();
    const boot = new TextDecoder().decode(stdout).trim();
    return { boot: success && boot !== "" ? boot : null, upMs: Deno.osUptime() * 1000 };
  } catch {
    return { boot: null, upMs: null };
  }
}

/** So long a program may take to end well: a transmitter is to be unkeyed, a sound card to be closed. */
const ENDING_MS = 2000;

function spawn(program: string, args: readonly string[]): Child {
  const child = new Deno.Command(program, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const signal = (name: "SIGTERM" | "SIGKILL") => {
    try {
      child.kill(name);
    } catch {
      // It has ended by itself.
    }
  };
  let ending: Promise<void> | undefined;
  const end = async () => {
    signal("SIGTERM");
    const late = setTimeout(() => signal("SIGKILL"), ENDING_MS);
    await child.status;
    clearTimeout(late);
  };
  return {
    input: child.stdin,
    output: child.stdout,
    complaints: child.stderr,
    ended: child.status,
    end: () => ending ??= end(),
  };
}

/** Looked at only where somebody asks what is plugged in, so the reading is loaded then. */
const files: HostFiles = {
  list: async (path) => (await import("./radio/host_files.ts")).hostFiles().list(path),
  read: async (path) => (await import("./radio/host_files.ts")).hostFiles().read(path),
};

const READ_BYTES = 4096;

/** A connection's bytes. The runtime's own stream makes 64 KiB for each read, which a busy channel pays in memory. */
function readableOf(connection: Deno.Conn): ReadableStream<Uint8Array> {
  const room = new Uint8Array(READ_BYTES);
  return new ReadableStream({
    async pull(controller) {
      const length = await connection.read(room);
      if (length === null) controller.close();
      else controller.enqueue(room.slice(0, length));
    },
  }, { highWaterMark: 0 });
}

/** A dial that is to end is cut off after so many milliseconds. */
const DIALLED_MS = 200;

/**
 * The runtime keeps a connection open for ever that came in the moment in which its dial was cut off, and many a TNC serves one
 * client alone. So a dial that is to end may come about, and is closed then; one that nobody answers is cut off.
 */
async function dial(hostname: string, port: number, stop: AbortSignal): Promise<Deno.TcpConn> {
  stop.throwIfAborted();
  const cut = new AbortController();
  let late: ReturnType<typeof setTimeout> | undefined;
  const end = () => late = setTimeout(() => cut.abort(), DIALLED_MS);
  stop.addEventListener("abort", end);
  try {
    const connection = await Deno.connect({ hostname, port, signal: cut.signal });
    if (stop.aborted) connection.close();
    stop.throwIfAborted();
    return connection;
  } finally {
    clearTimeout(late);
    stop.removeEventListener("abort", end);
  }
}

/** A connection as everybody takes it. */
const asConnection = (connection: Deno.TcpConn | Deno.TlsConn): Connection => ({
  readable: readableOf(connection),
  writable: connection.writable,
  close: () => connection.close(),
});

async function dialSteady(hostname: string, port: number, stop: AbortSignal): Promise<Deno.TcpConn> {
  const connection = await dial(hostname, port, stop);
  connection.setNoDelay(true);
  connection.setKeepAlive(true);
  return connection;
}

/** TLS over a connection that is there: cut off where it does not come about before `stop`. */
async function secured(plain: Deno.TcpConn, hostname: string, stop: AbortSignal, authority?: string) {
  const tls = await Deno.startTls(plain, {
    hostname,
    ...(authority === undefined ? {} : { caCerts: [authority] }),
  });
  const cut = () => tls.close();
  stop.addEventListener("abort", cut);
  try {
    await tls.handshake();
    return tls;
  } catch (error) {
    if (!stop.aborted) tls.close();
    throw error;
  } finally {
    stop.removeEventListener("abort", cut);
  }
}

/** The real one. */
export const realIo = (): Io => ({
  connect: async (host, port, stop) => asConnection(await dialSteady(host, port, stop)),
  connectTls: async (host, port, stop, authority) =>
    asConnection(await secured(await dialSteady(host, port, stop), host, stop, authority)),
  serial: openSerial,
  datagrams: openDatagrams,
  spawn,
  files,
  boot: hostBoot,
  wait,
});
