/** Caches, logs and files as moderation sees them, and what removing one does. Runs inside moderation's own write. */
import { LATEST, type ModeratedItem, type ModeratedKind, PREVIEW, type Tx } from "../../db/mod.ts";
import { adoptionRows } from "../tables/adoption_store.ts";
import { MODERATION, takeBackOffer } from "../adoption/record.ts";
import { gameFailure } from "../errors.ts";
import { isPublished } from "../exchange/publish.ts";
import { removeLog } from "../finds/change_log.ts";
import { isGone, type LogRow, logRows } from "../tables/log_store.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { findCache, isGuessed } from "../views/find_cache.ts";
import { cacheChanged } from "../exchange/cache_changed.ts";
import { deleteRow } from "../media/media.ts";
import { type MediaRow, mediaRows } from "../tables/media_store.ts";
import { mediaView } from "../views/media_view.ts";
import { packRows } from "../tables/pack_store.ts";

/** The kinds that the game gives. */
export const moderatedGame = (game: Game): ModeratedKind[] => [caches(game), logs(game), media(game)];

function caches(game: Game): ModeratedKind {
  const item = (row: CacheRow): ModeratedItem => ({
    kind: "cache",
    id: String(row.id),
    label: `${row.code} ${row.title}`,
    preview: row.description.slice(0, PREVIEW),
    text: [row.description, row.hint].filter((text) => text !== "").join("\n\n"),
    ownerAccount: row.ownerAccount,
    ownerCall: row.ownerCall,
    at: row.createdAt,
    cacheId: row.id,
    code: row.code,
    status: row.status,
    removed: row.removedAt !== null,
    // Drafts are known to their owner alone.
    ...(row.status === "draft" ? { parties: row.ownerAccount === null ? [] : [row.ownerAccount] } : {}),
  });
  return {
    kind: "cache",
    find: (id) => {
      const row = findCache(game, id);
      if (!row) return undefined;
      // By its number an unlisted cache is there for those who have had to do with it, by its code for everybody.
      const whole = item(row);
      if (whole.parties !== undefined || !isGuessed(game, row, id, undefined)) return whole;
      return { ...whole, parties: cacheRows(game).knownTo({ cache: row.id }).map(({ account }) => account) };
    },
    remove: (tx, id, reason) => removeCache(game, tx, id, reason),
    restore: (tx, id) => restoreCache(game, tx, id),
    disable: (tx, id, disabled) => disableCache(game, tx, id, disabled),
    touches: (id) => ({ ...cacheRows(game).touched({ id: findCache(game, id)?.id ?? -1 }) }),
    latestOf: (account) => cacheRows(game).latestOf({ account, limit: LATEST }).map(item),
  };
}

function logs(game: Game): ModeratedKind {
  const item = (row: LogRow): ModeratedItem => {
    const cache = cacheRows(game).byId({ id: row.cacheId })!;
    return {
      kind: "log",
      id: String(row.id),
      label: `${row.kind} of ${cache.code} by ${row.call}`,
      preview: row.text.slice(0, PREVIEW),
      text: row.text,
      ownerAccount: row.accountId,
      ownerCall: row.call,
      at: row.createdAt,
      cacheId: cache.id,
      code: cache.code,
      removed: isGone(row),
      ...(row.heldAt !== null &&
        { status: "held", parties: row.accountId === null ? [] : [row.accountId] }),
    };
  };
  const byId = (id: string): LogRow | undefined =>
    /^\d{1,15}$/.test(id) ? logRows(game).byId({ id: Number(id) }) : undefined;
  return {
    kind: "log",
    find: (id) => {
      const row = byId(id);
      return row && item(row);
    },
    remove(tx, id, reason) {
      const row = byId(id);
      if (!row || isGone(row)) throw gameFailure.cache_not_found({}, "This log is gone already");
      return removeLog(game, tx, row, reason);
    },
    latestOf: (account) => logRows(game).latestOf({ account, limit: LATEST }).map(item),
  };
}

function media(game: Game): ModeratedKind {
  const item = (row: MediaRow): ModeratedItem => {
    const cache = cacheRows(game).byId({ id: row.cacheId })!;
    const log = row.logId === null ? undefined : logRows(game).byId({ id: row.logId });
    return {
      kind: "media",
      id: row.id,
      label: `${row.kind} of ${log ? "a log of " : ""}${cache.code}`,
      preview: row.title,
      media: { kind: row.kind, url: mediaView(row).url },
      ownerAccount: row.accountId,
      ownerCall: log?.call ?? cache.ownerCall,
      at: row.createdAt,
      cacheId: cache.id,
      code: cache.code,
      removed: false,
      ...(log?.heldAt != null && { status: "held", parties: row.accountId === null ? [] : [row.accountId] }),
    };
  };
  return {
    kind: "media",
    find: (id) => {
      const row = mediaRows(game).byAnyId({ id });
      return row && item(row);
    },
    remove(tx, id) {
      const row = mediaRows(game).byAnyId({ id });
      if (!row) throw gameFailure.media_not_found();
      deleteRow(game, tx, row);
      packRows(game).changed(tx, cacheRows(game).byId({ id: row.cacheId })!);
      return 0;
    },
    latestOf: (account) => mediaRows(game).latestOf({ account, limit: LATEST }).map(item),
  };
}

/**
 * Removes a cache, and with it the offer to adopt it. Throws 404 where there is none, 409 where it is removed
 * already.
 */
function removeCache(game: Game, tx: Tx, id: string, reason: string): number {
  const before = findCache(game, id);
  if (!before) throw gameFailure.cache_not_found();
  if (before.removedAt !== null) {
    throw gameFailure.cache_inactive({ status: "removed" }, "This cache is removed already");
  }
  const now = game.world.now();
  cacheRows(game).setRemoved(tx, { id: before.id, at: now, reason, status: "archived", now });
  if (adoptionRows(game).offer({ cache: before.id })) {
    takeBackOffer(game, tx, before, MODERATION, "offer_withdrawn");
  }
  cacheChanged(game, tx, before.id, before);
  return before.gid !== null && isPublished(before) ? 1 : 0;
}

/** Brings a removed cache back, disabled. Throws 404 where there is none, 409 where it is not removed. */
function restoreCache(game: Game, tx: Tx, id: string): void {
  const before = findCache(game, id);
  if (!before) throw gameFailure.cache_not_found();
  if (before.removedAt === null) {
    throw gameFailure.cache_inactive({ status: before.status }, "This cache is not removed");
  }
  const now = game.world.now();
  cacheRows(game).setRemoved(tx, { id: before.id, at: null, reason: null, status: "disabled", now });
  cacheChanged(game, tx, before.id, before);
}

/** Disables an active cache, or the other way round. Throws 404 where there is none, 409 where it is in another state. */
function disableCache(game: Game, tx: Tx, id: string, disabled: boolean): void {
  const before = findCache(game, id);
  if (!before) throw gameFailure.cache_not_found();
  const [from, status] = disabled ? ["active", "disabled"] as const : ["disabled", "active"] as const;
  if (before.removedAt !== null || before.status !== from) {
    throw gameFailure.cache_inactive(
      { status: before.removedAt === null ? before.status : "removed" },
      `This cache is not ${from}`,
    );
  }
  cacheRows(game).setRemoved(tx, { id: before.id, at: null, reason: null, status, now: game.world.now() });
  cacheChanged(game, tx, before.id, before);
}
