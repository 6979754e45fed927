/** Whether a port is unusually quiet: measured by what it heard at the same hours of the days before. Pure. */

const HOUR_S = 3600, DAY_H = 24;
/**
 * How many days back are compared, and on how many of them an hour must be known to be expected to bring anything.
 */
export const RHYTHM_DAYS = 14;
const LEAST_DAYS = 3;
/**
 * Silence is unusual when so many frames would usually have come meanwhile: chance alone does that once in 20,000
 * times.
 */
const LEAST_EXPECTED = 10;
/** Silence longer than that, in seconds, is the normal state by now and no longer unusual. */
const LONGEST_S = 24 * HOUR_S;

/** The middle of the numbers, the lower of two; undefined of too few. */
function usual(numbers: readonly number[]): number | undefined {
  if (numbers.length < LEAST_DAYS) return undefined;
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)]!;
}

/**
 * `heard`: unix hour → frames heard in it, with 0 for hours without any. `lastHeardAt`: unix seconds, null for never. Of
 * hours that are not known on enough days nothing is expected.
 */
export function isUnusuallyQuiet(
  heard: ReadonlyMap<number, number>,
  lastHeardAt: number | null,
  now: number,
): boolean {
  const from = Math.max(lastHeardAt ?? 0, now - LONGEST_S);
  let expected = 0;
  for (let hour = Math.floor(from / HOUR_S); hour * HOUR_S < now; hour++) {
    const days: number[] = [];
    for (let day = 1; day <= RHYTHM_DAYS; day++) {
      const then = heard.get(hour - day * DAY_H);
      if (then !== undefined) days.push(then);
    }
    const share = (Math.min(now, (hour + 1) * HOUR_S) - Math.max(from, hour * HOUR_S)) / HOUR_S;
    expected += (usual(days) ?? 0) * share;
  }
  return expected >= LEAST_EXPECTED;
}
