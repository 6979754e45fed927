/** The ledger of what an instance was given and what it spent, and who may be named for it. */
import { failures, type World } from "../base/mod.ts";
import { asNamed, columns, type Database, type Tx } from "../db/mod.ts";

export const BUCKETS = ["development", "hosting", "operation", "peer_reimbursement"] as const;
export type Bucket = typeof BUCKETS[number];

export const supportFailure = failures({
  other_currency: ["conflict", { currency: "string" }],
});

interface Donation {
  id: number;
  at: number;
  /** Who gave, where a member did. */
  accountId: number | null;
  /** Below zero: spent. */
  amountCents: number;
  /** ISO 4217. */
  currency: string;
  bucket: Bucket;
  note: string | null;
  source: string | null;
}
interface Sum {
  inCents: number;
  outCents: number;
}
interface Preference {
  hideNag: number;
  shown: number;
}

/** Currency of a ledger that is empty. */
const FIRST_CURRENCY = "EUR";
/** Months that are shown. */
const MONTHS = 24;

const ROW = columns<Donation>(asNamed("id at accountId amountCents currency bucket note source"));
const SUMS =
  `coalesce(sum(max(amount_cents, 0)), 0) AS inCents, coalesce(-sum(min(amount_cents, 0)), 0) AS outCents`;

/** The ledger; amounts in cents, negative for what was spent, times in unix seconds. */
export class Ledger {
  readonly #world: World;
  readonly #put;
  readonly #currency;
  readonly #total;
  readonly #byBucket;
  readonly #byMonth;
  readonly #gave;
  readonly #givers;
  readonly #preference;
  readonly #prefer;
  readonly #of;
  readonly #forget;

  constructor(db: Database, world: World) {
    this.#world = world;
    this.#put = db.change<Omit<Donation, "id">>(ROW.without("id").insertInto("donation"));
    this.#currency = db.row<object, { currency: string }>(
      "SELECT currency FROM donation ORDER BY id LIMIT 1",
    );
    this.#total = db.row<object, Sum>(`SELECT ${SUMS} FROM donation`);
    this.#byBucket = db.rows<object, Sum & { bucket: Bucket }>(
      `SELECT bucket, ${SUMS} FROM donation GROUP BY bucket ORDER BY bucket`,
    );
    this.#byMonth = db.rows<{ most: number }, Sum & { month: string }>(
      `SELECT strftime('%Y-%m', at, 'unixepoch') AS month, ${SUMS} FROM donation GROUP BY month ORDER BY month DESC LIMIT :most`,
    );
    this.#gave = db.row<{ account: number }, { one: number }>(
      "SELECT 1 AS one FROM donation WHERE account_id = :account AND amount_cents >= 0 LIMIT 1",
    );
    this.#givers = db.rows<object, { account: number; shown: number }>(
      `SELECT d.account_id AS account, coalesce(p.shown, 0) AS shown FROM donation d
       LEFT JOIN support_preference p ON p.account_id = d.account_id
       WHERE d.account_id IS NOT NULL AND d.amount_cents >= 0 GROUP BY d.account_id ORDER BY min(d.id)`,
    );
    this.#preference = db.row<{ account: number }, Preference>(
      "SELECT hide_nag AS hideNag, shown FROM support_preference WHERE account_id = :account",
    );
    this.#prefer = db.change<Preference & { account: number }>(
      `INSERT INTO support_preference (account_id, hide_nag, shown) VALUES (:account, :hideNag, :shown)
       ON CONFLICT (account_id) DO UPDATE SET hide_nag = excluded.hide_nag, shown = excluded.shown`,
    );
    this.#of = db.rows<{ account: number }, Donation>(
      `SELECT ${ROW.select()} FROM donation WHERE account_id = :account ORDER BY id`,
    );
    this.#forget = db.change<{ account: number }>(
      "UPDATE donation SET account_id = NULL, note = NULL, source = NULL WHERE account_id = :account",
    );
  }

  /** Notes what came in or was spent. Refuses a second currency, since sums over two have no meaning. */
  confirm(tx: Tx, given: Omit<Donation, "id" | "at" | "currency"> & { currency?: string | undefined }): void {
    const kept = this.#currency()?.currency;
    const currency = given.currency ?? kept ?? FIRST_CURRENCY;
    if (kept !== undefined && currency !== kept) throw supportFailure.other_currency({ currency: kept });
    this.#put(tx, { ...given, currency, at: this.#world.now() });
  }

  /** Sums in all, by purpose and by month (the newest first). */
  sums() {
    const { inCents, outCents } = this.#total()!;
    return {
      currency: this.#currency()?.currency ?? FIRST_CURRENCY,
      totalInCents: inCents,
      totalOutCents: outCents,
      balanceCents: inCents - outCents,
      buckets: this.#byBucket(),
      months: this.#byMonth({ most: MONTHS }),
    };
  }

  /** Whether a member gave. */
  isSupporter = (account: number): boolean => this.#gave({ account }) !== undefined;
  /** Everybody who gave, and whether each may be named. */
  supporters = (): { account: number; shown: boolean }[] =>
    this.#givers().map(({ account, shown }) => ({ account, shown: shown === 1 }));

  /** A member's wishes: nobody is named unasked. */
  preference(account: number) {
    const row = this.#preference({ account });
    return { hideNag: row?.hideNag === 1, shown: row?.shown === 1 };
  }
  /** Stores a member's wishes: no reminders, and whether the member may be named. */
  prefer(tx: Tx, account: number, { hideNag, shown }: { hideNag: boolean; shown: boolean }): void {
    this.#prefer(tx, { account, hideNag: Number(hideNag), shown: Number(shown) });
  }

  /** A person's share, for the export. */
  donationsOf = (account: number): Donation[] => this.#of({ account });
  /** Takes a person out of the ledger: the sums stay. */
  forget = (tx: Tx, account: number): void => void this.#forget(tx, { account });
}
