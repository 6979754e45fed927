/** A person's data in the game: all of it for an export, and how it goes when the person goes. */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { gameFailure } from "../errors.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import type { Game } from "../game.ts";
import { deleteRow, mediaView } from "../media/media.ts";
import { cacheView, logView, WITHDRAWN } from "../views/views.ts";

/** Under which a call's content is shown once its holder has lost it and holds no other. */
export const FORMER = "FORMER";

/** Everything that the game holds of a person. */
export function exportPerson(game: Game, account: number): Record<string, unknown> {
  const shown = { instance: game.instance, minTrust: game.leastTrust };
  const caches = game.caches.byOwner(account);
  return {
    caches: caches.map((row) => ({ ...cacheView(row, shown), stages: game.stages.of(row.id) })),
    logs: game.logs.allOf(account).map((row) => ({
      ...logView(row, game.leastTrust, true),
      cacheId: row.cacheId,
      signature: row.signature,
      signerKey: row.signerKey,
    })),
    unlocks: game.stages.allUnlocksOf(account),
    media: game.media.ofAccount(account).map(mediaView),
    ...game.social.allOf(account),
    switches: {
      announce: game.social.isOn(account, "announce"),
      nearRadio: game.social.isOn(account, "nearRadio"),
    },
    radioCommands: game.commands.ofAccount(account, -1),
    adoption: game.adoption.requestsOf(account),
  };
}

/**
 * Takes a person out of the game: caches stay as archived ones of WITHDRAWN, for adoption; finds stay as somebody's
 * (`log` counts belong to others' caches); files, favourites, watches, ratings, unlocks and commands go.
 */
export function erasePerson(game: Game, tx: Tx, account: number): { tombstones: number } {
  let tombstones = 0;
  for (const log of game.logs.allOf(account)) {
    if (log.gid !== null) tombstones += game.publications.withdraw(tx, log.gid, { bounded: false });
  }
  const logged = cachesLoggedBy(game, account);
  game.logs.withdraw(tx, account, WITHDRAWN);
  for (const cache of logged) game.packs.changed(tx, cache);
  for (const file of game.media.ofAccount(account)) deleteRow(game, tx, file);
  for (const before of game.caches.byOwner(account)) {
    game.caches.update(tx, before.id, {
      ...before,
      ownerAccount: null,
      ownerCall: WITHDRAWN,
      stationCall: null,
      status: "archived",
      updatedAt: game.world.now(),
    });
    if (before.gid !== null) tombstones++;
    game.changed(tx, before.id, before);
  }
  const liked = game.social.cachesOf(account);
  game.social.forget(tx, account);
  for (const id of liked) {
    game.caches.recount(tx, id);
    game.packs.changed(tx, game.caches.byId(id)!);
  }
  tx.after(() => game.interest.forget());
  game.stages.forget(tx, account);
  game.commands.forget(tx, account);
  game.adoption.forget(tx, account);
  return { tombstones };
}

/** An account lost a base call: what it made under that call is shown under another of its calls, or as FORMER. */
export function callLost(game: Game, tx: Tx, account: number, base: string, other: string | null): void {
  const name = other ?? FORMER;
  for (const before of game.caches.byOwner(account)) {
    if (baseCall(before.ownerCall) !== base) continue;
    game.caches.setOwner(tx, before.id, account, name);
    game.changed(tx, before.id, before);
  }
  game.logs.rename(tx, account, base, name);
  for (const cache of cachesLoggedBy(game, account)) game.packs.changed(tx, cache);
}

/** Caches whose packs show a log of the person. */
const cachesLoggedBy = (game: Game, account: number): CacheRow[] =>
  game.caches.listedIn([...new Set(game.logs.allOf(account).map((log) => log.cacheId))]);

/** Switches announcements or near-cache messages; announcing needs a verified call. */
export function setSwitch(
  game: Game,
  who: { account: number; call: string },
  name: "announce" | "nearRadio",
  on: boolean,
) {
  if (on && !game.accounts.isVerified(who.call)) throw gameFailure.not_verified({ verified: false });
  return game.db.write((tx) => {
    game.social.setSwitch(tx, who.account, name, on);
    tx.after(() => game.interest.forget());
    return { on };
  });
}
