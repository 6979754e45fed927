/**
 * What stands between a box and its gateway in a hotel, a school or a hut: it passes requests on, or answers them itself with
 * a time of its own.
 */
import { ANSWER_HEADERS } from "../../src/wire/mod.ts";

/** What it does: passes on; a sign-in page with such a status; or answers as if it were the gateway, as far as anybody can. */
export type PortalState =
  | "well"
  | "cut"
  | 200
  | 302
  | 400
  | 401
  | 413
  | 500
  | 503
  | 511
  | "mimics"
  | "rewrites";

/** A portal before a gateway. Its lie is how far ahead of the truth it says the time is, in milliseconds. */
export class Portal {
  state: PortalState = "well";
  lieMs = 0;
  /** Requests that it answered itself. */
  answered = 0;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  /** `target`: the gateway's origin. `instance`: the name that it may take in vain. */
  constructor(readonly target: string, readonly instance: string) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  close(): Promise<void> {
    return this.#server.shutdown();
  }

  #lie(): Record<string, string> {
    return { date: new Date(Date.now() + this.lieMs).toUTCString(), "content-type": "text/html" };
  }

  async #answer(request: Request): Promise<Response> {
    const { state } = this, { pathname, search } = new URL(request.url);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    if (state === "well" || state === "rewrites") {
      const { method, headers } = request;
      const passed = await fetch(this.target + pathname + search, {
        method,
        headers,
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      });
      if (state === "well") return passed;
      // Who sits on a way without https may write the time anew; what the gateway signed does not fit it any more.
      this.answered++;
      const said = new Headers(passed.headers);
      said.set("date", this.#lie().date!);
      said.set(ANSWER_HEADERS.at, String(Date.now() + this.lieMs));
      return new Response(passed.body, { status: passed.status, headers: said });
    }
    this.answered++;
    if (state === "cut") return new Response(null, { status: 502 });
    const nonce = request.headers.get(ANSWER_HEADERS.nonce) ?? "";
    if (state === "mimics") {
      const at = String(Date.now() + this.lieMs);
      const headers = {
        ...this.#lie(),
        [ANSWER_HEADERS.nonce]: nonce,
        [ANSWER_HEADERS.instance]: this.instance,
      };
      return Response.json({ ok: true, accepted: 99, rejected: [] }, {
        headers: { ...headers, [ANSWER_HEADERS.at]: at, "content-type": "application/json" },
      });
    }
    const location = state === 302 ? { location: "http://portal.example/sign-in" } : undefined;
    return new Response("<h1>Welcome! Sign in here</h1>", {
      status: state,
      headers: { ...this.#lie(), ...location },
    });
  }
}
