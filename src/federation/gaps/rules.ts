/** The rules of gaps, without I/O (FED "Gap lifecycle"). Times are unix seconds. */
import type { SequenceKind } from "../../wire/mod.ts";

/**
 * Why a record is missing. `unsettled`: a frame came that could not be verified or stored. `upstream`: a neighbour
 * whose word counts says that it lacks the record. `hops`: it is kept here past the hop limit. `upstream-hops`: a
 * neighbour says that it keeps the record past the hop limit only.
 */
export type GapReason = "unsettled" | "upstream" | "hops" | "upstream-hops";

export interface Gap {
  origin: string;
  kind: SequenceKind;
  v: number;
  reason: GapReason;
  firstSeen: number;
  /** For how many seconds it has been looked for. */
  aged: number;
  lookedAt: number;
  /** How often it was asked for and the answer came without it. */
  asks: number;
  /** By neighbour: asks made, and when the next is due. */
  tries: Record<string, [asks: number, notBefore: number]>;
  givenUp: number | null;
  seen: number | null;
}

export const MAX_GAPS = 1000;
export const MAX_HOP_GAPS = 10_000;
export const ASKS_PER_KIND = 20;
export const ASKS_PER_PULL = 100;
/** Gaps that one page names at most; where there are more, `held` stops before the next one. */
export const GAPS_PER_PAGE = 200;

const DAY = 86_400;
const FIRST_WAIT_S = 300;
const GIVE_UP_AGE_S = 7 * DAY;
const GIVE_UP_ASKS = 5;
const HOP_GAP_LIFE_S = 30 * DAY;
const SEEN_LIFE_S = 30 * DAY;
const UNSEEN_LIFE_S = 90 * DAY;

export const isHopGap = (reason: GapReason): boolean => reason === "hops" || reason === "upstream-hops";

/** Wait after the n-th ask of one neighbour: 5 minutes, doubling, at most a day. */
export const waitAfter = (asks: number): number =>
  Math.min(FIRST_WAIT_S * 2 ** (Math.min(asks, 20) - 1), DAY);

/** Whether the neighbour is to be asked now. A time further off than any wait was set under another clock. */
export function isDue(gap: Gap, neighbour: string, now: number): boolean {
  if (gap.givenUp !== null) return false;
  const tried = gap.tries[neighbour];
  return tried === undefined || tried[1] <= now || tried[1] > now + DAY;
}

/** Order of asking: those that hold a mark back first, then longest overdue, then lowest. */
export function byUrgency(neighbour: string): (a: Gap, b: Gap) => number {
  const due = (gap: Gap) => gap.tries[neighbour]?.[1] ?? 0;
  return (a, b) => Number(isHopGap(a.reason)) - Number(isHopGap(b.reason)) || due(a) - due(b) || a.v - b.v;
}

/**
 * What an ask that did not fill the gap came to. `without`: answered without the record, or with one that does not
 * verify. `promising`: with the record under a former key, or signed in the future, where the wrong clock may be
 * ours: it exists and will verify later, so its week begins again. `none`: no answer.
 */
export type AskResult = "without" | "promising" | "none";

/** The gap after an ask of a neighbour that did not fill it. */
export function afterAsk(gap: Gap, neighbour: string, result: AskResult, now: number): Gap {
  const asks = (gap.tries[neighbour]?.[0] ?? 0) + 1;
  const tries = { ...gap.tries, [neighbour]: [asks, now + waitAfter(asks)] as [number, number] };
  const next: Gap = { ...aged(gap, now), tries, asks: gap.asks + (result === "without" ? 1 : 0) };
  if (result === "promising") next.aged = 0;
  return isHopeless(next) ? { ...next, givenUp: now } : next;
}

/** The gap with its age as it is now. A clock that jumps by years adds one day. */
export const aged = (gap: Gap, now: number): Gap => ({
  ...gap,
  aged: gap.aged + Math.min(Math.max(0, now - gap.lookedAt), DAY),
  lookedAt: now,
});

/**
 * Whether it is given up: not filled within 7 days and 5 asks. A deletion is never given up; hop gaps end only by
 * age.
 */
const isHopeless = (gap: Gap): boolean =>
  gap.kind !== "tombstone" && !isHopGap(gap.reason) && gap.aged >= GIVE_UP_AGE_S && gap.asks >= GIVE_UP_ASKS;

/**
 * Whether the row is to be deleted: a hop gap after 30 days (of a deletion only once that deletion was applied here),
 * a given-up gap 30 days after the operator has seen it, or 90 days after it was given up.
 */
export function isOver(gap: Gap, now: number): boolean {
  if (isHopGap(gap.reason)) {
    return gap.aged >= HOP_GAP_LIFE_S && (gap.kind !== "tombstone" || gap.reason === "hops");
  }
  if (gap.givenUp === null) return false;
  return gap.seen !== null ? now >= gap.seen + SEEN_LIFE_S : now >= gap.givenUp + UNSEEN_LIFE_S;
}

/** A gap as it is opened. */
export const newGap = (
  origin: string,
  kind: SequenceKind,
  v: number,
  reason: GapReason,
  now: number,
): Gap => ({
  origin,
  kind,
  v,
  reason,
  firstSeen: now,
  aged: 0,
  lookedAt: now,
  asks: 0,
  tries: {},
  givenUp: null,
  seen: null,
});
