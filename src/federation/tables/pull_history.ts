/** The last pulls of each peer: how it did, pull by pull. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

/** Pulls that are kept of each peer: two days of hourly ones. */
const KEPT_PULLS = 48;

/** One pull as it ended. */
export interface PastPull {
  /** Unix seconds. */
  at: number;
  ok: boolean;
  /** Records that it brought. */
  fresh: number;
  /** Bytes that it read. */
  bytes: number;
}
type PullRow = Omit<PastPull, "ok"> & { peer: number; ok: number };

const ROW = columns<PullRow>(asNamed("peer at ok fresh bytes"));

export function pullHistory(db: Database) {
  const insert = db.change<PullRow>(ROW.insertInto("fed_pull"));
  const trim = db.change<{ peer: number }>(
    `DELETE FROM fed_pull WHERE peer = :peer AND id NOT IN
       (SELECT id FROM fed_pull WHERE peer = :peer ORDER BY id DESC LIMIT ${KEPT_PULLS})`,
  );
  const all = db.rows<Record<never, never>, PullRow>(
    `SELECT ${ROW.select()} FROM fed_pull ORDER BY peer, id`,
  );
  const failures = db.rows<Record<never, never>, { peer: number; at: number }>(
    "SELECT peer, max(at) AS at FROM fed_pull WHERE ok = 0 GROUP BY peer",
  );
  return {
    /** When the last of the kept pulls failed that did, by the peer's row. */
    failedAt: (): Map<number, number> => new Map(failures().map(({ peer, at }) => [peer, at])),
    /** Notes how a pull ended; of the peer's pulls the last `KEPT_PULLS` are kept. */
    note(tx: Tx, peer: number, pull: PastPull): void {
      insert(tx, { ...pull, peer, ok: Number(pull.ok) });
      trim(tx, { peer });
    },
    /** The kept pulls of every peer, oldest first, by the peer's row. */
    all(): Map<number, PastPull[]> {
      const byPeer = new Map<number, PastPull[]>();
      for (const { peer, ok, at, fresh, bytes } of all()) {
        const pulls = byPeer.get(peer) ?? [];
        if (pulls.length === 0) byPeer.set(peer, pulls);
        pulls.push({ at, ok: ok === 1, fresh, bytes });
      }
      return byPeer;
    },
  };
}
export type PullHistory = ReturnType<typeof pullHistory>;
