/** A pull of one peer, from its descriptor to its last page (FED "Events", "Reception rules"). Drives nothing itself. */
import { MAX_PAGE_BYTES, readPage, type RecordKind, type SequenceKind } from "../../wire/mod.ts";
import {
  afterAsk,
  type AskResult,
  ASKS_PER_KIND,
  ASKS_PER_PULL,
  byUrgency,
  type Gap,
  isDue,
} from "../gaps/rules.ts";
import { admitAll } from "./admit_all.ts";
import { watchClock } from "./clock.ts";
import {
  type Counts,
  type Deps,
  noCounts,
  PAGES,
  type Pull,
  type PullOptions,
  type Reading,
  wants,
} from "./context.ts";
import { diskLow, get, PullFailed, type Steps, write } from "./effects.ts";
import { readExchange } from "./exchange.ts";
import { learnOrigins, raiseNumbers, readSummary } from "./learn.ts";
import { meet } from "./meet.ts";
import type { HeldNumbers } from "../tables/peer_store.ts";
import { isNewHeld, type OriginSummary, planReading, type Standing } from "./plan.ts";
import { isLast, type JudgedPage, pageAsk, readOriginPage } from "./origin_page.ts";
import { takePage } from "./take_page.ts";
import { isPastLimit, numberOf, settles } from "../admit/outcome.ts";
import { HOP_LIMIT } from "../tables/record_store.ts";

// Reading one kind of one origin's records from a neighbour (FED "Marks").

// Asking a neighbour for single records that are missing (FED "Gap lifecycle").

/** Asks the neighbour for single records that are missing and due. */
function* askForGaps(pull: Pull, reading: Reading): Steps<void> {
  const { origin, kind } = reading;
  const now = pull.receiver.now();
  const due = pull.store.gaps.open({ origin, kind })
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
    const current = gaps.byPlace(gap);
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
  const passage = { origin, kind, hops: (page.hops?.[0] ?? HOP_LIMIT) + 1, via: pull.neighbour };
  const { outcomes: [outcome] } = yield* admitAll(pull, page.judged.slice(0, 1), () => passage, () => {});
  const found = outcome !== undefined && numberOf(outcome) === v;
  if (found && !settles(outcome)) {
    // It exists: it will verify later, or there will be room.
    const promising = outcome.result === "future" || outcome.result === "full" ||
      (outcome.result === "unverified" && outcome.outdated);
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
      gaps.close(tx, { origin, kind, v });
    }
  });
}

/** Frames asked for in one page (FED "Public federation"). */
const PAGE_FRAMES = 500;

