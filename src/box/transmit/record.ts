/** What was sent lately, as far as later decisions depend on it: buckets, texts, beacons and airtime. */
import { AIR_WINDOW_S, PURPOSES } from "./purposes.ts";
import type { Facts, Pace, Purpose } from "./words.ts";

interface Sent {
  port: string;
  purpose: Purpose;
  info: string;
  at: number;
  airMs: number;
}
export interface TxRecord {
  /** Bucket → when it is full again. Exact where a count of tokens would gather rounding errors. */
  full: Readonly<Record<string, number>>;
  /** Of the last ten minutes, oldest first. */
  sent: readonly Sent[];
}

export const NOTHING_SENT: TxRecord = { full: {}, sent: [] };

/** Seconds until a bucket that is full at `fullAt` gives a token. */
export const tokenIn = (fullAt: number | undefined, { burst, everyS }: Pace, now: number): number =>
  Math.max(0, (fullAt ?? now) - (burst - 1) * everyS - now);

/** Milliseconds that a frame takes on the air, with as many stuffed bits as there can be. */
export const airtimeMs = (
  bytes: number,
  { bitsPerSecond, keyUpMs }: { bitsPerSecond: number; keyUpMs: number },
) => Math.ceil(keyUpMs + (bytes + 4) * 8 * 1.2 * 1000 / bitsPerSecond);

/** Bytes of an AX.25 frame around its information field. */
export const frameBytes = (hops: number, info: number): number => 7 * (2 + hops) + 2 + info;

/** The record after a transmission: one token less, one entry more, and without what no rule asks for any more. */
export function noted(record: TxRecord, sent: Sent, pace: Pace | undefined): TxRecord {
  const { bucket } = PURPOSES[sent.purpose];
  const full = bucket === undefined || pace === undefined
    ? record.full
    : { ...record.full, [bucket]: Math.max(sent.at, record.full[bucket] ?? sent.at) + pace.everyS };
  return { full, sent: [...record.sent.filter(({ at }) => sent.at - at < AIR_WINDOW_S), sent] };
}

/**
 * A record that was written under another clock. What lies in the future counts as sent now, since it would never
 * grow old otherwise; a bucket is then empty, and not emptier.
 */
export function settled({ full, sent }: TxRecord, now: number, paces: Facts["pace"]): TxRecord {
  const emptyAt = (bucket: string): number => {
    const { burst, everyS } = bucket === "outbox" ? paces.gated : paces[bucket as keyof Facts["pace"]];
    return now + burst * everyS;
  };
  return {
    full: Object.fromEntries(Object.entries(full).map(([name, at]) => [name, Math.min(at, emptyAt(name))])),
    sent: sent.map((one) => one.at > now ? { ...one, at: now } : one),
  };
}
