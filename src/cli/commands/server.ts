/** `setup`, `start`, `serve`, `migrate`. */
import { join } from "node:path";
import type { Command } from "commander";
import manifest from "../../../deno.json" with { type: "json" };
import { keptProblems } from "../../admin/mod.ts";
import { OPERATOR_LINK_S } from "../../accounts/mod.ts";
import { dbFailure, schemaOf } from "../../db/mod.ts";
import {
  ADMIN_CALLSIGNS,
  APP_URL,
  DATA_DIR,
  type Environment,
  HostFile,
  LOG_FORMAT,
  LOG_LEVEL,
} from "../../settings/mod.ts";
import { dataDirOf, envPath, NO_CALL, operatorsOf, withEnvFile } from "../environment.ts";
import { EXIT } from "../failing.ts";
import { isFullDisk, openDatabase, openHouse, readSettings, worldOf } from "../house/house.ts";
import { lookAt } from "../files.ts";
import { lockDataDir } from "../running.ts";
import { setUpLogging } from "../logging.ts";
import { say } from "../program.ts";
import { type FirstLink, firstLink, onClockSet } from "../first_run/first_link.ts";
import { movedLines } from "../first_run/address_moves.ts";
import { addressLines, qrLines } from "../first_run/reach_lines.ts";
import { bringBack, restoringLater } from "./backups/later.ts";
import { serve } from "../serve.ts";
import { setUp } from "../first_run/set_up.ts";
import type { Reach } from "../../tls/mod.ts";

async function run(
  environment: Environment,
  options: {
    link: boolean;
    connections?: string[];
    file: Environment;
    again?: () => Environment;
    nth?: number;
  },
): Promise<void> {
  const settings = readSettings(environment, { serving: true });
  const problemLog = keptProblems(join(settings.get(DATA_DIR), "problems.json"));
  await setUpLogging(settings.get(LOG_LEVEL), settings.get(LOG_FORMAT), problemLog.sink);
  await settleUpgrade(settings.get(DATA_DIR));
  // After a power cut in the middle of it, or where nobody brought the program back.
  if (await bringBack(settings.get(DATA_DIR), worldOf(settings), true)) {
    if (options.again) return await run(options.again(), options);
    if (underSystemd(options.file)) Deno.exit(EXIT.temporary);
    say(
      "A backup took the place of what was here; its settings of the host act where the environment has none.",
    );
  }
  const restarting = { asked: false, stop: () => {} };
  const restart = options.again || underSystemd(options.file)
    ? () => {
      restarting.asked = true;
      // After the answer to whoever asked has gone.
      setTimeout(restarting.stop, RESTART_MS);
    }
    : undefined;
  const house = {
    ...await openHouse(environment, settings),
    problems: problemLog.problems,
    host: {
      file: new HostFile(envPath(settings.get(DATA_DIR)), environment),
      restart,
      restoring: restoringLater(settings.get(DATA_DIR), worldOf(settings)),
    },
  };
  const nth = options.nth ?? 1;
  const { url, app, reach, move, finished, stop } = await serve(
    house,
    nth > 1 ? { jobs: `start ${nth} ` } : {},
  );
  restarting.stop = () => void stop();
  const operator = house.settings.get(ADMIN_CALLSIGNS)[0];
  let endBox: (() => Promise<void>) | undefined;
  if (options.connections && operator) {
    const { startBeside } = await import("../box/beside_gateway.ts");
    endBox = await startBeside(app, house, url, { operator, connections: options.connections });
  }
  if (move) { for (const line of movedLines(move, app.push.phones(), operator)) say(line); }
  if (!options.link || !operator) {
    say(`Serving ${url}`);
  } else {
    const tell = async () => {
      try {
        sayLink(await firstLink(house, app, operator), house.settings.get(APP_URL) ?? url, reach);
      } catch (error) {
        // What is there is served all the same.
        if (!isFullDisk(error)) throw error;
        say("No sign-in link can be made while the disk is full. Once there is room: main.ts link");
      }
      say(`Serving ${url}`);
    };
    for (const line of addressLines(reach)) say(line);
    await tell();
    const stop = onClockSet(
      house,
      () => void tell().catch((error) => house.world.log.error("{error}", { error })),
    );
    finished.then(stop);
  }
  await finished;
  await endBox?.();
  problemLog.save();
  if (!restarting.asked) Deno.exit(EXIT.ok);
  const isAnother = await bringBack(house.dataDir, house.world);
  // systemd starts it anew for this status, with the file read anew; `start` does it by itself.
  if (!options.again) Deno.exit(EXIT.temporary);
  // Who has taken everything back may need a new way in.
  await run(options.again(), { ...options, link: isAnother, nth: nth + 1 });
}

