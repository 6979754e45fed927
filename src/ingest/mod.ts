/**
 * Ingest: receiver boxes and what they hand over: `boxes/` (who they are and whom the operator trusts), `intake/` (what
 * they post, item by item), `commands/` (what they are told to do), `reports/` (what they say of themselves), `routes/`. Owns
 * the tables whose migrations begin with `-- Area: ingest`. Refuses requests without a credential.
 *
 * Running services and being trusted are independent rights: trusting what a box hears lets it do nothing, and letting it
 * run services makes nothing that it hears count.
 */
import type { Tell } from "../base/mod.ts";
import type { Tx } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import type { Stations } from "../stations/mod.ts";
import { Boxes } from "./boxes/boxes.ts";
import { boxesCome, boxLives, stationsCount } from "./checks.ts";
import { BoxCommands } from "./commands/commands.ts";
import { Shadows } from "./commands/shadows.ts";
import { BoxWays } from "./commands/ways.ts";
import type { IngestEvents } from "./events.ts";
import type { FindSink, IngestParts } from "./parts.ts";
import { Heard } from "./reports/heard.ts";
import { BoxReports, type TellMember } from "./reports/reports.ts";
import { boxAdminRoutes } from "./routes/boxes.ts";
import { codeRoutes } from "./routes/codes.ts";
import { boxRoutes } from "./routes/commands.ts";
import { intakeRoutes } from "./routes/intake.ts";
import { ownBoxRoutes } from "./routes/own_boxes.ts";
import { ownRadioRoutes } from "./routes/own_radio.ts";
import { receiverRoutes } from "./routes/receivers.ts";
import { statusRoutes } from "./routes/status.ts";

export type { IngestEvents } from "./events.ts";
export type { BatchReply, PostedPacket } from "./intake/shapes.ts";
export type { FindSink } from "./parts.ts";
export type { BoxReport } from "./reports/shapes.ts";
export { Boxes };

interface IngestNeeds
  extends Pick<IngestParts, "accounts" | "audit" | "db" | "identity" | "settings" | "world"> {
  alert: TellMember;
  /** SHA-256 of the authority that signs this instance's certificates, hex digits; undefined where it makes none. */
  ownAuthority: () => string | undefined;
  tell: Tell<IngestEvents>;
}
interface IngestAsks {
  stations: Stations;
  /** What the game does with finds that receivers took. */
  findSink: FindSink;
}
export interface IngestKeeps {
  boxes: Boxes;
  boxWays: BoxWays;
  shadows: Shadows;
  boxCommands: BoxCommands;
  boxReports: BoxReports;
  /** By which hours receiving stations heard something. */
  heardHours: Heard;
}
interface IngestWords {
  needs: IngestNeeds;
  asks: IngestAsks;
  keeps: IngestKeeps;
  hears: Pick<IngestEvents, "boxChangedHands">;
}

const partsOf = (
  { boxWays, boxReports, heardHours, findSink, ownAuthority, ...parts }:
    & IngestNeeds
    & IngestAsks
    & IngestKeeps,
): IngestParts => ({
  ...parts,
  ...{ ways: boxWays, reports: boxReports, heard: heardHours, finds: findSink, authority: ownAuthority },
});

function routes(given: IngestNeeds & IngestAsks & IngestKeeps) {
  const parts = partsOf(given);
  return [
    ...intakeRoutes(parts),
    ...boxRoutes(parts),
    ...ownBoxRoutes(parts),
    ...ownRadioRoutes(parts),
    ...codeRoutes(parts),
    ...boxAdminRoutes(parts),
    ...statusRoutes(parts),
    ...receiverRoutes(parts),
  ];
}
/** What its routes take and give, by signature. */
export type IngestRoutes = RouteTable<ReturnType<typeof routes>>;

/** What was said of a box and to it is nobody's any more. */
function forgetBox({ boxCommands, boxReports, heardHours }: IngestKeeps, tx: Tx, box: string): void {
  boxCommands.forget(tx, box);
  boxReports.forget(tx, box);
  heardHours.drop(tx, box);
}

export const ingest = area<IngestWords>()({
  name: "ingest",
  needs: ["accounts", "alert", "audit", "db", "identity", "ownAuthority", "settings", "tell", "world"],
  asks: ["findSink", "stations"],
  keeps: {
    boxes: ({ db, settings, world, tell }) => new Boxes(db, settings, world, tell),
    boxWays: ({ db, world }) => new BoxWays(db, world),
    shadows: (needs) => new Shadows(needs),
    boxCommands: ({ boxWays, shadows, world, accounts }, others) =>
      new BoxCommands(
        boxWays.store,
        {
          delivered: (tx, id, delivery) => others.stations.log.deliver(tx, id, delivery),
          beaconed: (tx, beacon) => others.stations.beaconSent(tx, beacon),
          sent: (tx, sent) => void others.stations.messages.sent(tx, sent),
        },
        shadows,
        world,
        (call) => accounts.speaksFor(call),
      ),
    boxReports: (needs, others) =>
      new BoxReports({ ...needs, beaconed: (tx, line, at) => others.stations.lineSent(tx, line, at) }),
    heardHours: ({ db, world }) => new Heard(db, world),
  },
  hears: { boxChangedHands: (parts, { tx, box }) => forgetBox(parts, tx, box) },
  jobs: ({ db, boxCommands, boxReports, heardHours }) => [
    {
      name: "box-commands-prune",
      when: "*/5 * * * *",
      judgesTime: true,
      run: () => db.write((tx) => boxCommands.prune(tx)),
    },
    { name: "heard-hours", when: "* * * * *", judgesTime: true, run: () => heardHours.keep() },
    { name: "box-silence", when: "* * * * *", judgesTime: true, run: () => boxReports.watch() },
  ],
  checks: (parts) => [stationsCount(parts), boxesCome(partsOf(parts))],
  lives: (parts) => boxLives(partsOf(parts)),
  data: ({ boxes }) => boxes.personalData(),
  routes,
});
