/** Every event of the program, and who listens to it: the one place where an area hears of another. */
import type { AccountsEvents, People } from "../accounts/mod.ts";
import { Events, type Listeners, type World } from "../base/mod.ts";
import type { Bbs } from "../bbs/mod.ts";
import type { Caches } from "../caches/mod.ts";
import type { Federation, FederationEvents } from "../federation/mod.ts";
import type { IngestEvents, openIngest } from "../ingest/mod.ts";
import type { Alerts, Hub } from "../live/mod.ts";
import type { Stations, StationsEvents } from "../stations/mod.ts";
import { hearMessages, hearStations } from "./joins.ts";

/** The name of each event, and what it tells. */
export interface Happenings extends AccountsEvents, StationsEvents, IngestEvents, FederationEvents {}

/** The events of a program that is being put together. */
export const newEvents = (): Events<Happenings> =>
  new Events<Happenings>({
    proofChanged: true,
    callDetached: true,
    callReleased: true,
    suspended: true,
    stationsChanged: true,
    messageLogged: true,
    boxChangedHands: true,
    recordPublished: true,
  });

interface Hearers {
  world: World;
  people: People;
  stations: Stations;
  caches: Caches;
  bbs: Bbs;
  federation: Federation;
  intake: ReturnType<typeof openIngest>;
  hub: Hub;
  alerts: Alerts;
}

/** Who hears what, in the order in which they are told. */
export const listeners = (
  { world, people, stations, caches, bbs, federation, intake, hub, alerts }: Hearers,
): Listeners<Happenings> => ({
  proofChanged: [
    ({ tx, base }) => people.keys.proofChanged(tx, base),
    ({ tx, base }) => caches.proofChanged(tx, base),
  ],
  callDetached: [
    // A device key signs for a call, so it ends when its owner loses the call: it must not sign for the next holder.
    ({ tx, base }) => people.keys.dropOf(tx, base),
    ({ tx, accountId, base, left }) => caches.callLost(tx, accountId, base, left),
  ],
  callReleased: [
    ({ tx, accountId, base }) =>
      alerts.add(tx, { accountId, kind: "call_released", call: base, at: world.now() }),
  ],
  suspended: [
    ({ tx, accountId }) => stations.dropWaitingOf(tx, accountId),
    ({ tx, accountId }) => bbs.dropOf(tx, accountId),
  ],
  stationsChanged: [hearStations(caches, hub, world)],
  messageLogged: [hearMessages(people, hub, alerts, world)],
  boxChangedHands: [({ tx, box }) => intake.forgetBox(tx, box)],
  recordPublished: [() => federation.recordPublished()],
});
