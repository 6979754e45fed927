/**
 * How far a hub holds a spoke, in the marks and gaps that pulls use: a submission counts like a page that the origin
 * itself served (FED "Marks", "Gap lifecycle"). A hub cannot come and ask, so what it misses it names with the marks.
 */
import { isRecent } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import {
  RECORD_KINDS,
  type RecordKind,
  SEQUENCE_KINDS,
  type SequenceKind,
  type SyncPage,
} from "../../wire/mod.ts";
import { numberOf, type Outcome, settles } from "../admit/outcome.ts";
import { afterAsk, ASKS_PER_KIND, ASKS_PER_PULL, byUrgency, isDue } from "../gaps/rules.ts";
import type { Peer } from "../tables/peer_store.ts";
import { movePage, type Moving, settleGaps } from "../pull/take_page.ts";
import { readAgain } from "../records/forget.ts";
import type { Store } from "../tables/store.ts";
import type { SpokeStore } from "../tables/spoke_store.ts";

interface MarkView {
  cursor: number;
  id?: string;
}
/** Marks by type, and the numbers of records that the hub misses below them. */
interface Marks {
  marks: Partial<Record<RecordKind, MarkView>>;
  gaps: Partial<Record<SequenceKind, number[]>>;
}

/** How often it is noted that a spoke looked at its marks, in seconds. */
const SEEN_EVERY_S = 300;

interface MarksParts {
  store: Store;
  spokes: SpokeStore;
  receiver: { now(): number };
}

/**
 * Marks and due gaps of a spoke that signed for them. Naming a gap is asking for it. Looking changes no mark, nor who may
 * move them: the secret alone gates submissions, and a spoke that looks may go on to submit unsigned.
 */
export function tellMarks(tx: Tx, parts: MarksParts, instance: string): Marks {
  const { store, spokes, receiver } = parts;
  const now = receiver.now();
  const spoke = spokes.get({ instance });
  if (spoke && store.peers.live(instance) && !isRecent(spoke.seenAt, now, SEEN_EVERY_S)) {
    spokes.seen(tx, { instance, at: now });
  }
  const told: Marks = { marks: {}, gaps: {} };
  for (const kind of RECORD_KINDS) {
    const { cursor, nextId } = markOf(store, instance, kind);
    if (cursor > 0) told.marks[kind] = { cursor, ...(nextId === null ? {} : { id: nextId }) };
  }
  let left = ASKS_PER_PULL;
  for (const kind of SEQUENCE_KINDS) {
    const due = store.gaps.open({ origin: instance, kind })
      .filter((gap) => isDue(gap, instance, now))
      .sort(byUrgency(instance))
      .slice(0, Math.min(ASKS_PER_KIND, left));
    for (const gap of due) store.gaps.put(tx, afterAsk(gap, instance, "without", now));
    if (due.length > 0) told.gaps[kind] = due.map(({ v }) => v);
    left -= due.length;
  }
  return told;
}

/** Where a spoke goes on with its records of a kind. */
const markOf = (
  { progress }: Store,
  instance: string,
  kind: RecordKind,
): { cursor: number; nextId: string | null } =>
  (SEQUENCE_KINDS as readonly string[]).includes(kind)
    ? { cursor: progress.mark({ origin: instance, kind: kind as SequenceKind }), nextId: null }
    : progress.feed(instance, kind);

/**
 * Forgets the marks that unsigned pages have moved, when the spoke signs a submission for the first time: anybody who
 * knows the secret may have sent those pages.
 */
export function forgetUnproven(
  tx: Tx,
  { store, spokes }: Pick<MarksParts, "store" | "spokes">,
  { instance, addedVia }: Peer,
): void {
  const spoke = spokes.get({ instance: instance! });
  if (!spoke || spoke.signs || addedVia !== "submitted") return;
  readAgain(tx, store, instance!);
  store.progress.forgetNeighbour(tx, instance!);
}

/**
 * Moves the mark of a numbered kind; without `since` only gaps that were filled are closed. `proven`: the spoke signed the
 * page, so what it leaves out is its word that there is nothing (FED "Gap lifecycle"); an unsigned page is nobody's.
 */
export function moveSequence(
  tx: Tx,
  moving: Moving,
  kind: SequenceKind,
  since: number | undefined,
  page: SyncPage,
  outcomes: readonly Outcome[],
  proven: boolean,
): void {
  const { store: { gaps, progress }, receiver, neighbour: origin } = moving;
  if (since === undefined) return settleGaps(tx, moving, origin, kind, outcomes);
  for (const outcome of outcomes) {
    const v = numberOf(outcome);
    const gap = v === undefined || settles(outcome) ? undefined : gaps.byPlace({ origin, kind, v });
    // The record exists and may verify later, since the wrong clock may be ours: its week begins again.
    const promising = outcome.result === "future" || (outcome.result === "unverified" && outcome.outdated);
    if (gap && promising) gaps.put(tx, { ...gap, aged: 0, lookedAt: receiver.now() });
  }
  const { nextCursor } = page;
  const generation = progress.generation(origin);
  const reading = { origin, kind, advances: true, closes: proven, generation };
  movePage(tx, moving, reading, since, { nextCursor, held: nextCursor }, outcomes);
}

/** Moves the place in a feed of keys or bulletins, up to the first record that may still be taken later. */
export function moveFeed(
  tx: Tx,
  { store: { progress }, neighbour }: Moving,
  kind: RecordKind,
  since: number,
  page: SyncPage,
  outcomes: readonly Outcome[],
): void {
  const at = progress.feed(neighbour, kind);
  if (since > at.cursor) return;
  const waiting = outcomes.flatMap((outcome) =>
    outcome.result === "future" || outcome.result === "failed" || outcome.result === "full" ? [outcome.v] : []
  );
  const next = waiting.length > 0 && Math.min(...waiting) <= page.nextCursor
    ? { cursor: Math.min(...waiting) - 1, nextId: null }
    : { cursor: page.nextCursor, nextId: page.nextId ?? null };
  const further = next.cursor > at.cursor ||
    (next.cursor === at.cursor && Number(next.nextId ?? -1) > Number(at.nextId ?? -1));
  if (further) progress.setFeed(tx, { neighbour, kind, ...next });
}
