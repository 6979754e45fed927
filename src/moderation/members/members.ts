/** People as moderation sees them: search, who is suspended, and everything about one call in one answer. */
import { baseCall, folded } from "../../base/mod.ts";
import { LATEST, type ModeratedItem } from "../../db/mod.ts";
import { accountFailure } from "../../accounts/mod.ts";
import { cutAt } from "../../http/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import { KINDS, type Kinds } from "../kinds.ts";
import type { ModerationParts } from "../parts.ts";
import { memberList, type MembersWanted } from "./list_members.ts";
import type { Reports } from "../reports/reports.ts";

const SEARCH_MOST = 20;
const SUSPENDED_MOST = 50;
/** Fewest characters of a search. */
const SHORTEST_QUERY = 2;

export class Members {
  readonly #parts: ModerationParts;
  readonly #kinds: Kinds;
  readonly #reports: Reports;
  readonly #list;

  constructor(parts: ModerationParts, kinds: Kinds, reports: Reports) {
    this.#parts = parts;
    this.#list = memberList(parts.db);
    this.#kinds = kinds;
    this.#reports = reports;
  }

  /** One account in a list. */
  #line(id: number) {
    const { accounts } = this.#parts;
    const row = accounts.store.account({ id })!;
    const suspension = accounts.suspension(id);
    const calls = accounts.store.heldBy({ account: id }).map(({ base }) => base);
    return {
      callsign: row.activeCall ?? calls[0] ?? null,
      calls,
      email: row.email,
      createdAt: row.createdAt,
      suspended: suspension === undefined ? null : {
        reason: suspension.reason,
        category: suspension.category,
        until: suspension.until,
        at: suspension.suspendedAt,
      },
      operator: accounts.isOperators(id),
    };
  }

  /** Everybody, by pages. */
  list(wanted: MembersWanted) {
    const { world, people } = this.#parts;
    const { ids, ...rest } = this.#list.page(wanted, world.now());
    return {
      people: ids.map((id) => {
        const { verified, seenAt, ...counts } = this.#list.facts(id);
        return {
          ...this.#line(id),
          ...counts,
          verified: verified === 1,
          welcomed: people.welcomes.at(id) !== undefined,
          seenAt: people.seen(id) ?? seenAt,
        };
      }),
      ...rest,
    };
  }

  /** Accounts by the beginning of a call, or by a part of the confirmed address. */
  search(query: string) {
    const text = query.trim();
    if (text.length < SHORTEST_QUERY) throw failure.short_query();
    const prefix = baseCall(text.toUpperCase());
    const found = this.#parts.accounts.store.search({
      prefix,
      upTo: `${prefix}\uffff`,
      text: folded(text),
      limit: SEARCH_MOST + 1,
    });
    const { rows, truncated } = cutAt(found, SEARCH_MOST);
    return { accounts: rows.map(({ id }) => this.#line(id)), truncated };
  }

  /** Who is suspended now, the latest first, and calls of erased accounts that nobody may take yet. */
  suspended() {
    const { suspensions } = this.#parts.people;
    const { rows, truncated } = cutAt(suspensions.all(), SUSPENDED_MOST);
    return {
      accounts: rows.map(({ accountId }) => this.#line(accountId)),
      truncated,
      erasedCalls: suspensions.erased().map(({ base, category, until, at }) => ({
        callsign: base,
        category,
        until,
        at,
      })),
    };
  }

  /** Everything about the holder of a call: account, proofs, open reports, the latest of each kind, what was done. */
  view(call: string) {
    const { accounts, people, audit, world } = this.#parts;
    const holder = accounts.holder(call);
    if (!holder) throw accountFailure.no_account({ callsign: call });
    const { accountId, bases } = holder;
    const now = world.now();
    return {
      account: {
        ...this.#line(accountId),
        verifications: bases.flatMap((base) => {
          const row = accounts.store.verification({ base });
          return row ? [{ callsign: base, method: row.method, verifiedAt: row.verifiedAt }] : [];
        }),
        openClaims: bases.flatMap((base) => people.claims.store.openOf({ base, now })).length,
      },
      openReports: this.#reports.store.openAbout({ account: accountId, limit: LATEST }),
      content: KINDS.flatMap((kind) =>
        this.#kinds.of(kind).latestOf(accountId, bases).map((item) => ({ kind, ...contentView(item) }))
      ),
      actions: bases.flatMap((base) => audit.of({ base, limit: LATEST })).sort((a, b) => b.id - a.id).slice(
        0,
        LATEST,
      ),
    };
  }
}

/** A thing in the list of a person's content. */
const contentView = ({ id, label, preview, at, cacheId, code, status, removed }: ModeratedItem) => ({
  id,
  label,
  preview,
  at,
  ...(cacheId === undefined ? {} : { cacheId }),
  ...(code === undefined ? {} : { code }),
  ...(status === undefined ? {} : { status }),
  removed,
});