/** Reads the new records of one kind of one origin, then asks for those that are missing. */
function* readOrigin(
  pull: Pull,
  origin: string,
  kind: SequenceKind,
  said: OriginSummary | undefined,
): Steps<void> {
  const { progress, gaps } = pull.store;
  const own = origin === pull.neighbour;
  // Deletions are read whatever room there is: those of what is held make room.
  const isPutOff = kind !== "tombstone" &&
    pull.room.putsOff(nameOf(pull, origin, kind), { origin, via: pull.neighbour }, pull.receiver.now());
  if (isPutOff) return;
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

/** What is read from a neighbour, to remember that there was no room for it. */
const nameOf = ({ neighbour }: Pull, origin: string, kind: SequenceKind): string =>
  `${neighbour} ${origin} ${kind}`;

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
function* readPages(pull: Pull, { ...reading }: Reading, from: number, replay: number): Steps<void> {
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
    full ||= moved.full || moved.noRoom;
    if (moved.noRoom) {
      pull.room.readInVain(nameOf(pull, origin, kind), pull.receiver.now());
      if (kind !== "tombstone") return;
      // Behind a deletion that found no room others may be of what is held: they are taken, and nothing else moves.
      reading.readTo ??= cursor;
    }
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

export interface PullResult {
  counts: Counts;
  bytes: number;
  /** How far the neighbour says that it holds our own records; null where it does not know us. */
  held: HeldNumbers | null;
}

/** Sequence kinds after the deletions, in the order in which they are applied. */
const AFTER_DELETIONS: SequenceKind[] = ["account-move", "cache", "find"];

/** Pulls one peer. Throws PullFailed where the peer or the network is the cause. */
export function* pullPeer(deps: Deps, url: string, options: PullOptions = {}): Steps<PullResult> {
  if (!deps.receiver.knowsTime()) throw new PullFailed("clock_unset", "this host's clock is not set");
  if (deps.room.isDiskLow()) throw diskLow();
  yield* watchClock(deps);
  const { peer } = yield* meet(deps, url);
  const pull: Pull = {
    ...deps,
    url,
    neighbour: peer.instance!,
    trusted: peer.trust === "trusted",
    capabilities: peer.capabilities,
    options,
    counts: noCounts(),
    bytes: 0,
    passedOnPages: options.maxPages ?? PAGES,
    asksLeft: ASKS_PER_PULL,
    limited: false,
  };
  yield* readExchange(pull, peer);
  const { entries, askerHeld } = yield* readSummary(pull);
  yield* raiseNumbers(pull, askerHeld ?? {});
  yield* learnOrigins(pull, entries.values());

  const origins = [pull.neighbour, ...[...entries.keys()].filter((origin) => isReadable(pull, origin))];
  const said = (origin: string, kind: SequenceKind): OriginSummary | undefined => {
    const entry = entries.get(origin);
    return entry && { held: entry.held?.[kind] ?? 0, top: entry.top[kind] ?? 0 };
  };
  const readAll = function* (kind: SequenceKind): Steps<void> {
    if (!wants(pull, kind)) return;
    for (const origin of origins) {
      if (pull.limited && origin !== pull.neighbour) continue;
      yield* readOrigin(pull, origin, kind, said(origin, kind));
    }
  };
  // The deletions of all origins are read before any other records, so that nothing is shown that was deleted already.
  yield* readAll("tombstone");
  yield* readFeed(pull, "key");
  for (const kind of AFTER_DELETIONS) yield* readAll(kind);
  yield* readFeed(pull, "bulletin");
  return { counts: pull.counts, bytes: pull.bytes, held: askerHeld ?? null };
}

/**
 * Whether records of an origin are read from this neighbour: the origin is neither we nor the neighbour, it is not
 * blocked, and a key of it is known here.
 */
function isReadable(pull: Pull, origin: string): boolean {
  if (origin === pull.self || origin === pull.neighbour) return false;
  const view = pull.trust.originView(origin);
  return view !== undefined && !view.blocked && view.keys.length > 0;
}

/**
 * Reads a neighbour's own feed of keys or bulletins. A record that cannot be verified yet is passed over, since these
 * feeds have no gaps.
 */
function* readFeed(pull: Pull, kind: Extract<RecordKind, "key" | "bulletin">): Steps<void> {
  if (!wants(pull, kind)) return;
  const { progress } = pull.store;
  let at = progress.feed(pull.neighbour, kind);
  for (let left = pull.options.maxPages ?? PAGES; left > 0; left--) {
    const query = new URLSearchParams({ since: String(at.cursor), limit: "500" });
    if (at.nextId !== null) query.set("sinceId", at.nextId);
    const path = `/federation/sync/${kind}?${query}`;
    const reply = yield* get(path, MAX_PAGE_BYTES);
    pull.bytes += reply.bytes.length;
    if (reply.status === 404) return;
    if (reply.status !== 200) throw new PullFailed("status", `${path} answered ${reply.status}`);
    const read = readPage(reply.bytes, 500);
    if (!read.ok) throw new PullFailed("bad_page", `${path}: ${read.problem}`);
    const { page } = read;
    if (page.instance !== pull.neighbour) {
      throw new PullFailed("bad_page", `${path}: page of ${page.instance}`);
    }
    // Once complete, bulletins are read on from the second alone: another may be posted in it.
    const next = { cursor: page.nextCursor, nextId: page.complete ? null : page.nextId ?? null };
    const moved = next.cursor > at.cursor || next.nextId !== at.nextId;
    if (page.frames.length > 0 || moved) {
      const passage = { origin: pull.neighbour, kind, hops: 1, via: pull.neighbour };
      const { then: noRoom } = yield* admitAll(pull, page.frames, () => passage, (tx, outcomes) => {
        // A page of which something found no room is read again, whole.
        if (outcomes.some(({ result }) => result === "full")) return true;
        if (moved) progress.setFeed(tx, { neighbour: pull.neighbour, kind, ...next });
        return false;
      });
      if (noRoom) return;
    }
    at = next;
    if (page.complete || !moved) return;
  }
}
