/**
 * Texts and files of newcomers, accounts that hold no verified call: who fills the room that they share, and clearing it in
 * one act that can be taken back for a day. Until then the cleared files stay on the disk, and count nowhere.
 */
import type { Tx } from "../../db/mod.ts";
import { gameFailure } from "../errors.ts";
import { isGone, logRows } from "../tables/log_store.ts";
import { clearHeldLogs } from "../finds/held_logs.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { filesOf } from "../media/media_files.ts";
import { type MediaRow, mediaRows } from "../tables/media_store.ts";
import { noteNewcomer } from "../media/quotas.ts";
import { packRows } from "../tables/pack_store.ts";
import { stageRows } from "../tables/stage_store.ts";
import { clearedRows, type ClearingRow, heldRows } from "../tables/cleared_store.ts";
import { TAKE_BACK_S } from "../rules/newcomer_limits.ts";
import { roomRows } from "../tables/room_store.ts";

/** Newcomers that one answer lists. */
const LISTED_MOST = 200;

/** Who fills the newcomers' room, the largest first, and what was cleared within the day. Bytes; times in unix seconds. */
export function newcomersOverview(game: Game) {
  const rows = game.room.newcomers({ limit: LISTED_MOST + 1 });
  return {
    room: game.room.ofNewcomers(),
    accounts: rows.slice(0, LISTED_MOST).map(({ account, bytes }) => {
      const person = game.accounts.person(account), files = roomRows(game).files({ account })?.files ?? 0;
      return { callsign: person?.call || null, calls: [...person?.bases ?? []], bytes, files };
    }),
    truncated: rows.length > LISTED_MOST,
    clearings: clearedRows(game).since({ since: game.world.now() - TAKE_BACK_S }).map((row) => ({
      ...row,
      until: row.at + TAKE_BACK_S,
    })),
  };
}

/** The newcomers that fill room: those that hold these calls, or all. Throws where a call is no newcomer's, or none does. */
function chosen(game: Game, calls: readonly string[] | undefined): number[] {
  const all = game.room.newcomers({ limit: -1 }).map(({ account }) => account).filter((account) =>
    (roomRows(game).files({ account })?.files ?? 0) > 0 || textsOf(game, account) > 0
  );
  const wanted = calls === undefined ? all : calls.map((call) => {
    const account = game.accounts.holder(call)?.accountId;
    if (account === undefined || !all.includes(account)) throw gameFailure.not_newcomer({ callsign: call });
    return account;
  });
  if (wanted.length === 0) throw gameFailure.nothing_to_clear();
  return [...new Set(wanted)];
}

/** How many texts of an account clearing takes; of its logs those that are held: the others are moderated one by one. */
const textsOf = (game: Game, account: number): number =>
  game.room.rowsToClear(account) + heldRows(game).heldCount({ account })!.logs;

/** What clearing would take away, by kind. */
export function clearingTouches(game: Game, calls?: readonly string[]): Record<string, number> {
  const accounts = chosen(game, calls);
  const media = accounts.reduce((n, account) => n + mediaRows(game).ofAccount({ account }).length, 0);
  const texts = accounts.reduce((n, account) => n + textsOf(game, account), 0);
  return { newcomers: accounts.length, media, texts };
}

/** Takes away files and texts of the newcomers that hold these calls, or of all. */
export function clearNewcomers(
  game: Game,
  tx: Tx,
  { actor, reason, calls }: { actor: string; reason: string; calls?: readonly string[] | undefined },
): ClearingRow {
  const accounts = chosen(game, calls);
  const files = accounts.flatMap((account) => mediaRows(game).ofAccount({ account }));
  const row = {
    at: game.world.now(),
    actor,
    accounts: accounts.length,
    files: files.length,
    bytes: accounts.reduce((sum, account) => sum + (game.room.of({ account })?.bytes ?? 0), 0),
  };
  const { id } = clearedRows(game).open(tx, row);
  for (const account of accounts) {
    game.room.clear(tx, id, account);
    clearHeldLogs(game, tx, id, account);
  }
  for (const file of files) {
    clearedRows(game).keep(tx, { ...file, clearing: id });
    mediaRows(game).delete(tx, { id: file.id });
    if (file.stage !== null) stageRows(game).unseal(tx, { cache: file.cacheId, n: file.stage });
  }
  packsChanged(game, tx, files);
  note(game, tx, actor, "clear", { ...row, id }, reason);
  return { ...row, id };
}

