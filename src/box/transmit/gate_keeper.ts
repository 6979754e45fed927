/**
 * Asks the gateway under which calls this box may transmit (API "Ingest and BBS backend", /ingest/txgate), and keeps what
 * it said in memory alone: after a start nothing leaves before it was asked.
 */
import { isPublicAddress, newToken, type World } from "../../base/mod.ts";
import type { GatewayClient } from "../gateway/client.ts";
import { objectOf } from "../json.ts";
import { isGateDue } from "./gate.ts";
import type { GateState } from "./words.ts";

/** Calls of one question (API "Ingest and BBS backend"). */
const MOST_CALLS = 16;

/**
 * Whether an answer from this address is believed: over https, or from the box's own network. Elsewhere anybody on
 * the way could answer.
 */
export async function isBelieved(address: string, lookup: World["lookup"]): Promise<boolean> {
  const url = URL.parse(address);
  if (!url) return false;
  if (url.protocol === "https:") return true;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost") return true;
  const found = /^[\d.]+$/.test(host) || host.includes(":") ? [host] : await lookup(host).catch(() => []);
  return found.length > 0 && !found.some(isPublicAddress);
}

/**
 * Keeps the answer for each call that was asked about. Never throws: a gateway that is away leaves the last answer as
 * it is.
 */
export class GateKeeper {
  readonly #states = new Map<string, GateState>();
  #asking: Promise<void> | undefined;

  constructor(
    readonly client: GatewayClient,
    readonly world: World,
    /** Seconds on the box's steady clock. */
    readonly now: () => number,
  ) {}

  of = (call: string): GateState => this.#states.get(call) ?? {};

  /** Asks for a fresh answer for the call, where the present one is too old. */
  async refresh(call: string): Promise<void> {
    if (isGateDue(this.of(call), this.now())) await this.ask([call]);
  }

  /** Asks for these calls and all that were asked for before. Never throws. */
  async ask(calls: readonly string[]): Promise<void> {
    // A call that is asked for while a request is on its way may not be in that request.
    while (this.#asking) await this.#asking;
    const list = [...new Set([...calls, ...this.#states.keys()])].slice(0, MOST_CALLS);
    this.#asking = this.#ask(list).finally(() => this.#asking = undefined);
    await this.#asking;
  }

  async #ask(calls: readonly string[]): Promise<void> {
    const { client, world } = this;
    const nonce = newToken(world, 18), asked = this.now();
    const query = new URLSearchParams({ calls: calls.join(","), nonce });
    const answer = await client.ask({ path: `/ingest/txgate?${query}`, timeoutMs: 10_000 });
    const say = (state: (call: string) => GateState) =>
      calls.forEach((call) => this.#states.set(call, state(call)));
    const lost = () => say((call) => ({ ...this.of(call), lostAt: asked }));
    const no = (reason: string) => say(() => ({ answer: { ok: false, reason, at: asked } }));
    if (answer.kind === "none") return lost();
    if (answer.status === 400 || answer.status === 401 || answer.status === 403) return no("not_let_in");
    if (answer.status !== 200) return lost();
    if (!await isBelieved(answer.address, world.lookup)) return no("not_over_https");
    const said = objectOf(answer.text);
    const verdicts = said?.nonce === nonce ? said.calls as Record<string, unknown> : undefined;
    if (typeof verdicts !== "object" || verdicts === null) return lost();
    say((call) => {
      const { ok, reason } = (verdicts[call] ?? {}) as { ok?: unknown; reason?: unknown };
      return {
        answer: {
          ok: ok === true,
          at: asked,
          ...(ok === true ? {} : { reason: typeof reason === "string" ? reason : "not_answered" }),
        },
      };
    });
  }
}
