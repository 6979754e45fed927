/**
 * Stations: who was heard, where, when and by whom, messages, mesh, weather, members' stations and the node mirror. Owns
 * the tables whose migrations begin with `-- Area: stations`, and the packet ring's file. Refuses to believe a path about
 * who received a packet: hearings count only under what is trusted (attest.ts), and evidence is given with its reasons,
 * never graded.
 *
 * Words: a *reception* is one packet as one receiver handed it over; its *delivery* says by which receiver, radio and
 * credential it came. Several receptions of one packet are *copies*. A *fix* is a stored position, a *hearing* one
 * receiver's copy of it. The *ring* keeps the raw packets of the last day, each with the *ways* by which copies came
 * (numbers of deliveries, below zero where a digipeater or relay was heard in place of the sender).
 *
 * A packet's course: `receiving/` takes it, `evidence/` judges who heard it, `tables/`, `ring/` and `coverage/` keep it,
 * `messages/` and `mesh/` read what it says, `sending/` answers. `map/` shows it; `owned/`, `weather/`, `mailbox/` and
 * `node/` are what members, their consoles and the node bring.
 */
import { join } from "node:path";
import type { AccountsEvents } from "../accounts/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { stationsJobs } from "./jobs.ts";
import { moderatedMessages } from "./moderate.ts";
import { Ring } from "./ring/ring.ts";
import { stationsRoutes } from "./routes/mod.ts";
import { type StationAsks, type StationNeeds, Stations } from "./stations.ts";

export { type BoxWay } from "./sending/answers.ts";
export { type BoxTrust, DISTRUST, isRadioPort, type TrustView } from "./evidence/attest.ts";
export type { Command, Registered } from "./messages/commands.ts";
export type { Shadow, TransmitShadows } from "./evidence/fixes.ts";
export type { Delivery, Fix, Hearing, Reception, Via } from "./reception.ts";

export { LoggedMessage } from "./messages/shapes.ts";

export { keyOfMesh, keyOfPacket, keyOfPosition } from "./ring/identity.ts";
export type { StationsEvents } from "./events.ts";
export { Coverage } from "./routes/coverage.ts";
export { MheardRow, PortDay } from "./routes/map.ts";
export {
  MapStation,
  RadioObject,
  RawPackets,
  Series,
  Station,
  StationDetail,
  TrackPoint,
} from "./map/shapes.ts";
export { MeshtasticNode, MeshtasticText } from "./routes/meshtastic.ts";
export type { MeshtasticReception } from "./mesh/meshtastic.ts";
export { MeshGroup, MeshGroupMessage, MeshLink, MeshNode } from "./routes/mesh.ts";

export { OwnStation } from "./routes/owned.ts";

/** What its routes take and give, by signature. */
export type StationRoutes = RouteTable<ReturnType<typeof stationsRoutes>>;

export { Stations };

export interface StationKeeps {
  ring: Ring;
  stations: Stations;
}
interface StationWords {
  needs: Omit<StationNeeds, "ring"> & { dataDir: string };
  asks: StationAsks;
  keeps: StationKeeps;
  hears: Pick<AccountsEvents, "suspended">;
}

export const stations = area<StationWords>()({
  name: "stations",
  needs: [
    "accounts",
    "audit",
    "boxWays",
    "boxes",
    "dataDir",
    "db",
    "people",
    "settings",
    "shadows",
    "tell",
    "world",
  ],
  asks: ["caches", "words"],
  keeps: {
    ring: ({ db, dataDir }) => Ring.open(db.path === ":memory:" ? ":memory:" : join(dataDir, "packets.db")),
    stations: (needs, others) => new Stations(needs, others),
  },
  hears: { suspended: ({ stations }, { tx, accountId }) => stations.dropWaitingOf(tx, accountId) },
  jobs: ({ stations }) => stationsJobs(stations),
  data: ({ stations }) => stations.personalData(),
  moderated: ({ stations }) => moderatedMessages(stations),
  routes({ stations, caches }) {
    stations.commands.words(); // throws at the start where two areas take the same word
    return stationsRoutes({ stations, livingCaches: (call) => caches.livingShown(call) });
  },
  close: ({ ring }) => ring.close(),
});
