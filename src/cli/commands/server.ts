/** `setup`, `start`, `serve`, `migrate`. */
import type { Command } from "commander";
import { isCall, normalCall, realWorld } from "../../base/mod.ts";
import { OPERATOR_LINK_S } from "../../accounts/mod.ts";
import { dbFailure, schemaOf } from "../../db/mod.ts";
import { ADMIN_CALLSIGNS, DATA_DIR, type Environment, LOG_FORMAT, LOG_LEVEL } from "../../settings/mod.ts";
import { dataDirOf, makeEnvFile, withEnvFile } from "../environment.ts";
import { EXIT, stop } from "../failing.ts";
import { openDatabase, openHouse, readSettings, useDataDir, worldOf } from "../house.ts";
import { setUpLogging } from "../logging.ts";
import { serve } from "../serve.ts";

/** Stands for the operator until there is a callsign: nobody is licensed under it. */
const NO_CALL = "N0CALL";

function askForCall(given: string | undefined): string {
  let answer: string | null = given ?? null;
  if (answer === null && Deno.stdin.isTerminal()) {
    answer = prompt("Your callsign (empty for a trial without one):");
  }
  const call = normalCall(answer ?? "") || NO_CALL;
  if (!isCall(call)) {
    stop(EXIT.usage, `${call} is not a callsign: 3 to 7 letters and digits with a digit among them`);
  }
  return call;
}

/** Makes the env file if there is none and says what it made. */
function setUp(environment: Environment, call: string | undefined): void {
  const dataDir = dataDirOf(environment);
  useDataDir(dataDir);
  const made = makeEnvFile(dataDir, [askForCall(call)], realWorld());
  if (!made) {
    console.log(`${dataDir} is set up already; nothing was changed.`);
    return;
  }
  console.log(`Made ${made.path} (mode 0600) with ${made.keys.join(", ")}.`);
  console.log(
    "Keep a copy of it with your backups: without FED_PRIVATE_KEY this instance cannot be itself again.",
  );
}

async function run(environment: Environment, options: { link: boolean }): Promise<void> {
  const settings = readSettings(environment, { serving: true });
  await setUpLogging(settings.get(LOG_LEVEL), settings.get(LOG_FORMAT));
  const house = await openHouse(environment, { serving: true });
  const { url, app, finished } = serve(house);
  const operator = house.settings.get(ADMIN_CALLSIGNS)[0];
  if (options.link && operator) {
    const { token, call } = await house.db.write((tx) =>
      app.links.operatorLink(tx, operator, { verify: true })
    );
    console.log(`Open ${url}/auth/email/verify?token=${token}`);
    console.log(`to sign in as operator ${call} (once, within ${OPERATOR_LINK_S / 60} minutes).`);
  } else {
    console.log(`Serving ${url}`);
  }
  await finished;
  Deno.exit(EXIT.ok);
}

export function serverCommands(program: Command, environment: Environment): void {
  program.command("setup")
    .description("make the data folder and an env file with fresh secrets, if there is none")
    .option("--call <callsign>", "the operator's callsign")
    .addHelpText("after", "\nExamples:\n  main.ts setup --call OE1XYZ\n  DATA_DIR=/srv/gateway main.ts setup")
    .action((options: { call?: string }) => setUp(environment, options.call));

  program.command("start")
    .description("set up if need be, migrate, serve, and print a one-time sign-in link for the operator")
    .option("--call <callsign>", "the operator's callsign, when this sets up")
    .addHelpText("after", "\nExamples:\n  main.ts start\n  PORT=8080 main.ts start --call OE1XYZ")
    .action(async (options: { call?: string }) => {
      // An environment that names its secrets needs no file of ours.
      if (!environment.INGEST_SECRET && !withEnvFile(environment).INGEST_SECRET) {
        setUp(environment, options.call);
      }
      await run(withEnvFile(environment), { link: true });
    });

  program.command("serve")
    .description("serve, with settings from the environment only (for systemd and containers)")
    .addHelpText(
      "after",
      "\nExamples:\n  INGEST_SECRET=… SESSION_SECRET=… APP_URL=https://club.example main.ts serve\n  env $(cat data/gateway.env | grep -v '^#' | tr -d '\"') main.ts serve",
    )
    .action(async () => await run(environment, { link: false }));

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
      console.log(`Schema ${schema}; database sound.`);
    });
}
