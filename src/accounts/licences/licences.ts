/** Licence registers: imported in batches, closed by a count, asked by call (API "Accounts, identity, verification"). */
import { baseCall, homeCall, isCall, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { accountFailure } from "../errors.ts";
import { cleanRow, type LicenceResult, licenceResult, type LicenceRow, SourceId } from "./rules.ts";

/** Most rows of a batch (API "Limits"). */
export const LICENCE_BATCH = 1000;
/** How far ahead of this clock a run may say it was made, in seconds. */
const AHEAD_S = 3600;

export interface LicenceSource {
  source: string;
  sourceName: string;
  rows: number;
  importedAt: number;
}
interface SourceRow {
  name: string;
  runAt: number;
}

export class Licences {
  readonly #world: World;
  readonly #rowsOf;
  readonly #source;
  readonly #sources;
  readonly #begin;
  readonly #put;
  readonly #held;
  readonly #prune;
  readonly #finish;

  constructor(readonly db: Database, world: World) {
    this.#world = world;
    this.#rowsOf = db.sql<{ call: string }, LicenceRow>(
      `SELECT r.source, s.name AS sourceName, r.status, r.expires_at AS expiresAt, r.imported_at AS importedAt
       FROM licence_row r JOIN licence_source s USING (source) WHERE r.call = :call`,
    );
    this.#source = db.sql<{ source: string }, SourceRow>(
      "SELECT name, run_at AS runAt FROM licence_source WHERE source = :source",
    );
    this.#sources = db.sql<never, LicenceSource>(
      `SELECT source, name AS sourceName, finished_at AS importedAt,
         (SELECT count(*) FROM licence_row r WHERE r.source = s.source) AS rows
       FROM licence_source s WHERE finished_at IS NOT NULL ORDER BY source`,
    );
    this.#begin = db.sql<{ source: string; name: string; at: number }>(
      `INSERT INTO licence_source (source, name, run_at) VALUES (:source, :name, :at)
       ON CONFLICT (source) DO UPDATE SET run_at = :at, name = :name`,
    );
    this.#put = db.sql<{
      call: string;
      source: string;
      status: string;
      expiresAt: number | null;
      at: number;
    }>(
      `INSERT INTO licence_row (call, source, status, expires_at, imported_at)
       VALUES (:call, :source, :status, :expiresAt, :at)
       ON CONFLICT (call, source) DO UPDATE SET status = :status, expires_at = :expiresAt, imported_at = :at`,
    );
    this.#held = db.sql<{ source: string; at: number }, { held: number }>(
      "SELECT count(*) AS held FROM licence_row WHERE source = :source AND imported_at = :at",
    );
    this.#prune = db.sql<{ source: string; at: number }>(
      "DELETE FROM licence_row WHERE source = :source AND imported_at < :at",
    );
    this.#finish = db.sql<{ source: string; at: number }>(
      "UPDATE licence_source SET finished_at = :at WHERE source = :source",
    );
  }

  /** What registers say about a call's home call. */
  of(call: string): LicenceResult {
    const home = homeCall(call);
    if (!isCall(home)) throw accountFailure.invalid_call({ callsign: call });
    return this.about(baseCall(home));
  }

  /** The same for a base call known to be one. */
  about(base: string): LicenceResult {
    return licenceResult(base, this.#rowsOf.all({ call: base }), this.#world.now());
  }

  /** Whether a text can be a register's id. */
  isSourceId = (text: string): boolean => SourceId.safeParse(text).success;

  /** Registers with a closed run. */
  sources(): LicenceSource[] {
    return this.#sources.all();
  }

  /** Takes a batch of raw rows of the run made at `importedAt`; bad rows are skipped and counted. */
  take(
    tx: Tx,
    source: string,
    importedAt: number,
    rows: readonly unknown[],
    name?: string,
  ): { accepted: number; skipped: number } {
    if (importedAt > this.#world.now() + AHEAD_S) {
      throw accountFailure.import_in_future({ source, importedAt });
    }
    const known = this.#refuseOlder(source, importedAt);
    if (known?.runAt !== importedAt || (name !== undefined && known.name !== name)) {
      this.#begin.run(tx, { source, name: name ?? known?.name ?? source, at: importedAt });
    }
    let accepted = 0;
    for (const raw of rows) {
      const row = cleanRow(raw);
      if (!row) continue;
      accepted++;
      this.#put.run(tx, { ...row, source, at: importedAt });
    }
    return { accepted, skipped: rows.length - accepted };
  }

  /** Closes a run: `count` calls must be held of it, then calls that it does not list are dropped. */
  finish(tx: Tx, source: string, importedAt: number, count: number): { rows: number; removed: number } {
    const known = this.#refuseOlder(source, importedAt);
    if (known?.runAt !== importedAt) throw accountFailure.import_unknown({ source, importedAt });
    const { held } = this.#held.get({ source, at: importedAt })!;
    if (held !== count) throw accountFailure.import_incomplete({ expected: count, held });
    const removed = this.#prune.run(tx, { source, at: importedAt }).changes;
    this.#finish.run(tx, { source, at: importedAt });
    return { rows: held, removed };
  }

  /** How many calls of a run are held. */
  held(source: string, importedAt: number): number {
    return this.#held.get({ source, at: importedAt })!.held;
  }

  #refuseOlder(source: string, importedAt: number): SourceRow | undefined {
    const known = this.#source.get({ source });
    if (known && known.runAt > importedAt) {
      throw accountFailure.import_newer({ source, importedAt: known.runAt });
    }
    return known;
  }
}
