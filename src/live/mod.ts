/**
 * Live: the `/ws` room, Cursor-on-Target, watched calls, alerts, web push, the digest mail. Owns the tables watch,
 * place_watch, place_watch_told, alert, push_subscription and push_waiting. Other areas tell its `Hub` what happened, and `Alerts` whom it concerns; it asks
 * them only through what its plan names. Waits for no client: one that does not read is dropped.
 *
 * Folders: `room/` (the WebSocket: a *client* is one socket, a *party* is whom it counts for: a member, a device on the
 * local network, or all strangers of one network), `cot/` (events for TAK clients), `alerts/`, `push/`.
 */
import type { World } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import {
  APP_URL,
  COT_INBOUND,
  OPERATOR_EMAIL,
  RETENTION,
  type Settings,
  shownName,
  VAPID_PRIVATE_KEY,
} from "../settings/mod.ts";
import { Alerts } from "./alerts/alerts.ts";
import { type DigestParts, sendDigests } from "./alerts/digest.ts";
import { placeRoutes } from "./alerts/place_routes.ts";
import { Places } from "./alerts/places.ts";
import { alertRoutes } from "./alerts/routes.ts";
import type { NewAlert } from "./alerts/store.ts";
import { Watchers, type WatchSources } from "./alerts/watchers.ts";
import { channelRoutes } from "./channels.ts";
import type { CotSources } from "./cot/stream.ts";
import { Hub } from "./hub.ts";
import { Live } from "./live.ts";
import { livePersonalData } from "./personal_data.ts";
import { Push, type PushOptions } from "./push/push.ts";
import { pushContact } from "./push/vapid.ts";
export { pushContact };
import type { RoomSources } from "./room/parts.ts";

export { channelRoutes, TakPerson } from "./channels.ts";
export { Alerts, Hub, Live, Push };
export type { LiveCache } from "./room/messages.ts";
export type { LiveMessage } from "./room/room_messages.ts";

interface LiveNeeds {
  db: Database;
  settings: Settings;
  world: World;
  /** Name of this instance. */
  instance: string;
  /** Asks addresses that others chose; by default under a guard of its own. */
  fetch?: PushOptions["fetch"] | undefined;
  /** The language that a member has chosen. */
  people: { cards: { prefs(account: number): { lang?: string | undefined } } };
  digestTo: DigestTo;
}
/** Where the digest of a member goes. */
export type DigestTo = DigestParts["recipient"];
/** What is shown when somebody comes: stations lately heard, and caches. */
export type LiveSources = RoomSources & CotSources & WatchSources;
interface LiveAsks {
  liveSources: LiveSources;
}
export interface LiveKeeps {
  hub: Hub;
  push: Push;
  alerts: Alerts;
  /** Tells a member of what is so now. */
  alert(tx: Tx, alert: Omit<NewAlert, "at">): void;
  live: Live;
  watchers: Watchers;
  places: Places;
}
interface LiveWords {
  needs: LiveNeeds;
  asks: LiveAsks;
  keeps: LiveKeeps;
  hears: {
    callReleased: { tx: Tx; accountId: number; base: string };
    sessionEnded: { tx: Tx; accountId: number; session?: string };
    suspended: { tx: Tx; accountId: number };
  };
}

const sourcesOf = (others: LiveAsks): LiveSources => ({
  heardSince: (since, box, most) => others.liveSources.heardSince(since, box, most),
  cachesNear: (place, withinM) => others.liveSources.cachesNear(place, withinM),
  cachesIn: (box, most) => others.liveSources.cachesIn(box, most),
});

const routes = ({ live, ...parts }: LiveNeeds & LiveKeeps) => [
  ...channelRoutes(live),
  ...alertRoutes(parts),
  ...placeRoutes(parts),
];
/** What its routes take and give, by signature. */
export type LiveRoutes = RouteTable<ReturnType<typeof routes>>;

export const live = area<LiveWords>()({
  name: "live",
  needs: ["db", "digestTo", "fetch", "instance", "people", "settings", "world"],
  asks: ["liveSources"],
  keeps: {
    hub: () => new Hub(),
    push: ({ db, world, settings, fetch }) =>
      new Push(db, world, {
        privateKey: settings.get(VAPID_PRIVATE_KEY),
        subject: () => pushContact(settings.get(OPERATOR_EMAIL), settings.get(APP_URL)),
        ...(fetch && { fetch }),
      }),
    alerts: ({ db, world, push, people }) =>
      new Alerts(db, world, push, (account) => people.cards.prefs(account).lang),
    alert: ({ alerts, world }) => (tx, alert) => alerts.add(tx, { ...alert, at: world.now() }),
    live: ({ hub, push, world, settings, instance }, others) =>
      new Live({
        ...{ hub, push, world },
        sources: sourcesOf(others),
        options: { instance },
        inbound: settings.get(COT_INBOUND),
      }),
    watchers({ db, world, alerts, hub }, others) {
      const watchers = new Watchers(db, world, alerts, sourcesOf(others));
      hub.listen(watchers);
      return watchers;
    },
    places: ({ db, world, alerts }) => new Places(db, world, alerts),
  },
  hears: {
    callReleased: ({ alert }, { tx, accountId, base }) =>
      alert(tx, { accountId, kind: "call_released", call: base }),
    sessionEnded: ({ push }, { tx, accountId, session }) => push.sessionEnded(tx, accountId, session),
    suspended: ({ push }, { tx, accountId }) => push.sessionEnded(tx, accountId),
  },
  jobs: ({ db, world, settings, push, alerts, digestTo }) => [
    ...push.jobs,
    {
      name: "alerts-digest",
      when: "11 * * * *",
      judgesTime: true,
      run: () => {
        const origin = settings.get(APP_URL);
        return sendDigests({
          ...{ db, world, store: alerts.store, recipient: digestTo },
          instance: () => shownName(settings),
          ...(origin && { origin }),
        });
      },
    },
    {
      name: "alerts-prune",
      when: "41 3 * * *",
      judgesTime: true,
      run: () => alerts.prune(settings.get(RETENTION).alertsDays),
    },
  ],
  data: ({ db, watchers }) => livePersonalData(db, watchers),
  routes,
  // Its timer would ask a database that is closed by then.
  close: ({ live }) => live.close(),
});
