/** Where the blocks of a year's drawing stand. Pure. */

export interface Week {
  /** 0 is the oldest of them. */
  week: number;
  finds: number;
  byRadio: number;
}

/** So many columns, and so many blocks in one: more finds of a week fill the column and no more. */
export const WEEKS = 52, HIGH = 4;

/** Every block from the bottom up: `radio` and `found` are finds, `undefined` is room. */
export function blocksOf(
  weeks: readonly Week[],
): { week: number; row: number; is: "radio" | "found" | undefined }[] {
  const by = new Map(weeks.map((one) => [one.week, one]));
  return Array.from({ length: WEEKS * HIGH }, (_, at) => {
    const week = Math.floor(at / HIGH), row = at % HIGH, { finds = 0, byRadio = 0 } = by.get(week) ?? {};
    return { week, row, is: row < byRadio ? "radio" : row < finds ? "found" : undefined };
  });
}
