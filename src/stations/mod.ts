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
import type { RouteTable } from "../http/mod.ts";
import type { stationsRoutes } from "./routes/mod.ts";

export { type BoxWay } from "./sending/answers.ts";
export { type BoxTrust, DISTRUST, isRadioPort, type TrustView } from "./evidence/attest.ts";
export type { Command, Registered } from "./messages/commands.ts";
export type { CommandedBeacons } from "./evidence/fixes.ts";
export type { Delivery, Fix, Hearing, Reception, Via } from "./reception.ts";

export { LoggedMessage } from "./messages/shapes.ts";

export { keyOfMesh, keyOfPacket, keyOfPosition } from "./ring/identity.ts";
export { Ring } from "./ring/ring.ts";
export { StationBase } from "./base.ts";
export type { StationsEvents } from "./events.ts";
export { Stations } from "./stations.ts";
export { openStations } from "./open.ts";
export { Coverage } from "./routes/coverage.ts";
export { MheardRow, PortDay } from "./routes/map.ts";
export { MapStation, RawPackets, Series, Station, StationDetail, TrackPoint } from "./map/shapes.ts";
export { MeshtasticNode, MeshtasticText } from "./routes/meshtastic.ts";
export type { MeshtasticReception } from "./mesh/meshtastic.ts";
export { MeshGroup, MeshGroupMessage, MeshLink, MeshNode } from "./routes/mesh.ts";

export { OwnStation } from "./routes/owned.ts";

/** What its routes take and give, by signature. */
export type StationRoutes = RouteTable<ReturnType<typeof stationsRoutes>>;
