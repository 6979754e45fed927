/** `doctor`: what is configured, what is missing, and what to do about it. */
import type { Command } from "commander";
import { buildApp } from "../../../app.ts";
import { type CheckItem, checklist, type RanJob, ranJobs } from "../../../admin/mod.ts";
import { schemaOf } from "../../../db/mod.ts";
import {
  ADMIN_CALLSIGNS,
  COT_INBOUND,
  COT_PORT,
  type Environment,
  HOST,
  MQTT_URL,
  type Settings,
} from "../../../settings/mod.ts";
import { lookAtServices } from "../../../wiring/lives.ts";
import { withEnvFile } from "../../environment.ts";
import { EXIT } from "../../failing.ts";
import { type AddressFault, addressFaults } from "../../first_run/address_moves.ts";
import { openHouse } from "../../house/house.ts";
import { say, sayJson } from "../../program.ts";
import { runningServer } from "../../running.ts";
import { tryBroker } from "../../../home/mod.ts";
import type { World } from "../../../base/mod.ts";

// What `doctor` tries of what is connected beside the gateway: the broker that it tells, and the port for TAK
// clients.

/** One thing that was tried, with what to do about it; `fix` is null where nothing is wrong. */
interface Tried {
  key: string;
  ok: boolean;
  detail: string;
  fix: string | null;
}

/** Of the ports those at which somebody answers. */
async function portsInUse(
  hostname: string,
  ports: readonly (number | undefined)[],
): Promise<number[]> {
  const tried = ports.filter((port) => port !== undefined).map(async (port) => {
    try {
      (await Deno.connect({ hostname, port })).close();
      return port;
    } catch {
      return undefined;
    }
  });
  return (await Promise.all(tried)).filter((port) => port !== undefined);
}

/** Tries all of them; nothing is said of what is not set. `running`: whether this instance's server is up. */
async function triedBeside(
  needs: { settings: Settings; world: World },
  running: boolean,
): Promise<Tried[]> {
  return [...await ofBroker(needs), ...await ofTak(needs, running)];
}

async function ofBroker({ settings, world }: { settings: Settings; world: World }): Promise<Tried[]> {
  const broker = settings.get(MQTT_URL), why = await tryBroker({ settings, world });
  if (broker === undefined || why === undefined) return [];
  const at = `${broker.host}:${broker.port}${broker.tls ? " by TLS" : ""}`;
  return [
    why === null ? { key: "MQTT_URL", ok: true, detail: `the broker at ${at} answers`, fix: null } : {
      key: "MQTT_URL",
      ok: false,
      detail: `the broker at ${at}: ${why}`,
      fix:
        "is the broker running, and do MQTT_USER, MQTT_PASSWORD and MQTT_CA fit? Then start the server anew",
    },
  ];
}

async function ofTak({ settings }: { settings: Settings }, running: boolean): Promise<Tried[]> {
  const port = settings.get(COT_PORT), key = "COT_PORT";
  // Port 0 is whatever is free then.
  if (!settings.get(COT_INBOUND) || port === 0) return [];
  const answers = (await portsInUse(settings.get(HOST), [port])).length > 0;
  if (running === answers) {
    return [{ key, ok: true, detail: `${port}, for TAK clients${running ? "" : ", is free"}`, fix: null }];
  }
  return [
    running
      ? {
        key,
        ok: false,
        detail: `the server runs, and nobody takes TAK clients at ${port}`,
        fix: "another program had the port, or COT_INBOUND was set later: start the server anew",
      }
      : {
        key,
        ok: false,
        detail: `another program has port ${port}`,
        fix: "stop that program, or set COT_PORT to a port that is free",
      },
  ];
}

const MARKS = { ok: "ok     ", warn: "look at", missing: "missing", untried: "untried" };

const lineOf = (item: CheckItem): string => `${MARKS[item.status]}  ${item.key.padEnd(18)} ${item.detail}`;

