/** Licence registers: imported in batches, closed by a count, asked by call (API "Accounts, identity, verification"). */
import { baseCall, homeCall, isCall, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { accountFailure } from "../errors.ts";
import { cleanRow, isBetter, type LicenceResult, licenceResult, SourceId } from "./rules.ts";
import { type LicenceSource, licenceStore, type SourceRow } from "./store.ts";

/** Most rows of a batch (API "Limits"). */
export const LICENCE_BATCH = 1000;
/** How far ahead of this clock the time of a run may lie, in seconds. */
const AHEAD_S = 3600;

export class Licences {
  readonly #world: World;
  readonly #store;

  constructor(db: Database, world: World) {
    this.#world = world;
    this.#store = licenceStore(db);
  }

  /** What registers say about a call's home call. */
  of(call: string): LicenceResult {
    const home = homeCall(call);
    if (!isCall(home)) throw accountFailure.invalid_call({ callsign: call });
    return this.about(baseCall(home));
  }

  /** The same for a text that is known to be a base call. */
  about(base: string): LicenceResult {
    return licenceResult(base, this.#store.rowsOf({ call: base }), this.#world.now());
  }

  /** Whether a text can be a register's id. */
  isSourceId = (text: string): boolean => SourceId.safeParse(text).success;

  /** Registers with a closed run. */
  sources(): LicenceSource[] {
    return this.#store.sources();
  }

  /**
   * Takes a batch of raw rows of the run made at `importedAt`; bad rows are skipped and counted. A register lists a call again for
   * each of its holders: of those rows the best is kept, whatever their order.
   */
  take(
    tx: Tx,
    source: string,
    importedAt: number,
    rows: readonly unknown[],
    name?: string,
  ): { accepted: number; skipped: number; twice: number } {
    if (importedAt > this.#world.now() + AHEAD_S) {
      throw accountFailure.import_in_future({ source, importedAt });
    }
    const known = this.#refuseOlder(source, importedAt);
    if (known?.runAt !== importedAt || (name !== undefined && known.name !== name)) {
      this.#store.begin(tx, { source, name: name ?? known?.name ?? source, at: importedAt });
    }
    let accepted = 0, twice = 0;
    for (const raw of rows) {
      const row = cleanRow(raw);
      if (!row) continue;
      accepted++;
      const before = this.#store.ofRun({ call: row.call, source, at: importedAt });
      if (before) twice++;
      if (!before || isBetter(row, before, this.#world.now())) {
        this.#store.put(tx, { ...row, source, importedAt });
      }
    }
    if (twice > 0) this.#store.countTwice(tx, { source, n: twice });
    return { accepted, skipped: rows.length - accepted, twice };
  }

  /**
   * Closes a run: exactly `count` calls must have come with it, or so many rows where some calls stood there twice; then calls that
   * it does not list are deleted.
   */
  finish(tx: Tx, source: string, importedAt: number, count: number): { rows: number; removed: number } {
    const known = this.#refuseOlder(source, importedAt);
    if (known?.runAt !== importedAt) throw accountFailure.import_unknown({ source, importedAt });
    const { held } = this.#store.held({ source, at: importedAt })!;
    if (held !== count && held + known.twice !== count) {
      throw accountFailure.import_incomplete({ expected: count, held });
    }
    const removed = this.#store.prune(tx, { source, at: importedAt }).changes;
    this.#store.finish(tx, { source, at: importedAt });
    return { rows: held, removed };
  }

  /** How many calls of a run are held. */
  held(source: string, importedAt: number): number {
    return this.#store.held({ source, at: importedAt })!.held;
  }

  #refuseOlder(source: string, importedAt: number): SourceRow | undefined {
    const known = this.#store.source({ source });
    if (known && known.runAt > importedAt) {
      throw accountFailure.import_newer({ source, importedAt: known.runAt });
    }
    return known;
  }
}
