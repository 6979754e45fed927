/** One request as gates and handlers see it. */
import type { Addresses } from "./address.ts";

/**
 * Where a request came from, as `Deno.serve` tells it. Asked only where it is needed: the answer costs a system call.
 */
export interface Connection {
  readonly remoteAddr?: { hostname?: string };
}

/** What a request without a body has: one for all of them, since each buffer of the runtime costs more than a route. */
const NO_BYTES = new Uint8Array(0);

/** A query in which nothing stands for something else, and no fragment follows. */
const PLAIN = /^[\w.,:;~!*'()/?@$&=-]*$/;

/** A request as gates and handlers see it; what costs something is worked out when it is asked for. */
export class Incoming {
  /** Bytes received; empty until read. */
  bytes: Uint8Array<ArrayBuffer> = NO_BYTES;
  /** The declared route that answers, e.g. `POST /api/caches/:id`; empty where no route fits. */
  route = "";
  /**
   * What a cache in front may do with an answer that does not say so itself: `public` asks us each time, `personal` is
   * kept by the asker's browser alone, `secret` by nobody.
   */
  keep: "public" | "personal" | "secret" = "public";
  /** Value of `cache-control` for an answer that caches may share, as its route declares it. */
  shared?: string;
  /** Whether answers of this route may come compressed. */
  textual = false;
  /** Whether the reader's language was asked for: the answer may be another one in another language. */
  isInLanguage = false;
  /** Whether the headers that every answer carries are set already. */
  isDressed = false;
  /** Where an answer that nothing is there counts as a guess. */
  guesses?: { used: number };
  #url?: URL;
  #query?: URLSearchParams;
  #asked?: Record<string, string>;
  #address?: string;

  constructor(
    readonly request: Request,
    readonly connection: Connection | undefined,
    readonly addresses: Addresses,
  ) {}

  /** `GET`, `POST` … as sent. */
  get method(): string {
    return this.request.method;
  }
  /** Headers as sent. */
  get headers(): Headers {
    return this.request.headers;
  }
  /** The address as the runtime gives it; its host is the Host header, which nobody has checked. */
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
  /** The query as an object; a name that is given twice counts as its last value. */
  get asked(): Readonly<Record<string, string>> {
    return this.#asked ??= this.#take();
  }
  #take(): Record<string, string> {
    const url = this.request.url, at = url.indexOf("?");
    if (at < 0) return {};
    const text = url.slice(at + 1);
    // Most are written in plain letters: taking those apart costs a third of what the standard's reader does.
    if (!PLAIN.test(text)) return Object.fromEntries(this.query);
    return Object.fromEntries(
      text.split("&").filter((part) => part !== "").map((part) => {
        const is = part.indexOf("=");
        return is < 0 ? [part, ""] : [part.slice(0, is), part.slice(is + 1)];
      }),
    );
  }
  /** The query, decoded. */
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
    return this.addresses.link(this.request.url, this.headers, this.client);
  }
  /** The client's IP address as text; behind a trusted proxy the one that it names. */
  get client(): string {
    return this.addresses.client(this.connection?.remoteAddr?.hostname ?? "127.0.0.1", this.headers);
  }
  /** A header, or `undefined`. */
  header(name: string): string | undefined {
    if (name === "accept-language") this.isInLanguage = true;
    return this.headers.get(name) ?? undefined;
  }
  /** Every value that the request's cookies have for this name: a page of a neighbouring host can add one. */
  cookies(name: string): string[] {
    const all = this.headers.get("cookie");
    if (!all || !all.includes(name)) return [];
    return all.split(";").flatMap((part) => {
      const at = part.indexOf("=");
      return at > 0 && part.slice(0, at).trim() === name ? [part.slice(at + 1).trim()] : [];
    });
  }
}
