/** A page of one origin's records: its frames admitted, and mark, gaps and position moved in the same write. */
import type { Tx } from "../../db/mod.ts";
import type { SequenceKind } from "../../wire/mod.ts";
import { firstFull, isPastLimit, numberOf, type Outcome, type Passage, settles } from "../admit/outcome.ts";
import { newGap } from "../gaps/rules.ts";
import { HOP_LIMIT } from "../tables/record_store.ts";
import { admitAll } from "./admit_all.ts";
import type { Pull, Reading } from "./context.ts";
import { diskLow, type Steps } from "./effects.ts";
import type { JudgedPage } from "./origin_page.ts";
import { settlePage } from "./plan.ts";

/**
 * `full`: there was no room for another gap, and the mark waits. `noRoom`: a record found no room, so nothing passes it.
 * `abandoned`: the page no longer counts.
 */
type Moved = { full: boolean; noRoom: boolean } | "abandoned";

/** What moving marks works with. `neighbour`: who brought the page. */
export type Moving = Pick<Pull, "store" | "receiver" | "neighbour">;

/** Takes a page that was asked for after `cursor`. */
export function* takePage(pull: Pull, reading: Reading, cursor: number, page: JudgedPage): Steps<Moved> {
  const { origin, kind, own } = reading;
  const passage = (place: number): Passage => ({
    origin,
    kind,
    hops: (page.hops?.[place] ?? HOP_LIMIT) + 1,
    via: pull.neighbour,
  });
  const { outcomes, then: moved } = yield* admitAll(
    pull,
    page.judged,
    passage,
    (tx, outcomes) => movePage(tx, pull, reading, cursor, page, outcomes),
  );
  if (!own) pull.counts.transit += outcomes.filter((outcome) => outcome.result === "applied").length;
  const low = outcomes.some((outcome) => outcome.result === "full" && outcome.why === "disk");
  if (low) throw diskLow();
  return moved;
}

/** Moves what a page moves, by what became of its frames. `closes`: whether a gap ends that the page passes over in silence. */
export function movePage(
  tx: Tx,
  pull: Moving,
  { origin, kind, advances, generation, closes = true, readTo = Infinity }: Omit<Reading, "own"> & {
    closes?: boolean;
  },
  cursor: number,
  page: Pick<JudgedPage, "nextCursor" | "held" | "gaps" | "hopGaps">,
  outcomes: readonly Outcome[],
): Moved {
  const { progress, gaps, records } = pull.store;
  // The origin's marks were forgotten meanwhile (its key changed), or it was blocked.
  if (progress.generation(origin) !== generation) return "abandoned";
  if (outcomes.some((outcome) => outcome.result === "quarantined")) return "abandoned";
  const now = pull.receiver.now();
  // Behind the first record without room the page counts as not read: it is read again when there is room.
  const ends = Math.min(page.nextCursor, firstFull(outcomes) - 1);
  settleGaps(tx, pull, origin, kind, outcomes);
  const room = gaps.room({ origin, kind });
  const moves = settlePage({
    advances,
    mark: progress.mark({ origin, kind }),
    cursor,
    nextCursor: ends,
    held: page.held,
    gaps: page.gaps ?? [],
    hopGaps: page.hopGaps ?? [],
    frames: outcomes.flatMap((outcome) => {
      const v = numberOf(outcome);
      return v === undefined || v > ends ? [] : [{ v, settled: settles(outcome) }];
    }),
    room: room.plain,
    hopRoom: room.hops,
    isKept: (v) => records.keptAt({ origin, kind, v }) !== undefined,
    isGap: (v) => gaps.byPlace({ origin, kind, v }) !== undefined,
  });
  for (const { v, reason } of moves.open) gaps.put(tx, newGap(origin, kind, v, reason, now));
  if (moves.close && closes) gaps.closeRange(tx, { origin, kind, ...moves.close });
  progress.raiseMark(tx, { origin, kind, mark: moves.mark });
  const reader = { neighbour: pull.neighbour, origin, kind };
  const { read, replayed } = progress.position(reader);
  progress.setPosition(tx, { ...reader, read: Math.max(read, Math.min(ends, readTo)), replayed });
  return { full: moves.full, noRoom: ends < page.nextCursor };
}

/** A settled frame fills its gap; one that came past the hop limit is a gap of its own kind. */
export function settleGaps(
  tx: Tx,
  pull: Moving,
  origin: string,
  kind: SequenceKind,
  outcomes: readonly Outcome[],
): void {
  const { gaps } = pull.store;
  const settled = outcomes.filter(settles);
  const isGap = gapsAmong(pull, origin, kind, settled);
  let room = gaps.room({ origin, kind }).hops;
  for (const outcome of settled) {
    const v = numberOf(outcome)!;
    if (isPastLimit(outcome)) {
      const gap = gaps.byPlace({ origin, kind, v });
      if (gap) gaps.put(tx, { ...gap, reason: "hops", givenUp: null });
      else if (room-- > 0) gaps.put(tx, newGap(origin, kind, v, "hops", pull.receiver.now()));
    } else if (isGap(v)) {
      gaps.close(tx, { origin, kind, v });
    }
  }
}

/** Which of a page's numbers are gaps, by one look-up over their range, which nearly always finds none. */
function gapsAmong(
  pull: Moving,
  origin: string,
  kind: SequenceKind,
  outcomes: readonly Outcome[],
): (v: number) => boolean {
  const numbers = outcomes.map((outcome) => numberOf(outcome)!);
  const [least, most] = numbers.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, 0]);
  const gaps = numbers.length === 0
    ? []
    : pull.store.gaps.inRange({ origin, kind, since: least - 1, to: most });
  const among = new Set(gaps.map(({ v }) => v));
  return (v) => among.has(v);
}
