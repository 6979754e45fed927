/** `account show|verify|suspend|unsuspend` and `licence import|list`: people and licence registers at a shell. */
import type { Command } from "commander";
import { buildApp } from "../../app.ts";
import type { House } from "../../wiring/house.ts";
import {
  accountFailure,
  LICENCE_BATCH,
  type People,
  readRegister,
  type RegisterForm,
} from "../../accounts/mod.ts";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { withEnvFile } from "../environment.ts";
import { cliFailure } from "../failing.ts";
import { openHouse } from "../house.ts";

/** Categories of a suspension: those of a report (API "Caches, logs, media"). */
const CATEGORIES = ["spam", "offensive", "unsafe", "copyright", "other"];
const ACTOR = "CLI";

const day = (unix: number): string => new Date(unix * 1000).toISOString().slice(0, 16).replace("T", " ");

export function peopleCommands(program: Command, environment: Environment): void {
  /** Runs over the services of an open house. */
  const withPeople = async (run: (people: People, house: House) => void | Promise<void>): Promise<void> => {
    const house = await openHouse(withEnvFile(environment));
    try {
      await run(buildApp(house).people, house);
    } finally {
      house.db.close();
    }
  };
  const holderOf = (people: People, callsign: string) => {
    const call = normalCall(callsign);
    if (!isCall(call)) throw accountFailure.invalid_call({}, `${callsign} is not a callsign`);
    const person = people.accounts.holder(call);
    if (!person) throw accountFailure.no_account({}, `Nobody holds ${baseCall(call)}`);
    return { base: baseCall(call), person };
  };
  const note = (action: string, base: string, reason: string) => ({
    actor: ACTOR,
    action,
    kind: action.endsWith("suspend") ? "account" : "callsign",
    targetId: base,
    label: base,
    reason,
  });

  const account = program.command("account").description(
    "show, verify and suspend people; safe beside a running server",
  );

  account.command("show <callsign>")
    .description("who holds a call, how it was proven, and what stands against it")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  main.ts account show OE1XYZ")
    .action((callsign: string, options: { json?: boolean }) =>
      withPeople((people) => {
        const { base, person } = holderOf(people, callsign);
        const { store } = people.accounts;
        const row = store.account({ id: person.accountId })!;
        const view = {
          account: row.id,
          active: row.activeCall,
          calls: person.bases.map((call) => ({
            call,
            ...(store.verification({ base: call }) ?? { method: null }),
          })),
          email: row.email,
          pendingEmail: row.pendingEmail,
          passkeys: people.signIn.store.rows(row.id).length,
          deviceKeys: people.keys.store.ofAccount({ account: row.id }).length,
          suspension: people.accounts.suspension(row.id) ?? null,
          openClaims: people.claims.store.openOf({ base, now: people.world.now() }).length,
          createdAt: row.createdAt,
        };
        if (options.json) return console.log(JSON.stringify(view, null, 2));
        console.log(`Account ${view.account}, since ${day(view.createdAt)} UTC, active call ${view.active}`);
        for (const { call, method } of view.calls) {
          console.log(`  ${call.padEnd(8)} ${method === null ? "not verified" : `verified: ${method}`}`);
        }
        console.log(
          `  mail     ${view.email ?? "none"}${view.pendingEmail ? ` (${view.pendingEmail} waits)` : ""}`,
        );
        console.log(
          `  passkeys ${view.passkeys}, device keys ${view.deviceKeys}, open claims ${view.openClaims}`,
        );
        if (view.suspension) {
          const { category, reason, until } = view.suspension;
          console.log(
            `  SUSPENDED (${category}) ${
              until === null ? "until lifted" : `until ${day(until)} UTC`
            }: ${reason}`,
          );
        }
      })
    );

  account.command("verify <callsign>")
    .description("verify a call by hand, for the account that holds it now")
    .requiredOption("--note <text>", "how you know, 3 to 200 characters")
    .addHelpText(
      "after",
      '\nExample:\n  main.ts account verify OE1XYZ --note "licence seen at the club evening"',
    )
    .action((callsign: string, options: { note: string }) =>
      withPeople(async (people, { db, world }) => {
        const { base, person } = holderOf(people, callsign);
        const text = options.note.trim();
        if (text.length < 3 || text.length > 200) {
          throw cliFailure.bad_option({}, "--note takes 3 to 200 characters");
        }
        await db.write((tx) => {
          if (people.accounts.isVerified(base)) {
            throw accountFailure.verified_already({}, `${base} is verified already`);
          }
          people.accounts.verify(tx, base, "sysop", ACTOR, text);
          people.claims.refuseOthers(tx, base);
          people.audit.note(tx, world.now(), note("verify", base, text));
        });
        console.log(`${base} is verified for account ${person.accountId} (${person.call}).`);
      })
    );

  account.command("suspend <callsign>")
    .description("suspend the person who holds a call; their sessions end")
    .requiredOption("--reason <text>", "what for; the person is shown it")
    .requiredOption("--category <word>", `one of ${CATEGORIES.join(", ")}`)
    .option("--until <time>", "unix seconds or a date such as 2027-01-31; without it until lifted")
    .addHelpText(
      "after",
      '\nExample:\n  main.ts account suspend OE1XYZ --category spam --reason "adverts" --until 2027-01-31',
    )
    .action((callsign: string, options: { reason: string; category: string; until?: string }) =>
      withPeople(async (people, { db, world }) => {
        const { base } = holderOf(people, callsign);
        if (!CATEGORIES.includes(options.category)) {
          throw cliFailure.bad_option({}, `--category takes one of ${CATEGORIES.join(", ")}`);
        }
        const until = options.until === undefined ? null : readTime(options.until);
        await db.write((tx) => {
          people.suspensions.suspend(tx, base, { reason: options.reason, category: options.category, until });
          people.audit.note(tx, world.now(), note("suspend", base, options.reason));
        });
        console.log(`${base} is suspended${until === null ? "" : ` until ${day(until)} UTC`}.`);
      })
    );

  account.command("unsuspend <callsign>")
    .description("lift a suspension; also frees the call of a suspended account that was erased")
    .option("--reason <text>", "for the log", "lifted at the operator's shell")
    .addHelpText("after", "\nExample:\n  main.ts account unsuspend OE1XYZ")
    .action((callsign: string, options: { reason: string }) =>
      withPeople(async (people, { db, world }) => {
        const base = baseCall(normalCall(callsign));
        await db.write((tx) => {
          people.suspensions.lift(tx, base);
          people.audit.note(tx, world.now(), note("unsuspend", base, options.reason));
        });
        console.log(`${base} is not suspended any more.`);
      })
    );

  const licence = program.command("licence").description("licence registers: which calls are assigned");

  licence.command("list")
    .description("registers that this instance has")
    .addHelpText("after", "\nExample:\n  main.ts licence list")
    .action(() =>
      withPeople((people) => {
        const sources = people.licences.sources();
        if (sources.length === 0) console.log("No register has been imported yet.");
        for (const { source, sourceName, rows, importedAt } of sources) {
          console.log(
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
        "\n\nExample:\n  main.ts licence import fcc-uls uls.csv --name FCC",
    )
    .action((source: string, file: string, options: { name?: string }) =>
      withPeople((people, house) => importRegister(people, house, source, file, options.name))
    );
}

/** Unix seconds of a time as people write it at a shell. */
function readTime(text: string): number {
  const at = /^\d{9,11}$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000);
  if (!Number.isFinite(at)) throw cliFailure.bad_option({}, `--until takes a time, not ${text}`);
  return at;
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
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw cliFailure.not_found({}, `There is no file ${path}`);
    throw error;
  }
  const { size } = await file.stat();
  const importedAt = world.now();
  const bar = new ProgressBar(size, world.elapsedMs);
  let accepted = 0, skipped = 0;
  const batch: unknown[][] = [];
  const flush = async () => {
    const rows = batch.splice(0);
    const taken = await db.write((tx) => people.licences.take(tx, source, importedAt, rows, name));
    accepted += taken.accepted;
    skipped += taken.skipped;
  };
  try {
    for await (const row of readRegister(bar.counting(file.readable), form)) {
      batch.push(row);
      if (batch.length === LICENCE_BATCH) await flush();
    }
    if (batch.length > 0) await flush();
  } finally {
    bar.end();
  }
  // Nothing is pruned for a file without a single usable row: it is the wrong file.
  if (accepted === 0) {
    throw accountFailure.import_incomplete({}, `${path} has no usable row; nothing was pruned`);
  }
  const held = people.licences.held(source, importedAt);
  const { rows, removed } = await db.write((tx) => people.licences.finish(tx, source, importedAt, held));
  console.log(`${source}: ${rows} calls, ${removed} no longer listed and dropped, ${skipped} rows skipped.`);
}

/** A bar on standard error, drawn only where somebody looks, at most ten times a second. */
class ProgressBar {
  #done = 0;
  #drawn = -Infinity;
  readonly #terminal = Deno.stderr.isTerminal();

  constructor(readonly total: number, readonly clock: () => number) {}

  async *counting(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      yield chunk;
      this.#done += chunk.length;
      if (this.#terminal && this.clock() - this.#drawn >= 100) this.#draw();
    }
  }

  #draw(): void {
    this.#drawn = this.clock();
    const part = this.total === 0 ? 1 : Math.min(1, this.#done / this.total);
    const width = 40;
    const full = Math.round(part * width);
    const line = `\r[${"#".repeat(full)}${".".repeat(width - full)}] ${
      String(Math.round(part * 100)).padStart(3)
    } %`;
    Deno.stderr.writeSync(new TextEncoder().encode(line));
  }

  end(): void {
    if (!this.#terminal) return;
    this.#draw();
    Deno.stderr.writeSync(new TextEncoder().encode("\n"));
  }
}
