/** Frames that a carrier brought: mail, packet circuits, beacons, pushes. The same checks as over the network. */
import type { Database } from "../../db/mod.ts";
import { isSequenceKind } from "../../wire/mod.ts";
import { admit, inspect, numberOf, type Outcome, settles, thrown } from "../admit/admit.ts";
import { noteTime } from "../pull/clock.ts";
import type { Deps } from "../pull/context.ts";

/** A carrier is one instance on the way. */
const CARRIER_HOPS = 1;

export interface Delivery {
  applied: number;
  quarantined: number;
  rejected: number;
}

/** Admits frames of any origins. Moves no mark: a carrier brings what it has, not all there is. Fills gaps. */
export async function deliver(
  deps: Deps,
  db: Database,
  frames: readonly Uint8Array[],
  via: string,
): Promise<Delivery & { outcomes: Outcome[] }> {
  const passage = { hops: CARRIER_HOPS, via };
  await db.write((tx) => noteTime(tx, deps.store, deps.receiver.now()));
  const outcomes = await Promise.all(frames.map(async (bytes): Promise<Outcome> => {
    const passed = inspect(bytes, passage, deps.receiver);
    if (passed.result !== "passed") return passed;
    try {
      return await db.write((tx) => {
        const outcome = admit(tx, passed, passage, deps.receiver, deps.store, deps.appliers);
        const v = numberOf(outcome);
        if (v !== undefined && settles(outcome) && isSequenceKind(passed.kind)) {
          deps.store.gaps.close(tx, { origin: passed.frame.origin, kind: passed.kind, v });
        }
        return outcome;
      });
    } catch (error) {
      return thrown(error, passed);
    }
  }));
  const count = (...results: Outcome["result"][]) =>
    outcomes.filter((one) => results.includes(one.result)).length;
  return {
    applied: count("applied"),
    quarantined: count("quarantined"),
    rejected: count("refused", "unverified", "future", "failed", "malformed"),
    outcomes,
  };
}
