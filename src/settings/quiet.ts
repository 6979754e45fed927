/** Quiet hours: when operators are told nothing, by the clock of this host. Pure. */

/** From one minute of the day to another, over midnight where the end is the earlier one. */
export interface QuietHours {
  from: number;
  to: number;
}

const minutes = (text: string): number | undefined => {
  const [, hours, rest] = /^([01]?\d|2[0-3])(?::([0-5]\d))?$/.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(rest ?? 0);
};

/** `22:00-07:00`, or `off`. Undefined where it is neither. */
export function readQuiet(text: string): QuietHours | "off" | undefined {
  if (text.trim().toLowerCase() === "off") return "off";
  const parts = text.split("-");
  if (parts.length !== 2) return undefined;
  const [from, to] = parts.map(minutes);
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, "0")).join(":");

export const writeQuiet = (quiet: QuietHours | "off"): string =>
  quiet === "off" ? quiet : `${clock(quiet.from)}-${clock(quiet.to)}`;

/** Whether a minute of the day lies within them. */
export function isQuiet(quiet: QuietHours | "off", minute: number): boolean {
  if (quiet === "off") return false;
  const { from, to } = quiet;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
