/** Reading one kind of one origin's records from a neighbour, and asking for its gaps (FED "Marks", "Gap lifecycle"). */
import type { Tx } from "../../db/mod.ts";
import type { JudgedFrame, SequenceKind, SyncPage } from "../../wire/mod.ts";
import {
  admit,
  describe,
  inspect,
  numberOf,
  type OriginView,
  type Outcome,
  type Passage,
  type Receiver,
  settles,
  thrown,
} from "../admit.ts";
import { afterAsk, type AskResult, ASKS_PER_KIND, byUrgency, type Gap, isDue, newGap } from "../gap_rules.ts";
import { MAX_NUMBER } from "../numbers.ts";
import { HOP_LIMIT } from "../record_store.ts";
import { regionText } from "../region.ts";
import { noteTime } from "./clock.ts";
import { countName, PAGES, type Pull, regionFor } from "./context.ts";
import { getPage, type PageAsk, PullFailed, type Steps, write, writes } from "./effects.ts";
import { planReading, type Said, settlePage } from "./plan.ts";

/** Frames asked for in one page (FED "Public federation"). */
export const PAGE_FRAMES = 500;

function originPath(pull: Pull, origin: string, kind: SequenceKind, since: number, limit: number): string {
  const query = new URLSearchParams({
    origin,
    kind,
    since: String(since),
    limit: String(limit),
    for: pull.self,
  });
  const region = kind === "cache" ? regionFor(pull) : undefined;
  if (region) query.set("bbox", regionText(region));
  return `/federation/sync/origin?${query}`;
}

interface JudgedPage extends SyncPage {
  judged: JudgedFrame[];
}

/** `further`: how many pages may be asked for after it. */
const pageAsk = (
  pull: Pull,
  origin: string,
  kind: SequenceKind,
  since: number,
  limit: number,
  further = 0,
): PageAsk => ({
  path: originPath(pull, origin, kind, since, limit),
  limit,
  keys: pull.receiver.originView(origin)?.keys ?? [],
  next: (page) =>
    further > 0 && !isLast(page, since)
      ? pageAsk(pull, origin, kind, page.nextCursor, limit, further - 1)
      : undefined,
});

const isLast = (page: SyncPage, since: number): boolean => page.complete || page.nextCursor <= since;

/** A page, or why there is none: `missing` for 404, `limited` for 429. */
function* readOriginPage(pull: Pull, ask: PageAsk): Steps<JudgedPage | "missing" | "limited"> {
  const { path } = ask;
  const reply = yield* getPage(ask);
  pull.bytes += reply.size;
  if (reply.status === 404) return "missing";
  if (reply.status === 429) return "limited";
  if (!reply.read) throw new PullFailed("status", `${path} answered ${reply.status}`);
  if (!reply.read.ok) throw new PullFailed("bad_page", `${path}: ${reply.read.problem}`);
  const { page } = reply.read;
  if (page.instance !== pull.neighbour) throw new PullFailed("bad_page", `${path}: page of ${page.instance}`);
  if (page.nextCursor > MAX_NUMBER || (page.held ?? 0) > MAX_NUMBER) {
    throw new PullFailed("bad_page", `${path}: numbers beyond belief`);
  }
  return { ...page, judged: reply.judged ?? [] };
}

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
  runs.push((tx) => {
    // The clock may have been set since the pull began: these frames are taken under the time as it is now.
    noteTime(tx, pull.store, receiver.now());
    unheardOf = { tx, gids: pull.store.records.unheardOf(gids) };
  });
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
  const position = progress.position(pull.neighbour, origin, kind);
  const plan = planReading({
    advances,
    mark: progress.mark(origin, kind),
    ...position,
    gapsFull: gaps.room(origin, kind).plain <= 0,
  }, said);
  if (plan) {
    yield* readPages(
      pull,
      { origin, kind, own, advances, generation },
      plan.cursor,
      plan.replay ? said!.held : 0,
    );
  }
  if (!pull.limited) yield* askForGaps(pull, { origin, kind, own, advances, generation });
}

