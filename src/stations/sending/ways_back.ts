/** The ways by which stations were heard just now: what is sent to one goes back by its own. */
import { messageInfo } from "../../aprs/mod.ts";
import type { World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { serviceCall, type Settings } from "../../settings/mod.ts";
import type { Reception } from "../reception.ts";
import { type Answers, TOCALL } from "./answers.ts";

/** Ways that are remembered, and for how long one counts as open, in seconds. */
const WAYS_MOST = 2000, WAY_FRESH_S = 120;

export class WaysBack {
  /** The last packet of each station, newest last. */
  readonly #ways = new Map<string, Reception>();

  constructor(readonly answers: Answers, readonly settings: Settings, readonly world: World) {}

  /** A packet of a station came. */
  note(packet: Reception): void {
    this.#ways.delete(packet.call);
    this.#ways.set(packet.call, packet);
    if (this.#ways.size > WAYS_MOST) this.#ways.delete(this.#ways.keys().next().value!);
  }

  /** Sends under the service call: back the way by which the station was heard in the last minutes, else by APRS-IS. */
  sendTo(tx: Tx, to: string, text: string, number?: string): void {
    const heard = this.#ways.get(to);
    const answer = { to, text, ...(number === undefined ? {} : { number }) };
    if (heard && this.world.now() - heard.at <= WAY_FRESH_S) {
      this.answers.send(tx, heard, answer);
      return;
    }
    this.answers.log.queue(tx, {
      at: this.world.now(),
      account: null,
      src: serviceCall(this.settings),
      to: TOCALL,
      kind: "message",
      payload: messageInfo(to, text, number),
    });
  }
}
