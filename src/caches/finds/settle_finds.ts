/**
 * One find a cache a person: while none counts there may be several; where one does the others are notes, with their texts
 * and their records' next versions. API "Caches, logs, media".
 */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { sendFind } from "../exchange/publish.ts";
import type { Game } from "../game.ts";
import type { Verdict } from "../rules/evidence.ts";
import { besideFind, type Standing, whichFind } from "../rules/which_find.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import { reaches } from "../views/log_view.ts";

type Judged = Pick<LogRow, "foundAt" | "tier" | "corroboratedBy">;

/** A find as it would stand with a verdict. */
export const judgedAs = ({ foundAt }: Pick<LogRow, "foundAt">, verdict: Verdict): Judged => ({
  foundAt,
  tier: verdict.tier,
  corroboratedBy: verdict.peers?.join(",") ?? null,
});

const standing = (game: Game, id: number, log: Judged, cache: CacheRow): Standing => ({
  id,
  foundAt: log.foundAt,
  tier: log.tier,
  counts: reaches(log, game.leastTrustOf(cache)),
});

/** A person's finds of the cache, and those of them that one with this verdict has to stand beside. */
function standingsOf(game: Game, account: number, call: string, cache: CacheRow): Standing[] {
  return logRows(game).findsOf({ cache: cache.id, account, base: baseCall(call) })
    .map((find) => standing(game, find.id, find, cache));
}

/** Whether a find that is there would be the person's find of the cache with this verdict. */
export function isTheFind(game: Game, log: LogRow, cache: CacheRow, verdict: Verdict): boolean {
  const again = standing(game, log.id, judgedAs(log, verdict), cache);
  const others = standingsOf(game, log.accountId!, log.call, cache).filter(({ id }) => id !== log.id);
  return whichFind([...others, again]) === again;
}

/**
 * Makes room for the find that a person is about to have of the cache, new (0) or there already: those that cannot stand
 * beside it become notes, and so does the one whose place it takes.
 */
export function makeRoom(
  game: Game,
  tx: Tx,
  find: Judged & { id: number; account: number; call: string },
  cache: CacheRow,
  replaced?: LogRow,
): void {
  const others = standingsOf(game, find.account, find.call, cache).filter(({ id }) => id !== find.id);
  const notes = new Set(besideFind(standing(game, find.id, find, cache), others).map(({ id }) => id));
  if (replaced?.kind === "found") notes.add(replaced.id);
  for (const id of notes) makeNote(game, tx, id, cache);
}

/** A find that was held is about to stand: it takes the place that it would have had, or becomes a note. */
export function settleReleased(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  const { id, call } = log, account = log.accountId!;
  const others = standingsOf(game, account, call, cache);
  const here = standing(game, id, log, cache);
  const stands = log.tier === null
    ? !others.some(({ counts }) => counts)
    : whichFind([...others, here]) === here;
  if (stands) makeRoom(game, tx, { ...log, account }, cache);
  else makeNote(game, tx, id, cache);
}

/** Another find has taken its place. */
export function makeNote(game: Game, tx: Tx, id: number, cache: CacheRow): void {
  logRows(game).setNote(tx, { id });
  const note = logRows(game).byId({ id })!;
  if (note.gid !== null) sendFind(game, tx, note, cache);
}

/** Settles all finds that stand beside each other: what the cache or the instance asks for may have become less since. */
export function settleAll(game: Game): Promise<void> {
  const several = logRows(game).severalFinds({});
  if (several.length === 0) return Promise.resolve();
  return game.db.write((tx) => {
    for (const { cache: id, account, call } of several) {
      const cache = cacheRows(game).byId({ id });
      const find = cache && whichFind(standingsOf(game, account, call, cache));
      if (!find) continue;
      makeRoom(game, tx, { ...logRows(game).byId({ id: find.id })!, account }, cache);
      cacheRows(game).recount(tx, { id });
    }
  });
}
