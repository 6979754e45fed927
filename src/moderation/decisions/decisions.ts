/**
 * Decisions about things and people: removing, restoring, suspending, lifting. Each shows first what it touches, is one
 * write, and leaves one row of the audit log.
 */
import { MEMORIAL } from "../../accounts/mod.ts";
import { baseCall, Failure } from "../../base/mod.ts";
import type { ModeratedItem, Tx } from "../../db/mod.ts";
import { shownName } from "../../settings/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import type { Category, Kinds, ReportedKind } from "../kinds.ts";
import type { ModerationParts } from "../parts.ts";
import type { Reports } from "../reports/reports.ts";

interface Removal {
  kind: ReportedKind;
  id: string;
  reason: string;
  /** The report that led to it. */
  reportId?: number | undefined;
}

export class Decisions {
  readonly #parts: ModerationParts;
  readonly #kinds: Kinds;
  readonly #reports: Reports;

  constructor(parts: ModerationParts, kinds: Kinds, reports: Reports) {
    this.#parts = parts;
    this.#kinds = kinds;
    this.#reports = reports;
  }

  /** The thing that a removal is about. Throws when it is gone, removed already, or not the one that was reported. */
  #removable({ kind, id, reportId }: Omit<Removal, "reason">): ModeratedItem {
    const item = this.#kinds.of(kind).find(id);
    if (!item) throw failure.item_not_found();
    if (item.removed) throw kind === "cache" ? failure.already_removed() : failure.item_not_found();
    const report = reportId === undefined ? undefined : this.#reports.store.byId({ id: reportId });
    if (reportId !== undefined && !report) throw failure.report_not_found();
    if (report && (report.kind !== kind || report.targetId !== item.id)) throw failure.other_target();
    if (kind === "profile") {
      const { accounts } = this.#parts;
      if (item.ownerAccount !== null && accounts.isOperators(item.ownerAccount)) {
        throw failure.operators_profile();
      }
      if (report && report.ownerAccount !== item.ownerAccount) throw failure.call_moved();
    }
    return item;
  }

  /** What a removal would take away: the thing, what goes with it, and the reports that it settles. */
  removalTouches(removal: Omit<Removal, "reason">): Record<string, number> {
    const item = this.#removable(removal);
    const reports = this.#reports.store.openOn({ kind: item.kind, target: item.id }).length;
    return { [item.kind]: 1, ...this.#kinds.of(removal.kind).touches?.(item.id), reports };
  }

  /** The same, `undefined` where it cannot be removed. */
  touchesOf(removal: Omit<Removal, "reason">): Record<string, number> | undefined {
    try {
      return this.removalTouches(removal);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** Removes a thing. Gives how many tombstones went out. */
  remove(tx: Tx, actor: string, removal: Removal): { item: ModeratedItem; tombstones: number } {
    const item = this.#removable(removal);
    const tombstones = this.#kinds.of(removal.kind).remove(tx, item.id, removal.reason);
    this.#reports.closeOn(tx, actor, item, `removed: ${removal.reason}`);
    this.#note(tx, actor, "remove", item, removal.reason);
    this.#tellOwner(tx, item, removal.reason);
    return { item, tombstones };
  }

  /** Brings a removed cache back. */
  restore(tx: Tx, actor: string, kind: ReportedKind, id: string, reason: string): ModeratedItem {
    const own = this.#kinds.of(kind);
    if (!own.restore) throw failure.cannot_restore();
    const item = own.find(id);
    if (!item) throw failure.item_not_found();
    if (!item.removed) throw failure.not_removed();
    own.restore(tx, item.id);
    this.#note(tx, actor, "restore", item, reason);
    return item;
  }

  /** Disables a cache, or enables it again: it stays listed, and its owner may undo it. Settles the report that led to it. */
  disable(
    tx: Tx,
    actor: string,
    { kind, id, reason, reportId }: Removal,
    disabled: boolean,
    batch: number | null = null,
  ): ModeratedItem {
    const own = this.#kinds.of(kind);
    if (!own.disable) throw failure.cannot_disable();
    const item = own.find(id);
    if (!item) throw failure.item_not_found();
    if (item.removed || item.status !== (disabled ? "active" : "disabled")) throw failure.other_status();
    const report = reportId === undefined ? undefined : this.#reports.store.byId({ id: reportId });
    if (reportId !== undefined && !report) throw failure.report_not_found();
    if (report && (report.kind !== kind || report.targetId !== item.id)) throw failure.other_target();
    own.disable(tx, item.id, disabled);
    if (report) this.#reports.decide(tx, actor, report.id, "resolved", `disabled: ${reason}`);
    this.#note(tx, actor, disabled ? "disable" : "enable", item, reason, batch);
    if (disabled) this.#tellOwner(tx, item, reason, "Disabled");
    return item;
  }

  /** The same with several, all of them or none: one act in the log, which is taken back as one. */
  disableAll(tx: Tx, actor: string, ids: readonly string[], reason: string, disabled: boolean): void {
    const batch = this.#parts.audit.newBatch(tx);
    for (const id of new Set(ids)) this.disable(tx, actor, { kind: "cache", id, reason }, disabled, batch);
  }

  /** What suspending the holder of a call would drop or stop. */
  suspensionTouches(call: string): Record<string, number> {
    const { accounts, people, stations, bbs } = this.#parts;
    const account = people.suspensions.suspendable(call);
    return {
      calls: accounts.person(account)!.bases.length,
      passkeys: people.signIn.store.rows(account).length,
      deviceKeys: people.keys.store.ofAccount({ account }).length,
      ...stations.waitingOf(account),
      ...bbs.waitingOf(account),
    };
  }

  /** Suspends the holder of a call. `until` in unix seconds; `null` holds until it is lifted. */
  suspend(
    tx: Tx,
    actor: string,
    call: string,
    told: { reason: string; category: Category; until: number | null },
    batch: number | null = null,
  ) {
    const suspension = this.#parts.people.suspensions.suspend(tx, call, told);
    this.#noteAccount(tx, actor, "suspend", call, told.reason, batch);
    return suspension;
  }

  /** The same with the holders of several calls, all of them or none: one act in the log, which is taken back as one. */
  suspendAll(
    tx: Tx,
    actor: string,
    calls: readonly string[],
    told: Parameters<Decisions["suspend"]>[3],
  ): void {
    const batch = this.#parts.audit.newBatch(tx);
    for (const call of new Set(calls)) this.suspend(tx, actor, call, told, batch);
  }

  /**
   * Keeps an account in memory of a silent key: nobody signs in or acts under the call, nobody takes it, and what the
   * person hid and wrote stays under the name. Taken back like a suspension.
   */
  remember(tx: Tx, actor: string, call: string, reason: string): void {
    this.#parts.people.suspensions.suspend(tx, call, { reason, category: MEMORIAL, until: null });
    this.#noteAccount(tx, actor, "memorial", call, reason, null);
  }

  /** Lifts the suspensions of several, all of them or none. */
  unsuspendAll(tx: Tx, actor: string, calls: readonly string[], reason: string): void {
    const batch = this.#parts.audit.newBatch(tx);
    for (const call of new Set(calls)) this.unsuspend(tx, actor, call, reason, batch);
  }

  /** Lifts a suspension; also frees the calls of a suspended account that was erased. */
  unsuspend(tx: Tx, actor: string, call: string, reason: string, batch: number | null = null): void {
    this.#parts.people.suspensions.lift(tx, call);
    this.#noteAccount(tx, actor, "unsuspend", call, reason, batch);
  }

  #note(
    tx: Tx,
    actor: string,
    action: string,
    item: ModeratedItem,
    reason: string,
    batch: number | null = null,
  ): void {
    const { audit, world } = this.#parts;
    const about = item.ownerCall === null ? null : baseCall(item.ownerCall);
    const { kind, id: targetId, label } = item;
    audit.note(tx, world.now(), { actor, action, kind, targetId, label, reason, about }, batch);
  }

  #noteAccount(
    tx: Tx,
    actor: string,
    action: string,
    call: string,
    reason: string,
    batch: number | null,
  ): void {
    const { audit, world } = this.#parts;
    const base = baseCall(call);
    const entry = { actor, action, kind: "account", targetId: base, label: base, reason, about: base };
    audit.note(tx, world.now(), entry, batch);
  }

  /** The owner is told in the app and by mail: what, and why. Who reported it, nobody is told. */
  #tellOwner(tx: Tx, item: ModeratedItem, reason: string, did: "Removed" | "Disabled" = "Removed"): void {
    const { accounts, alert, settings, world } = this.#parts;
    const { ownerAccount: accountId, ownerCall, code, label } = item;
    if (accountId === null) return;
    const call = accounts.person(accountId)?.call || ownerCall || "";
    alert(tx, {
      accountId,
      call,
      kind: did === "Disabled" ? "cache_disabled" : `${item.kind as ReportedKind}_removed`,
      ...(code === undefined ? {} : { code }),
    });
    const to = accounts.store.account({ id: accountId })?.email;
    if (!to || !world.mail) return;
    const mail = {
      to,
      subject: `${did} at ${shownName(settings)}: ${item.kind}`,
      text: [
        `An operator of ${shownName(settings)} ${did.toLowerCase()} something of yours: ${
          label.replace(/\s+/g, " ")
        }`,
        `Reason: ${reason.replace(/\s+/g, " ")}`,
        "If you think that this is wrong, answer the operator.",
      ].join("\n\n") + "\n",
    };
    tx.after(() =>
      world.mail!.send(mail).catch((error) =>
        world.log.error("the mail about a decision was not sent: {error}", { error })
      )
    );
  }
}
