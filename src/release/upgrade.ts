/**
 * The way to the next version. At every moment the service's link leads to a whole version, and the service manager is only
 * ever asked to restart it: whoever ends this program at any place leaves the old version running, or the new one. Where
 * the new one does not come up, this program goes back; where this program is gone too, the service manager does.
 */
import { basename, join } from "node:path";
import { asOwner, failures, isOlderRelease, ownerOf, replaceFile, type World } from "../base/mod.ts";
import { Database } from "../db/mod.ts";
import { sayGoingBack } from "./going_back.ts";
import { healthAt } from "./health.ts";
import { asWritten, failed, type Host, linked, linkTo, removeAll } from "./host.ts";
import { checkBundle, type Manifest } from "./manifest.ts";
import { unpack } from "./untar.ts";

const upgradeFailure = failures({
  upgrade_refused: "conflict",
  upgrade_failed: "unavailable",
});

interface UpgradeParts {
  host: Host;
  world: World;
  /** Public key that bundles are signed with. */
  key: string;
  /** x64 or arm64. */
  target: Manifest["target"];
  /** Where the server says it is reached, if it runs. */
  address: () => Promise<string | undefined>;
  /** Whether a version that is older than the one that runs is taken. */
  downgrade: boolean;
  /** How long a version may take to come up, in milliseconds. */
  patienceMs: number;
  say(line: string): void;
}

const SERVICE = "service-gateway";
const LOOK_MS = 250;
/** The service manager goes back by itself only from an upgrade that began within this, in milliseconds. */
const YOUNG_MS = 3_600_000;

interface Unfinished {
  from: string;
  to: string;
  /** Unix milliseconds. */
  since: number;
}

/** Brings the host to the version of a signed bundle. Throws what kept it from that; then the old version runs. */
export async function upgrade(
  bundle: AsyncIterable<Uint8Array>,
  parts: UpgradeParts,
): Promise<Manifest> {
  const { host, say, world } = parts;
  const from = linked(host.current, host.root);
  if (from === undefined) throw refused(`${host.current} leads to no version: install one first`);
  const manifest = await bringIn(bundle, from, parts);
  const to = join(host.opt, nameOf(manifest));
  await tryMigration(to, parts);
  if (isOlderRelease(manifest.version, versionOf(from) ?? "")) {
    say(
      `${manifest.version} is older than ${
        versionOf(from)
      } and opens the database as it is: nothing in it is lost.`,
    );
  }
  const since = world.nowMs();
  linkTo(host.before, asWritten(host, from));
  replaceFile(host.unfinished, JSON.stringify({ from, to, since } satisfies Unfinished));
  linkTo(host.current, asWritten(host, to));
  say(`${basename(to)} takes the place of ${basename(from)}; the service is restarted.`);
  const why = failed("systemctl", ["restart", SERVICE]);
  if (why === undefined && await comesUp(manifest.version, parts)) {
    removeAll(host.unfinished);
    return manifest;
  }
  say(`${manifest.version} did not come up${why === undefined ? "" : ` (${why})`}: going back.`);
  await goBack(parts);
  throw upgradeFailure.upgrade_failed(
    {},
    `${manifest.version} did not come up; ${basename(from)} runs again`,
  );
}

const refused = (why: string) => upgradeFailure.upgrade_refused({}, why);
const nameOf = ({ version, target }: Pick<Manifest, "version" | "target">): string =>
  `${SERVICE}-${version}-linux-${target}`;

/** The version of a bundle's folder. */
const versionOf = (folder: string): string | undefined =>
  /^service-gateway-(.{1,40})-linux-/.exec(basename(folder))?.[1];

/** Unpacks the bundle beside the versions that are there, and checks every byte before anything of it runs. */
async function bringIn(
  bundle: AsyncIterable<Uint8Array>,
  from: string,
  { host, key, target, downgrade }: UpgradeParts,
): Promise<Manifest> {
  const incoming = join(host.opt, ".service-gateway-incoming");
  removeAll(incoming);
  try {
    Deno.mkdirSync(incoming, { mode: 0o755 });
    await unpack(bundle, incoming);
    const manifest = checkBundle(incoming, key);
    if (manifest.target !== target) {
      throw refused(`The bundle is for ${manifest.target}, this host is ${target}`);
    }
    const to = join(host.opt, nameOf(manifest));
    if (to === from) throw refused(`${manifest.version} is what runs already`);
    const present = versionOf(from) ?? "";
    if (!downgrade && isOlderRelease(manifest.version, present)) {
      throw refused(
        `${manifest.version} is older than ${present}, which runs: --downgrade takes it all the same, where it can open the ` +
          `database as it is. Where ${present} has changed the database, only a copy from before that fits an older version, ` +
          "and what was written since is not in it (main.ts backups)",
      );
    }
    removeAll(to);
    Deno.renameSync(incoming, to);
    return manifest;
  } finally {
    removeAll(incoming);
  }
}

/** Copies the database of the data folder into a folder of its own there. */
async function copyInto(trial: string, dataDir: string): Promise<void> {
  removeAll(trial);
  Deno.mkdirSync(trial, { mode: 0o700 });
  const db = new Database(join(dataDir, "gateway.db"));
  try {
    await db.backup(join(trial, "gateway.db"));
  } finally {
    db.close();
  }
}

/** Lets the new version bring a copy of the database up to date: if that fails, it is not tried on the real one. */
async function tryMigration(to: string, { host, say }: UpgradeParts): Promise<void> {
  const trial = join(host.dataDir, "upgrade-trial");
  const user = ownerOf(host.dataDir);
  try {
    await asOwner(host.dataDir, () => copyInto(trial, host.dataDir));
    const why = failed(join(to, SERVICE), ["migrate"], { DATA_DIR: trial, HOME: trial }, user);
    if (why !== undefined) throw refused(`The new version cannot take over a copy of the database: ${why}`);
    say("A copy of the database was brought up to date.");
  } finally {
    await asOwner(host.dataDir, () => removeAll(trial));
  }
}

/** Whether the service manager has given it up. */
const isGivenUp = (): boolean => failed("systemctl", ["is-failed", "--quiet", SERVICE]) === undefined;

/** Waits until the server says that it is well and of that version, as long as there is hope. */
async function comesUp(version: string, { address, world, patienceMs }: UpgradeParts): Promise<boolean> {
  const until = world.elapsedMs() + patienceMs;
  while (world.elapsedMs() < until) {
    const url = await address();
    const health = url && await healthAt(url);
    if (health && health.ok === true && health.version === version) return true;
    if (isGivenUp()) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}

/** What an upgrade left that is not finished. */
function unfinishedOf({ unfinished }: Host): Unfinished | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(unfinished));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return undefined;
  }
}

/** Goes back to the version that ran before the upgrade that is not finished; `false` where there is none, or it is old. */
export async function goBack(parts: UpgradeParts): Promise<boolean> {
  const { host, world } = parts;
  const left = unfinishedOf(host);
  if (!left || world.nowMs() - left.since > YOUNG_MS) return false;
  const version = versionOf(left.from) ?? "";
  await asOwner(host.dataDir, () => sayGoingBack(host.dataDir, version, left.since));
  linkTo(host.current, asWritten(host, left.from));
  failed("systemctl", ["reset-failed", SERVICE]);
  const why = failed("systemctl", ["restart", SERVICE]);
  if (why !== undefined || !await comesUp(version, parts)) {
    throw upgradeFailure.upgrade_failed(
      {},
      `${
        basename(left.from)
      } did not come up either: see journalctl --namespace=service-gateway -u service-gateway`,
    );
  }
  removeAll(host.unfinished);
  return true;
}
