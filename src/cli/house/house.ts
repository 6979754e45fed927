/** Opening the house for a command or the server: environment, settings, data folder, database, world. */
import { join } from "node:path";
import {
  diskFailure,
  Failure,
  freeBytes,
  isDiskFull,
  isFull,
  realWorld,
  type World,
} from "../../base/mod.ts";
import {
  backupTo,
  type Database,
  explainSqlite,
  migrate,
  MIGRATIONS,
  openOurs,
  pendingMigrations,
} from "../../db/mod.ts";
import { heededMail, smtpMailer } from "../../accounts/mod.ts";
import { Club, type ClubMarks } from "../../club/mod.ts";
import {
  APP_URL,
  CLUB_NAME,
  CLUB_TEXT,
  DATA_DIR,
  type Environment,
  HOST,
  HTTPS_PORT,
  instanceId,
  MAIL_FROM,
  ownOrigins,
  PORT,
  sayUnread,
  Settings,
  shortSecrets,
  SMTP_URL,
  startProblems,
  tlsMode,
  unreadNames,
} from "../../settings/mod.ts";
import { Reach } from "../../tls/mod.ts";
import type { House } from "../../wiring/house.ts";
import { localNames } from "../../wiring/local_network.ts";
import { cliFailure, EXIT, stop, whyOf } from "../failing.ts";
import { envPath } from "../environment.ts";
import { lookAt } from "../files.ts";
import { named } from "../program.ts";
import { finishRestore } from "./put_in_place.ts";
import { runningServer } from "../running.ts";
import { sourceInfo } from "../source.ts";

/**
 * Room that is kept back on the disk: SQLite needs some to open a database at all (its shared memory and its log), so that a
 * server on a full disk could not even be read. It is given up then, and taken again once there is room.
 */
const BALLAST_FILE = "ballast", BALLAST_BYTES = 262_144;

/** Keeps room back where none is kept and there is enough. A disk that takes none is left as it is. */
export function keepBallast(dataDir: string): void {
  const path = join(dataDir, BALLAST_FILE);
  if (lookAt(path)?.size === BALLAST_BYTES || isFull(freeBytes(dataDir))) return;
  try {
    Deno.writeFileSync(path, new Uint8Array(BALLAST_BYTES).fill(0x5a));
  } catch {
    removeQuietly(path);
  }
}

/** Gives the room up; false where none was kept. */
export function dropBallast(dataDir: string): boolean {
  const path = join(dataDir, BALLAST_FILE);
  if (lookAt(path) === undefined) return false;
  removeQuietly(path);
  return true;
}

export const DATABASE_FILE = "gateway.db";

/**
 * Settings of an environment; ends the process with a line for each problem. A command needs no secrets, but a server
 * does (`serving`).
 */
export function readSettings(environment: Environment, { serving }: { serving: boolean }): Settings {
  const settings = new Settings(environment);
  const problems = serving
    ? startProblems(settings)
    : settings.problems.map(({ key, takes }) => `${key} takes ${takes}`);
  if (problems.length > 0) stop(EXIT.config, ...problems);
  if (serving) { for (const line of startWarnings(settings)) console.error(line); }
  return settings;
}

/** What is no reason not to start, and sets nothing or protects little: a line each. */
function startWarnings(settings: Settings): string[] {
  const path = envPath(settings.get(DATA_DIR));
  const names = lookAt(path) === undefined ? [] : unreadNames(Deno.readTextFileSync(path));
  return [
    ...(names.length === 0 ? [] : [`Nothing reads ${sayUnread(names)} in ${path}`]),
    ...shortSecrets(settings).map((key) =>
      `${key} is shorter than 16 letters: main.ts secrets new makes one`
    ),
  ].map(named);
}

/** A world with mail when the settings name a server. `marks`: what the club looks like, where its database is open. */
function withMail(world: World, settings: Settings, marks?: () => ClubMarks): World {
  const url = settings.get(SMTP_URL);
  if (url === undefined) return world;
  const from = settings.get(MAIL_FROM) ?? `gateway@${instanceId(settings)}`;
  // Asked for each letter: all of it may be changed while the program runs.
  const head = () => ({ name: settings.get(CLUB_NAME), words: settings.get(CLUB_TEXT), ...marks?.() });
  // A club's server is often called "vm": its address has a name that is known.
  const { hostname } = new URL(settings.get(APP_URL) ?? "http://localhost");
  const labels = hostname.split(".");
  const isName = labels.length > 1 && labels.every((label) => /^[a-z0-9-]{1,63}$/i.test(label)) &&
    /^[a-z][a-z0-9-]/i.test(labels.at(-1)!);
  const host = isName ? hostname : undefined;
  return { ...world, mail: heededMail(smtpMailer(url, from, head, host), world.lives) };
}

/** The world as the settings have it. */
export const worldOf = (settings: Settings): World => withMail(realWorld(), settings);

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // The folder was never made, or is not empty.
  }
}

