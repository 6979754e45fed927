/** Times of meetings as fields for a date and a time have them, in this device's zone. Pure. */

/** A meeting lasts no longer, in seconds; the gateway holds the same. */
export const MEETING_LONGEST_S = 14 * 86_400;

/** Unix seconds as `2026-07-04T18:00`; nothing for nothing. */
export function atText(at: number | undefined): string {
  if (at === undefined) return "";
  const date = new Date(at * 1000), two = (n: number) => String(n).padStart(2, "0");
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${
    two(date.getDate())
  }`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The same read back; `undefined` where it is no time. */
export function timeText(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return undefined;
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000);
}
