/** How loud a sound card hears, in numbers and words. Pure. */

/** How loud something came in, by Direwolf's measure: 50 is right, 25 to 100 is good. */
export interface Loudness {
  /** Of a frame that was decoded. */
  level?: number;
  /** Of whatever the card hears, frames or noise. */
  any?: number;
}

export const GOOD_FROM = 25, GOOD_TO = 100;

/** Whether a level is as it should be. */
export const howLoud = (level: number): "low" | "good" | "high" =>
  level < GOOD_FROM ? "low" : level > GOOD_TO ? "high" : "good";

const BAR = 20, FULL = 200;

/** `[#####...............] 50`: a level as a bar of signs. */
export function levelBar(level: number): string {
  const full = Math.min(BAR, Math.round(level * BAR / FULL));
  return `[${"#".repeat(full)}${".".repeat(BAR - full)}] ${level}`;
}