/** Makes sure that the data folder is there and takes files. */
export function useDataDir(dataDir: string, { mayBeFull = false } = {}): void {
  const probe = join(dataDir, `.probe-${Deno.pid}`);
  // Files that are made from here on (database, media, backups) can be read by this user alone.
  Deno.umask(0o077);
  const fresh = lookAt(dataDir) === undefined;
  try {
    Deno.mkdirSync(dataDir, { recursive: true });
    Deno.writeTextFileSync(probe, "probe");
    Deno.removeSync(probe);
  } catch (error) {
    for (const left of [probe, ...(fresh ? [dataDir] : [])]) removeQuietly(left);
    if (isDiskFull(error)) {
      if (mayBeFull && !fresh) return;
      throw diskFailure.disk_full({}, `The disk that holds ${dataDir} is full or failing`);
    }
    throw cliFailure.data_dir_unusable(
      {},
      `DATA_DIR takes a folder that this user can write; ${dataDir}: ${whyOf(error)}`,
    );
  }
}

/**
 * Opens the database of the data folder and brings it up to date; an older one is copied aside first. Throws a failure
 * that says what is wrong: newer than the program, locked, disk full.
 */
export async function openDatabase(dataDir: string, world: World): Promise<Database> {
  // What is there can be read from a full disk, and says why nothing is saved.
  useDataDir(dataDir, { mayBeFull: true });
  try {
    return await opened(dataDir, world);
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    if (!dropBallast(dataDir)) return await openedAlone(dataDir, world);
    world.log.warn(
      "the disk is full: what was kept back for this is given up, so that all of it can be read",
    );
  }
  try {
    return await opened(dataDir, world);
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    return await openedAlone(dataDir, world);
  }
}

/** The same where not even what SQLite writes to open it finds room: it can be read, and commands beside it wait for its end. */
function openedAlone(dataDir: string, world: World): Promise<Database> {
  world.log.warn(
    "the disk is full and nothing is kept back for this any more: all of it can be read, by this program alone",
  );
  return opened(dataDir, world, { alone: true });
}

export const isFullDisk = (error: unknown): boolean =>
  isDiskFull(error) || (error instanceof Failure && error.reason === "disk_full");

async function opened(dataDir: string, world: World, { alone = false } = {}): Promise<Database> {
  const path = join(dataDir, DATABASE_FILE);
  if (finishRestore(path)) world.log.warn("a restore that was cut off is finished: {path}", { path });
  const db = openOurs(path, MIGRATIONS, { alone });
  try {
    const pending = pendingMigrations(db, MIGRATIONS);
    if (pending.length > 0 && pending.length < MIGRATIONS.length) {
      const folder = join(dataDir, "backups");
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      await backupTo(db, join(folder, `before-${pending[0]!.name}.db`));
    }
    const applied = migrate(db, MIGRATIONS, world);
    // Printed only for an older database that was changed, not for a fresh one.
    if (applied.length > 0 && applied.length < MIGRATIONS.length) {
      world.log.info("migrated in {steps} steps to {name}", { steps: applied.length, name: applied.at(-1) });
    }
    return db;
  } catch (error) {
    db.close();
    throw explainSqlite(error, path);
  }
}

/** Where people reach this instance, as far as its settings say; the ports are filled in by whoever listens. */
export function reachOf(house: Pick<House, "world" | "settings">): Reach {
  const { world, settings } = house;
  const mode = tlsMode(settings);
  const reach = new Reach({
    mode,
    world,
    bound: settings.get(HOST),
    instance: instanceId(settings),
    origins: ownOrigins(settings),
  });
  reach.answered = () => localNames(house, mode);
  return reach;
}

/** Where a server of this data folder listens, or would: for commands beside it. */
function listensAt(reach: Reach, settings: Settings, dataDir: string): void {
  const running = runningServer(dataDir);
  const [port, https] = [settings.get(PORT), settings.get(HTTPS_PORT)];
  const { protocol, port: told } = new URL(running?.url ?? `http://localhost:${port}`);
  if (protocol === "http:") reach.http = Number(told) || port;
  if (reach.mode !== "off") reach.https = running ? running.https : reach.mode === "own" ? https : port;
}

/** Opens the whole house for a command; for a server over the settings `served`, which it has read before. */
export async function openHouse(environment: Environment, served?: Settings): Promise<House> {
  const settings = served ?? readSettings(environment, { serving: false });
  const bare = realWorld();
  const dataDir = settings.get(DATA_DIR);
  const db = await openDatabase(dataDir, bare);
  settings.attach(db);
  const club = new Club(db, settings, bare);
  const world = withMail(bare, settings, () => club.marks());
  const reach = reachOf({ world, settings });
  if (!served) listensAt(reach, settings, dataDir);
  return { world, settings, db, dataDir, source: sourceInfo(settings), reach };
}
