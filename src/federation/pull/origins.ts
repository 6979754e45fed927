/** Reading one kind of one origin's records from a neighbour (FED "Marks"). */
import type { SequenceKind } from "../../wire/mod.ts";
import { askForGaps } from "./ask_gaps.ts";
import { PAGES, type Pull, type Reading } from "./context.ts";
import { type Steps, write } from "./effects.ts";
import { isLast, pageAsk, readOriginPage } from "./origin_page.ts";
import { isNewHeld, planReading, type Said, type Standing } from "./plan.ts";
import { takePage } from "./take_page.ts";

/** Frames asked for in one page (FED "Public federation"). */
const PAGE_FRAMES = 500;

/** Reads the new records of one kind of one origin, then asks for those that are missing. */
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

/** How far the neighbour holds the origin: asked with a page of one record; 0 where it does not say. */
function* askHeld(pull: Pull, { origin, kind }: Reading, cursor: number): Steps<number> {
  pull.asksLeft--;
  const page = yield* readOriginPage(pull, pageAsk(pull, origin, kind, cursor, 1));
  if (page === "limited") pull.limited = true;
  return typeof page === "string" ? 0 : page.held ?? 0;
}

/**
 * Reads pages from a cursor on. `replay`: the value of `held` for which pages are read once more; 0 where the reading
 * does not begin at the mark.
 */
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
  // Noted, so that the same `held` leads to no second reading: the pages were read to their end, or as far as we follow
  // a neighbour whose pages never end. Where the pages named a lower `held` than the summary (the neighbour has lost
  // its own mark meanwhile), the lower one is noted.
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
