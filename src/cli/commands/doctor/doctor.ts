/** `doctor`: what is configured, what is missing, and what to do about it. */
import type { Command } from "commander";
import { buildApp } from "../../../app.ts";
import { type CheckItem, checklist, type RanJob, ranJobs } from "../../../admin/mod.ts";
import { schemaOf } from "../../../db/mod.ts";
import { type Environment, HOST } from "../../../settings/mod.ts";
import { withEnvFile } from "../../environment.ts";
import { EXIT } from "../../failing.ts";
import { openHouse } from "../../house/house.ts";
import { say, sayJson } from "../../program.ts";
import { portsInUse, type Tried, triedBeside } from "./beside.ts";
import { runningServer } from "../../running.ts";

const MARKS = { ok: "ok     ", warn: "look at", missing: "missing" };

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
      let items: CheckItem[], problems: string[], schema: string, jobs: RanJob[], wrongSums: number;
      try {
        beside = await triedBeside(house, running !== null);
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
        sayJson({ ok: works, items, schema, problems, wrongSums, jobs, running, inUse, beside });
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
