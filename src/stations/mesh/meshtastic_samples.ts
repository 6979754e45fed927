/** Measurements of Meshtastic nodes over time: each five minutes one row at the most, whatever a node sends. */
import type { Database, Tx } from "../../db/mod.ts";

const EVERY_S = 300;
/** Samples of one answer, the newest. */
const MOST = 2000;

type Measured = Record<string, number>;

export interface MeshtasticSample {
  ts: number;
  measured: Measured;
}

export function meshtasticSamples(db: Database) {
  // What comes within the same five minutes stands in the same row, the later value over the earlier.
  const put = db.change<{ node: number; at: number; measured: string }>(
    `INSERT INTO meshtastic_sample (node, at, measured) VALUES (:node, :at, :measured)
     ON CONFLICT (node, at) DO UPDATE SET measured = json_patch(measured, excluded.measured)`,
  );
  const since = db.rows<{ node: number; from: number; limit: number }, { ts: number; measured: string }>(
    `SELECT * FROM (SELECT at AS ts, measured FROM meshtastic_sample WHERE node = :node AND at >= :from
     ORDER BY at DESC LIMIT :limit) ORDER BY ts`,
  );
  const prune = db.change<{ before: number }>("DELETE FROM meshtastic_sample WHERE at < :before");
  return {
    put(tx: Tx, node: number, at: number, measured: Readonly<Record<string, number | undefined>>): void {
      const known = Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== undefined));
      if (Object.keys(known).length === 0) return;
      put(tx, { node, at: at - at % EVERY_S, measured: JSON.stringify(known) });
    },
    /** Since a time, oldest first. */
    since: (node: number, from: number): MeshtasticSample[] =>
      since({ node, from, limit: MOST }).map(({ ts, measured }) => ({ ts, measured: JSON.parse(measured) })),
    prune: (tx: Tx, before: number) => void prune(tx, { before }),
  };
}
