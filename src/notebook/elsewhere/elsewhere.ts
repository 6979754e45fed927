/** Finds that a member made elsewhere: private, never logs, so that "not found yet" is true from the first day. */
import { codeKey } from "../../caches/mod.ts";
import { columns, type Database, type Tx } from "../../db/mod.ts";
import { notebookFailure } from "../errors.ts";
import type { FoundElsewhere } from "./read_finds.ts";

/** Finds that are kept of a member at most. */
const MOST = 50_000;

interface Row extends FoundElsewhere {
  account: number;
  codeKey: string;
}
const ROW = columns<Row>({
  account: "account_id",
  codeKey: true,
  code: true,
  title: true,
  type: true,
  foundAt: true,
  lat: true,
  lon: true,
});

/** What members found elsewhere. */
export class Elsewhere {
  readonly #all;
  readonly #count;
  readonly #put;
  readonly #forget;

  constructor(db: Database) {
    this.#all = db.rows<{ account: number }, Row>(
      `SELECT ${ROW.select()} FROM found_elsewhere WHERE account_id = :account ORDER BY code_key`,
    );
    this.#count = db.row<{ account: number }, { n: number }>(
      "SELECT count(*) AS n FROM found_elsewhere WHERE account_id = :account",
    );
    this.#put = db.change<Row>(
      `${ROW.insertInto("found_elsewhere")} ON CONFLICT (account_id, code_key) DO UPDATE SET ${
        ROW.only("title", "type", "foundAt", "lat", "lon").setExcluded()
      }`,
    );
    this.#forget = db.change<{ account: number }>("DELETE FROM found_elsewhere WHERE account_id = :account");
  }

  /** Reads the finds of what was sent: a GPX file, gzipped or not, or a ZIP of them. Changes nothing. */
  async read(bytes: Uint8Array<ArrayBuffer>): Promise<FoundElsewhere[]> {
    const { readFinds, UnreadableFinds } = await import("./read_finds.ts");
    const { gpxFiles } = await import("./unpack.ts");
    const found: FoundElsewhere[] = [];
    try {
      for (const file of gpxFiles(bytes)) {
        for await (const one of readFinds(file)) {
          found.push(one);
          if (found.length > MOST) throw notebookFailure.finds_elsewhere_full({ limit: MOST });
        }
      }
    } catch (error) {
      if (!(error instanceof UnreadableFinds)) throw error;
      throw notebookFailure.finds_unreadable(
        { said: error.message },
        `The file cannot be read: ${error.message}`,
      );
    }
    return found;
  }

  /** Keeps these finds, all or none; gives how many are kept in all. */
  keep(tx: Tx, account: number, finds: readonly FoundElsewhere[]): number {
    for (const find of finds) this.#put(tx, { account, codeKey: codeKey(find.code), ...find });
    const { n } = this.#count({ account })!;
    if (n > MOST) throw notebookFailure.finds_elsewhere_full({ limit: MOST });
    return n;
  }

  /** How many finds are kept of a member. */
  count = (account: number): number => this.#count({ account })!.n;
  /** The codes of what a member found elsewhere. */
  codes = (account: number): string[] => this.#all({ account }).map(({ code }) => code);
  /** All of a member, for the export. */
  export = (account: number) => this.#all({ account }).map(({ account: _, codeKey: __, ...row }) => row);
  /** Deletes all of a member. */
  forget = (tx: Tx, account: number): void => void this.#forget(tx, { account });
}
