/** The seven-character times of APRS101 chapter 6. Day-hour-minute and hour-minute-second name no month. */
import type { SentTime } from "./packet.ts";

const DAY = 86_400;
/** A sender's clock may be this far ahead, in seconds, before its time is not taken. */
const AHEAD = 3600;

const two = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48, ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
};

/**
 * Reads `DDHHMMz`, `DDHHMM/` or `HHMMSSh` at `at`. `undefined` when no such thing stands there. A local time (`/`) and
 * one far in the future give no instant; `111111z` means "permanent" and gives none either.
 */
export function readTime(text: string, at: number, heardAt?: number): SentTime | undefined {
  if (text.length < at + 7) return undefined;
  const a = two(text, at), b = two(text, at + 2), c = two(text, at + 4);
  const zone = text[at + 6];
  const time: SentTime = { text: text.slice(at, at + 7) };
  if (a < 0 || b < 0 || c < 0) return undefined;
  if (zone === "h") {
    if (a > 23 || b > 59 || c > 59) return undefined;
    if (heardAt === undefined) return time;
    const of = heardAt - heardAt % DAY + a * 3600 + b * 60 + c;
    time.at = of > heardAt + AHEAD ? of - DAY : of < heardAt - DAY + AHEAD ? of + DAY : of;
    return time;
  }
  if (zone !== "z" && zone !== "/") return undefined;
  if (a < 1 || a > 31 || b > 23 || c > 59) return time.text === "000000z" ? time : undefined;
  if (zone === "z" && heardAt !== undefined && time.text !== "111111z") {
    const found = nearestPast(a, b * 3600 + c * 60, heardAt);
    if (found !== undefined) time.at = found;
  }
  return time;
}

/** The latest instant not far ahead of `heardAt` with that day of the month. */
function nearestPast(day: number, seconds: number, heardAt: number): number | undefined {
  const heard = new Date(heardAt * 1000);
  // Next month first: on the 31st a clock a little fast may already say the 1st.
  for (let back = -1; back <= 2; back++) {
    const month = new Date(Date.UTC(heard.getUTCFullYear(), heard.getUTCMonth() - back, day));
    const at = month.getTime() / 1000 + seconds;
    if (month.getUTCDate() === day && at <= heardAt + AHEAD) return at;
  }
  return undefined;
}
