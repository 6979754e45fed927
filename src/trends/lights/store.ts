/** The tables of lights and of what happened (migration 0870). */
import type { Database, Tx } from "../../db/mod.ts";
import type { Light, Step } from "./state.ts";

interface Happening {
  id: number;
  at: number;
  kind: "start" | "broken" | "well";
  /** Of a start the version that runs, else the key of the light. */
  what: string;
}
type Row = Omit<Light, "told"> & { told: number };

/** How long happenings are kept: as long as the hours of the trends. */
const KEPT_S = 31 * 86_400;

export function lightStore(db: Database) {
  const all = db.rows<Record<never, never>, Row>(
    "SELECT key, since, well, told FROM light ORDER BY since, key",
  );
  const put = db.change<Row>(
    `INSERT INTO light (key, since, well, told) VALUES (:key, :since, :well, :told)
     ON CONFLICT (key) DO UPDATE SET since = excluded.since, well = excluded.well, told = excluded.told`,
  );
  const drop = db.change<{ key: string }>("DELETE FROM light WHERE key = :key");
  const happened = db.change<Omit<Happening, "id">>(
    "INSERT INTO happening (at, kind, what) VALUES (:at, :kind, :what)",
  );
  const since = db.rows<{ from: number; most: number }, Happening>(
    "SELECT id, at, kind, what FROM happening WHERE at >= :from ORDER BY id DESC LIMIT :most",
  );
  const prune = db.change<{ before: number }>("DELETE FROM happening WHERE at < :before");
  return {
    lights: (): Light[] => all({}).map(({ told, ...row }) => ({ ...row, told: told === 1 })),
    take(tx: Tx, at: number, { put: lights, drop: gone, happened: news }: Step): void {
      for (const { told, ...light } of lights) put(tx, { ...light, told: Number(told) });
      for (const key of gone) drop(tx, { key });
      for (const { key, kind } of news) happened(tx, { at, kind, what: key });
      if (news.length > 0) prune(tx, { before: at - KEPT_S });
    },
    started: (tx: Tx, at: number, version: string): void =>
      void happened(tx, { at, kind: "start", what: version }),
    /** Newest first. */
    since: (from: number, most: number): Happening[] => since({ from, most }),
  };
}
export type LightStore = ReturnType<typeof lightStore>;