/**
 * Brings back what one act cleared. What has no place any more stays away and is deleted: a photo of a log that was
 * removed meanwhile, the sound of a stage that is gone or has another one. Gives how many files are back.
 */
export function takeBackClearing(game: Game, tx: Tx, id: number, actor: string): number {
  const row = clearedRows(game).byId({ id });
  if (!row) throw gameFailure.clearing_not_found();
  if (game.world.now() >= row.at + TAKE_BACK_S) throw gameFailure.clearing_late();
  const files = clearedRows(game).files({ clearing: id });
  heldRows(game).bringHeldBack(tx, { clearing: id });
  clearedRows(game).close(tx, { id });
  game.room.bringBack(tx, id);
  const back = files.filter((file) => hasPlace(game, file));
  for (const file of back) {
    // Whoever owns the cache now owns its files; a photo beside a log stays with the log's writer.
    const accountId = file.logId === null
      ? cacheRows(game).byId({ id: file.cacheId })!.ownerAccount
      : file.accountId;
    noteNewcomer(game, tx, accountId);
    mediaRows(game).insert(tx, { ...file, accountId });
    if (file.stage !== null) stageRows(game).unseal(tx, { cache: file.cacheId, n: file.stage });
  }
  for (const file of files) if (!back.includes(file)) dropFiles(game, tx, file);
  packsChanged(game, tx, back);
  note(game, tx, actor, "restore", row, "");
  return back.length;
}

function hasPlace(game: Game, { cacheId, logId, stage }: MediaRow): boolean {
  if (logId !== null) {
    const log = logRows(game).byId({ id: logId });
    return log !== undefined && !isGone(log);
  }
  if (stage === null) return true;
  return stageRows(game).of({ cache: cacheId }).some(({ n }) => n === stage) &&
    !mediaRows(game).clips({ cache: cacheId }).some((clip) => clip.stage === stage);
}

/** Deletes for good what was cleared a day ago. */
export function pruneCleared(game: Game, tx: Tx): void {
  for (const { id } of clearedRows(game).before({ until: game.world.now() - TAKE_BACK_S })) {
    game.room.forget(tx, { clearing: id });
    const files = clearedRows(game).files({ clearing: id });
    clearedRows(game).close(tx, { id });
    for (const file of files) dropFiles(game, tx, file);
  }
}

/** Deletes what was cleared of an account that is erased. */
export function eraseCleared(game: Game, tx: Tx, account: number): void {
  game.room.forgetOf(tx, { account });
  for (const file of clearedRows(game).ofAccount({ account })) {
    clearedRows(game).delete(tx, { id: file.id });
    dropFiles(game, tx, file);
  }
}

function dropFiles(game: Game, tx: Tx, { hash, thumbHash }: MediaRow): void {
  tx.after(() => {
    filesOf(game).drop(hash);
    if (thumbHash !== null) filesOf(game).drop(thumbHash);
  });
}

function packsChanged(game: Game, tx: Tx, files: readonly MediaRow[]): void {
  for (const id of new Set(files.map(({ cacheId }) => cacheId))) {
    packRows(game).changed(tx, cacheRows(game).byId({ id })!);
  }
}

function note(game: Game, tx: Tx, actor: string, action: string, row: ClearingRow, reason: string): void {
  game.audit.note(tx, game.world.now(), {
    actor,
    action,
    kind: "newcomers",
    targetId: String(row.id),
    label: `${row.files} files of ${row.accounts} accounts`,
    reason,
  });
}
