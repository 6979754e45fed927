/**
 * Sending to a station through a box: which box can do it now, and putting the message into that box's queue.
 */
import type { World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { BoxWay } from "../../stations/mod.ts";
import { type BoxCommandStore, boxCommandStore } from "./store.ts";

/** A box that asked for commands within this time, in seconds, can carry an answer. */
const REACHABLE_S = 120;

/** Boxes that asked for commands within the last two minutes. */
export class BoxWays implements BoxWay {
  readonly store: BoxCommandStore;

  constructor(db: Database, readonly world: World) {
    this.store = boxCommandStore(db);
  }

  /** A message of the gateway itself to a station, through a box; `message` is their row in the message log. */
  queue(
    tx: Tx,
    box: string,
    kind: "aprs_msg" | "meshcom_msg",
    payload: Record<string, string>,
    message: number,
  ): void {
    this.store.insert(tx, {
      box,
      call: null,
      kind,
      payload: JSON.stringify(payload),
      sig: null,
      status: "queued",
      createdAt: this.world.now(),
      messageId: message,
      tool: null,
    });
  }

  /** Whether the box is there now and can transmit on APRS. */
  canTransmit(box: string): boolean {
    const row = this.store.abilities({ box });
    return row !== undefined && row.transmits === 1 && row.radio === 1 && row.polledAt >= this.#since();
  }

  /** The box whose TNC answers to the call, if it is there now and can transmit. */
  boxOfStation(call: string): string | undefined {
    return this.store.polledSince({ since: this.#since() })
      .find((row) => row.transmits === 1 && row.radio === 1 && row.kissCalls.split(",").includes(call))?.box;
  }

  /** The box behind a MeshCom node, if it is there now and can transmit. */
  boxOfNode(node: string): string | undefined {
    return this.store.polledSince({ since: this.#since() })
      .find((row) => row.transmits === 1 && row.meshNodes.split(",").includes(node))?.box;
  }

  #since = (): number => this.world.now() - REACHABLE_S;
}
