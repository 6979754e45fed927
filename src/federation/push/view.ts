/** How pushes and relayed questions stand, as operators read it. Times are unix seconds. */
import type { RecordKind } from "../../wire/mod.ts";
import type { Store } from "../tables/store.ts";
import { MAX_BYTES, MAX_ROWS } from "../relay/queue.ts";
import type { QueueCount, RelayStatus } from "../relay/store.ts";
import type { HubAndSpoke } from "./open.ts";

/** What waits at this hub for one spoke, by status. */
type QueueView = Record<RelayStatus, number> & { oldest: number | null };

interface SpokeView {
  instance: string;
  trust: string;
  lastSubmitAt: number;
  lastSeenAt: number;
  /** Whether it has neither pushed nor looked at its marks for FED_SPOKE_STALE_HOURS. */
  stale: boolean;
  /** Whether it signs its submissions: then nobody else moves its marks. */
  signs: boolean;
  applied: number;
  rejected: number;
  mirrored: number;
  relay: QueueView;
}

interface HubView {
  url: string;
  pushing: boolean;
  lastTryAt: number | null;
  lastPushAt: number | null;
  offlineSince: number | null;
  lastError: string | null;
  /** Own records that the hub does not hold yet, by type. */
  waiting: Partial<Record<RecordKind, number>>;
}

const NOTHING: QueueView = { queued: 0, leased: 0, dispatched: 0, answered: 0, oldest: null };

/** Counts of the relay's queue, by spoke. */
function queueViews(counts: readonly QueueCount[]): Map<string, QueueView> {
  const views = new Map<string, QueueView>();
  for (const { instance, status, n, oldest } of counts) {
    const view = views.get(instance) ?? NOTHING;
    const open = status === "answered" ? view.oldest : Math.min(oldest, view.oldest ?? oldest);
    views.set(instance, { ...view, [status]: n, oldest: open });
  }
  return views;
}

/** Every instance that has pushed here and still is one of the peers. */
export function spokeViews(
  { hub: { spokes }, relay }: HubAndSpoke,
  { peers, shares }: Store,
  { now, staleHours }: { now: number; staleHours: number },
): SpokeView[] {
  const queues = queueViews(relay.parts.rows.counts({}));
  return spokes.all({}).flatMap((spoke) => {
    const [row] = peers.ofInstance(spoke.instance);
    if (!row) return [];
    return [{
      instance: spoke.instance,
      trust: peers.isBlocked(spoke.instance) ? "blocked" : row.trust,
      lastSubmitAt: spoke.submittedAt,
      lastSeenAt: spoke.seenAt,
      stale: now - spoke.seenAt > staleHours * 3600,
      signs: spoke.signs === 1,
      applied: spoke.applied,
      rejected: spoke.rejected,
      mirrored: shares.ofOrigin(spoke.instance).records,
      relay: queues.get(spoke.instance) ?? NOTHING,
    }];
  });
}

interface RelayView {
  /** Whether the setting FED_RELAY_SECRET is set. */
  on: boolean;
  rows: number;
  mostRows: number;
  /** Bytes of answers that wait to be read. */
  bytes: number;
  mostBytes: number;
  spokes: (QueueView & { instance: string })[];
}

/** The relay's queue in figures. */
export function relayView({ relay: { parts: { rows, isOn } } }: HubAndSpoke): RelayView {
  const total = rows.total({})!;
  return {
    on: isOn,
    rows: total.rows,
    mostRows: MAX_ROWS,
    bytes: total.bytes,
    mostBytes: MAX_BYTES,
    spokes: [...queueViews(rows.counts({}))].map(([instance, queue]) => ({ instance, ...queue })),
  };
}

/** The hub of this instance, null where it has none. */
export function hubView({ hubUrl: url, hubs, pusher }: HubAndSpoke, self: string): HubView | null {
  if (url === undefined) return null;
  const state = hubs.state({ url });
  return {
    url,
    pushing: pusher?.isRunning ?? false,
    lastTryAt: state?.triedAt ?? null,
    lastPushAt: state?.pushedAt ?? null,
    offlineSince: state?.offlineSince ?? null,
    lastError: state?.lastError ?? null,
    waiting: hubs.waiting(url, self),
  };
}
