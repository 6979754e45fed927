/** `operator-link`, `routes`: what an operator does at a shell. */
import type { Command } from "commander";
import { buildApp } from "../../app.ts";
import { OPERATOR_LINK_S } from "../../accounts/mod.ts";
import { routeLines } from "../../http/mod.ts";
import {
  ADMIN_CALLSIGNS,
  APP_URL,
  type Environment,
  HOST,
  HTTPS_PORT,
  PORT,
  tlsMode,
} from "../../settings/mod.ts";
import { withEnvFile } from "../environment.ts";
import { cliFailure } from "../failing.ts";
import { openHouse } from "../house/house.ts";
import { qrLines } from "../first_run/reach_lines.ts";
import { say, sayJson } from "../program.ts";
import { allRoutes } from "../all_routes.ts";
import { addressOf, runningAt } from "../running.ts";

/** Makes a link and prints it; for a phone as a code beside it. */
async function printLink(
  environment: Environment,
  callsign: string | undefined,
  { code }: { code: boolean },
) {
  const house = await openHouse(withEnvFile(environment));
  const app = buildApp(house);
  try {
    const { settings } = house;
    const asked = callsign ?? settings.get(ADMIN_CALLSIGNS)[0];
    if (asked === undefined) throw cliFailure.bad_option({}, "Nobody is operator: name a callsign");
    const { token, call, account } = house.db.writeNow((tx) =>
      app.links.operatorLink(tx, asked, { verify: true })
    );
    const origin = settings.get(APP_URL) ?? runningAt(house.dataDir) ??
      addressOf(
        settings.get(HOST),
        settings.get(PORT),
        tlsMode(settings) === "files" && settings.source(HTTPS_PORT) === "default",
      );
    const path = `/auth/email/verify?token=${token}`;
    say(`${origin}${path}`);
    console.error(
      `Signs in ${call} (${account === null ? "a new account" : `account ${account}`}), once, within ${
        OPERATOR_LINK_S / 60
      } minutes.`,
    );
    if (code) { for (const line of qrLines(house.reach!, path)) console.error(line); }
  } finally {
    app.close();
    house.db.close();
  }
}

export function operatingCommands(program: Command, environment: Environment): void {
  program.command("link [callsign]")
    .description(
      "print a new single-use sign-in link, for the first operator unless told, with a code for a phone",
    )
    .addHelpText("after", "\nExamples:\n  main.ts link\n  main.ts link OE1XYZ")
    .action((callsign: string | undefined) => printLink(environment, callsign, { code: true }));

  program.command("operator-link <callsign>")
    .description("print a single-use sign-in link for a call; an operator's own call is verified by it")
    .addHelpText("after", "\nExample:\n  main.ts operator-link OE1XYZ")
    .action((callsign: string) => printLink(environment, callsign, { code: false }));

  program.command("routes")
    .description("print every route with its gate")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts routes | grep sysop")
    .action((options: { json?: boolean }) => {
      const lines = routeLines(allRoutes());
      if (options.json) return sayJson(lines);
      for (const { method, path, gate, desc } of lines) {
        say(`${method.padEnd(6)} ${path.padEnd(44)} ${gate.padEnd(20)} ${desc}`);
      }
    });
}
