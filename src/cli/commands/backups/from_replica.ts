/** `restore --from-replica`: the database as litestream's replica has it, made into a stand-by's own. */
import { join, resolve } from "node:path";
import { isFolder, newestPiece, withoutSecret } from "../../../admin/mod.ts";
import type { World } from "../../../base/mod.ts";
import { LEASE_S, leaseOf, removeIfThere } from "../../../db/mod.ts";
import { leapNumbers } from "../../../federation/mod.ts";
import { cliFailure, whyOf } from "../../failing.ts";
import { lookAt } from "../../files.ts";
import { openDatabase } from "../../house/house.ts";
import { say } from "../../program.ts";

/** A copy of the database out of a replica. */
interface Fetched extends AsyncDisposable {
  file: string;
}

/**
 * Has litestream make the newest copy that a replica gives, in a file of its own in the data folder, gone after use. Throws
 * `input_unusable` with litestream's own words.
 */
export async function fetchReplica(replica: string, dataDir: string): Promise<Fetched> {
  if (isFolder(replica) && !lookAt(join(replica, "generations"))?.isDirectory) {
    throw cliFailure.input_unusable(
      {},
      `${replica} holds no replica: litestream makes a folder "generations" in it`,
    );
  }
  const file = join(dataDir, `from-replica-${Deno.pid}.db`);
  const url = isFolder(replica) ? `file://${resolve(replica)}` : replica;
  const drop = () => {
    for (const suffix of ["", "-wal", "-shm", ".tmp", ".tmp-wal", ".tmp-shm"]) removeIfThere(file + suffix);
  };
  try {
    const { success, stderr } = await new Deno.Command("litestream", {
      args: ["restore", "-o", file, url],
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) {
      const words = new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
      throw cliFailure.input_unusable(
        {},
        `litestream could not restore ${withoutSecret(replica)}: ${withoutSecret(words).slice(0, 300)}`,
      );
    }
  } catch (error) {
    drop();
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable)) throw error;
    throw cliFailure.input_unusable(
      {},
      `litestream cannot be started (${
        whyOf(error)
      }): install it; from source, say deno run -P --allow-run=litestream main.ts restore …`,
    );
  }
  if (isFolder(replica)) {
    const at = newestPiece(replica);
    if (at !== undefined) say(`The replica's newest piece is of ${new Date(at * 1000).toISOString()}.`);
  }
  return { file, [Symbol.asyncDispose]: () => Promise.resolve(drop()) };
}

/**
 * Makes a restored copy ready to serve: the numbers of published records are raised above everything that the first
 * machine may have given out and the replica lacks. With `takeOver` the first machine's lease ends; without it
 * `serve` waits for its end.
 */
export async function makeReady(
  dataDir: string,
  world: World,
  { takeOver }: { takeOver: boolean },
): Promise<void> {
  // The first machine may have run an older version: its database is brought up to date before anything is looked up.
  const db = await openDatabase(dataDir, world);
  try {
    leapNumbers(db, world);
    const lease = leaseOf(db, world);
    if (takeOver) lease.end();
    const held = lease.held();
    if (!held) return;
    const age = Math.max(0, world.now() - held.renewedAt);
    say(
      `${held.machine.split(" ")[0]} served it ${age} s before now. ` +
        (age < LEASE_S ? `serve waits until it was silent for ${LEASE_S} s.` : "Make sure that it is off."),
    );
  } finally {
    db.close();
  }
}
