/** Reading one kind of one origin's records from a neighbour (FED "Marks"). */
import type { SequenceKind } from "../../wire/mod.ts";
import { numberOf, type Outcome, type Passage, settles } from "../admit/admit.ts";
import { newGap } from "../gaps/rules.ts";
import { HOP_LIMIT } from "../records/store.ts";
import { admitAll, isPastLimit } from "./admit_all.ts";
import { askForGaps } from "./ask_gaps.ts";
import { PAGES, type Pull, type Reading } from "./context.ts";
import { type Steps, write } from "./effects.ts";
import { isLast, type JudgedPage, pageAsk, readOriginPage } from "./origin_page.ts";
import { isNewHeld, planReading, type Said, settlePage, type Standing } from "./plan.ts";

/** Frames asked for in one page (FED "Public federation"). */
export const PAGE_FRAMES = 500;

/** Reads what is new of one kind of one origin, then asks for what is missing. */
export function* readOrigin(
  pull: Pull,
  origin: string,
  kind: SequenceKind,
  said: Said | undefined,
): Steps<void> {
  const { progress, gaps } = pull.store;
  const own = origin === pull.neighbour;
  const advances = own || pull.trusted;
  const generation = progress.generation(origin);
  const standing: Standing = {
    advances,
    mark: progress.mark({ origin, kind }),
    ...progress.position({ neighbour: pull.neighbour, origin, kind }),
    gapsFull: gaps.room({ origin, kind }).plain <= 0,
  };
  const reading = { origin, kind, own, advances, generation };
  const plan = planReading(standing, said);
  if (plan?.how === "on") yield* readPages(pull, reading, plan.cursor, 0);
  if (plan?.how === "again") yield* readPages(pull, reading, plan.cursor, said!.held);
  if (plan?.how === "ask" && pull.asksLeft > 0) {
    const held = yield* askHeld(pull, reading, plan.cursor);
    if (isNewHeld(standing, held)) yield* readPages(pull, reading, plan.cursor, held);
  }
  if (!pull.limited) yield* askForGaps(pull, reading);
}

/** How far the neighbour holds the origin, in the words of a page of one record; 0 where it does not say. */
function* askHeld(pull: Pull, { origin, kind }: Reading, cursor: number): Steps<number> {
  pull.asksLeft--;
  const page = yield* readOriginPage(pull, pageAsk(pull, origin, kind, cursor, 1));
  if (page === "limited") pull.limited = true;
  return typeof page === "string" ? 0 : page.held ?? 0;
}

/** Reads pages from a cursor on. `replay` is the held that this reading is for, 0 when it is no reading from the mark. */
function* readPages(pull: Pull, reading: Reading, from: number, replay: number): Steps<void> {
  const { origin, kind, own, generation } = reading;
  const { progress } = pull.store;
  let cursor = from;
  let full = false;
  let ended = false;
  let held = 0;
  for (let left = pull.options.maxPages ?? PAGES; own ? left > 0 : pull.passedOnPages > 0; left--) {
    if (!own) pull.passedOnPages--;
    const further = own ? left - 1 : pull.passedOnPages;
    const page = yield* readOriginPage(pull, pageAsk(pull, origin, kind, cursor, PAGE_FRAMES, further));
    if (page === "missing") return;
    if (page === "limited") {
      pull.limited = true;
      return;
    }
    ended = isLast(page, cursor);
    const moved = yield* takePage(pull, reading, cursor, page);
    if (moved === "abandoned") return;
    full ||= moved.full;
    held = page.held ?? 0;
    if (ended) break;
    cursor = page.nextCursor;
  }
  if (replay === 0 || full) return;
  // Read for this value of held, once: to its end, or as far as a neighbour that never ends was followed in vain. Where
  // its pages stood by less than its summary (it lost its own mark meanwhile), for that less.
  if (!ended && progress.mark({ origin, kind }) > from) return;
  const readFor = ended ? Math.min(replay, held) : replay;
  yield* write((tx) => {
    if (progress.generation(origin) !== generation) return;
    const { read, replayed } = progress.position({ neighbour: pull.neighbour, origin, kind });
    progress.setPosition(tx, {
      neighbour: pull.neighbour,
      origin,
      kind,
      read,
      replayed: Math.max(replayed, readFor),
    });
  });
}

