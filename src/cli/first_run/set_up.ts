/** Setting a data folder up: the env file with fresh secrets, and who is operator. */
import { isCall, normalCall, realWorld } from "../../base/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { dataDirOf, makeEnvFile, nameOperator, NO_CALL, operatorsOf } from "../environment.ts";
import { cliFailure } from "../failing.ts";
import { useDataDir } from "../house/house.ts";
import { say } from "../program.ts";

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
export function setUp(
  environment: Environment,
  given: string | undefined,
  fresh: Record<string, string> = {},
): void {
  const dataDir = dataDirOf(environment);
  // What is set up already is served from a full disk too; a new file says itself that there is no room.
  useDataDir(dataDir, { mayBeFull: true });
  const made = makeEnvFile(dataDir, () => askForCall(given), realWorld(), fresh);
  if (!made) return nameLater(dataDir, given);
  say(`Made ${made.path} (mode 0600) with ${made.keys.join(", ")}.`);
  say("Keep a copy of it with your backups: without FED_PRIVATE_KEY this instance cannot be itself again.");
  if (operatorsOf(dataDir) === NO_CALL) {
    say(`Nobody is operator yet but ${NO_CALL}, for a trial. Name yourself: main.ts start --call YOURCALL`);
  }
}

/**
 * An instance that was set up without a callsign may be given one later. One that has a callsign is changed in the
 * file.
 */
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
  say(`${call} is the operator of ${dataDir} now.`);
}
