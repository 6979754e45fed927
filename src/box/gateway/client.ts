/**
 * Signed requests to the gateway (API "Ingest box signatures"). Several addresses of one gateway are tried in order; each
 * answer's `Date` teaches the clock. Never throws for what the network or the gateway does.
 */
import { concat, newToken, utf8, type World } from "../../base/mod.ts";
import { boxText, type SigningKey } from "../../wire/mod.ts";
import type { BoxClock } from "../clock/box_clock.ts";
import { objectOf } from "../json.ts";
import { trusting, whyUnreached } from "./authority.ts";

/** What came of a request. */
export type Answer =
  | { kind: "answer"; status: number; text: string; bytes: Uint8Array; headers: Headers; address: string }
  /** No answer, or one that broke off: nobody knows whether the gateway took the request. */
  | { kind: "none"; why: string };

const TIMEOUT_MS = 30_000;
/** How long a further address is held on to before the first one is tried again, in milliseconds. */
const BACK_MS = 10 * 60_000;
/** Largest answer that is read, in bytes. */
const MOST_BYTES = 4 << 20;

interface Ask {
  method?: "GET" | "POST";
  /** Path with query. */
  path: string;
  /** The body: JSON text, or bytes of the media type `type`. */
  body?: string | Uint8Array<ArrayBuffer>;
  type?: string;
  timeoutMs?: number;
  stop?: AbortSignal;
}

/** Who asks, and where. */
export interface Identity {
  box: string;
  key: SigningKey;
  /** Addresses of one gateway. */
  addresses: readonly string[];
  /** The authority whose certificates it trusts besides the system's, PEM; absent where it pinned none. */
  authority?: string | undefined;
}

/** Asks the gateway. An answer is a value also when there is none: `kind: "none"` says why. */
export class GatewayClient {
  #first = 0;
  /** When the first address was turned away from or tried again, by the box's clock. */
  #sinceMs = 0;
  #who: Identity;
  /** The world, which trusts the pinned authority too. */
  #trusted: Pick<World, "fetch">;

  constructor(
    who: Identity,
    readonly clock: BoxClock,
    readonly world: Pick<World, "fetch" | "random">,
  ) {
    this.#who = who;
    this.#trusted = trusting(world, who.authority);
  }

  /** The id under which it signs. */
  get box(): string {
    return this.#who.box;
  }

  /** The address that answered last. */
  get address(): string {
    return this.#who.addresses[this.#first]!;
  }

  /** Goes on under another identity, after the box was enrolled again. */
  become(who: Identity): void {
    this.#who = who;
    this.#trusted = trusting(this.world, who.authority);
    this.#first = 0;
  }

  /** Asks, signed. The answer may be any status. */
  async ask(ask: Ask): Promise<Answer> {
    let why = "there is no address";
    const { addresses } = this.#who;
    let first = this.#first;
    // They stand in the order in which their owner wants them: a way round is no way for good. One request alone tries
    // the first again, the others go on meanwhile.
    if (this.clock.nowMs() - this.#sinceMs >= BACK_MS) {
      this.#sinceMs = this.clock.nowMs();
      first = 0;
    }
    let stranger: Answer | undefined;
    for (let tried = 0; tried < addresses.length; tried++) {
      const at = (first + tried) % addresses.length;
      const answer = await this.#one(addresses[at]!, ask);
      if (answer.kind === "answer" && isStrangers(answer)) {
        stranger ??= answer;
      } else if (answer.kind === "answer") {
        if (at !== this.#first) this.#sinceMs = this.clock.nowMs();
        this.#first = at;
        return answer;
      }
      if (answer.kind === "none") why = answer.why;
      if (ask.stop?.aborted) break;
    }
    return stranger ?? { kind: "none", why };
  }

  async #one(address: string, { method = "GET", path, body, type, timeoutMs, stop }: Ask): Promise<Answer> {
    const at = String(this.clock.signingNow());
    const nonce = newToken(this.world as World, 18);
    const text = boxText(method, path, at, nonce, typeof body === "object" ? body : utf8(body ?? ""));
    const headers: Record<string, string> = {
      "x-box-id": this.box,
      "x-box-at": at,
      "x-box-nonce": nonce,
      "x-box-sig": this.#who.key.signText(text),
      "user-agent": "service-gateway-box",
      ...(body === undefined ? {} : { "content-type": type ?? "application/json" }),
    };
    const parts = { clock: this.clock, world: this.#trusted };
    return await askPlainly(address, { method, path, body, timeoutMs, stop }, headers, parts);
  }
}

/** One request to one address, unchanged; takes the time from the `date` of any answer. */
export async function askPlainly(
  address: string,
  { method = "GET", path, body, timeoutMs = TIMEOUT_MS, stop }: Ask,
  headers: Record<string, string>,
  { clock, world }: { clock: BoxClock; world: Pick<World, "fetch"> },
): Promise<Answer> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = stop ? AbortSignal.any([late, stop]) : late;
  const asked = clock.nowMs();
  try {
    const answer = await world.fetch(new URL(path, address), {
      method,
      headers,
      redirect: "manual",
      signal,
      ...(body === undefined ? {} : { body }),
    });
    clock.learn(answer.headers.get("date"), asked);
    const bytes = await boundedBytes(answer);
    if (bytes === undefined) return { kind: "none", why: `${address} answers with more than a box reads` };
    const text = new TextDecoder().decode(bytes);
    return { kind: "answer", status: answer.status, text, bytes, headers: answer.headers, address };
  } catch (error) {
    const why = late.aborted ? "no answer in time" : whyUnreached(error);
    return { kind: "none", why: why.split("\n", 1)[0]!.slice(0, 200) };
  }
}

async function boundedBytes(answer: Response): Promise<Uint8Array | undefined> {
  if (!answer.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return concat(...chunks);
}

/**
 * Whether a refusal is not the gateway's own, which says its `error` in JSON: that of a proxy whose gateway is away, of a
 * portal that wants a sign-in first, of another server at the address.
 */
const isStrangers = ({ status, text }: Extract<Answer, { kind: "answer" }>): boolean =>
  status >= 300 && status !== 304 && typeof objectOf(text)?.error !== "string";

/** What an error answer says, for people. */
export const errorOf = (answer: Extract<Answer, { kind: "answer" }>): string => {
  const said = objectOf(answer.text)?.error;
  return typeof said === "string" ? said.slice(0, 300) : `status ${answer.status}`;
};