/** Admits a page's frames and moves mark, gaps and position in one write. */
function* takePage(
  pull: Pull,
  reading: Reading,
  cursor: number,
  page: JudgedPage,
): Steps<{ full: boolean } | "abandoned"> {
  const { origin, kind, own, advances, generation } = reading;
  const { progress, gaps, records } = pull.store;
  const passage = (i: number): Passage => ({
    origin,
    kind,
    hops: (page.hops?.[i] ?? HOP_LIMIT) + 1,
    via: pull.neighbour,
  });
  const { outcomes, last } = yield* admitAll(pull, page.judged, passage, (tx, outcomes) => {
    // The origin's marks were forgotten meanwhile (its key changed), or it was blocked: this page stands for nothing.
    if (progress.generation(origin) !== generation) return "abandoned" as const;
    if (outcomes.some((outcome) => outcome.result === "quarantined")) return "abandoned" as const;
    const now = pull.receiver.now();
    let room = gaps.room({ origin, kind });
    const settled = outcomes.filter(settles);
    const isGap = gapsAmong(pull, origin, kind, settled);
    for (const outcome of settled) {
      const v = numberOf(outcome)!;
      if (isPastLimit(outcome)) {
        const gap = gaps.byPlace({ origin, kind, v });
        if (gap) gaps.put(tx, { ...gap, reason: "hops", givenUp: null });
        else if (room.hops-- > 0) gaps.put(tx, newGap(origin, kind, v, "hops", now));
      } else if (isGap(v)) {
        gaps.close(tx, { origin, kind, v });
      }
    }
    room = gaps.room({ origin, kind });
    const moves = settlePage({
      advances,
      mark: progress.mark({ origin, kind }),
      cursor,
      nextCursor: page.nextCursor,
      held: page.held,
      gaps: page.gaps ?? [],
      hopGaps: page.hopGaps ?? [],
      frames: outcomes.flatMap((outcome) => {
        const v = numberOf(outcome);
        return v === undefined ? [] : [{ v, settled: settles(outcome) }];
      }),
      room: room.plain,
      hopRoom: room.hops,
      isKept: (v) => records.keptAt({ origin, kind, v }) !== undefined,
      isGap: (v) => gaps.byPlace({ origin, kind, v }) !== undefined,
    });
    for (const { v, reason } of moves.open) gaps.put(tx, newGap(origin, kind, v, reason, now));
    if (moves.close) gaps.closeRange(tx, { origin, kind, ...moves.close });
    progress.raiseMark(tx, { origin, kind, mark: moves.mark });
    const { read, replayed } = progress.position({ neighbour: pull.neighbour, origin, kind });
    progress.setPosition(tx, {
      neighbour: pull.neighbour,
      origin,
      kind,
      read: Math.max(read, page.nextCursor),
      replayed,
    });
    return { full: moves.full };
  });
  if (!own) pull.counts.transit += outcomes.filter((outcome) => outcome.result === "applied").length;
  return last;
}

/** Which of a page's numbers are gaps: nearly always none, and then nothing is looked for one by one. */
function gapsAmong(
  pull: Pull,
  origin: string,
  kind: SequenceKind,
  outcomes: Outcome[],
): (v: number) => boolean {
  const numbers = outcomes.map((outcome) => numberOf(outcome)!);
  const [least, most] = numbers.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, 0]);
  const gaps = numbers.length === 0
    ? []
    : pull.store.gaps.inRange({ origin, kind, since: least - 1, to: most });
  const among = new Set(gaps.map(({ v }) => v));
  return (v) => among.has(v);
}
