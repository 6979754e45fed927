/** Reports: filed by anybody, read by operators, resolved by a decision (API "States and transitions", Report). */
import type { Mail, Sentence, World } from "../../base/mod.ts";
import { type Audit, type Database, type ModeratedItem, PREVIEW, type Tx } from "../../db/mod.ts";
import { OPERATOR_EMAIL, type Settings, shownName } from "../../settings/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import type { HandedReport } from "../../caches/mod.ts";
import type { Category, Kinds, ReportedKind } from "../kinds.ts";
import type { ClubReports } from "./clubs.ts";
import type { ModerationParts } from "../parts.ts";
import { type ReportRow, type ReportStore, reportStore } from "./store.ts";

// The mail to the operator about a report. Pure: plain text, no link that acts, nothing of who reported.

/** Text of others in a mail: one line, so that it cannot pass for a part of ours. */
const line = (text: string): string => text.replace(/\s+/g, " ").trim();

function reportMail(
  { to, instance }: { to: string; instance: string },
  { kind, category, label, preview, text }: Pick<
    ReportRow,
    "kind" | "category" | "label" | "preview" | "text"
  >,
): Mail {
  const paragraphs = [
    `Somebody reported a ${kind} at ${instance} as ${category}.`,
    `What: ${line(label)}`,
    ...(preview === "" ? [] : [`It begins: ${line(preview)}`]),
    ...(text === "" ? [] : [`They wrote: ${line(text)}`]),
    "Look at it under Reports in the administration of the instance, or with `reports` at its shell.",
  ];
  return {
    to,
    subject: `Report: ${category} (${kind}) at ${instance}`,
    text: paragraphs.join("\n\n") + "\n",
  };
}

/** Reports of one page of the queue (API "Limits"). */
const QUEUE_MOST = 100;
/** Fewest characters of the text where the category says nothing. */
const SHORTEST_TEXT = 3;

interface Reporter {
  account: number;
  call: string;
}
interface NewReport {
  kind: ReportedKind;
  id: string;
  category: Category;
  text?: string | undefined;
  /** This instance reports it by itself: what `text` is made of. */
  found?: { call: string; why: Sentence };
}
interface ReportParts {
  db: Database;
  world: World;
  audit: Audit;
  settings: Settings;
  caches: Pick<ModerationParts["caches"], "reportedMember">;
  kinds: Kinds;
  clubs: ClubReports;
}

export class Reports {
  readonly store: ReportStore;
  readonly #parts: ReportParts;

  constructor(parts: ReportParts) {
    this.#parts = parts;
    this.store = reportStore(parts.db);
  }

  /** How many wait for an operator. */
  open = (): number => this.store.count({ status: "open" })!.n;

