/** `backup`, `backups`, `restore`: copies of the database. */
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { isArchive, putFiles } from "../../../archive/mod.ts";
import { asCaller, isCallersAlone } from "../../../base/mod.ts";
import {
  backupsIn,
  backupTo,
  MIGRATIONS,
  nightlyBackup,
  openJobRuns,
  pendingMigrations,
  removeBackup,
  removeIfThere,
  schemaOf,
  stamp,
} from "../../../db/mod.ts";
import { BACKUP_KEEP, BACKUP_PASSPHRASE, DATA_DIR, type Environment } from "../../../settings/mod.ts";
import { type House, NIGHTLY, nightlyWhole } from "../../../wiring/house.ts";
import { withEnvFile } from "../../environment.ts";
import { cliFailure } from "../../failing.ts";
import { freePath, lookAt, openNamed, readable, writing } from "../../files.ts";
import { DATABASE_FILE, openHouse, readSettings, useDataDir, worldOf } from "../../house/house.ts";
import { say, sayJson } from "../../program.ts";
import { openCopy } from "./open_copy.ts";
import { putInPlace } from "../../house/put_in_place.ts";
import { ProgressBar } from "./progress_bar.ts";
import { lockDataDir } from "../../running.ts";
import { openWhole, passphraseFile, passphraseIn, saysOf, wholeOf } from "./whole.ts";
import { fetchReplica, makeReady } from "./from_replica.ts";

// Copies of the database where only the caller of a command reaches: root names a stick, and the command works as the
// owner of the data folder. What is copied passes through that folder, so neither has to be trusted with the other's
// files.

const PIECE = 1 << 20;

/** Writes all that is left to read of a file into a new one. */
function pour(from: Deno.FsFile, to: string): void {
  using out = Deno.openSync(to, { write: true, createNew: true, mode: 0o600 });
  const piece = new Uint8Array(PIECE);
  for (let read; (read = from.readSync(piece)) !== null;) {
    for (let done = 0; done < read;) done += out.writeSync(piece.subarray(done, read));
  }
  out.syncSync();
}

/** Has a copy made at a path that the caller named. Then nothing is there, or the whole copy. */
async function backupToNamed(
  path: string,
  dataDir: string,
  make: (path: string) => Promise<unknown>,
): Promise<void> {
  if (!isCallersAlone(path)) return void await make(path);
  const made = join(dataDir, `handed-out-${Deno.pid}.db`);
  try {
    await make(made);
    using from = Deno.openSync(made);
    asCaller(path, () => {
      const partial = `${path}.partial`;
      try {
        removeIfThere(partial);
        pour(from, partial);
        Deno.renameSync(partial, path);
      } catch (error) {
        removeIfThere(partial);
        throw error;
      }
    });
  } finally {
    removeIfThere(made);
  }
}

/** A copy that the caller named, where the owner of the data folder can open it. */
interface Lent extends Disposable {
  file: string;
}

/** Lends a file of the caller's to the owner of the data folder, who keeps a copy of it for as long as it is used. */
function lend(file: string, dataDir: string): Lent {
  if (!isCallersAlone(file)) return { file, [Symbol.dispose]() {} };
  using from = openNamed(file, "the backup in it");
  useDataDir(dataDir);
  const folder = join(dataDir, `lent-${Deno.pid}`);
  const drop = () => Deno.removeSync(folder, { recursive: true });
  Deno.mkdirSync(folder);
  const copy = join(folder, basename(file));
  try {
    pour(from, copy);
  } catch (error) {
    drop();
    throw error;
  }
  return { file: copy, [Symbol.dispose]: drop };
}

/** A nightly copy is made no more often than this, in seconds. */
const NIGHTLY_S = 20 * 3600;

