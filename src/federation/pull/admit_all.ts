/** Admitting the frames of a page, and what is written along with them. */
import type { Tx } from "../../db/mod.ts";
import type { JudgedFrame } from "../../wire/mod.ts";
import {
  admit,
  describe,
  inspect,
  type OriginView,
  type Outcome,
  type Passage,
  type Receiver,
  thrown,
} from "../admit/admit.ts";
import { HOP_LIMIT } from "../records/store.ts";
import { noteTime } from "./clock.ts";
import { countName, type Pull } from "./context.ts";
import { type Steps, writes } from "./effects.ts";

function rememberingViews(receiver: Receiver): Receiver {
  const views = new Map<string, OriginView | undefined>();
  return {
    ...receiver,
    originView: (origin) => {
      if (!views.has(origin)) views.set(origin, receiver.originView(origin));
      return views.get(origin);
    },
  };
}

/**
 * Admits frames, each in a write of its own. `last`, when given, is written after them, in the same commit where the
 * database allows it: it sees what became of each, and does not happen where they did not.
 */
export function* admitAll<T = undefined>(
  pull: Pull,
  frames: readonly (Uint8Array | JudgedFrame)[],
  passageOf: (i: number) => Passage,
  last?: (tx: Tx, outcomes: Outcome[]) => T,
): Steps<{ outcomes: Outcome[]; last: T }> {
  // What is thought of an origin is looked up once for the page: it cannot change while the page is judged.
  const receiver = rememberingViews(pull.receiver);
  const outcomes: Outcome[] = [];
  const runs: ((tx: Tx) => unknown)[] = [];
  const gids: string[] = [];
  // Looked up at once where all is one write; a record's own write later looks for itself.
  let unheardOf: { tx: Tx; gids: Set<string> } | undefined;
  for (const [i, frame] of frames.entries()) {
    const passage = passageOf(i);
    const inspected = inspect(frame, passage, receiver);
    if (inspected.result !== "passed") {
      outcomes[i] = inspected;
      continue;
    }
    const { gid } = inspected.frame;
    gids.push(gid);
    runs.push((tx) => {
      try {
        // Taken out, so that a second one of the same name sees the first.
        const isNew = unheardOf?.tx === tx && unheardOf.gids.delete(gid);
        outcomes[i] = admit(tx, inspected, passage, receiver, pull.store, pull.appliers, isNew);
      } catch (error) {
        outcomes[i] = thrown(error, inspected);
        if (outcomes[i].result === "failed") pull.log("could not store a record: {error}", { error });
        throw error; // its savepoint is undone, and no other's
      }
    });
  }
  if (gids.length > 0) {
    runs.unshift((tx) => {
      // The clock may have been set since the pull began: these frames are taken under the time as it is now.
      noteTime(tx, pull.store, receiver.now());
      unheardOf = { tx, gids: pull.store.records.unheardOf(gids) };
    });
  }
  if (last) runs.push((tx) => last(tx, outcomes));
  const settled = yield* writes(runs);
  const end = settled.at(-1);
  // A commit that failed took everything with it; the pull ends here and begins again from what is kept.
  if (last && end && "error" in end) throw end.error;
  const refused = outcomes.filter((outcome) => outcome.result !== "applied" && outcome.result !== "held");
  for (const outcome of outcomes) if (outcome.result === "applied") pull.counts[countName(outcome.kind)]++;
  // One line a page, however many frames a hostile one puts into it.
  if (refused.length > 0) {
    pull.log("{n} frames not taken from {neighbour}, the first: {outcome}", {
      n: refused.length,
      neighbour: pull.neighbour,
      outcome: describe(refused[0]!),
    });
  }
  return { outcomes, last: (last && end && "value" in end ? end.value : undefined) as T };
}

/** Kept past the hop limit only: shown here, never served, and looked for over a shorter way. */
export const isPastLimit = (outcome: Outcome): boolean =>
  (outcome.result === "applied" || outcome.result === "held") && outcome.hops >= HOP_LIMIT;
