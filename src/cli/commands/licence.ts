/** `licence import|list`: licence registers at a shell. */
import { dirname, join } from "node:path";
import type { Command } from "commander";
import type { House } from "../../wiring/house.ts";
import {
  accountFailure,
  beginRegister,
  BrokenRegister,
  judgeRow,
  LICENCE_BATCH,
  type People,
  readPublished,
  readRegister,
} from "../../accounts/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { cliFailure } from "../failing.ts";
import { lookAt, openNamed } from "../files.ts";
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

  licence.command("import <source> [file]")
    .description(
      "take a register's file of any size and drop calls that it no longer lists; with a file alone, as its office publishes it",
    )
    .option("--name <text>", "name of the register, as people know it")
    .addHelpText(
      "after",
      "\nColumns or members: callsign, status (licensed, expired, unconfirmed), expiresAt (date or unix seconds)." +
        "\nAs offices publish them, known by their form, the id may be left out: HD.dat of the FCC, amateur_delim.txt of" +
        "\nISED, Ofcom's CSV, ACMA's device_details.csv with licence.csv beside it, and the lists of Germany and Austria" +
        "\nafter pdftotext -layout. Of a call that stands there twice the current row counts, then the one that ends last." +
        "\n\nExamples:\n  main.ts licence import HD.dat\n  main.ts licence import club list.csv --name 'Our club'",
    )
    .action((source: string, file: string | undefined, options: { name?: string }) =>
      withApp(environment, ({ people }, house) =>
        importRegister(people, house, {
          path: file ?? source,
          source: file === undefined ? undefined : source,
          name: options.name,
        }))
    );
}

/** Which lines were not used, and why. */
class Skips {
  count = 0;
  /** How many for each reason, without what stood there. */
  readonly #kinds = new Map<string, number>();

  /** `12 not a base call, 3 nobody has it`; empty for none. */
  get kinds(): string {
    return [...this.#kinds].sort(([, a], [, b]) => b - a).map(([kind, n]) => `${n} ${kind}`).join(", ");
  }

  add = (line: number, why: string): void => {
    const kind = why.split(":", 1)[0]!;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (this.count++ < SKIPS_NAMED) console.error(`line ${line}: ${why}`);
    else if (this.count === SKIPS_NAMED + 1) console.error("… and more");
  };
}

interface Import {
  path: string;
  /** The register's id; that of the file's form without one. */
  source: string | undefined;
  name: string | undefined;
}

/** What lies beside a file, opened. */
function openBeside(path: string, name: string): AsyncIterable<Uint8Array> | undefined {
  const beside = join(dirname(path), name);
  return lookAt(beside) ? openNamed(beside, name).readable : undefined;
}

async function importRegister(people: People, { db, world }: House, wanted: Import): Promise<void> {
  const { path } = wanted, isJson = /\.json$/i.test(path);
  if (wanted.source !== undefined && !people.licences.isSourceId(wanted.source)) {
    throw cliFailure.bad_option({}, "A register's id is 1 to 24 of a-z 0-9 . _ -");
  }
  const file = openNamed(path, "the register's file in it");
  const { size } = await file.stat();
  const importedAt = world.now();
  const bar = new ProgressBar(size, world.elapsedMs);
  const skips = new Skips();
  let accepted = 0, twice = 0;
  const batch: unknown[][] = [];
  let source = wanted.source ?? "", name = wanted.name;
  const flush = async () => {
    const rows = batch.splice(0);
    const taken = await db.write((tx) => people.licences.take(tx, source, importedAt, rows, name));
    accepted += taken.accepted;
    twice += taken.twice;
  };
  /** Whose register it is decides under what it is kept, where nobody said. */
  async function begin() {
    const bytes = bar.counting(file.readable);
    const begun = isJson ? undefined : await beginRegister(bytes);
    source = wanted.source ?? begun?.register?.id ?? "";
    name ??= wanted.source === undefined ? begun?.register?.name : undefined;
    if (source === "") {
      throw cliFailure.bad_option(
        {},
        `Nothing in ${path} says whose register it is: name it, as in main.ts licence import club ${path}`,
      );
    }
    return begun
      ? readPublished(begun, skips.add, (beside) => openBeside(path, beside))
      : readRegister(bytes, "json", skips.add);
  }
  try {
    for await (const { line, fields } of await begin()) {
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
    try {
      file.close();
    } catch {
      // It was read to its end, which closes it.
    }
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
    `${source}: ${rows} calls, ${again}${removed} no longer listed and dropped, ${skips.count} rows skipped${
      skips.count > 0 ? ` (${skips.kinds})` : ""
    }.`,
  );
}
