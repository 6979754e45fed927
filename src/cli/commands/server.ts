/** `setup`, `start`, `serve`, `migrate`. */
import type { Command } from "commander";
import { isCall, normalCall, realWorld } from "../../base/mod.ts";
import { OPERATOR_LINK_S } from "../../accounts/mod.ts";
import { dbFailure, schemaOf } from "../../db/mod.ts";
import {
  ADMIN_CALLSIGNS,
  APP_URL,
  DATA_DIR,
  type Environment,
  LOG_FORMAT,
  LOG_LEVEL,
} from "../../settings/mod.ts";
import { dataDirOf, makeEnvFile, nameOperator, NO_CALL, operatorsOf, withEnvFile } from "../environment.ts";
import { cliFailure, EXIT } from "../failing.ts";
import { openDatabase, openHouse, readSettings, useDataDir, worldOf } from "../house.ts";
import { setUpLogging } from "../logging.ts";
import { giveToOwner } from "../owner.ts";
import { say } from "../program.ts";
import { type FirstLink, firstLink, onClockSet } from "../first_link.ts";
import { addressLines, qrLines } from "../reach_lines.ts";
import { serve } from "../serve.ts";
import type { Reach } from "../../tls/mod.ts";

const TAKES = "is not a callsign: 3 to 7 letters and digits with a digit among them";

/** The call as given, or as answered at the terminal, which asks until it gets one or nothing. */
function askForCall(given: string | undefined): string {
  if (given !== undefined) {
    const call = normalCall(given);
    if (!isCall(call)) throw cliFailure.bad_option({}, `${given} ${TAKES}`);
    return call;
  }
  while (Deno.stdin.isTerminal()) {
    const answer = normalCall(prompt("Your callsign (empty for a trial without one):") ?? "");
    if (answer === "") break;
    if (isCall(answer)) return answer;
    say(`${answer} ${TAKES}.`);
  }
  return NO_CALL;
}

/** Makes the env file if there is none, names its operator if it names nobody, and says what it made. */
function setUp(
  environment: Environment,
  given: string | undefined,
  fresh: Record<string, string> = {},
): void {
  const dataDir = dataDirOf(environment);
  useDataDir(dataDir);
  const made = makeEnvFile(dataDir, () => askForCall(given), realWorld(), fresh);
  if (!made) return nameLater(dataDir, given);
  giveToOwner(dataDir);
  say(`Made ${made.path} (mode 0600) with ${made.keys.join(", ")}.`);
  say("Keep a copy of it with your backups: without FED_PRIVATE_KEY this instance cannot be itself again.");
  if (operatorsOf(dataDir) === NO_CALL) {
    say(`Nobody is operator yet but ${NO_CALL}, for a trial. Name yourself: main.ts start --call YOURCALL`);
  }
}

/** Whoever began without a callsign may name it later; whoever named one changes it in the file. */
function nameLater(dataDir: string, given: string | undefined): void {
  const known = operatorsOf(dataDir) ?? "";
  if (known !== "" && known !== NO_CALL) {
    say(`${dataDir} is set up already; nothing was changed.`);
    if (given !== undefined && !known.split(",").includes(normalCall(given))) {
      throw cliFailure.bad_option(
        {},
        `The operator is ${known}; to change that, edit ADMIN_CALLSIGNS in ${dataDir}/gateway.env`,
      );
    }
    return;
  }
  const call = askForCall(given);
  if (call === NO_CALL) return;
  nameOperator(dataDir, call);
  giveToOwner(dataDir);
  say(`${call} is the operator of ${dataDir} now.`);
}

async function run(environment: Environment, options: { link: boolean }): Promise<void> {
  const settings = readSettings(environment, { serving: true });
  await setUpLogging(settings.get(LOG_LEVEL), settings.get(LOG_FORMAT));
  const house = await openHouse(environment, { serving: true });
  const { url, app, reach, finished } = await serve(house);
  giveToOwner(house.dataDir);
  const operator = house.settings.get(ADMIN_CALLSIGNS)[0];
  if (!options.link || !operator) {
    say(`Serving ${url}`);
  } else {
    const tell = async () => {
      sayLink(await firstLink(house, app, operator), house.settings.get(APP_URL) ?? url, reach);
      say(`Serving ${url}`);
    };
    for (const line of addressLines(reach)) say(line);
    await tell();
    giveToOwner(house.dataDir);
    const stop = onClockSet(
      house,
      () => void tell().catch((error) => house.world.log.error("{error}", { error })),
    );
    finished.then(stop);
  }
  await finished;
  Deno.exit(EXIT.ok);
}

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
    .addHelpText("after", "\nExamples:\n  main.ts start\n  PORT=8080 main.ts start --call OE1XYZ")
    .action(async (options: { call?: string }) => {
      // An environment that names its secrets needs no file of ours.
      if (!environment.INGEST_SECRET) startsWith(environment, options.call);
      await run(withEnvFile(environment), { link: true });
    });

  program.command("serve")
    .description("serve, with settings from the environment only (for systemd and containers)")
    .addHelpText(
      "after",
      "\nExamples:\n  INGEST_SECRET=$(main.ts secrets new) SESSION_SECRET=$(main.ts secrets new) main.ts serve\n" +
        "  env $(grep -v '^#' data/gateway.env | tr -d '\"') main.ts serve",
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
      say(`Schema ${schema}; database sound.`);
    });
}

/** Sets up what is missing before a start; says nothing where nothing is. */
function startsWith(environment: Environment, given: string | undefined): void {
  const known = operatorsOf(dataDirOf(environment));
  const complete = withEnvFile(environment).INGEST_SECRET !== undefined && known !== undefined;
  const named = known !== undefined && known !== "" && known !== NO_CALL;
  // A host at home has no certificate from elsewhere: it makes its own.
  if (!complete || given !== undefined || !named) setUp(environment, given, { TLS: "own" });
}
