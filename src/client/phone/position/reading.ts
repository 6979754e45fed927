/** What a reading of the phone's place is worth, and what it means when none comes: one rule for all pages. Pure. */
import { READING_S } from "../../../caches/rules/tier_limits.ts";
import type { ReadonlySignal } from "@preact/signals";
import type { Point } from "../../ui/places/arrow.ts";

/** A reading of the phone's place. */
export interface Reading extends Point {
  /** The phone says that it is wrong by so many metres at most. */
  accuracyM: number;
  /** When it was taken, unix seconds by the gateway's clock. */
  at: number;
}

/**
 * Why no reading comes: the person, browser or phone does not allow it; the phone finds no position; or it takes long. Only
 * the first needs the person; after the other two a reading may still come.
 */
export type Failure = "refused" | "nofix" | "timeout";

/** The phone's place as a page follows it. */
export interface Position {
  /** The newest reading; it stays when no other comes. */
  readonly reading: ReadonlySignal<Reading | undefined>;
  /** Why none comes at present. */
  readonly failure: ReadonlySignal<Failure | undefined>;
  /** Asks the browser once more. */
  again(): void;
}

/** Where so many seconds brought no first reading, the page says that it takes long. */
export const LATE_S = 20;
/** A reading that is so many seconds old does not show where somebody is who walks. */
const LOST_S = 10;
/** A reading that may be wrong by so many metres is poor: neither to find a cache with nor to prove much. */
export const POOR_M = 80;

/** A browser hands over a reading within so many seconds of the age that it was allowed; a phone's clock ticks as roughly. */
const LATE_BY_S = 10;

/**
 * When a reading was taken, unix seconds by the gateway's clock. By the standard (W3C Geolocation, "Acquire a position") its
 * `timestamp` is the phone's clock as it was acquired, which is wrong by the same as the phone; Android hands on the time that
 * the satellites told, which is right by itself. Where only the second explains how old the reading may be, it is that.
 * `clock`: the phone's own, seconds; `offset`: what is missing from it; `most`: how old a reading was asked for at most.
 */
export function takenAt(
  timestampMs: number,
  { clock, offset, most }: { clock: number; offset: number; most: number },
): number {
  const stamp = timestampMs / 1000;
  const isSo = (ageS: number) => ageS >= -LATE_BY_S && ageS <= most + LATE_BY_S;
  const byPhone = stamp + offset, now = clock + offset;
  return Math.floor(!isSo(clock - stamp) && isSo(now - stamp) ? stamp : byPhone);
}

/** The age of a reading in seconds; one from a clock that is ahead is new. */
export const ageOf = ({ at }: Reading, now: number): number => Math.max(0, now - at);

/** Whether a reading is too old to show the way. */
export const isLost = (reading: Reading, now: number): boolean => ageOf(reading, now) >= LOST_S;

/** A list and the map renew a reading every half minute. One that is older, in seconds, is said with its age. */
const FOLLOWED_S = 60;
/** Whether a list or a map may show a reading as where the phone is now. */
export const isFollowed = (reading: Reading, now: number): boolean => ageOf(reading, now) < FOLLOWED_S;

/** Whether a reading is sent with what is done at its place, and whether it will prove much there. */
export function worthOf(reading: Reading, now: number): "good" | "poor" | "old" {
  if (Math.abs(now - reading.at) > READING_S) return "old";
  return reading.accuracyM >= POOR_M ? "poor" : "good";
}

/** The place of the last opening is remembered for so many seconds: a week. */
export const REMEMBERED_S = 7 * 86_400;
/** The reading that was remembered; `undefined` where there is none, it is too old, or it is something else. */
export function remembered(stored: unknown, now: number): Reading | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { lat, lon, accuracyM, at } = stored as Record<string, unknown>;
  const isNumber = (value: unknown): value is number => typeof value === "number";
  if (!isNumber(lat) || !isNumber(lon) || !isNumber(accuracyM) || !isNumber(at)) return undefined;
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180 || now - at > REMEMBERED_S) return undefined;
  return { lat, lon, accuracyM, at };
}
