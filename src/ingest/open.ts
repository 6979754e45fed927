/** The ingest area as one value, for the place that wires the program together. */
import type { Tx } from "../db/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { ownBoxRoutes } from "./routes/own_boxes.ts";
import { boxAdminRoutes } from "./routes/boxes.ts";
import { stationsCount } from "./checks.ts";
import { BoxCommands } from "./commands/commands.ts";
import { boxRoutes } from "./routes/commands.ts";
import { statusRoutes } from "./routes/status.ts";
import { intakeRoutes } from "./routes/intake.ts";
import type { IngestParts } from "./parts.ts";
import { Heard } from "./reports/heard.ts";
import { receiverRoutes } from "./routes/receivers.ts";
import { BoxReports, type TellMember } from "./reports/reports.ts";

/** Opens the area over the registry of boxes and their ways to the air, which stations need first. */
export function openIngest(
  { alert, ...given }: Omit<IngestParts, "boxCommands" | "reports" | "heard"> & { alert: TellMember },
) {
  const { db, world, stations, ways } = given;
  const boxCommands = new BoxCommands(ways.store, {
    delivered: (tx, id, delivery) => stations.log.deliver(tx, id, delivery),
    beaconed: (tx, beacon) => stations.beaconSent(tx, beacon),
    sent: (tx, sent) => void stations.messages.sent(tx, sent),
  }, world);
  const reports = new BoxReports({
    ...given,
    alert,
    beaconed: (tx, line, at) => stations.lineSent(tx, line, at),
  });
  const heard = new Heard(db, world);
  /** What was said of a box and to it is nobody's any more. */
  const forgetBox = (tx: Tx, box: string) => {
    boxCommands.forget(tx, box);
    reports.forget(tx, box);
    heard.drop(tx, box);
  };
  const parts: IngestParts = { ...given, boxCommands, reports, heard };
  const routes = [
    ...intakeRoutes(parts),
    ...boxRoutes(parts),
    ...ownBoxRoutes(parts),
    ...boxAdminRoutes(parts),
    ...statusRoutes(parts),
    ...receiverRoutes(parts),
  ];
  const jobs: Job[] = [
    {
      name: "box-commands-prune",
      when: "*/5 * * * *",
      judgesTime: true,
      run: () => db.write((tx) => boxCommands.prune(tx)),
    },
    { name: "heard-hours", when: "* * * * *", judgesTime: true, run: () => heard.keep() },
    { name: "box-silence", when: "* * * * *", judgesTime: true, run: () => reports.watch() },
  ];
  return {
    boxCommands,
    /** Stations that heard something with a radio within a day, and when last, unix seconds. */
    heardByRadio: () => heard.onRadio(),
    forgetBox,
    routes,
    jobs,
    checks: [stationsCount(parts)],
    personalData: [given.boxes.personalData()],
  };
}
