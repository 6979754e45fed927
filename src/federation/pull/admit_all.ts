/** Admitting the frames of one answer within a pull, and writing what follows from them. */
import type { Tx } from "../../db/mod.ts";
import type { JudgedFrame } from "../../wire/mod.ts";
import { describe, type Outcome, type Passage } from "../admit/outcome.ts";
import { admitPage, inspectAll } from "../admit/page.ts";
import { noteTime } from "./clock.ts";
import { countName, type Pull } from "./context.ts";
import { PullFailed, type Steps, write } from "./effects.ts";

/** What became of each frame, and what the write that followed them gave. */
interface Admitted<T> {
  outcomes: Outcome[];
  then: T;
}

/**
 * Admits frames in one write. `then` is written after them, in the same write: it gets the outcome of each, and is
 * undone with them where the write fails.
 */
export function* admitAll<T>(
  pull: Pull,
  frames: readonly (Uint8Array | JudgedFrame)[],
  passageOf: (place: number) => Passage,
  then: (tx: Tx, outcomes: readonly Outcome[]) => T,
): Steps<Admitted<T>> {
  const inspected = inspectAll(frames, passageOf, pull.receiver);
  const admitted = (apart: boolean) => (tx: Tx): Admitted<T> => {
    // The clock may have been set since the pull began: these frames are taken under the time as it is now.
    if (frames.length > 0) noteTime(tx, pull.store, pull.receiver.now());
    const outcomes = admitPage(tx, inspected, pull, { apart });
    return { outcomes, then: then(tx, outcomes) };
  };
  let done: Admitted<T>;
  try {
    done = yield* write(admitted(false));
  } catch (error) {
    if (error instanceof PullFailed) throw error;
    done = yield* write(admitted(true));
  }
  count(pull, done.outcomes);
  return done;
}

/** Counts what was applied, and logs in one line what was not: a hostile page of many frames makes no long log. */
function count(pull: Pull, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) if (outcome.result === "applied") pull.counts[countName(outcome.kind)]++;
  const refused = outcomes.filter(({ result }) => result !== "applied" && result !== "held");
  if (refused.length === 0) return;
  pull.log("{n} frames not taken from {neighbour}, the first: {outcome}", {
    n: refused.length,
    neighbour: pull.neighbour,
    outcome: describe(refused[0]!),
  });
}
