/** Frames that a carrier brought: mail, packet circuits, beacons, pushes. The same checks as over the network. */
import { isClockSet } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { isSequenceKind } from "../../wire/mod.ts";
import { numberOf, type Outcome, settles } from "../admit/outcome.ts";
import { admitPage, inspectAll } from "../admit/page.ts";
import { fedFailure } from "../errors.ts";
import { noteTime } from "../pull/clock.ts";
import type { Deps } from "../pull/context.ts";

/** A carrier is one instance on the way. */
const CARRIER_HOPS = 1;

export interface Delivery {
  applied: number;
  quarantined: number;
  rejected: number;
}

/**
 * Admits frames of any origins. Moves no mark: a carrier brings what it has, not all there is. Fills gaps.
 * Throws `clock_unset`.
 */
export async function deliver(
  deps: Deps,
  db: Database,
  frames: readonly Uint8Array[],
  via: string,
): Promise<Delivery & { outcomes: Outcome[] }> {
  if (!isClockSet(deps.receiver.now())) throw fedFailure.clock_unset();
  const inspected = inspectAll(frames, () => ({ hops: CARRIER_HOPS, via }), deps.receiver);
  const { gaps } = deps.store;
  const outcomes = await db.write((tx) => {
    noteTime(tx, deps.store, deps.receiver.now());
    const outcomes = admitPage(tx, inspected, deps, { apart: true });
    for (const [place, { found }] of inspected.entries()) {
      const outcome = outcomes[place]!;
      const v = numberOf(outcome);
      if (found.result !== "passed" || v === undefined || !settles(outcome)) continue;
      const { frame: { origin }, kind } = found;
      if (isSequenceKind(kind)) gaps.close(tx, { origin, kind, v });
    }
    return outcomes;
  });
  const count = (...results: Outcome["result"][]) =>
    outcomes.filter((one) => results.includes(one.result)).length;
  return {
    applied: count("applied"),
    quarantined: count("quarantined"),
    rejected: count("refused", "unverified", "future", "failed", "malformed"),
    outcomes,
  };
}
