/** A gateway that does everything wrong which one can do, and remembers every item that it took. */
import assert from "node:assert/strict";
import { boxText, verifyText } from "../../src/wire/mod.ts";
import { utf8 } from "../../src/base/mod.ts";
import { provenBy } from "../kit/boxes.ts";

export const FAULTS = [
  "none",
  "away",
  "stalls",
  "unsigned",
  "too_large",
  "limited",
  "broken",
  "half",
  "lost",
  "repeated",
  "picky",
] as const;
export type Fault = typeof FAULTS[number];

export class GatewayModel {
  fault: Fault = "none";
  /** What was taken: text to each time and site under which it came. */
  readonly taken = new Map<string, Set<string>>();
  readonly refused = new Set<string>();
  #nonces = new Set<string>();
  #asked: HeadersInit | undefined;
  most = 0;

  constructor(readonly key: string, readonly now: () => number) {}

  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    await Promise.resolve();
    if (this.fault === "away") throw new TypeError("connection refused");
    if (this.fault === "stalls") return await never(init?.signal ?? undefined);
    const answer = this.#answer(new URL(String(input)), init ?? {});
    // What was kept is kept; nobody hears of it.
    if (this.fault === "lost") throw new TypeError("connection reset");
    // The runtime sends a request again when a kept connection closes: the copy meets its own nonce.
    if (this.fault === "repeated") return this.#answer(new URL(String(input)), init ?? {});
    return answer;
  };

  #say(status: number, body: unknown, headers: Record<string, string> = {}): Response {
    const text = JSON.stringify(body);
    const cut = this.fault === "half" && status === 200 ? text.slice(0, text.length / 2) : text;
    return new Response(cut, {
      status,
      headers: { ...provenBy(this.#asked, { nowMs: this.now() * 1000 }), ...headers },
    });
  }

  #answer({ pathname, search }: URL, { method = "GET", headers, body }: RequestInit): Response {
    const shown = new Headers(headers);
    this.#asked = headers;
    const [at, nonce, sig] = ["at", "nonce", "sig"].map((name) => shown.get(`x-box-${name}`) ?? "");
    const text = boxText(method, pathname + search, at!, nonce!, utf8(String(body ?? "")));
    const fresh = Math.abs(Number(at) - this.now()) <= 300 && !this.#nonces.has(nonce!);
    if (this.fault === "unsigned" || !fresh || !verifyText(this.key, text, sig!)) {
      return this.#say(401, { error: "the signature does not hold" });
    }
    this.#nonces.add(nonce!);
    if (this.fault === "broken") return this.#say(503, { error: "internal error" });
    if (this.fault === "limited") return this.#say(429, { error: "too many" }, { "retry-after": "7" });
    if (pathname === "/ingest/check") {
      return this.#say(200, { ok: true, serviceCall: "OE1SYS-15", sites: ["OE1BOX-10"], box: "attic" });
    }
    const { packets } = JSON.parse(String(body)) as {
      packets: { raw: string; heardAt: number; site: unknown }[];
    };
    assert.ok(packets.length >= 1 && packets.length <= 1000);
    this.most = Math.max(this.most, packets.length);
    if (this.fault === "too_large" && packets.length > 3) return this.#say(413, { error: "too large" });
    const rejected: unknown[] = [];
    for (const [index, { raw, heardAt, site }] of packets.entries()) {
      if (this.fault === "picky" && index % 3 === 1) {
        rejected.push({ list: "packets", index, reason: "bad_raw" });
        this.refused.add(raw);
        continue;
      }
      const ways = this.taken.get(raw) ?? new Set();
      this.taken.set(raw, ways.add(`${heardAt} ${site}`));
    }
    return this.#say(200, { accepted: packets.length - rejected.length, duplicates: 0, rejected });
  }
}

const never = (signal: AbortSignal | undefined): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
