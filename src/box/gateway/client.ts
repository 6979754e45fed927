/**
 * Signed requests to the gateway (API "Ingest box signatures"). Several addresses of one gateway are tried in order; what
 * proves to be its answer teaches the clock. Never throws for what the network or the gateway does.
 */
import { concat, newToken, utf8, type World } from "../../base/mod.ts";
import { ANSWER_HEADERS, boxText, type SigningKey } from "../../wire/mod.ts";
import type { IngestRoutes } from "../../ingest/mod.ts";
import { BoxClock } from "../clock/box_clock.ts";
import { objectOf } from "../json.ts";
import { trusting, whyUnreached } from "./authority.ts";
import { follows, type Joined, type Proof, proofIn } from "./proof.ts";

/** The gateway's answer. */
export interface GatewayAnswer {
  kind: "answer";
  status: number;
  text: string;
  bytes: Uint8Array;
  headers: Headers;
  address: string;
  proof: Proof;
}
/** What came of a request. */
export type GatewayOutcome =
  | GatewayAnswer
  /**
   * No answer, or one that broke off: nobody knows whether the gateway took the request. Or one that is not the gateway's: of
   * a portal that wants a sign-in first, of a proxy whose gateway is away, of another server. Then `status` is what it said.
   */
  | { kind: "none"; why: string; status?: number };

type CheckReply = IngestRoutes["GET /ingest/check"]["reply"];

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

/** Who asks, and whom. */
export interface Identity extends Joined {
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

  /** The gateway that it joined, as far as it is known. */
  get joined(): Joined {
    const { instance, instanceKey } = this.#who;
    return { instance, instanceKey };
  }

  /** From now on the gateway's name, or the key under which it signs its answers, is this. */
  pin(joined: Partial<Joined>): void {
    this.#who = { ...this.#who, ...joined };
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
  async ask(ask: Ask): Promise<GatewayOutcome> {
    const { addresses } = this.#who;
    let first = this.#first;
    // They stand in the order in which their owner wants them: a way round is no way for good. One request alone tries
    // the first again, the others go on meanwhile.
    if (this.clock.nowMs() - this.#sinceMs >= BACK_MS) {
      this.#sinceMs = this.clock.nowMs();
      first = 0;
    }
    let met: Extract<GatewayOutcome, { kind: "none" }> = { kind: "none", why: "there is no address" };
    for (let tried = 0; tried < addresses.length; tried++) {
      const at = (first + tried) % addresses.length;
      const answer = await this.#one(addresses[at]!, ask);
      if (answer.kind === "answer") {
        if (at !== this.#first) this.#sinceMs = this.clock.nowMs();
        this.#first = at;
        return answer;
      }
      // Somebody who answers in the gateway's place says more than silence elsewhere.
      if (met.status === undefined) met = answer;
      if (ask.stop?.aborted) break;
    }
    return met;
  }

  /**
   * Whether the gateway has another key by now, which the one that the box knows has signed for. Takes that one, and gives
   * it. Nothing else is believed of what it says, until it is signed under that key.
   */
  async follow(stop: AbortSignal): Promise<string | undefined> {
    const { instance, instanceKey: known } = this.#who;
    if (known === undefined) return undefined;
    const lesson = new BoxClock(this.clock.world);
    const answer = await this.#one(this.address, { path: "/ingest/check", stop }, { instance }, lesson);
    const said = answer.kind === "answer" ? objectOf<CheckReply>(answer.text) : undefined;
    if (!said || !follows(known, said.key, said.rotations)) return undefined;
    this.pin({ instanceKey: said.key });
    return said.key;
  }

  async #one(
    address: string,
    { method = "GET", path, body, type, timeoutMs, stop }: Ask,
    joined: Joined = this.#who,
    clock = this.clock,
  ): Promise<GatewayOutcome> {
    const at = String(this.clock.signingNow());
    const nonce = newToken(this.world as World, 18);
    const text = boxText(method, path, at, nonce, typeof body === "object" ? body : utf8(body ?? ""));
    const headers: Record<string, string> = {
      "x-box-id": this.box,
      "x-box-at": at,
      "x-box-sig": this.#who.key.signText(text),
      "user-agent": "service-gateway-box",
      ...(body === undefined ? {} : { "content-type": type ?? "application/json" }),
    };
    const parts = { clock, world: this.#trusted, joined, nonce };
    return await askPlainly(address, { method, path, body, timeoutMs, stop }, headers, parts);
  }
}

interface PlainParts {
  clock: BoxClock;
  world: Pick<World, "fetch">;
  /** Whose answer is taken; any gateway's where the box has joined none yet. */
  joined?: Joined;
  nonce: string;
}

const ANY: Joined = { instance: "" };

/** One request to one address, unchanged; takes the time from an answer that is the gateway's. */
export async function askPlainly(
  address: string,
  { method = "GET", path, body, timeoutMs = TIMEOUT_MS, stop }: Ask,
  headers: Record<string, string>,
  { clock, world, joined = ANY, nonce }: PlainParts,
): Promise<GatewayOutcome> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = stop ? AbortSignal.any([late, stop]) : late;
  const asked = clock.nowMs();
  try {
    const answer = await world.fetch(new URL(path, address), {
      method,
      headers: { ...headers, [ANSWER_HEADERS.nonce]: nonce },
      redirect: "manual",
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const proof = proofIn(answer.headers, { nonce, address, joined });
    if (!proof) {
      const { status } = answer;
      await answer.body?.cancel();
      return { kind: "none", why: strangersWhy(address, status, joined), status };
    }
    clock.learn(proof.saidMs, asked);
    const bytes = await boundedBytes(answer);
    if (bytes === undefined) return { kind: "none", why: `${address} answers with more than a box reads` };
    const text = new TextDecoder().decode(bytes);
    return { kind: "answer", status: answer.status, text, bytes, headers: answer.headers, address, proof };
  } catch (error) {
    const why = late.aborted ? "no answer in time" : whyUnreached(error);
    return { kind: "none", why: why.split("\n", 1)[0]!.slice(0, 200) };
  }
}

/** Who it can be that answers in the gateway's place. */
function strangersWhy(address: string, status: number, { instance }: Joined): string {
  const whose = instance === "" ? "a gateway" : instance;
  const who = status === 502 || status === 503 || status === 504
    ? "a proxy whose gateway is away"
    : status < 400 || status === 511
    ? "a network that wants a sign-in first, another server, or an older program of the gateway"
    : "another server, or a gateway that the box did not join";
  return `${address} answers ${status}, and not as ${whose}: ${who}`;
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

/** What an error answer says, for people. */
export const errorOf = (answer: Extract<GatewayOutcome, { kind: "answer" }>): string => {
  const said = objectOf(answer.text)?.error;
  return typeof said === "string" ? said.slice(0, 300) : `status ${answer.status}`;
};
