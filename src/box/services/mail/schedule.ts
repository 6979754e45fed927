/** When a partner is due: by its interval, within its hours (API "BBS"). Pure. */

const HOUR_S = 3600;
/**
 * The box's idea of the time may differ by some seconds from one start to the next: a call that is due within this
 * many seconds is due now.
 */
const CLOCKS_DIFFER_S = 60;

/**
 * Whether an hour lies in bands such as `0-6,22-23`. `22-6` goes over midnight, a single number is that hour, an
 * empty text is always.
 */
export function inBands(bands: string, hour: number): boolean {
  const parts = bands.split(",").map((part) => part.trim()).filter((part) => part !== "");
  if (parts.length === 0) return true;
  return parts.some((part) => {
    const [, from, to] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? [];
    if (from === undefined) return false;
    const first = Number(from), last = Number(to ?? from);
    return first <= last ? hour >= first && hour <= last : hour >= first || hour <= last;
  });
}

interface Due {
  enabled: boolean;
  intervalMin: number;
  timebands: string;
  requestReverse: boolean;
  waiting: number;
  /** Since when an operator wants it called: then at once, whatever interval and hours say. */
  callAskedAt?: number | undefined;
}

/** Whether a partner is to be called now. `last`: when it was called last; `now` in Unix seconds. */
export function isDue(partner: Due, last: number | undefined, now: number): boolean {
  const { enabled, intervalMin, timebands, requestReverse, waiting, callAskedAt } = partner;
  if (
    enabled && callAskedAt !== undefined &&
    (last === undefined || last < callAskedAt || last > now + CLOCKS_DIFFER_S)
  ) {
    return true;
  }
  if (!enabled || intervalMin === 0 || !(waiting > 0 || requestReverse)) return false;
  if (!inBands(timebands, Math.floor(now / HOUR_S) % 24)) return false;
  return last === undefined || last > now + CLOCKS_DIFFER_S || now - last >= intervalMin * 60;
}
