/** Finds that a member made elsewhere: private, never logs, so that "not found yet" is true from the first day. */
import { codeKey } from "../../caches/mod.ts";
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import { notebookFailure } from "../errors.ts";
import type { FoundElsewhere } from "./read_finds.ts";

/** Finds that are kept of a member at most, and files of a package that are named as left out. */
const MOST = 50_000, LEFT_MOST = 20;

/** What one body had: each waypoint is a find or none, each file was read or left. */
interface ReadFinds {
  finds: FoundElsewhere[];
  waypoints: number;
  odd: number;
  files: number;
  left: { name: string; why: string }[];
  leftFiles: number;
}

interface Row extends FoundElsewhere {
  account: number;
  codeKey: string;
}
const ROW = columns<Row>({ ...asNamed("codeKey code title type foundAt lat lon"), account: "account_id" });

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
  async read(bytes: Uint8Array<ArrayBuffer>): Promise<ReadFinds> {
    const { findsPurse, readFinds, UnreadableFinds } = await import("./read_finds.ts");
    const { Overspent, unpack, UnreadablePackage } = await import("../../foreign/mod.ts");
    const finds: FoundElsewhere[] = [], counted = { waypoints: 0, odd: 0 }, purse = findsPurse();
    try {
      // Stages of a pocket query (`-wpts.gpx`) are no caches.
      const { files, left } = unpack(
        bytes,
        purse,
        (name) => name.endsWith(".gpx") && !name.endsWith("-wpts.gpx"),
      );
      const within = left.find(({ why }) => why === "package");
      if (files.length === 0 && within) {
        throw new UnreadablePackage(`a package within a package: take ${within.name} out of it first`);
      }
      for (const { pieces } of files) {
        for await (const one of readFinds(pieces, purse, counted)) {
          finds.push(one);
          if (finds.length > MOST) throw notebookFailure.finds_elsewhere_full({ limit: MOST });
        }
      }
      const told = left.filter(({ why }) => why !== "system");
      return {
        finds,
        ...counted,
        files: files.length,
        left: told.slice(0, LEFT_MOST),
        leftFiles: told.length,
      };
    } catch (error) {
      const isForeign = error instanceof UnreadableFinds || error instanceof UnreadablePackage ||
        error instanceof Overspent;
      if (!isForeign) throw error;
      throw notebookFailure.finds_unreadable(
        { said: error.message },
        `The file cannot be read: ${error.message}`,
      );
    }
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