/** Where the copy goes: a file that is not there yet, unless `force`; into a folder under a name of its own. */
function targetOf(
  file: string,
  { now, force, ending }: { now: number; force: boolean; ending: string },
): string {
  const info = lookAt(file);
  if (info?.isDirectory) return freePath(file, `gateway-${stamp(now)}`, ending);
  if (info && !force) {
    throw cliFailure.output_unusable({}, `${file} is there already; take another name, or --force`);
  }
  const parent = lookAt(dirname(file));
  if (!parent?.isDirectory) {
    throw cliFailure.output_unusable({}, `${file} cannot be written: there is no folder ${dirname(file)}`);
  }
  return file;
}

/** What the timer of an installation runs: a host that was off at night makes its copy when it is on again. */
async function nightly(house: House, folder: string): Promise<void> {
  const { db, settings, world, dataDir } = house;
  const keep = settings.get(BACKUP_KEEP);
  const newest = backupsIn(join(dataDir, "backups")).find(({ name }) => name.startsWith("nightly-"));
  if (keep === 0 || (newest && Math.abs(world.now() - newest.madeAt) < NIGHTLY_S)) return;
  say(await writing(folder, () => nightlyBackup(db, folder, world.now(), keep, nightlyWhole(house))));
  // A server that starts after this need not make up for it.
  await openJobRuns(db).note({ job: NIGHTLY, ranAt: world.now(), failed: null });
}

/** Deletes a copy of the folder, given by its name or its path. Throws `input_unusable` for anything else. */
function deleteCopy(folder: string, given: string): void {
  const found = backupsIn(folder).find(({ name, file }) =>
    name === given || resolve(file) === resolve(given)
  );
  if (!found) {
    throw cliFailure.input_unusable({}, `There is no copy ${given} in ${folder}; main.ts backups lists them`);
  }
  removeBackup(folder, found.name);
  say(`Deleted ${found.file}`);
}

interface BackupOptions {
  force?: boolean;
  nightly?: boolean;
  whole?: boolean;
  passphraseFile?: string;
}

interface RestoreOptions {
  passphraseFile?: string;
  check?: boolean;
  fromReplica?: string;
  takeOver?: boolean;
}

