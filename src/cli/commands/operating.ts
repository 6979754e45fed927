/** `operator-link`, `routes`: what an operator does at a shell. */
import type { Command } from "commander";
import { buildApp } from "../../app.ts";
import { OPERATOR_LINK_S } from "../../accounts/mod.ts";
import { routeLines } from "../../http/mod.ts";
import { APP_URL, type Environment, HOST, PORT, TLS_CERT } from "../../settings/mod.ts";
import { withEnvFile } from "../environment.ts";
import { openHouse } from "../house.ts";
import { say, sayJson } from "../program.ts";
import { allRoutes } from "../all_routes.ts";
import { addressOf, runningAt } from "../running.ts";

export function operatingCommands(program: Command, environment: Environment): void {
  program.command("operator-link <callsign>")
    .description("print a single-use sign-in link for a call; an operator's own call is verified by it")
    .addHelpText("after", "\nExample:\n  main.ts operator-link OE1XYZ")
    .action(async (callsign: string) => {
      const house = await openHouse(withEnvFile(environment));
      const app = buildApp(house);
      try {
        const { token, call, account } = house.db.writeNow((tx) =>
          app.links.operatorLink(tx, callsign, { verify: true })
        );
        const { settings } = house;
        const origin = settings.get(APP_URL) ?? runningAt(house.dataDir) ??
          addressOf(settings.get(HOST), settings.get(PORT), settings.get(TLS_CERT) !== undefined);
        say(`${origin}/auth/email/verify?token=${token}`);
        console.error(
          `Signs in ${call} (${account === null ? "a new account" : `account ${account}`}), once, within ${
            OPERATOR_LINK_S / 60
          } minutes.`,
        );
      } finally {
        app.close();
        house.db.close();
      }
    });

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