  /**
   * Files a report. A second open one by the same account on the same thing gives the first, and tells nobody again.
   * Whoever may not know that a thing exists gets the answer for a thing that does not exist.
   */
  file(tx: Tx, { kind, id, category, text = "", found }: NewReport, reporter: Reporter | undefined) {
    const { kinds, clubs } = this.#parts;
    if (category === "other" && text.trim().length < SHORTEST_TEXT) throw failure.text_needed();
    const item = kinds.of(kind).find(id);
    if (!item || item.removed || !mayKnow(item, reporter)) throw failure.item_not_found();
    const before = reporter &&
      this.store.openOn({ kind, target: item.id }).find((row) => row.reporterAccount === reporter.account);
    if (before) return { id: before.id, duplicate: true };
    const number = this.#insert(tx, {
      kind,
      targetId: item.id,
      label: item.label,
      preview: item.preview,
      ownerAccount: item.ownerAccount,
      ownerCall: item.ownerCall,
      cacheId: item.cacheId ?? null,
      code: item.code ?? null,
      category,
      text: text.trim(),
      found: found === undefined ? null : JSON.stringify(found),
      reporterAccount: reporter?.account ?? null,
      reporter: reporter?.call ?? null,
    });
    // What this instance finds out by itself is about its own evidence.
    if (found === undefined) clubs.note(tx, { id: number, kind, targetId: item.id });
    return { id: number, duplicate: false };
  }

  /**
   * Files what another instance reports of a member's visit there; the same again is the first. Throws what refuses visitors'
   * clubs and their signatures, `visit_not_found` where nobody here signed it, and `reports_full`.
   */
  fileOf(tx: Tx, report: HandedReport & { category: Category }): { id: number; duplicate: boolean } {
    const { caches, clubs } = this.#parts, { from, gid, category, text, visit } = report;
    const { account, call } = caches.reportedMember(report), before = clubs.before(report);
    if (before !== undefined) return { id: before, duplicate: true };
    const id = this.#insert(tx, {
      ...{ kind: "visit", targetId: gid, label: `${visit.kind} at ${from} by ${call}` },
      ...{ preview: visit.text.slice(0, PREVIEW), ownerAccount: account, ownerCall: call },
      ...{ cacheId: null, code: null, category, text: text.trim(), found: null },
      ...{ reporterAccount: null, reporter: from },
    });
    clubs.keep(tx, id, report);
    return { id, duplicate: false };
  }

  /** Hands reports about visitors on to the clubs where they live. */
  handOn = (): Promise<void> => this.#parts.clubs.handOn((id) => this.store.byId({ id }));

  #insert(
    tx: Tx,
    report: Omit<ReportRow, "id" | "status" | "resolution" | "resolvedBy" | "resolvedAt" | "createdAt">,
  ): number {
    const unresolved = { status: "open" as const, resolution: null, resolvedBy: null, resolvedAt: null };
    const row = { ...report, ...unresolved, createdAt: this.#parts.world.now() };
    const { id } = this.store.insert(tx, row);
    tx.after(() => this.#tellOperator(row));
    return id;
  }

  /** A mail to the operator. It carries no link that acts, and does not say who reported. */
  #tellOperator(row: Omit<ReportRow, "id">): void {
    const { settings, world } = this.#parts;
    const to = settings.get(OPERATOR_EMAIL);
    if (!to || !world.mail) return;
    world.mail.send(reportMail({ to, instance: shownName(settings) }, row)).catch((error) =>
      world.log.error("the mail about a report was not sent: {error}", { error })
    );
  }

  /** A page of the queue, newest first: those below the id `before`, else the newest. */
  queue(status: ReportRow["status"], before = Number.MAX_SAFE_INTEGER) {
    const rows = this.store.page({ status, before, limit: QUEUE_MOST + 1 });
    const reports = rows.slice(0, QUEUE_MOST);
    return {
      reports,
      nextBefore: rows.length > QUEUE_MOST ? reports.at(-1)!.id : null,
      oldestAt: this.store.oldest({ status })?.at ?? null,
      counts: {
        open: this.store.count({ status: "open" })!.n,
        resolved: this.store.count({ status: "resolved" })!.n,
      },
    };
  }

  /** Resolves a report, or opens it again. */
  decide(tx: Tx, actor: string, id: number, status: ReportRow["status"], note: string): ReportRow {
    const row = this.store.byId({ id });
    if (!row) throw failure.report_not_found();
    const { audit, world } = this.#parts;
    const now = world.now();
    const resolution = status === "open"
      ? { status, resolution: null, resolvedBy: null, resolvedAt: null }
      : { status, resolution: note || "no action", resolvedBy: actor, resolvedAt: now };
    this.store.resolve(tx, { id, ...resolution });
    audit.note(tx, now, {
      actor,
      action: status === "open" ? "reopen" : "resolve",
      kind: row.kind,
      targetId: row.targetId,
      label: row.label,
      reason: note,
    });
    return { ...row, ...resolution };
  }

  /** Closes every open report on a thing that was removed. Gives how many. */
  closeOn(tx: Tx, actor: string, item: ModeratedItem, resolution: string): number {
    const open = this.store.openOn({ kind: item.kind, target: item.id });
    const resolvedAt = this.#parts.world.now();
    for (const { id } of open) {
      this.store.resolve(tx, { id, status: "resolved", resolution, resolvedBy: actor, resolvedAt });
    }
    return open.length;
  }
}

/** Whether the reporter may know that a thing is there. */
const mayKnow = ({ parties }: ModeratedItem, reporter: Reporter | undefined): boolean =>
  parties === undefined || (reporter !== undefined && parties.includes(reporter.account));
