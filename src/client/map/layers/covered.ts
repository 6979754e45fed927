/** How squares that receivers cover are drawn. Pure. */

const DAY = 86_400;

/** How old the last packet from a square is: within a day, within a month, or older. `ageS`: seconds. */
export const ageWord = (ageS: number): "day" | "month" | "old" =>
  ageS <= DAY ? "day" : ageS <= 30 * DAY ? "month" : "old";
/** How dense a square is drawn: the number of digits of how often something was heard there. */
export const denseness = (heard: number): number =>
  Math.min(0.75, 0.2 + 0.15 * Math.log10(Math.max(1, heard)));
