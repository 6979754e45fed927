/** A person's data in the game: all of it for an export, and what becomes of it when the person erases the account. */
import type { PersonalData } from "../../accounts/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import type { Game } from "../game.ts";
import { deleteRow } from "../media/media.ts";
import { mediaView } from "../views/media_view.ts";
import { isOn } from "../tables/social_store.ts";
import { cacheView, WITHDRAWN } from "../views/cache_view.ts";
import { logView } from "../views/log_view.ts";
import { openFinds } from "../finds/open_finds.ts";
import { innerOf } from "../finds/open_view.ts";
import { logRows } from "../tables/log_store.ts";
import { stageRows } from "../tables/stage_store.ts";
import { mediaRows } from "../tables/media_store.ts";
import { draftRows } from "../tables/draft_store.ts";
import { handingsOf } from "../adoption/hand_on.ts";
import { adoptionRows } from "../tables/adoption_store.ts";
import { commandRows } from "../tables/radio_store.ts";
import { recommendationRows } from "../tables/recommendation_store.ts";
import { eventRows } from "../tables/event_store.ts";
import { socialRows } from "../tables/social_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { eraseCleared } from "../newcomers/clear.ts";
import { clearedRows } from "../tables/cleared_store.ts";
import { roomRows } from "../tables/room_store.ts";
import { circuitVisitRows, ownVisitRows } from "../tables/own_visit_store.ts";
import { interestOf } from "../tables/interest.ts";
import { noteErasures } from "./visits/ask_erasure.ts";
import { visitsOnTheirWay } from "./visits/circuits.ts";
import { cacheChanged } from "../exchange/cache_changed.ts";
import { withdrawReceivers } from "./receivers.ts";

/** A person's share in the game: what an export holds, and how it goes with the person. */
export const personalData = (game: Game): PersonalData => ({
  name: "game",
  export: ({ accountId }) => exportPerson(game, accountId),
  erase: (tx, { accountId, bases }) => {
    erasePerson(game, tx, accountId);
    withdrawReceivers(game, tx, { account: accountId, bases });
  },
});

/** Everything that the game holds of a person. */
function exportPerson(game: Game, account: number): Record<string, unknown> {
  const shown = { instance: game.instance, minTrust: game.leastTrust };
  const caches = cacheRows(game).byOwner({ account });
  return {
    caches: caches.map((row) => ({
      ...cacheView(row, shown),
      stages: stageRows(game).of({ cache: row.id }),
    })),
    logs: logRows(game).allOf({ account }).map((row) => ({
      ...logView(row, game.leastTrust, innerOf(game, row)),
      cacheId: row.cacheId,
      signature: row.signature,
      signerKey: row.signerKey,
    })),
    visits: ownVisitRows(game).allOf({ account }),
    visitsOnTheirWay: visitsOnTheirWay(game, account),
    unlocks: stageRows(game).allUnlocksOf({ account }),
    media: mediaRows(game).ofAccount({ account }).map(mediaView),
    clearedMedia: clearedRows(game).ofAccount({ account }).map(mediaView),
    ...opinionsOf(game, account),
    recommendations: recommendationRows(game).of({ account }),
    meetings: eventRows(game).of({ account }),
    switches: {
      announce: isOn(game, account, "announce"),
      nearRadio: isOn(game, account, "nearRadio"),
      statistics: isOn(game, account, "statistics"),
    },
    radioCommands: commandRows(game).ofAccount({ account, limit: -1 }),
    adoption: adoptionRows(game).requestsOf({ account }),
    handings: handingsOf(game, account),
  };
}

/**
 * Takes a person out of the game: caches stay as archived ones of WITHDRAWN, for adoption; finds stay without a
 * name, since others' caches count them; files, favourites, watches, ratings, unlocks and commands go.
 */
function erasePerson(game: Game, tx: Tx, account: number): { tombstones: number } {
  let tombstones = 0;
  for (const log of logRows(game).allOf({ account })) {
    game.corroborator?.forget(tx, log.id);
    openFinds(game).drop(tx, log.id);
    if (log.gid !== null) tombstones += game.publications.withdraw(tx, log.gid, { bounded: false });
  }
  const logged = cachesLoggedBy(game, account);
  logRows(game).withdraw(tx, { account, call: WITHDRAWN });
  for (const cache of logged) packRows(game).changed(tx, cache);
  for (const file of mediaRows(game).ofAccount({ account })) deleteRow(game, tx, file);
  eraseCleared(game, tx, account);
  for (const before of cacheRows(game).byOwner({ account })) {
    cacheRows(game).update(tx, {
      ...before,
      ownerAccount: null,
      ownerCall: WITHDRAWN,
      stationCall: null,
      status: "archived",
      updatedAt: game.world.now(),
    });
    if (before.gid !== null) tombstones++;
    cacheChanged(game, tx, before.id, before);
  }
  const liked = likedBy(game, account);
  for (const forget of socialRows(game).forget) forget(tx, { account });
  for (const id of liked) {
    cacheRows(game).recount(tx, { id });
    packRows(game).changed(tx, cacheRows(game).byId({ id })!);
  }
  tx.after(() => interestOf(game).forget());
  stageRows(game).forget(tx, { account });
  noteErasures(game, tx, account);
  ownVisitRows(game).forget(tx, { account });
  circuitVisitRows(game).forget(tx, { account });
  for (const forget of commandRows(game).forget) forget(tx, { account });
  adoptionRows(game).forget(tx, { account });
  adoptionRows(game).forgetHandings(tx, { account });
  draftRows(game).forget(tx, { account });
  return { tombstones };
}

/** Has the sums of files know whether an account still, or again, holds a verified call. */
export function setNewcomer(game: Game, tx: Tx, account: number): void {
  const is = { account, newcomer: game.accounts.isNewcomer(account) ? 1 : 0 } as const;
  roomRows(game).setNewcomer(tx, is);
  game.room.setNewcomer(tx, is);
}

const opinionsOf = (game: Game, account: number) => ({
  favorites: socialRows(game).favoritesOf({ account }),
  watches: socialRows(game).watchesOf({ account }),
  ratings: socialRows(game).ratingsOf({ account }),
});

/** Numbers of the caches that a person has as favourite or has rated. */
function likedBy(game: Game, account: number): number[] {
  const { favorites, ratings } = opinionsOf(game, account);
  return [...new Set([...favorites, ...ratings].map((row) => row.cacheId))];
}

/** Caches whose packs show a log of the person. */
export const cachesLoggedBy = (game: Game, account: number): CacheRow[] =>
  cacheRows(game).among({
    ids: JSON.stringify([...new Set(logRows(game).allOf({ account }).map((log) => log.cacheId))]),
  });
