/** Whether enough independent peers heard somebody (FED "Events", Corroboration). Pure. */
import { BUCKET_M, BUCKET_S } from "./coarsen.ts";

/** A peer's verified yes, or a yes that may still come. */
export interface Voice {
  instance: string;
  /** Who runs it: registry operator, else the call that a zone proved. */
  operator?: string;
  key: string;
  /** Whether the peer was trusted automatically (FED_AUTO_PROMOTE), not by a sysop. */
  automatic: boolean;
}

/** How many different people these are: answers with the same operator or the same key count as one. */
export function countVoices(voices: readonly Voice[]): number {
  const groups: Set<string>[] = [];
  for (const { operator, key } of voices) {
    const names = new Set([`key ${key}`, ...(operator === undefined ? [] : [`operator ${operator}`])]);
    const same = groups.filter((group) => [...names].some((name) => group.has(name)));
    for (const group of same) {
      for (const name of group) names.add(name);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(names);
  }
  return groups.length;
}

/** How many of these are needed: at least two where one of them was not vetted by a sysop. */
export const neededOf = (voices: readonly Voice[], quorum: number): number =>
  Math.max(quorum, voices.some(({ automatic }) => automatic) ? 2 : 1);

/** Whether they are a quorum; those that a sysop trusts are counted alone first. */
export function isQuorum(voices: readonly Voice[], quorum: number): boolean {
  const vetted = voices.filter(({ automatic }) => !automatic);
  return [vetted, voices].some((some) => some.length > 0 && countVoices(some) >= neededOf(some, quorum));
}

interface Evidence {
  distanceM: number;
  at: number;
}

/** The evidence that is kept: the closest; of equally close ones the latest. */
export const closest = <E extends Evidence>(all: readonly E[]): E | undefined =>
  all.toSorted((a, b) => a.distanceM - b.distanceM || b.at - a.at)[0];

/** Whether two peers heard the same: distance and time equal or in the next bucket. */
export const agrees = (a: Evidence, b: Evidence): boolean =>
  Math.abs(a.distanceM - b.distanceM) <= BUCKET_M && Math.abs(a.at - b.at) <= BUCKET_S;
