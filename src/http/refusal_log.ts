/**
 * Logs credentials that a gate refused: which route, why, from which network, and never the credential itself.
 * Areas that judge a credential themselves (a link, a passkey) write their own line.
 */
import { Failure, type World } from "../base/mod.ts";
import { networkOf } from "./limits/network.ts";
import { gateFailure } from "./gates.ts";
import type { Incoming } from "./incoming.ts";

/** Reasons for refusing a credential that was sent. With `no_session` and `no_credential` none was, so nobody guessed. */
const SHOWN = new Set(
  [gateFailure.bad_secret, gateFailure.bad_signature, gateFailure.bad_claim, gateFailure.bad_token].map((
    one,
  ) => one.reason),
);
/** Lines a minute. Of further refusals only the number is logged, so that somebody who keeps guessing fills no disk. */
const LINES_A_MINUTE = 60;

export class RefusalLog {
  readonly #world: World;
  readonly #log: World["log"];
  #minute = -1;
  #lines = 0;

  constructor(world: World) {
    this.#world = world;
    this.#log = world.log.getChild("http");
  }

  /** Writes a line when the failure refuses a credential. */
  note(error: unknown, incoming: Incoming): void {
    if (!(error instanceof Failure) || error.kind !== "unauthenticated" || !SHOWN.has(error.reason)) return;
    const minute = Math.floor(this.#world.now() / 60);
    if (minute !== this.#minute) {
      if (this.#lines > LINES_A_MINUTE) {
        this.#log.warn("{more} more refused credentials within a minute", {
          more: this.#lines - LINES_A_MINUTE,
        });
      }
      [this.#minute, this.#lines] = [minute, 0];
    }
    if (++this.#lines > LINES_A_MINUTE) return;
    const { reason } = error;
    const from = networkOf(incoming.client);
    this.#log.warn("refused {reason} at {route} from {from}", { reason, route: incoming.route, from });
  }
}
