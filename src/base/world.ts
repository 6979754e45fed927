/**
 * The outside world as a value: clock, random numbers, network, mail and log. Made once, in `main.ts`; tests make
 * their own with a fixed clock and seed. Nothing else reads the clock, draws random numbers or opens connections.
 */
import { getLogger, type Logger } from "@logtape/logtape";
import { toBase64Url } from "./bytes.ts";
import { ClockWatch } from "./clock.ts";
import { Lives } from "./lives.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Extra headers, e.g. List-Unsubscribe (RFC 8058). */
  headers?: Record<string, string>;
}

/** Sends one mail; rejects with the server's reason when it was refused. */
export interface Mailer {
  /** Where mail goes, without credentials, e.g. "smtp://mail.example:587". */
  readonly transport: string;
  send(mail: Mail): Promise<void>;
  /** Greets the server and logs in, and sends nothing; rejects with why not. Absent where there is nobody to be asked. */
  look?(): Promise<void>;
}

/** A TCP connection: bytes both ways. */
export interface Connection {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  close(): void;
}

/** An address that this host has on one of its network interfaces. */
export interface HostAddress {
  /** Name of the interface, e.g. `eth0`. */
  link: string;
  family: 4 | 6;
  /** As text, without a zone. */
  address: string;
  /** Bits of its network. */
  prefix: number;
}

/** What the system says of this host now. Addresses come and go while the program runs. */
export interface Host {
  /** As it was named by whoever set it up, e.g. `raspberrypi` or `pi.club.example`. */
  name: string;
  addresses: HostAddress[];
}

export interface World {
  /** Unix time in whole seconds. */
  now(): number;
  /** Unix time in whole milliseconds. */
  nowMs(): number;
  /** Monotonic milliseconds, for durations only. */
  elapsedMs(): number;
  /** Whether the time can be believed. Asked before anything is judged by its age or signed with a time. */
  readonly clock: ClockWatch;
  /** How each outside service did last: whoever uses one says so. */
  readonly lives: Lives;
  /** `n` random bytes from the system's generator. */
  random(n: number): Uint8Array<ArrayBuffer>;
  /** Set where this clock is not the host's (a demonstration): whoever tells others the time has to ask `now`, never the host. */
  readonly ownTime?: true;
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Opens a TCP connection (DX clusters speak telnet); absent where there is no network. */
  connect?(
    host: string,
    port: number,
    how?: { tls: boolean; /** PEM of an authority that is trusted too. */ authority?: string },
  ): Promise<Connection>;
  /** Every address of a host name (A and AAAA), as the system resolves it; empty when it has none. */
  lookup(host: string): Promise<string[]>;
  /** This host's name and addresses, as they are now. */
  host(): Host;
  /** Bytes of memory that the process has (resident). */
  memoryUsed(): number;
  /** Bytes of memory that the host has. */
  memoryOfHost(): number;
  /** Absent while no mail server is configured. */
  mail?: Mailer;
  log: Logger;
}

/** The real one. */
export function realWorld(): World {
  const nowMs = () => Date.now(), elapsedMs = () => performance.now();
  const now = () => Math.floor(nowMs() / 1000);
  return {
    now,
    nowMs,
    elapsedMs,
    clock: new ClockWatch(nowMs, elapsedMs),
    lives: new Lives(now),
    random: (n) => crypto.getRandomValues(new Uint8Array(n)),
    fetch: (input, init) => fetch(input, init),
    connect: (hostname, port, how) =>
      how?.tls
        ? Deno.connectTls({
          hostname,
          port,
          ...(how.authority === undefined ? {} : { caCerts: [how.authority] }),
        })
        : Deno.connect({ hostname, port }),
    lookup: async (host) => {
      const answers = await Promise.allSettled([Deno.resolveDns(host, "A"), Deno.resolveDns(host, "AAAA")]);
      return answers.flatMap((answer) => answer.status === "fulfilled" ? answer.value : []);
    },
    host: readHost,
    memoryUsed: () => Deno.memoryUsage().rss,
    memoryOfHost: () => Deno.systemMemoryInfo().total,
    log: getLogger("gateway"),
  };
}

/** Asks the system. Where it does not say (no permission, no such call), the host has no name and no address. */
function readHost(): Host {
  const said = <T>(ask: () => T, otherwise: T): T => {
    try {
      return ask();
    } catch {
      return otherwise;
    }
  };
  return {
    name: said(() => Deno.hostname(), ""),
    addresses: said(() => Deno.networkInterfaces(), []).map(({ name, family, address, cidr }) => ({
      link: name,
      family: family === "IPv4" ? 4 : 6,
      address: address.split("%")[0]!,
      prefix: Number(cidr.split("/")[1]),
    })),
  };
}

/** A random token as text: 32 bytes (256 bits) unless told otherwise, base64url. */
export const newToken = (world: World, bytes = 32): string => toBase64Url(world.random(bytes));

/** Characters that nobody confuses when reading or hearing them: no I, L, O, U, 0, 1. */
export const CLEAR_ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

/** `length` characters drawn evenly from `alphabet` (rejection sampling: no modulo bias). */
export function newCode(world: World, length: number, alphabet: string = CLEAR_ALPHABET): string {
  const limit = 256 - (256 % alphabet.length);
  let code = "";
  while (code.length < length) {
    for (const byte of world.random(length)) {
      if (byte < limit && code.length < length) code += alphabet[byte % alphabet.length];
    }
  }
  return code;
}