interface Reading {
  origin: string;
  kind: SequenceKind;
  own: boolean;
  advances: boolean;
  generation: number;
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
  if (!ended && progress.mark(origin, kind) > from) return;
  const readFor = ended ? Math.min(replay, held) : replay;
  yield* write((tx) => {
    if (progress.generation(origin) !== generation) return;
    const { read, replayed } = progress.position(pull.neighbour, origin, kind);
    progress.setPosition(tx, pull.neighbour, origin, kind, { read, replayed: Math.max(replayed, readFor) });
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
    let room = gaps.room(origin, kind);
    const settled = outcomes.filter(settles);
    const isGap = gapsAmong(pull, origin, kind, settled);
    for (const outcome of settled) {
      const v = numberOf(outcome)!;
      if (isPastLimit(outcome)) {
        const gap = gaps.get(origin, kind, v);
        if (gap) gaps.put(tx, { ...gap, reason: "hops", givenUp: null });
        else if (room.hops-- > 0) gaps.put(tx, newGap(origin, kind, v, "hops", now));
      } else if (isGap(v)) {
        gaps.close(tx, origin, kind, v);
      }
    }
    room = gaps.room(origin, kind);
    const moves = settlePage({
      advances,
      mark: progress.mark(origin, kind),
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
      isKept: (v) => records.keptAt(origin, kind, v) !== undefined,
      isGap: (v) => gaps.get(origin, kind, v) !== undefined,
    });
    for (const { v, reason } of moves.open) gaps.put(tx, newGap(origin, kind, v, reason, now));
    if (moves.close) gaps.closeRange(tx, origin, kind, moves.close.after, moves.close.to, moves.close.named);
    progress.raiseMark(tx, origin, kind, moves.mark);
    const { read, replayed } = progress.position(pull.neighbour, origin, kind);
    progress.setPosition(tx, pull.neighbour, origin, kind, {
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
  const gaps = numbers.length === 0 ? [] : pull.store.gaps.inRange(origin, kind, least - 1, most);
  const among = new Set(gaps.map(({ v }) => v));
  return (v) => among.has(v);
}

/** Kept past the hop limit only: shown here, never served, and looked for over a shorter way. */
const isPastLimit = (outcome: Outcome): boolean =>
  (outcome.result === "applied" || outcome.result === "held") && outcome.hops >= HOP_LIMIT;

/** Asks the neighbour for single records that are missing and due. */
function* askForGaps(pull: Pull, reading: Reading): Steps<void> {
  const { origin, kind } = reading;
  const now = pull.receiver.now();
  const due = pull.store.gaps.open(origin, kind)
    .filter((gap) => isDue(gap, pull.neighbour, now))
    .sort(byUrgency(pull.neighbour))
    .slice(0, Math.min(ASKS_PER_KIND, pull.asksLeft));
  for (const gap of due) {
    pull.asksLeft--;
    const page = yield* readOriginPage(pull, pageAsk(pull, origin, kind, gap.v - 1, 1));
    if (page === "limited") pull.limited = true;
    if (page === "limited" || page === "missing") {
      yield* noteAsk(pull, reading, gap, "none");
      return;
    }
    yield* takeAnswer(pull, reading, gap, page);
  }
}

function* noteAsk(pull: Pull, reading: Reading, gap: Gap, result: AskResult): Steps<void> {
  const { gaps, progress } = pull.store;
  yield* write((tx) => {
    const now = pull.receiver.now();
    const current = gaps.get(gap.origin, gap.kind, gap.v);
    if (!current || progress.generation(gap.origin) !== reading.generation) return;
    const after = afterAsk(current, pull.neighbour, result, now);
    gaps.put(tx, after);
    if (after.givenUp !== null) {
      pull.log("record given up: {gap}", { gap: `${gap.origin} ${gap.kind} ${gap.v}` });
    }
  });
}

function* takeAnswer(pull: Pull, reading: Reading, gap: Gap, page: JudgedPage): Steps<void> {
  const { origin, kind, v } = gap;
  const { outcomes: [outcome] } = yield* admitAll(pull, page.judged.slice(0, 1), () => ({
    origin,
    kind,
    hops: (page.hops?.[0] ?? HOP_LIMIT) + 1,
    via: pull.neighbour,
  }));
  const found = outcome !== undefined && numberOf(outcome) === v;
  if (found && !settles(outcome)) {
    const promising = outcome.result === "future" || (outcome.result === "unverified" && outcome.outdated);
    const result = promising ? "promising" : outcome.result === "unverified" ? "without" : "none";
    return yield* noteAsk(pull, reading, gap, result);
  }
  const gone = reading.advances && (page.held ?? 0) >= v && !page.gaps?.includes(v) &&
    !page.hopGaps?.includes(v);
  if (!found && !gone) return yield* noteAsk(pull, reading, gap, "without");
  yield* write((tx) => {
    const { gaps, progress } = pull.store;
    if (progress.generation(origin) !== reading.generation) return;
    if (found && isPastLimit(outcome)) {
      gaps.put(tx, { ...afterAsk(gap, pull.neighbour, "none", pull.receiver.now()), reason: "hops" });
    } else {
      gaps.close(tx, origin, kind, v);
    }
  });
}