/** When a job ran last. One that never did on this database is no fault: its time may not have come. */
const jobLine = ({ name, ranAt, failed }: RanJob): string =>
  `${failed === null ? MARKS.ok : MARKS.warn}  ${name.padEnd(24)} ${
    ranAt === null ? "has not run yet" : `ran last ${new Date(ranAt * 1000).toISOString()}`
  }${failed === null ? "" : `: ${failed}`}`;

const indented = (text: string): string => `${" ".repeat(28)}→ ${text}`;

export function doctorCommand(program: Command, environment: Environment): void {
  program.command("doctor")
    .description(
      "say what is configured, what is missing and how to mend it, and what will not work off-grid",
    )
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExit status 1 when something keeps the instance from working.\n\nExamples:\n  main.ts doctor\n  main.ts doctor --json",
    )
    .action(async (options: { json?: boolean }) => {
      const house = await openHouse(withEnvFile(environment));
      const app = buildApp(house);
      const running = runningServer(house.dataDir)?.url ?? null;
      // Where no server of ours runs, whoever answers there is somebody else.
      const inUse = running === null
        ? await portsInUse(house.settings.get(HOST), [house.reach?.http, house.reach?.https])
        : [];
      let beside: Tried[];
      let address: AddressFault[];
      let items: CheckItem[], problems: string[], schema: string, jobs: RanJob[], wrongSums: number;
      try {
        await lookAtServices(house);
        beside = await triedBeside(house, running !== null);
        address = addressFaults(
          app.people.ownAddress,
          app.push.phones(),
          house.settings.get(ADMIN_CALLSIGNS)[0],
        );
        items = checklist(house.settings, house.world, app.checks);
        [problems, schema] = [house.db.problems(), schemaOf(house.db)];
        jobs = ranJobs(app.jobs, app.jobRuns);
        wrongSums = problems.length === 0 ? app.caches.wrongSums() : 0;
      } finally {
        app.close();
        house.db.close();
      }
      const works = problems.length === 0 &&
        !items.some(({ level, status }) => level === "blocking" && status !== "ok");
      if (!works) Deno.exitCode = EXIT.failed;
      if (options.json) {
        sayJson({ ok: works, items, schema, problems, wrongSums, jobs, running, inUse, beside, address });
        Deno.exit();
      }
      for (const item of items) {
        say(lineOf(item));
        if (item.fix !== null) say(indented(item.fix));
      }
      if (running === null) {
        // The addresses above are those that the settings give, not ones at which somebody answers.
        say(
          `look at  ${"SERVER".padEnd(18)} not running${
            inUse.length === 0 ? "" : `; another program has port ${inUse.join(" and ")}`
          }`,
        );
        say(
          indented(
            inUse.length === 0
              ? "systemctl start service-gateway where it is installed, main.ts start elsewhere"
              : "stop that program, or set PORT and HTTPS_PORT to ports that are free",
          ),
        );
      }
      for (const { detail, also, fix } of address) {
        say(`look at  ${"ADDRESS".padEnd(18)} ${detail}`);
        for (const line of also) say(`${" ".repeat(28)}${line}`);
        say(indented(fix));
      }
      for (const { key, ok, detail, fix } of beside) {
        say(`${ok ? MARKS.ok : MARKS.warn}  ${key.padEnd(18)} ${detail}`);
        if (fix !== null) say(indented(fix));
      }
      const sound = problems.length === 0;
      say(
        `${sound ? "ok     " : "BROKEN "}  ${"DATABASE".padEnd(18)} schema ${schema}${
          sound ? "" : `: ${problems[0]}`
        }`,
      );
      if (!sound) {
        say(indented("stop the server and restore a backup: main.ts backups, then main.ts restore <file>"));
      }
      if (wrongSums > 0) {
        say(
          `look at  ${
            "RANKINGS".padEnd(18)
          } the finds of ${wrongSums} persons add up to something else than is kept`,
        );
        say(indented("they are counted anew at 03:17 UTC; if it comes again, report it"));
      }
      say("\nWhat runs by itself:");
      for (const job of jobs) say(jobLine(job));
      say("\nWithout the internet: mail, web push, DNS proofs and spots do not work; everything else does.");
      // A broker that never answered may still be dialled.
      Deno.exit();
    });
}
