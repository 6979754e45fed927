/** Whether forwarding with a partner works, by its last sessions and by how long its mail waits (API "Administration"). */
import { type Living, NO_LIFE } from "../../base/mod.ts";
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

/** Its newest sessions that have ended, the newest first. */
const endedSessions = ({ forwards }: Pick<Office, "forwards">, partner: string) =>
  forwards.attempts({ partner, limit: LOOKED_AT }).filter(({ outcome }) => outcome !== "running");

/** The last session with a partner that has ended, and whether any ever ended well. */
export const lastSession = (office: Pick<Office, "forwards">, partner: string) => ({
  last: endedSessions(office, partner)[0],
  everClean: office.forwards.lastClean({ partner }) !== undefined,
});

/** The same from what is stored. */
export function partnerFault({ forwards, parts, now }: Office, partner: Partner): PartnerFault | undefined {
  const { call } = partner;
  const oldest = forwards.oldestOffered({ partner: call })?.receivedAt;
  const good = forwards.lastClean({ partner: call })?.startedAt ?? 0;
  // Without a clock nobody knows how long something waits.
  const waits = oldest === undefined || !parts.clockIsSet() ? undefined : Math.max(oldest, good);
  return faultOf(partner, forwards.attempts({ partner: call, limit: LOOKED_AT }), waits, now());
}

/**
 * When a partner is called next by itself: after its interval where something waits for it or it is asked whether it has mail;
 * null where nobody can say. Times are unix seconds.
 */
function nextCallOf(
  { forwards }: Pick<Office, "forwards">,
  { call, intervalMin, timebands, requestReverse }: Partner,
  last: Pick<Attempt, "startedAt"> | undefined,
  now: number,
): number | null {
  if (intervalMin === 0 || timebands !== "") return null;
  if (requestReverse === 0 && forwards.oldestOffered({ partner: call }) === undefined) return null;
  return last === undefined ? now : Math.max(now, last.startedAt + intervalMin * 60);
}

/** The life of each partner that is called or calls, from its sessions. What the partner said itself is a refusal. */
export const partnerLives = (office: Pick<Office, "forwards" | "partners" | "now">): Living[] =>
  office.partners.all().filter(({ enabled }) => enabled === 1).map((partner) => {
    const { call } = partner, ended = endedSessions(office, call), [last] = ended;
    const isBad = last !== undefined && last.outcome !== "clean";
    return {
      service: `partner:${call}`,
      life: {
        ...NO_LIFE,
        lastOkAt: office.forwards.lastClean({ partner: call })?.startedAt ?? null,
        lastFailedAt: ended.find(({ outcome }) => outcome !== "clean")?.startedAt ?? null,
        ...(isBad && {
          lastError: last.words || last.outcome,
          shortfall: last.words === "" ? "outage" : "refusal",
        }),
        nextTryAt: nextCallOf(office, partner, last, office.now()),
      },
    };
  });
