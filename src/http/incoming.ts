/** One request, read under a limit. */
import { failures } from "../base/mod.ts";
import type { Addresses } from "./address.ts";

/** No request body is larger, on any path (API "General behaviour" 2): 20 MB. */
export const BODY_LIMIT = 20_000_000;
/** What a client gets to send its body, in milliseconds. */
const BODY_TIME_MS = 120_000;

export const bodyFailure = failures({
  body_too_large: ["too_large", "The request body is too large"],
  body_broken: ["invalid", "The request body broke off"],
});

/** A request as gates and handlers see it. */
export class Incoming {
  /** Bytes received; empty until read. */
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #url?: URL;
  #address?: string;

  constructor(
    readonly request: Request,
    readonly remote: string,
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
  get query(): URLSearchParams {
    return this.url.searchParams;
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
    return this.addresses.client(this.remote, this.headers);
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

/**
 * Reads the body, at most `limit` bytes of it. A declared length past the limit is refused before a byte is read; an
 * undeclared one (chunked) when it passes the limit, and what was read until then is all that was held.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    bodyFailure.body_too_large({ limit }, `The request body is larger than ${limit} bytes`);
  const declared = Number(request.headers.get("content-length") ?? NaN);
  if (declared > limit) throw tooLarge();
  if (!request.body) return new Uint8Array(0);
  const reader = request.body.getReader();
  const timer = setTimeout(() => reader.cancel().catch(() => {}), BODY_TIME_MS);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) {
        reader.cancel().catch(() => {});
        throw tooLarge();
      }
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof TypeError || error instanceof Deno.errors.Http) throw bodyFailure.body_broken();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  if (declared >= 0 && size < declared) throw bodyFailure.body_broken();
  if (chunks.length === 1) return chunks[0] as Uint8Array<ArrayBuffer>;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
