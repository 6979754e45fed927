/** Commands beside a running box: they ask it, or change its file where none runs. */
import type { World } from "../../base/mod.ts";
import { type ConnectionAddress, readAddress } from "../config/address.ts";
import { type BoxFile, loadBoxFile, saveBoxFile } from "../config/box_file.ts";
import { lastErrorOf, noteThrow, seal } from "../config/switches.ts";
import { ConnectionCounters } from "../connections/counters.ts";
import { boxFailure } from "../errors.ts";
import { openFacts } from "../spool/facts.ts";
import { spoolStore } from "../spool/store.ts";
import { shownAddress } from "../config/address.ts";
import type { BoxStatus } from "../state/status.ts";
import { hasTransmitted } from "../transmit/log.ts";
import { VERSION } from "../version.ts";
import { type Lock, LOCKS } from "../words.ts";
import { openBoxDatabase, readBoxDatabase } from "./box.ts";
import { contactOf } from "./lock.ts";

const PATIENCE_MS = 10_000;

/** Whether a folder has a box. */
export const hasBox = (dir: string): boolean => loadBoxFile(dir) !== undefined;

/** The file of a folder; throws where there is no box. */
export function boxOf(dir: string): BoxFile {
  const file = loadBoxFile(dir);
  if (!file) throw boxFailure.box_missing({}, `${dir} holds no box: main.ts box join makes one`);
  return file;
}

/** Asks the running box; undefined where none runs. */
export async function askBox(
  dir: string,
  world: Pick<World, "fetch">,
  request: { path: string; body?: unknown; endless?: boolean },
): Promise<Response | undefined> {
  const contact = contactOf(dir);
  if (!contact) return undefined;
  const { path, body, endless } = request;
  try {
    return await world.fetch(new URL(path, contact.control), {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${contact.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(endless ? {} : { signal: AbortSignal.timeout(PATIENCE_MS) }),
    });
  } catch (error) {
    throw boxFailure.box_not_running({}, `The box in ${dir} does not answer: ${(error as Error).message}`);
  }
}

/** The connections of a file that was read: `readBoxFile` let no other text through. */
const addressesOf = (file: BoxFile): ConnectionAddress[] =>
  file.connections.map(readAddress).filter((one) => typeof one !== "string");

/** The locks that the file closes, and the gateway's: nobody asks for its leave while no box runs. */
function restingLocks(file: BoxFile): Lock[] {
  const closed: Record<Lock, boolean> = {
    box_off: file.tx === "off",
    port_off: !addressesOf(file).some(({ tx }) => tx),
    gate: true,
    quiet: file.quiet,
    dry: file.tx === "dry",
  };
  return LOCKS.filter((lock) => closed[lock]);
}

/** The status of a box that does not run, read from its files. */
export function restingStatus(dir: string, world: World): BoxStatus {
  const file = boxOf(dir);
  const db = readBoxDatabase(dir, world);
  try {
    const facts = openFacts(db);
    const { taken, sent, waiting, rejected, dropped } = spoolStore(db).counters();
    const okAt = facts.get("gateway_ok_at"),
      refused = facts.get("gateway_refused"),
      sites = facts.get("sites");
    const counters = new ConnectionCounters(db);
    return {
      call: file.call,
      box: file.box,
      version: VERSION,
      gateway: {
        address: file.gateways[0]!,
        state: refused === undefined ? "unreachable" : "refused",
        lastOkAt: okAt === undefined ? null : Number(okAt),
        why: refused ?? "the box is not running",
        failing: false,
      },
      clock: { offsetMs: null, gpsApartMs: null },
      gps: null,
      rigs: [],
      spool: { in: taken, sent, waiting, rejected, dropped },
      connections: addressesOf(file).map(({ text, site = null }) => {
        const { heard, lastHeardAt, copies, other } = counters.of(text);
        return {
          address: shownAddress(text),
          state: "stopped" as const,
          in: heard,
          lastHeardAt,
          site,
          copies,
          other,
          sentence: "stopped",
        };
      }),
      tx: { on: file.tx === "on", switch: file.tx, locks: restingLocks(file) },
      grace: false,
      lastError: lastErrorOf(facts) ?? null,
      simulated: false,
      sites: sites === undefined ? null : JSON.parse(sites),
      uptimeS: 0,
    };
  } finally {
    db.close();
  }
}

/** Throws switches of the running box at once; of a resting one in its file. Says whether it runs. */
export async function throwSwitch(
  dir: string,
  world: World,
  change: Partial<Pick<BoxFile, "tx" | "quiet">>,
): Promise<boolean> {
  boxOf(dir);
  const answer = await askBox(dir, world, { path: "/switch", body: change });
  if (answer) {
    const { ok, status } = answer;
    await answer.body?.cancel();
    if (status === 409) {
      throw boxFailure.box_running({}, `The box in ${dir} only plays a recording: stop that first`);
    }
    if (!ok) throw boxFailure.box_not_running({}, `The box in ${dir} answers ${status}`);
    return true;
  }
  rewrite(dir, world, change);
  return false;
}

/** Changes the file of a box that does not run, as a command does. */
export function rewrite(dir: string, world: World, change: Partial<BoxFile>): void {
  const file = boxOf(dir), changed = { ...file, ...change };
  const db = openBoxDatabase(dir, world);
  try {
    saveBoxFile(dir, changed);
    const facts = openFacts(db);
    seal(db, facts, changed);
    const { tx: to } = change;
    if (to !== undefined) {
      db.writeNow((tx) => noteThrow(tx, facts, { from: file.tx, to, now: world.now() }));
    }
  } finally {
    db.close();
  }
}

const TRIED_S = 86_400;

/** Whether a box has shown what it would send: by a day of running dry, or since it has transmitted before. */
export function isTried(dir: string, world: World): boolean {
  const { tx } = boxOf(dir);
  const db = readBoxDatabase(dir, world);
  try {
    const since = Number(openFacts(db).get("dry_since") ?? Infinity);
    return tx === "dry" && world.now() - since >= TRIED_S || hasTransmitted(db);
  } finally {
    db.close();
  }
}