export function backupCommands(program: Command, environment: Environment): void {
  program.command("backup [file]")
    .description(
      "copy the database while it is in use, by default to DATA_DIR/backups; with --whole everything",
    )
    .option("--force", "write over a file that is there")
    .option(
      "--whole",
      "one archive of the database, media, tiles' settings and, under a passphrase, the secrets",
    )
    .addOption(passphraseFile())
    .option(
      "--nightly",
      "the nightly copy, unless there is one of the last 20 hours; BACKUP_KEEP of them stay",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts backup\n  main.ts backup /mnt/usb/gateway.db\n  main.ts backup --whole\n" +
        "  main.ts backup --nightly",
    )
    .action(async (file: string | undefined, options: BackupOptions) => {
      const passphrase = passphraseIn(options.passphraseFile);
      const house = await openHouse(withEnvFile(environment));
      try {
        const folder = join(house.dataDir, "backups");
        if (options.nightly) return await nightly(house, folder);
        if (!file) await writing(folder, () => Deno.mkdirSync(folder, { recursive: true, mode: 0o700 }));
        const target = file ?? folder;
        const path = asCaller(target, () =>
          targetOf(target, {
            now: house.world.now(),
            force: options.force ?? false,
            ending: options.whole ? ".tar" : ".db",
          }));
        // The bar counts percent: how many pages there are is known only after the first step.
        const bar = new ProgressBar(100, () => house.world.elapsedMs());
        const copied = (done: number, total: number) => bar.reach(100 * done / total);
        const make = options.whole
          ? wholeOf(house, passphrase, copied)
          : (to: string) => backupTo(house.db, to, { copied });
        await writing(path, () => backupToNamed(path, house.dataDir, make)).finally(() => bar.end());
        say(path);
      } finally {
        house.db.close();
      }
    });

  program.command("backups")
    .description("the copies in DATA_DIR/backups, newest first; or delete one")
    .option("--json", "as JSON")
    .option("--delete <copy>", "delete this copy, named as it is listed; there is no way back")
    .addHelpText(
      "after",
      "\nOf the nightly copies the newest BACKUP_KEEP stay. Every other copy stays until you delete it.\n" +
        "\nExamples:\n  main.ts backups\n  main.ts backups --delete gateway-20260601-120000.db",
    )
    .action((options: { json?: boolean; delete?: string }) => {
      const dataDir = readSettings(withEnvFile(environment), { serving: false }).get(DATA_DIR);
      const folder = join(dataDir, "backups");
      if (options.delete !== undefined) return deleteCopy(folder, options.delete);
      const copies = backupsIn(folder).map(({ file, bytes, madeAt }) => ({
        file,
        bytes,
        madeAt,
      }));
      if (options.json) return sayJson(copies);
      if (copies.length === 0) say("There is no copy yet. Make one: main.ts backup");
      for (const { file, bytes, madeAt } of copies) {
        const at = new Date(madeAt * 1000).toISOString().slice(0, 16).replace("T", " ");
        say(`${at} UTC  ${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${file}`);
      }
    });

  program.command("restore [file]")
    .description(
      "put a backup in the place of the database; the server must be down, and the present one is kept aside",
    )
    .addOption(passphraseFile())
    .option("--check", "only say whether the file could be restored; also beside a running server")
    .option(
      "--from-replica <from>",
      "what litestream keeps: a folder, or an address such as sftp://user@host/path",
    )
    .option(
      "--take-over",
      "with --from-replica: the machine that served so far is off for certain, so do not wait for it",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  main.ts restore --check data/backups/gateway-20260601-120000.db\n" +
        "  main.ts restore data/backups/gateway-20260601-120000.db\n" +
        "  main.ts restore --from-replica /srv/replica",
    )
    .action(async (given: string | undefined, options: RestoreOptions, command: Command) => {
      const { fromReplica } = options;
      if ((given === undefined) === (fromReplica === undefined)) {
        command.error("error: restore takes a file, or --from-replica and where the replica is");
      }
      const settings = readSettings(withEnvFile(environment), { serving: false });
      if (fromReplica !== undefined) useDataDir(settings.get(DATA_DIR));
      await using fetched = fromReplica === undefined
        ? undefined
        : await fetchReplica(fromReplica, settings.get(DATA_DIR));
      const passphrase = passphraseIn(options.passphraseFile) ?? settings.get(BACKUP_PASSPHRASE);
      using lent = given === undefined ? undefined : lend(given, settings.get(DATA_DIR));
      const file = fetched?.file ?? lent!.file;
      const world = worldOf(settings);
      readable(file, "the backup in it");
      using whole = await isArchive(file)
        ? await openWhole(file, settings.get(DATA_DIR), passphrase)
        : undefined;
      const backup = openCopy(whole?.database ?? file, world);
      try {
        const pending = pendingMigrations(backup, MIGRATIONS).length;
        say(
          `${basename(file)} is sound: schema ${schemaOf(backup)}${
            pending === 0 ? "" : `, ${pending} migrations before this version's`
          }.`,
        );
        for (const line of whole ? saysOf(whole) : []) say(line);
        if (options.check) return;
        const dataDir = settings.get(DATA_DIR);
        useDataDir(dataDir);
        using _lock = lockDataDir(dataDir);
        const kept = whole ? await putFiles(whole, dataDir, stamp(world.now())) : [];
        const aside = await putInPlace(
          join(dataDir, DATABASE_FILE),
          (to) => backup.backup(to),
          stamp(world.now()),
        );
        if (fromReplica !== undefined) {
          await makeReady(dataDir, world, { takeOver: options.takeOver ?? false });
        }
        const before = [...kept, ...(aside === undefined ? [] : [aside])].join(", ");
        say(`Restored ${basename(file)}.${before === "" ? "" : ` What was there before: ${before}`}`);
      } finally {
        backup.close();
      }
    });
}
