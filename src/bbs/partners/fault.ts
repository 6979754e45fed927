/** Whether forwarding with a partner works, by its last sessions and by how long its mail waits (API "Administration"). */
import type { Attempt } from "../tables/forward_store.ts";
import type { Office } from "../office.ts";
import type { Partner } from "../tables/partner_store.ts";

/** So many sessions without a good end, one after the other, are a fault; fewer happen on any radio link. */
export const FAILS = 3;
/** So many intervals may pass without a good session while mail waits. */
export const LATE_INTERVALS = 4;
/** Hours of the day at which a partner is called come once a day. Seconds. */
const DAY_S = 86_400;

/** What is wrong with forwarding to a partner. */
interface PartnerFault {
  /** `failing`: its last sessions failed. `waiting`: mail waits for longer than it should. */
  what: "failing" | "waiting";
  /** Failed sessions; of `waiting`, hours that the oldest mail waits. */
  n: number;
  /** How the last session ended; null where there was none. */
  last: Pick<Attempt, "outcome" | "words"> | null;
}

/** How long mail may wait for a partner without a good session, in seconds; undefined where it is called by hand only. */
export const patience = ({ intervalMin, timebands }: Pick<Partner, "intervalMin" | "timebands">) =>
  intervalMin === 0 ? undefined : LATE_INTERVALS * intervalMin * 60 + (timebands === "" ? 0 : DAY_S);

/**
 * The fault of one partner, if any. `sessions`: the newest first. `waits`: since when its oldest mail waits without a good
 * session; undefined where none waits. Times are unix seconds.
 */
export function faultOf(
  partner: Pick<Partner, "enabled" | "intervalMin" | "timebands">,
  sessions: readonly Pick<Attempt, "outcome" | "words">[],
  waits: number | undefined,
  now: number,
): PartnerFault | undefined {
  if (partner.enabled === 0) return undefined;
  const ended = sessions.filter(({ outcome }) => outcome !== "running");
  const good = ended.findIndex(({ outcome }) => outcome === "clean");
  const n = good < 0 ? ended.length : good;
  const last = ended[0] ?? null;
  if (n >= FAILS) return { what: "failing", n, last };
  const most = patience(partner);
  if (most === undefined || waits === undefined || now - waits <= most) return undefined;
  return { what: "waiting", n: Math.floor((now - waits) / 3600), last };
}

/** Sessions that are looked at for one partner; of more failures this many are named. */
const LOOKED_AT = 20;

/** The same from what is stored. */
export function partnerFault({ forwards, parts, now }: Office, partner: Partner): PartnerFault | undefined {
  const { call } = partner;
  const oldest = forwards.oldestOffered({ partner: call })?.receivedAt;
  const good = forwards.lastClean({ partner: call })?.startedAt ?? 0;
  // Without a clock nobody knows how long something waits.
  const waits = oldest === undefined || !parts.clockIsSet() ? undefined : Math.max(oldest, good);
  return faultOf(partner, forwards.attempts({ partner: call, limit: LOOKED_AT }), waits, now());
}
