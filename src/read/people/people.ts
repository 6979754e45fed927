/**
 * Profiles and the activity feed: what finds add up to. The game's rules say what a find is worth; policy.ts says which finds
 * may be shown.
 */
import { baseCall } from "../../base/mod.ts";
import { HIDER_BADGES } from "../../caches/mod.ts";
import { type BoardParts, Boards, type Rank } from "./boards.ts";
import type { ActivityRow, RankedFind } from "./find_reads.ts";
import { type Found, foundOf, NOTHING } from "./found.ts";

interface PeopleParts extends BoardParts {
  instance: string;
}

/** As many caches as the last badge for hiding takes. */
const HIDES_MOST = Math.max(...HIDER_BADGES.map(([, takes]) => takes));

export class People {
  readonly #parts: PeopleParts;
  readonly boards: Boards;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
    this.boards = new Boards(parts);
  }

  /** A page of the activity feed, as logs came, below an id. */
  activity(before: number, limit: number) {
    return this.#page(this.#parts.finds.activity(before, limit + 1), limit, ({ id }) => String(id));
  }

  /** A page of what a person logged, by the logs' own time; nothing for a call that nobody holds. */
  activityOf(call: string, before: { at: number; id: number }, limit: number) {
    const holder = this.#holder(call);
    const rows = holder ? this.#parts.finds.latestOf(holder.accountId, before, limit + 1) : [];
    return this.#page(rows, limit, ({ foundAt, id }) => `${foundAt}-${id}`);
  }

  /** `rows`: one more than the page holds, where there are more. */
  #page(rows: readonly ActivityRow[], limit: number, cursor: (row: ActivityRow) => string) {
    const hasMore = rows.length > limit;
    const shown = rows.slice(0, limit);
    return {
      activity: shown.map((row) => this.activityView(row)),
      nextCursor: hasMore ? cursor(shown.at(-1)!) : null,
      hasMore,
    };
  }

  activityView = (row: ActivityRow) => ({
    id: row.id,
    loggerCall: row.call,
    ts: row.foundAt,
    createdAt: row.createdAt,
    kind: row.kind,
    verified: row.kind === "found" && this.boards.isVerifiedFind(row),
    tier: row.tier,
    cacheId: row.cacheId,
    cacheCode: row.code,
    cacheTitle: row.title,
    cacheType: row.type,
  });

  /** What is public of a person, by any call of the base; zeros for a call that nobody holds, or a suspended person's. */
  profile(call: string) {
    const { finds: reads, people, instance } = this.#parts;
    const known = people.holder(call);
    const holder = known?.suspended ? undefined : known;
    const found = holder ? this.found(holder.accountId) : NOTHING;
    const hides = holder ? reads.firstHidesOf(holder.accountId, HIDES_MOST) : [];
    const badges = [
      ...found.badges,
      ...HIDER_BADGES.flatMap(([badge, takes]) => {
        const earned = hides[takes - 1];
        return earned !== undefined ? [{ badge, earnedAt: earned }] : [];
      }),
    ];
    const card = holder && people.card(holder.accountId);
    return {
      callsign: baseCall(call),
      homeInstance: people.home?.(call) ?? instance,
      accountVerified: holder !== undefined && people.isVerified(call),
      supporter: holder !== undefined && people.supporter(holder.accountId),
      finds: found.finds,
      points: found.points,
      firstFind: found.first,
      lastFind: found.last,
      hides: holder ? reads.hidesOf(holder.accountId) : 0,
      // A site needs no account: its board row and this number say the same.
      corroborations: known?.suspended ? 0 : reads.corroborationsOf(holder?.bases ?? [baseCall(call)]),
      byTier: found.byTier,
      byType: found.byType,
      badges,
      ...(card ? { profile: card } : {}),
    };
  }

  /** What a person's verified finds add up to, as it is kept. */
  found(account: number): Found {
    const { finds: reads } = this.#parts;
    return foundOf(reads.kept(account, this.boards.sure()), () => this.#verified(account));
  }

  *#verified(account: number): Generator<RankedFind> {
    for (const find of this.#parts.finds.oldestOf(account)) {
      if (this.boards.isVerifiedFind(find)) yield find;
    }
  }

  /** Whether somebody who is not suspended holds the call here. */
  isHere = (call: string): boolean => this.#holder(call) !== undefined;

  /** Place of a person in the ranking of all times by points. */
  rankOf(call: string): Rank | undefined {
    const bases = this.#holder(call)?.bases ?? [];
    return this.boards.leaderboard("points", "all", Infinity).find((row) => bases.includes(row.loggerCall));
  }

  #holder(call: string) {
    const holder = this.#parts.people.holder(call);
    return holder?.suspended ? undefined : holder;
  }
}
