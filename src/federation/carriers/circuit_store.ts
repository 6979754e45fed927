/** How far neighbours' own feeds were read over packet circuits, and how the last circuit to each went. */
import type { Database, Tx } from "../../db/mod.ts";
import type { Cursor } from "../../link/mod.ts";
import { isSequenceKind, RECORD_KINDS, type RecordKind } from "../../wire/mod.ts";
import type { ProgressStore } from "../tables/progress_store.ts";
import { isFurther } from "./deliver.ts";

export type Cursors = Partial<Record<RecordKind, Cursor>>;

interface CircuitState {
  instance: string;
  lastAttempt: number;
  lastOk: number | null;
  lastError: string | null;
}
interface FeedRow {
  kind: RecordKind;
  cursor: number;
  nextId: string | null;
  generation: number;
}

const cursorOf = (since: number, sinceId: string | null): Cursor =>
  sinceId === null ? { since } : { since, sinceId };

export function circuitStore(db: Database, progress: ProgressStore) {
  const feeds = db.rows<{ instance: string }, FeedRow>(
    `SELECT kind, cursor, next_id AS nextId, generation FROM fed_circuit_feed WHERE instance = :instance`,
  );
  const setFeed = db.change<{ instance: string } & FeedRow>(
    `INSERT INTO fed_circuit_feed (instance, kind, cursor, next_id, generation)
     VALUES (:instance, :kind, :cursor, :nextId, :generation)
     ON CONFLICT (instance, kind) DO UPDATE
       SET cursor = excluded.cursor, next_id = excluded.next_id, generation = excluded.generation`,
  );

  /**
   * Where each feed is to be read on: from the packet cursor, or from where the same feed was read to over the
   * network, whichever lies further. A cursor from before the origin's records were forgotten is not used.
   */
  function cursors(instance: string): Cursors {
    const generation = progress.generation(instance);
    const rows = new Map(
      feeds({ instance }).filter((row) => row.generation === generation).map((row) => [row.kind, row]),
    );
    const found: Cursors = {};
    for (const kind of RECORD_KINDS) {
      const row = rows.get(kind);
      const packet = row ? cursorOf(row.cursor, row.nextId) : { since: 0 };
      const network = isSequenceKind(kind)
        ? { since: progress.mark({ origin: instance, kind }) }
        : networkFeed(instance, kind);
      const best = isFurther(network, packet) ? network : packet;
      if (best.since > 0) found[kind] = best;
    }
    return found;
  }
  function networkFeed(instance: string, kind: RecordKind): Cursor {
    const { cursor, nextId } = progress.feed(instance, kind);
    return cursorOf(cursor, nextId);
  }
  return {
    cursors,
    /** Moves a feed's cursor forward, never back: sessions may overlap, and a box may report late. */
    advance(tx: Tx, instance: string, kind: RecordKind, to: Cursor): void {
      const generation = progress.generation(instance);
      const row = feeds({ instance }).find((one) => one.kind === kind && one.generation === generation);
      if (!isFurther(to, row && cursorOf(row.cursor, row.nextId))) return;
      setFeed(tx, { instance, kind, cursor: to.since, nextId: to.sinceId ?? null, generation });
    },
    states: db.rows<Record<never, never>, CircuitState>(
      "SELECT instance, last_attempt AS lastAttempt, last_ok AS lastOk, last_error AS lastError FROM fed_circuit",
    ),
    noteState: db.change<{ instance: string; at: number; error: string | null }>(
      `INSERT INTO fed_circuit (instance, last_attempt, last_ok, last_error)
       VALUES (:instance, :at, iif(:error IS NULL, :at, NULL), :error)
       ON CONFLICT (instance) DO UPDATE SET last_attempt = excluded.last_attempt,
         last_ok = coalesce(excluded.last_ok, last_ok), last_error = excluded.last_error`,
    ),
  };
}
export type CircuitStore = ReturnType<typeof circuitStore>;
