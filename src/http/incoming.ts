/** One request, read under a limit. */
import { Failure, failures } from "../base/mod.ts";
import type { Addresses } from "./address.ts";

/** No request body is larger, on any path (API "General behaviour" 2): 20 MB. */
export const BODY_LIMIT = 20_000_000;
/** What a client gets to send its body, in milliseconds. */
const BODY_TIME_MS = 120_000;

export const bodyFailure = failures({
  body_too_large: ["too_large", "The request body is too large"],
  body_broken: ["invalid", "The request body broke off"],
});

/** Where a request came from, as `Deno.serve` tells it. Asked only where it matters: the answer costs a system call. */
export interface Connection {
  readonly remoteAddr?: { hostname?: string };
}

/** A request as gates and handlers see it; what costs something is worked out when it is asked for. */
export class Incoming {
  /** Bytes received; empty until read. */
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #url?: URL;
  #query?: URLSearchParams;
  #address?: string;

  constructor(
    readonly request: Request,
    readonly connection: Connection | undefined,
    readonly addresses: Addresses,
  ) {}

  get method(): string {
    return this.request.method;
  }
  get headers(): Headers {
    return this.request.headers;
  }
  get url(): URL {
    return this.#url ??= new URL(this.request.url);
  }
  /** Path with query, as the client sent it: what signatures cover. */
  get target(): string {
    const url = this.request.url;
    return url.slice(url.indexOf("/", url.indexOf("://") + 3));
  }
  /** Path alone, as the client sent it. */
  get path(): string {
    return this.target.split("?", 1)[0]!;
  }
  get query(): URLSearchParams {
    if (this.#query) return this.#query;
    const url = this.request.url;
    const at = url.indexOf("?");
    return this.#query = new URLSearchParams(at < 0 ? "" : url.slice(at).split("#", 1)[0]);
  }
  /** `scheme://host` under which this is answered; sessions are bound to it. */
  get address(): string {
    return this.#address ??= this.addresses.of(this.request.url, this.headers);
  }
  /** Origin to put into links. */
  get origin(): string {
    return this.addresses.link(this.request.url, this.headers);
  }
  get client(): string {
    return this.addresses.client(this.connection?.remoteAddr?.hostname ?? "127.0.0.1", this.headers);
  }
  /** A header, or `undefined`. */
  header(name: string): string | undefined {
    return this.headers.get(name) ?? undefined;
  }
  /** A cookie's value, or `undefined`. */
  cookie(name: string): string | undefined {
    const all = this.headers.get("cookie");
    if (!all || !all.includes(name)) return undefined;
    for (const part of all.split(";")) {
      const at = part.indexOf("=");
      if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
    }
    return undefined;
  }
}

const tooLarge = (limit: number) =>
  bodyFailure.body_too_large({ limit }, `The request body is larger than ${limit} bytes`);

/** Bytes taken from the connection at once. */
const GULP = 64 * 1024;

/**
 * Takes the body gulp by gulp and hands each to `take`, at most `limit` bytes in all. A declared length past the limit
 * is refused before a byte is read, an undeclared one (chunked) when it passes the limit. One small buffer is used over
 * and over, so that what nobody keeps costs no memory.
 */
async function gulps(
  request: Request,
  limit: number,
  take: (gulp: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  const declared = Number(request.headers.get("content-length") ?? NaN);
  if (declared > limit) throw tooLarge(limit);
  if (!request.body) return;
  const next = gulper(request.body);
  const timer = setTimeout(() => next(true), BODY_TIME_MS);
  let size = 0;
  try {
    for (let gulp = await next(); gulp !== undefined; gulp = await next()) {
      size += gulp.length;
      if (size > limit) throw tooLarge(limit);
      take(gulp);
    }
  } catch (error) {
    next(true).catch(() => {});
    throw error instanceof Failure ? error : bodyFailure.body_broken();
  } finally {
    clearTimeout(timer);
  }
  if (declared >= 0 && size < declared) throw bodyFailure.body_broken();
}

/** Reads a stream piece by piece, into one buffer where the stream can fill ours. `cancel` lets go of it. */
function gulper(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): (cancel?: boolean) => Promise<Uint8Array<ArrayBuffer> | undefined> {
  let byob: ReadableStreamBYOBReader;
  try {
    byob = body.getReader({ mode: "byob" });
  } catch {
    // A body that lies in memory already has no buffers to fill.
    const reader = body.getReader();
    return async (cancel) => cancel ? void await reader.cancel() : (await reader.read()).value;
  }
  let buffer = new ArrayBuffer(GULP);
  return async (cancel) => {
    if (cancel) return void await byob.cancel();
    const { done, value } = await byob.read(new Uint8Array(buffer));
    if (value) buffer = value.buffer;
    return done ? undefined : value;
  };
}

/** The body, at most `limit` bytes of it; 413 past that, 400 when it broke off. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length") ?? NaN);
  if (declared <= Math.min(limit, GULP)) return await small(request, declared);
  let whole = new Uint8Array(declared <= limit ? declared : 0);
  let size = 0;
  await gulps(request, limit, (gulp) => {
    if (size + gulp.length > whole.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(2 * whole.length, size + gulp.length)));
      larger.set(whole);
      whole = larger;
    }
    whole.set(gulp, size);
    size += gulp.length;
  });
  return whole.length === size ? whole : whole.slice(0, size);
}

/** A body that says to be small, read in one go: nearly every request. */
async function small(request: Request, declared: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length === declared) return bytes;
  } catch {
    // It broke off: said below.
  }
  throw bodyFailure.body_broken();
}

/** Takes and drops a body that nobody wants, so that it too is held to 20 MB. */
export const drain = (request: Request): Promise<void> => gulps(request, BODY_LIMIT, () => {});
