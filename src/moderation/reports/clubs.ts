/**
 * Reports that cross: what is reported of a visitor here goes to the club where they live, and what another club reports of a
 * member comes from there, with what the member signed. FED "Public federation".
 */
import type { World } from "../../base/mod.ts";
import type { HandedReport } from "../../caches/mod.ts";
import { asNamed, columns, type Database, type ModeratedKind, PREVIEW, type Tx } from "../../db/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import type { ModerationParts } from "../parts.ts";
import type { ReportRow } from "./store.ts";

/** Handed on in one run of the job. */
const AT_ONCE = 20;
/** Tried again after so many seconds at first, after four times as long each time, and given up after a month. */
const FIRST_S = 60, DAY_S = 86_400, GIVEN_UP_S = 30 * DAY_S;
/** Taken of one instance within a day. */
const REPORTS_PER_CLUB = 60;

interface HandOnRow {
  report: number;
  home: string;
  dueAt: number;
  tries: number;
}
interface FromRow {
  report: number;
  origin: string;
  number: number;
  gid: string;
  document: string;
  at: number;
}
const HAND_ON = columns<HandOnRow>(asNamed("report home dueAt tries"));
const FROM = columns<FromRow>(asNamed("report origin number gid document at"));

const clubStore = (db: Database) => ({
  note: db.change<HandOnRow>(HAND_ON.insertInto("report_hand_on")),
  due: db.rows<{ now: number; limit: number }, HandOnRow>(
    `SELECT ${HAND_ON.select()} FROM report_hand_on WHERE due_at <= :now ORDER BY due_at, report LIMIT :limit`,
  ),
  putOff: db.change<{ report: number; dueAt: number }>(
    "UPDATE report_hand_on SET due_at = :dueAt, tries = tries + 1 WHERE report = :report",
  ),
  drop: db.change<{ report: number }>("DELETE FROM report_hand_on WHERE report = :report"),

  take: db.change<FromRow>(FROM.insertInto("report_from")),
  taken: db.row<{ origin: string; number: number }, { report: number }>(
    "SELECT report FROM report_from WHERE origin = :origin AND number = :number",
  ),
  since: db.row<{ origin: string; since: number }, { n: number; oldest: number | null }>(
    "SELECT count(*) AS n, min(at) AS oldest FROM report_from WHERE origin = :origin AND at > :since",
  ),
  ofGid: db.row<{ gid: string }, FromRow & { account: number | null; call: string | null; label: string }>(
    `SELECT ${FROM.select("f")}, r.owner_account AS account, r.owner_call AS call, r.label AS label
     FROM report_from f JOIN report r ON r.id = f.report WHERE f.gid = :gid ORDER BY f.report DESC LIMIT 1`,
  ),
});

/** The reports of both sides. */
export class ClubReports {
  readonly #store;
  readonly #parts: { world: World; db: Database; caches: ModerationParts["caches"] };

  constructor(parts: { world: World; db: Database; caches: ModerationParts["caches"] }) {
    this.#parts = parts;
    this.#store = clubStore(parts.db);
  }

  /** What members signed at other instances, as those have reported it; its id is the global id of the log there. */
  readonly visits: ModeratedKind = {
    kind: "visit",
    find: (gid) => {
      const row = this.#store.ofGid({ gid });
      if (!row) return undefined;
      const { text, at } = JSON.parse(row.document) as HandedReport["visit"];
      return {
        ...{ kind: "visit", id: gid, label: row.label, preview: text.slice(0, PREVIEW), text, at },
        ...{ ownerAccount: row.account, ownerCall: row.call, removed: false },
        // Nobody reports it here.
        parties: [],
      };
    },
    remove() {
      throw failure.item_not_found();
    },
    latestOf: () => [],
  };

  /** Notes that a report is to go to the visitor's club, where its thing is a visitor's. Inside the write that files it. */
  note(tx: Tx, { id, kind, targetId }: Pick<ReportRow, "id" | "kind" | "targetId">): void {
    const home = this.#parts.caches.homeOf(kind, targetId);
    if (home !== undefined) {
      this.#store.note(tx, { report: id, home, dueAt: this.#parts.world.now(), tries: 0 });
    }
  }

  /** Hands on what is due; `rowOf` gives a report by its number. */
  async handOn(rowOf: (id: number) => ReportRow | undefined): Promise<void> {
    const { world, db, caches } = this.#parts;
    for (const { report, tries } of this.#store.due({ now: world.now(), limit: AT_ONCE })) {
      const row = rowOf(report)!, now = world.now();
      const { kind, targetId: id, category, text } = row;
      const came = row.createdAt <= now - GIVEN_UP_S
        ? "gone"
        : await caches.bringReport({ kind, id, number: report, category, text });
      await db.write((tx) => {
        if (came !== "later") return void this.#store.drop(tx, { report });
        this.#store.putOff(tx, { report, dueAt: now + Math.min(FIRST_S * 4 ** tries, DAY_S) });
      });
    }
  }

  /** The report that this one was taken as before; undefined of a new one. Refuses what would be one too many. */
  before({ from: origin, number }: Pick<HandedReport, "from" | "number">): number | undefined {
    const taken = this.#store.taken({ origin, number });
    if (taken) return taken.report;
    const now = this.#parts.world.now(), { n, oldest } = this.#store.since({ origin, since: now - DAY_S })!;
    if (n < REPORTS_PER_CLUB) return undefined;
    throw failure.reports_full({
      limit: REPORTS_PER_CLUB,
      windowSec: DAY_S,
      retryAfter: Math.max(1, (oldest ?? now) + DAY_S - now),
    });
  }

  /** Keeps what a report of another club came with. */
  keep(tx: Tx, report: number, { from: origin, number, gid, visit }: HandedReport): void {
    const at = this.#parts.world.now();
    this.#store.take(tx, { report, origin, number, gid, document: JSON.stringify(visit), at });
  }
}
