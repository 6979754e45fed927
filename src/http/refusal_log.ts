/** What is written down of refused credentials: which route, why, from which network, never what was shown. */
import { Failure, type World } from "../base/mod.ts";
import { networkOf } from "./address.ts";
import type { Incoming } from "./incoming.ts";

/** Nothing was shown: somebody who is not signed in, not somebody who tries to get in. */
const NOTHING_SHOWN = new Set(["no_session", "no_credential"]);
/** Lines a minute; of more only their number is told, so that trying fills no disk. */
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

  /** Writes a line when the failure refuses a credential, or a route that is a way in. */
  note(error: unknown, incoming: Incoming): void {
    if (!(error instanceof Failure)) return;
    const shown = error.kind === "unauthenticated" && !NOTHING_SHOWN.has(error.reason);
    if (!shown && !incoming.isWayIn) return;
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
