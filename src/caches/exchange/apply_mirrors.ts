/**
 * Taking other instances' caches and finds. Shown, never logged here. Only verified records reach an applier; a
 * body that this instance would not have accepted from its own members is refused and not asked for again.
 */
import { isPlace } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { changeShape } from "../../things/mod.ts";
import {
  type Applier,
  type CacheBody,
  documentOfRecord,
  factBody,
  type FindBody,
  isVisitSigned,
  readGid,
} from "../../wire/mod.ts";
import type { Game } from "../game.ts";
import { codeKey } from "../rules/code.ts";
import { entityOf } from "../rules/country.ts";
import { mapRows } from "../tables/map_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { z } from "#schemas";
import { perGame } from "../stores.ts";
import { line, lines } from "../views/fields.ts";
import { type FindMirrorRow, mirrorRows, TOLD_LOG } from "../tables/mirror_store.ts";
import { mapOf, partsOf, trustOf } from "../views/mirror_view.ts";
import { ownVisitRows } from "../tables/own_visit_store.ts";
import { claimVisit } from "./own_visits.ts";

/** The form of a code of any instance: letters, digits and dashes, since codes are spoken on the air. */
const CODE = /^[A-Z0-9]([A-Z0-9-]{0,14}[A-Z0-9])?$/;
const TITLE = line(120).min(1), DESCRIPTION = lines(4000);
const FIND = factBody(TOLD_LOG.facts), AS_WRITTEN = z.object(changeShape(TOLD_LOG.facts));

/** Whether a cache's texts are such as a member here could have written. */
const isFitCache = ({ code, title, description = "" }: CacheBody): boolean =>
  CODE.test(code) && TITLE.safeParse(title).data === title && DESCRIPTION.safeParse(description).success;

/** The same of what a log says. */
const isFitFind = (body: FindBody): boolean => AS_WRITTEN.safeParse(FIND.saidBy(body)).success;

/** Seconds for which a cache of another instance is news: a first pull brings all that it ever published. */
const NEWS_S = 30 * 86_400;

/**
 * Who watches a place is told of a new cache of an instance that the map shows unasked. Whether somebody has found it is not
 * judged: its finds may come after it.
 */
function tellOfMirror(
  game: Game,
  tx: Tx,
  { gid, origin, code, title, lat, lon, owner }: ReturnType<typeof mapOf>,
  createdAt: number,
): void {
  if (Math.abs(game.world.now() - createdAt) > NEWS_S || trustOf(game, origin) !== "trusted") return;
  game.events.appeared(tx, {
    ...{ id: gid, code, title, lat, lon, ownerAccount: null, ownerCall: owner },
    ...{ isNew: true, isFirstOpen: false },
  });
}

/** Takes verified caches of others. */
export function cacheApplier(game: Game): Applier<"cache"> {
  const drop = (tx: Tx, gid: string) => {
    const row = mirrorRows(game).byGid({ gid });
    if (!row) return;
    mapRows(game).dropMirror(tx, { id: row.id });
    packRows(game).bump(tx, mapOf(row));
    mirrorRows(game).drop(tx, { gid });
    mirrorRows(game).dropTitle(tx, { id: row.id });
  };
  return {
    drop,
    apply(tx, { gid, origin, v, body, isNew }) {
      if (!isFitCache(body)) return false;
      // Another instance may send a country that is not a known prefix: it is kept out of what is shown.
      const country = body.country === undefined ? null : entityOf(body.country)?.main ?? null;
      const { map, more } = partsOf(gid, origin, body, country);
      const { lat, lon } = map;
      if (!isPlace(lat, lon) || origin === game.instance) return false;
      const listed = !body.unlisted && (body.status === "active" || body.status === "disabled");
      const texts = { map: JSON.stringify(map), more: JSON.stringify(more) };
      const row = { gid, origin, v, codeKey: codeKey(map.code), ...texts };
      const before = isNew ? undefined : mirrorRows(game).byGid({ gid });
      if (before) {
        mirrorRows(game).put(tx, row);
        // Its title is indexed again, with the next batch.
        if (mapOf(before).title !== map.title) {
          mirrorRows(game).putTitle(tx, { id: before.id, title: map.title });
        }
        packRows(game).bump(tx, mapOf(before));
      }
      const id = before?.id ?? mirrorRows(game).add(tx, row).id;
      packRows(game).bump(tx, { lat, lon });
      if (listed && !(before && mapRows(game).hasMirror({ id: before.id }))) {
        tellOfMirror(game, tx, map, body.createdAt);
      }
      if (listed) mapRows(game).putMirror(tx, id, lat, lon);
      else if (before) mapRows(game).dropMirror(tx, { id });
      return true;
    },
  };
}

/** Packs hold a mirror's newest logs: the packs of each changed book are new, at the end of the write. */
const booksOf = perGame((game: Game) => (tx: Tx, gids: readonly string[]) => {
  for (const place of mirrorRows(game).placesOf({ gids: JSON.stringify(gids) })) {
    packRows(game).bump(tx, place);
  }
});
const bookChanged = (game: Game, tx: Tx, cacheGid: string): void =>
  void tx.gather(booksOf(game)).add(cacheGid);

/** Takes verified finds of others. A find whose cache is not here waits hidden until it comes. */
export function findApplier(game: Game): Applier<"find"> {
  return {
    drop(tx, gid) {
      const row = mirrorRows(game).findByGid({ gid });
      if (!row) return;
      mirrorRows(game).dropFind(tx, { gid });
      ownVisitRows(game).drop(tx, { gid });
      bookChanged(game, tx, row.cacheGid);
    },
    apply(tx, { gid, origin, body }) {
      // A find belongs to a cache of its own instance: no instance may write into the log book of another.
      if (origin === game.instance || readGid(body.cache)?.origin !== origin) return false;
      if (!isFitFind(body)) return false;
      const { visit, signed } = body;
      // Nobody says of a member of another instance what that member has not signed.
      if (visit && !isVisitSigned(documentOfRecord(body, origin)!, signed!)) return false;
      const row: FindMirrorRow = {
        gid,
        cacheGid: body.cache,
        origin,
        call: body.call,
        kind: body.kind,
        foundAt: body.foundAt,
        createdAt: body.createdAt,
        tier: body.tier ?? null,
        ...TOLD_LOG.rowOf(FIND.saidBy(body)),
        distanceM: body.distanceCm === undefined ? null : body.distanceCm / 100,
        signerKey: visit ? signed!.key : null,
        signature: visit ? signed!.sig : null,
        signedAt: visit ? signed!.at : null,
        visitHome: visit?.home ?? null,
        visitSent: visit?.sentId ?? null,
        visitPriv: visit?.priv ?? null,
      };
      mirrorRows(game).putFind(tx, row);
      claimVisit(game, tx, row);
      bookChanged(game, tx, body.cache);
      return true;
    },
  };
}
