/** First parts of mail whose transfer broke off, so that no byte goes over a slow line twice. Owns `mail_part`. */
import type { Database } from "../../../db/mod.ts";

/** How many parts are kept, of how many bytes each, and for how many milliseconds; the newest stay longest. */
const MOST = 20, MOST_BYTES = 200_000, KEPT_MS = 7 * 86_400_000;

export interface BrokenOff {
  /** What has come of a message of this partner; `undefined` where it has to begin again. */
  part(partner: string, bid: string): Uint8Array | undefined;
  /** Keeps what has come; without `part` forgets it. */
  keep(partner: string, bid: string, part: Uint8Array | undefined): Promise<void>;
}

export function brokenOff(db: Database, clock: { nowMs(): number }): BrokenOff {
  const one = db.row<{ partner: string; bid: string; since: number }, { part: Uint8Array }>(
    "SELECT part FROM mail_part WHERE partner = :partner AND bid = :bid AND kept_at >= :since",
  );
  const drop = db.change<{ partner: string; bid: string }>(
    "DELETE FROM mail_part WHERE partner = :partner AND bid = :bid",
  );
  const put = db.change<{ partner: string; bid: string; part: Uint8Array; at: number }>(
    "INSERT INTO mail_part (partner, bid, part, kept_at) VALUES (:partner, :bid, :part, :at)",
  );
  const prune = db.change<{ since: number; most: number }>(
    `DELETE FROM mail_part WHERE kept_at < :since OR rowid IN
       (SELECT rowid FROM mail_part ORDER BY kept_at DESC, rowid DESC LIMIT -1 OFFSET :most)`,
  );
  const since = () => clock.nowMs() - KEPT_MS;
  return {
    part: (partner, bid) => one({ partner, bid, since: since() })?.part,
    keep: (partner, bid, part) =>
      db.write((tx) => {
        drop(tx, { partner, bid });
        if (part && part.length <= MOST_BYTES) put(tx, { partner, bid, part, at: clock.nowMs() });
        prune(tx, { since: since(), most: MOST });
      }),
  };
}
