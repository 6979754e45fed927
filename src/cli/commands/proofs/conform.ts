/** `conform <address>`: whether an instance of the specifications, this program or another, holds to them. */
import type { Command } from "commander";
import { realWorld } from "../../../base/mod.ts";
import { CLAUSES, conform, type Finding } from "../../../conform/mod.ts";
import { cliFailure, EXIT } from "../../failing.ts";
import { readNamed } from "../../files.ts";
import { say, sayJson } from "../../program.ts";
import { ProgressBar } from "../backups/progress_bar.ts";

/** A call that no country gives out. */
const CALLSIGN = "Q0CF";
const MARKS = { holds: "holds  ", fails: "fails  ", untried: "untried" };

interface Given {
  json?: boolean;
  secretFile?: string;
  reach?: string;
  callsign: string;
  only?: string;
}

export function conformCommand(program: Command): void {
  program.command("conform <address>")
    .description("look at an instance from outside: which clauses of the two specifications hold there")
    .option("--secret-file <path>", "its operator secret, for what is behind it")
    .option("--reach <address>", "where the instance reaches this program, to look at how it pulls")
    .option("--callsign <call>", "a made-up call for what has to be written", CALLSIGN)
    .option("--only <ids>", "these clauses alone, with commas")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nWhat it writes it takes back. Exit status 1 when a clause does not hold." +
        "\n\nExamples:\n  main.ts conform https://club.example" +
        "\n  main.ts conform http://localhost:8787 --secret-file secret.txt --reach http://localhost:9100",
    )
    .action((address: string, given: Given) => look(address, given));
}

async function look(address: string, { json, secretFile, reach, callsign, only }: Given): Promise<void> {
  const base = addressOf(address, "<address>"), world = realWorld();
  const ids = only?.split(",").map((id) => id.trim());
  const clauses = ids ? CLAUSES.filter(({ id }) => ids.includes(id)) : CLAUSES;
  const unmet = ids?.find((id) => !CLAUSES.some((one) => one.id === id));
  if (unmet !== undefined) {
    throw cliFailure.bad_option({}, `There is no clause ${unmet}; there are ${idsOf()}`);
  }
  const reachedAt = reach === undefined ? undefined : addressOf(reach, "--reach");
  const secret = secretFile === undefined ? undefined : secretIn(secretFile);
  await world.fetch(new URL("/health", base), { redirect: "manual" }).then(
    ({ body }) => body?.cancel(),
    () => {
      throw cliFailure.instance_unreachable({}, `Nobody answers at ${base.href}`);
    },
  );
  const bar = new ProgressBar(clauses.length, world.elapsedMs);
  const { findings, left } = await conform({
    base,
    fetch: world.fetch,
    now: world.now,
    random: world.random,
    callsign: callsign.toUpperCase(),
    ...(secret === undefined ? {} : { operatorSecret: secret }),
    ...(reachedAt === undefined ? {} : { reach: reachedAt }),
  }, { clauses, done: (_finding, number) => bar.reach(number) });
  bar.end();
  const fails = findings.filter(({ verdict }) => verdict === "fails");
  if (fails.length > 0 || left.length > 0) Deno.exitCode = EXIT.failed;
  if (json) return sayJson({ address: base.href, ok: fails.length === 0, findings, left });
  for (const finding of findings) for (const line of linesOf(finding)) say(line);
  for (const what of left) say(`\nCould not be taken back: ${what}`);
  const count = (verdict: Finding["verdict"]) => findings.filter((one) => one.verdict === verdict).length;
  say(`\n${count("holds")} clauses hold, ${fails.length} do not, ${count("untried")} were not tried.`);
}

const idsOf = (): string => CLAUSES.map(({ id }) => id).join(", ");

const linesOf = ({ id, of, says, verdict, why }: Finding): string[] => [
  `${MARKS[verdict]}  ${id.padEnd(18)} ${says} (${of})`,
  ...(why === undefined ? [] : [`${" ".repeat(28)}→ ${why}`]),
];

function addressOf(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw cliFailure.bad_option({}, `${name} takes an address with http:// or https://, not ${text}`);
  }
  return url;
}

function secretIn(path: string): string {
  const text = new TextDecoder().decode(readNamed(path)).trim();
  // A file of settings names it; a file of its own has nothing else.
  const line = text.split("\n").find((one) => one.startsWith("OPERATOR_SECRET="));
  return line === undefined
    ? text
    : line.slice(line.indexOf("=") + 1).trim().replace(/^(["'])(.{0,500})\1$/, "$2");
}
