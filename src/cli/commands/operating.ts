/** `operator-link`, `backup`, `restore`, `doctor`, `routes`: what an operator does at a shell. */
import { basename, join } from "node:path";
import type { Command } from "commander";
import { buildApp } from "../../app.ts";
import { OPERATOR_LINK_S } from "../../accounts/mod.ts";
import { checklist } from "../../admin/mod.ts";
import {
  backupFailure,
  backupTo,
  Database,
  MIGRATIONS,
  pendingMigrations,
  schemaOf,
  stamp,
} from "../../db/mod.ts";
import { routeLines } from "../../http/mod.ts";
import { APP_URL, DATA_DIR, type Environment, PORT } from "../../settings/mod.ts";
import { withEnvFile } from "../environment.ts";
import { cliFailure } from "../failing.ts";
import { DATABASE_FILE, openHouse, readSettings, useDataDir, worldOf } from "../house.ts";
import { lockDataDir } from "../serve.ts";
import { allRoutes } from "../all_routes.ts";

export function operatingCommands(program: Command, environment: Environment): void {
  program.command("operator-link <callsign>")
    .description("print a single-use sign-in link for a call; an operator's own call is verified by it")
    .addHelpText("after", "\nExample:\n  main.ts operator-link OE1XYZ")
    .action(async (callsign: string) => {
      const house = await openHouse(withEnvFile(environment));
      const { links } = buildApp(house);
      try {
        const { token, call, account } = house.db.writeNow((tx) =>
          links.operatorLink(tx, callsign, { verify: true })
        );
        const origin = house.settings.get(APP_URL) ?? `http://localhost:${house.settings.get(PORT)}`;
        console.log(`${origin}/auth/email/verify?token=${token}`);
        console.error(
          `Signs in ${call} (${account === null ? "a new account" : `account ${account}`}), once, within ${
            OPERATOR_LINK_S / 60
          } minutes.`,
        );
      } finally {
        house.db.close();
      }
    });

  program.command("backup [file]")
    .description(
      "copy the database while it is in use, by default to DATA_DIR/backups; media lie beside it in DATA_DIR/media",
    )
    .addHelpText("after", "\nExamples:\n  main.ts backup\n  main.ts backup /mnt/usb/gateway.db")
    .action(async (file: string | undefined) => {
      const house = await openHouse(withEnvFile(environment));
      const folder = join(house.dataDir, "backups");
      if (!file) Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = file ?? join(folder, `gateway-${stamp(house.world.now())}.db`);
      try {
        await backupTo(house.db, path);
      } finally {
        house.db.close();
      }
      console.log(path);
    });

  program.command("restore <file>")
    .description(
      "put a backup in the place of the database; the server must be down, and the present one is kept aside",
    )
    .addHelpText("after", "\nExample:\n  main.ts restore data/backups/gateway-20260601-120000.db")
    .action(async (file: string) => {
      const settings = readSettings(withEnvFile(environment), { serving: false });
      const world = worldOf(settings);
      const dataDir = settings.get(DATA_DIR);
      useDataDir(dataDir);
      const lock = lockDataDir(dataDir);
      try {
        if (!(await exists(file))) throw cliFailure.not_found({}, `There is no file ${file}`);
        const backup = new Database(file, { readOnly: true });
        try {
          const problems = backup.problems();
          if (problems.length > 0) {
            throw backupFailure.backup_unsound({}, `${file} is damaged: ${problems[0]}`);
          }
          pendingMigrations(backup, MIGRATIONS); // refuses what a newer program made
          console.log(`Schema of the backup: ${schemaOf(backup)}`);
          const path = join(dataDir, DATABASE_FILE);
          const incoming = `${path}.restoring`;
          await backup.backup(incoming);
          const aside = join(dataDir, "backups", `replaced-${stamp(world.now())}.db`);
          Deno.mkdirSync(join(dataDir, "backups"), { recursive: true, mode: 0o700 });
          for (const suffix of ["", "-wal", "-shm"]) {
            if (await exists(path + suffix)) Deno.renameSync(path + suffix, aside + suffix);
          }
          Deno.renameSync(incoming, path);
          Deno.chmodSync(path, 0o600);
          console.log(`Restored ${basename(file)}. What was there before: ${aside}`);
        } finally {
          backup.close();
        }
      } finally {
        lock.close();
      }
    });

  program.command("doctor")
    .description("say what is configured, what is missing, and what will not work off-grid")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts doctor")
    .action(async (options: { json?: boolean }) => {
      const house = await openHouse(withEnvFile(environment));
      const items = checklist(house.settings, house.world);
      const problems = house.db.problems();
      const schema = schemaOf(house.db);
      house.db.close();
      if (options.json) return console.log(JSON.stringify({ items, schema, problems }, null, 2));
      const marks = { ok: "ok     ", warn: "look at", missing: "missing" };
      for (const item of items) console.log(`${marks[item.status]}  ${item.key.padEnd(18)} ${item.detail}`);
      console.log(
        `${problems.length === 0 ? "ok     " : "BROKEN "}  ${"DATABASE".padEnd(18)} schema ${schema}${
          problems.length ? `: ${problems[0]}` : ""
        }`,
      );
      console.log(
        "\nWithout the internet: mail, web push, DNS proofs and spots do not work; everything else does.",
      );
      if (problems.length > 0 || items.some((item) => item.level === "blocking" && item.status !== "ok")) {
        Deno.exitCode = 1;
      }
    });

  program.command("routes")
    .description("print every route with its gate")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts routes | grep sysop")
    .action((options: { json?: boolean }) => {
      const lines = routeLines(allRoutes());
      if (options.json) return console.log(JSON.stringify(lines, null, 2));
      for (const { method, path, gate, desc } of lines) {
        console.log(`${method.padEnd(6)} ${path.padEnd(44)} ${gate.padEnd(20)} ${desc}`);
      }
    });
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
