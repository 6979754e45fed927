/**
 * Which machine serves a database. Where a replica of it is kept, a stand-by has the same database and the same name:
 * the two must never serve at once, or neighbours get two different truths under one key. The machine that serves
 * writes that into the database again and again, and the replica carries it along. This keeps two machines apart that
 * see one replica; a machine that is cut off from it cannot know.
 */
import { hostname } from "node:os";
import { join } from "node:path";
import { failures, type World } from "../base/mod.ts";
import type { Database } from "./open.ts";

/** A lease that was not renewed for so long, in seconds, is over: its machine is gone, or cut off from its replica. */
export const LEASE_S = 90;
/** How often a running server renews its lease, in seconds. Each is one small write, and one piece of the replica. */
export const RENEW_S = 20;

const leaseFailure = failures({
  leased_elsewhere: ["conflict", { renewedAt: "number" }],
});

interface Lease {
  /** Host name and a random part of the machine that serves. */
  machine: string;
  /** Unix seconds. */
  renewedAt: number;
}

/**
 * The name of this machine: its host name, and a random part kept in `DATA_DIR/machine`, so that the same machine after a
 * crash is the same, and two hosts of one name are two.
 */
export function machineOf(dataDir: string): string {
  const path = join(dataDir, "machine");
  try {
    return Deno.readTextFileSync(path).trim();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const name = `${hostname()} ${crypto.randomUUID()}`;
  Deno.writeTextFileSync(path, `${name}\n`, { createNew: true, mode: 0o600 });
  return name;
}

/** The lease of one database. Its row outlives the process: a copy of the database carries it. */
export function leaseOf(db: Database, world: World) {
  const held = db.row<Record<never, never>, Lease>("SELECT machine, renewed_at AS renewedAt FROM lease");
  const put = db.change<Lease>(
    `INSERT INTO lease (one, machine, renewed_at) VALUES (1, :machine, :renewedAt)
     ON CONFLICT (one) DO UPDATE SET machine = excluded.machine, renewed_at = excluded.renewed_at`,
  );
  const drop = db.change<{ machine: string }>("DELETE FROM lease WHERE machine = :machine");
  const renewedBy = (machine: string) => ({ machine, renewedAt: world.now() });
  return {
    held: (): Lease | undefined => held(),

    /** Takes the lease for this machine. Throws `leased_elsewhere` while another one's is fresh, or its age cannot be told. */
    take(machine: string): void {
      const other = held();
      const age = other ? world.now() - other.renewedAt : 0;
      if (other && other.machine !== machine && (!world.clock.isKnown() || age < LEASE_S)) {
        const [host] = other.machine.split(" ");
        throw leaseFailure.leased_elsewhere(
          { renewedAt: other.renewedAt },
          `${host} served this database ${
            Math.max(0, age)
          } s ago: stop it there, or wait until it has been silent ` +
            `for ${LEASE_S} s. Two machines never serve as one instance`,
        );
      }
      db.writeNow((tx) => put(tx, renewedBy(machine)));
    },

    renew: (machine: string): Promise<unknown> => db.write((tx) => put(tx, renewedBy(machine))),

    /** Gives up this machine's lease, so that the stand-by need not wait. */
    release: (machine: string): void => void db.writeNow((tx) => drop(tx, { machine })),

    /** Ends the lease of whichever machine has it: an operator knows that this machine is off. */
    end(): void {
      const other = held();
      if (other) db.writeNow((tx) => drop(tx, { machine: other.machine }));
    },
  };
}
