/** `licence import|list`: licence registers at a shell. */
import type { Command } from "commander";
import type { House } from "../../wiring/house.ts";
import {
  accountFailure,
  BrokenRegister,
  judgeRow,
  LICENCE_BATCH,
  type People,
  readRegister,
  type RegisterForm,
} from "../../accounts/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { cliFailure } from "../failing.ts";
import { openNamed } from "../files.ts";
import { withApp } from "../house/with_app.ts";
import { day } from "../times.ts";
import { say, sayJson } from "../program.ts";
import { ProgressBar } from "./backups/progress_bar.ts";

/** Skipped lines that are named one by one; for a file of the wrong kind the first few are enough. */
const SKIPS_NAMED = 20;

export function licenceCommands(program: Command, environment: Environment): void {
  const licence = program.command("licence").description("licence registers: which calls are assigned");

  licence.command("list")
    .description("registers that this instance has")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts licence list")
    .action((options: { json?: boolean }) =>
      withApp(environment, ({ people }) => {
        const sources = people.licences.sources();
        if (options.json) return sayJson(sources);
        if (sources.length === 0) say("No register has been imported yet.");
        for (const { source, sourceName, rows, importedAt } of sources) {
          say(
            `${source.padEnd(24)} ${String(rows).padStart(9)} calls, ${day(importedAt)} UTC  ${sourceName}`,
          );
        }
      })
    );

  licence.command("import <source> <file>")
    .description("take a register's file of any size (.csv or .json) and drop calls that it no longer lists")
    .option("--name <text>", "name of the register, as people know it")
    .addHelpText(
      "after",
      "\nColumns or members: callsign, status (licensed, expired, unconfirmed), expiresAt (date or unix seconds)." +
        "\nAlso as offices publish them: HD.dat of the FCC, lists with semicolons, a title above the heading." +
        "\n\nExample:\n  main.ts licence import fcc-uls uls.csv --name FCC",
    )
    .action((source: string, file: string, options: { name?: string }) =>
      withApp(environment, ({ people }, house) => importRegister(people, house, source, file, options.name))
    );
}

/** Which lines were not used, and why. */
class Skips {
  count = 0;
  add = (line: number, why: string): void => {
    if (this.count++ < SKIPS_NAMED) console.error(`line ${line}: ${why}`);
    else if (this.count === SKIPS_NAMED + 1) console.error("… and more");
  };
}

async function importRegister(
  people: People,
  { db, world }: House,
  source: string,
  path: string,
  name: string | undefined,
): Promise<void> {
  const form: RegisterForm = /\.json$/i.test(path) ? "json" : "csv";
  if (!people.licences.isSourceId(source)) {
    throw cliFailure.bad_option({}, "A register's id is 1 to 24 of a-z 0-9 . _ -");
  }
  const file = openNamed(path, "the register's file in it");
  const { size } = await file.stat();
  const importedAt = world.now();
  const bar = new ProgressBar(size, world.elapsedMs);
  const skips = new Skips();
  let accepted = 0, twice = 0;
  const batch: unknown[][] = [];
  const flush = async () => {
    const rows = batch.splice(0);
    const taken = await db.write((tx) => people.licences.take(tx, source, importedAt, rows, name));
    accepted += taken.accepted;
    twice += taken.twice;
  };
  try {
    for await (const { line, fields } of readRegister(bar.counting(file.readable), form, skips.add)) {
      const judged = judgeRow(fields);
      if (typeof judged === "string") skips.add(line, judged);
      else if (batch.push(fields) === LICENCE_BATCH) await flush();
    }
    if (batch.length > 0) await flush();
  } catch (error) {
    if (error instanceof BrokenRegister) throw cliFailure.input_unusable({}, `${path}: ${error.message}`);
    throw error;
  } finally {
    bar.end();
  }
  // Nothing is pruned for a file without a single usable row: it is the wrong file.
  if (accepted === 0) {
    throw accountFailure.import_incomplete({}, `${path} has no usable row; nothing was pruned`);
  }
  const held = people.licences.held(source, importedAt);
  const { rows, removed } = await db.write((tx) => people.licences.finish(tx, source, importedAt, held));
  const again = twice > 0
    ? `${twice} rows for a call that the file has twice (the current or latest counts), `
    : "";
  say(
    `${source}: ${rows} calls, ${again}${removed} no longer listed and dropped, ${skips.count} rows skipped.`,
  );
}