/** Between the answer and the end of the program, in milliseconds. */
const RESTART_MS = 500;

/** Whether systemd started it as a service, and starts it anew where it ends by a status. */
const underSystemd = ({ INVOCATION_ID }: Environment): boolean => INVOCATION_ID !== undefined;

/** After a failed upgrade, puts the database from before it back, so that this version can open it. */
async function settleUpgrade(dataDir: string): Promise<void> {
  if (!lookAt(join(dataDir, "going-back.json"))) return;
  using _lock = lockDataDir(dataDir);
  const { obeyGoingBack } = await import("../../release/mod.ts");
  const copy = await obeyGoingBack(dataDir, manifest.version);
  if (copy !== undefined) {
    say(`Back from an upgrade: ${copy} took the place of the newer version's database.`);
  }
}

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** The link for this host, and for a phone that looks at the screen. */
function sayLink(link: FirstLink | undefined, origin: string, reach: Reach): void {
  if (!link) return say("Sign in as before, or by a new link: main.ts link");
  const path = `/auth/email/verify?token=${link.token}`;
  say(`Open ${origin}${path}`);
  say(`to sign in as operator ${link.call} (once, within ${OPERATOR_LINK_S / 60} minutes).`);
  for (const line of qrLines(reach, path)) say(line);
}

export function serverCommands(program: Command, environment: Environment): void {
  program.command("setup")
    .description("make the data folder and an env file with fresh secrets, if there is none")
    .option("--call <callsign>", "the operator's callsign")
    .addHelpText("after", "\nExamples:\n  main.ts setup --call OE1XYZ\n  DATA_DIR=/srv/gateway main.ts setup")
    .action((options: { call?: string }) => setUp(environment, options.call));

  program.command("start")
    .description("set up if need be, migrate, serve, and print a one-time sign-in link for the operator")
    .option("--call <callsign>", "the operator's callsign, unless one was named before")
    .option("--with-box", "a receiver box beside it, in DATA_DIR/box, made and joined if there is none")
    .option(
      "--connect <address>",
      "what that box listens to when it is made; may stand several times",
      collect,
    )
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts start\n  PORT=8080 main.ts start --call OE1XYZ\n" +
        "  main.ts start --call OE1XYZ --with-box --connect 'kiss://127.0.0.1:8001?site=OE1XYZ-10'",
    )
    .action(async (options: { call?: string; withBox?: boolean; connect?: string[] }) => {
      // An environment that has its own secrets needs no env file.
      if (!environment.INGEST_SECRET) startsWith(environment, options.call);
      const beside = options.withBox ? { connections: options.connect ?? [] } : {};
      const again = () => withEnvFile(environment);
      await run(again(), { link: true, file: environment, again, ...beside });
    });

  program.command("serve")
    .description("serve, with settings from the environment only (for systemd and containers)")
    .addHelpText(
      "after",
      "\nExamples:\n  INGEST_SECRET=$(main.ts secrets new) SESSION_SECRET=$(main.ts secrets new) main.ts serve\n" +
        "  env $(grep -v '^#' data/gateway.env | tr -d '\"') main.ts serve",
    )
    .action(async () => await run(environment, { link: false, file: environment }));

  program.command("migrate")
    .description(
      "bring the database up to date without serving; an older one is copied to DATA_DIR/backups first",
    )
    .addHelpText("after", "\nExample:\n  main.ts migrate")
    .action(async () => {
      const settings = readSettings(withEnvFile(environment), { serving: false });
      const db = await openDatabase(settings.get(DATA_DIR), worldOf(settings));
      const [schema, problems] = [schemaOf(db), db.problems()];
      db.close();
      if (problems.length > 0) {
        throw dbFailure.database_damaged({}, `The database is damaged (${problems[0]}): restore a backup`);
      }
      say(`Schema ${schema}; database sound.`);
    });
}

/** Sets up what is missing before a start; prints nothing when nothing is missing. */
function startsWith(environment: Environment, given: string | undefined): void {
  const known = operatorsOf(dataDirOf(environment));
  const complete = withEnvFile(environment).INGEST_SECRET !== undefined && known !== undefined;
  const named = known !== undefined && known !== "" && known !== NO_CALL;
  // No public authority issues a certificate for a host at home, so it makes its own.
  if (!complete || given !== undefined || !named) setUp(environment, given, { TLS: "own" });
}
