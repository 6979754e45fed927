/** What moderation does to caches, logs and files, and what it sees of a person. Inside moderation's own write. */
import type { Tx } from "../../db/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { deleteRow } from "../media/media.ts";
import { isPublished } from "../exchange/publish.ts";
import { removeLog } from "../finds/change_log.ts";
import { cacheRows } from "../hiding/cache_store.ts";
import { logRows } from "../finds/log_store.ts";
import { mediaRows } from "../media/media_store.ts";
import { packRows } from "../offline/pack_store.ts";
import { findCache } from "../hiding/find_cache.ts";
import { cacheChanged } from "../map/cache_changed.ts";

/** An item as moderation shows it. */
export interface GameItem {
  kind: "cache" | "log" | "media";
  id: string;
  label: string;
  preview: string;
  ownerAccount: number | null;
  ownerCall: string;
  at: number;
  cacheId: number;
  code: string;
  status?: string;
  removed: boolean;
}

/** Items of one kind shown of a person. */
const SHOWN = 50;

/** The item, `undefined` when there is none (any more). */
export function gameItem(game: Game, kind: GameItem["kind"], id: string): GameItem | undefined {
  if (kind === "cache") {
    const row = findCache(game, id);
    return row && {
      kind,
      id: String(row.id),
      label: `${row.code} ${row.title}`,
      preview: row.description.slice(0, 200),
      ownerAccount: row.ownerAccount,
      ownerCall: row.ownerCall,
      at: row.createdAt,
      cacheId: row.id,
      code: row.code,
      status: row.status,
      removed: row.removedAt !== null,
    };
  }
  if (kind === "log") {
    const row = /^\d{1,15}$/.test(id) ? logRows(game).byId({ id: Number(id) }) : undefined;
    if (!row) return undefined;
    const cache = cacheRows(game).byId({ id: row.cacheId })!;
    return {
      kind,
      id,
      label: `${row.kind} of ${cache.code} by ${row.call}`,
      preview: row.text.slice(0, 200),
      ownerAccount: row.accountId,
      ownerCall: row.call,
      at: row.createdAt,
      cacheId: cache.id,
      code: cache.code,
      removed: row.removedAt !== null,
    };
  }
  const row = mediaRows(game).byAnyId({ id });
  if (!row) return undefined;
  const cache = cacheRows(game).byId({ id: row.cacheId })!;
  return {
    kind,
    id,
    label: `${row.kind} of ${cache.code}`,
    preview: row.title,
    ownerAccount: row.accountId,
    ownerCall: cache.ownerCall,
    at: row.createdAt,
    cacheId: cache.id,
    code: cache.code,
    removed: false,
  };
}

/** Takes an item away; gives how many tombstones went out. Throws 404 for one that is gone, 409 for a removed cache. */
export function removeItem(game: Game, tx: Tx, kind: GameItem["kind"], id: string, reason: string): number {
  const item = gameItem(game, kind, id);
  if (!item || (item.removed && kind !== "cache")) {
    throw gameFailure.cache_not_found({}, "This item is gone already");
  }
  if (kind === "log") return removeLog(game, tx, logRows(game).byId({ id: Number(id) })!, reason);
  if (kind === "media") {
    deleteRow(game, tx, mediaRows(game).byAnyId({ id })!);
    packRows(game).changed(tx, cacheRows(game).byId({ id: item.cacheId })!);
    return 0;
  }
  if (item.removed) throw gameFailure.cache_inactive({ status: "removed" }, "This cache is removed already");
  const before = cacheRows(game).byId({ id: item.cacheId })!;
  const now = game.world.now();
  cacheRows(game).setRemoved(tx, { id: before.id, at: now, reason, status: "archived", now });
  cacheChanged(game, tx, before.id, before);
  return before.gid !== null && isPublished(before) ? 1 : 0;
}

/** A removed cache comes back, disabled. */
export function restoreCache(game: Game, tx: Tx, id: string): void {
  const before = findCache(game, id);
  if (!before) throw gameFailure.cache_not_found();
  if (before.removedAt === null) {
    throw gameFailure.cache_inactive({ status: before.status }, "This cache is not removed");
  }
  cacheRows(game).setRemoved(tx, {
    id: before.id,
    at: null,
    reason: null,
    status: "disabled",
    now: game.world.now(),
  });
  cacheChanged(game, tx, before.id, before);
}

/** A person's latest items of each kind. */
export function itemsOf(game: Game, account: number): GameItem[] {
  const items = (kind: GameItem["kind"], ids: (number | string)[]) =>
    ids.slice(0, SHOWN).flatMap((id) => gameItem(game, kind, String(id)) ?? []);
  return [
    ...items("cache", cacheRows(game).byOwner({ account }).map((row) => row.id)),
    ...items("log", logRows(game).allOf({ account }).map((row) => row.id)),
    ...items("media", mediaRows(game).ofAccount({ account }).map((row) => row.id)),
  ];
}
