/**
 * Offline packs: everything that an app needs of the caches in a locator square. API "Caches, logs, media": page details,
 * the latest 5 logs (and how many the log book has), stages by number and unlock kind (strong NFC stages sealed), images;
 * never coordinates, clues or codes of stages.
 */
import { type Box, boxOfLocator, concat, sha256Hex, utf8 } from "../../base/mod.ts";
import { serviceCall } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import { FROM_THE_NEWEST } from "../finds/book_cursor.ts";
import { mediaView } from "../views/media_view.ts";
import { findMirrorView, leastOf, mapOf, mirrorView, stagesOfMirror } from "../views/mirror_view.ts";
import { type PackRow, packRows } from "../tables/pack_store.ts";
import { sealerOf } from "../stages/seal_stages.ts";
import { CACHE_TYPES } from "../../things/mod.ts";
import { visitReasons } from "./visits.ts";
import { cacheView } from "../views/cache_view.ts";
import { logView } from "../views/log_view.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { stageRows } from "../tables/stage_store.ts";
import { mediaRows } from "../tables/media_store.ts";
import { type MirrorRow, mirrorRows } from "../tables/mirror_store.ts";
import { mapRows } from "../tables/map_store.ts";

/** Caches of one pack at most. */
const PACK_CACHES = 5000;
const PACK_LOGS = 5;
const PACK_TYPES = 12;

export interface PackQuery {
  grid: string;
  types: readonly string[];
}

/** Reads `?grid=&types=`. */
export function packQuery(grid: string | undefined, types: string | undefined): PackQuery {
  if (!grid || !boxOfLocator(grid)) throw gameFailure.bad_grid();
  const list = [...new Set((types ?? "").split(",").map((type) => type.trim()).filter(Boolean))].sort();
  if (list.length > PACK_TYPES || list.some((type) => !(CACHE_TYPES as readonly string[]).includes(type))) {
    throw gameFailure.bad_types();
  }
  return { grid: grid.trim().toUpperCase(), types: list };
}

/** What a cache in a pack depends on besides itself. */
const stampOf = (game: Game): string =>
  `${game.leastTrust} ${game.instance} ${packRows(game).hidden()} with sizes of sounds and counts of logs`;

/** Names the version of a pack without building it: what is in it, and how often that has changed. */
export function packGeneration(game: Game, { grid, types }: PackQuery): string {
  const origins = game.origins.shown({ unvetted: false });
  const version = [grid, types, packRows(game).version(grid), stampOf(game), origins];
  return sha256Hex(JSON.stringify(version)).slice(0, 32);
}

/** Builds the pack, as UTF-8. Throws 413 with the count when there are too many caches. */
export async function buildPack(game: Game, { grid, types }: PackQuery): Promise<Uint8Array<ArrayBuffer>> {
  const box = boxOfLocator(grid)!;
  const ids = mapRows(game).mirrorIds(box, game.origins.shown({ unvetted: false }));
  const mirrors = mirrorRows(game).among({ ids: JSON.stringify(ids) })
    .filter((row) => types.length === 0 || types.includes(mapOf(row).type));
  const count = packRows(game).count(box, types) + mirrors.length;
  if (count > PACK_CACHES) {
    throw gameFailure.pack_too_large(
      { count, limit: PACK_CACHES },
      `${count} caches are too many for one pack; take a smaller square`,
    );
  }
  await makeMissing(game, box, types);
  // Nothing is awaited from here on, so the caches and the generation that names them belong to the same moment.
  const head = JSON.stringify({
    instance: game.instance,
    serviceCall: serviceCall(game.settings),
    grid,
    generation: packGeneration(game, { grid, types }),
    builtAt: game.world.now(),
  });
  const natives = packRows(game).whole(box, types, stampOf(game));
  const others = mirrors.map((row) => JSON.stringify(mirrorInPack(game, row))).join(",");
  const comma = natives.n > 0 && others !== "" ? "," : "";
  return concat(utf8(`${head.slice(0, -1)},"caches":[`), natives.json, utf8(`${comma}${others}]}`));
}

/** A mirror as packs hold it: of its stages what its instance tells; images stay there. */
const mirrorInPack = (game: Game, row: MirrorRow) => {
  const least = leastOf(game, row);
  const { at, key: before } = FROM_THE_NEWEST;
  const logs = mirrorRows(game).findsOf({ gid: row.gid, at, before, limit: PACK_LOGS });
  return {
    ...mirrorView(game, row),
    stages: stagesOfMirror(game, row),
    logs: logs.map((log) => findMirrorView(log, least)),
    logCount: mirrorRows(game).countFindsOf({ gid: row.gid })!.n,
    images: [],
  };
};

/** One's own caches that were archived or removed: how many of the newest are named. */
const GONE = 200;

/**
 * The pack of a member's own caches: each with why it needs a visit, those that do first. Codes of stages and what they
 * hide are in it too, since they are his own. Archived and removed ones are named only.
 */
export function ownPack(game: Game, account: number): Record<string, unknown> {
  const all = cacheRows(game).byOwner({ account });
  const isThere = (row: CacheRow) => row.status !== "archived" && row.removedAt === null;
  const rows = all.filter(isThere).slice(0, PACK_CACHES);
  const gone = all.filter((row) => !isThere(row)).sort((a, b) => b.updatedAt - a.updatedAt).slice(0, GONE);
  const reasons = new Map(rows.map((row) => [row.id, visitReasons(game, row)]));
  const stages = groupBy(
    stageRows(game).ofMany({ caches: JSON.stringify(rows.map((row) => row.id)) }),
    (stage) => stage.cacheId,
  );
  const caches = packsOf(game, rows.map((row) => row.id)).map(({ id, json }) => ({
    ...JSON.parse(json) as Record<string, unknown>,
    stages: (stages.get(id) ?? []).map(({ n, unlock, clue, lat, lon, radiusM, code }) => ({
      n,
      unlock,
      clue,
      lat,
      lon,
      radiusM,
      code,
    })),
    visit: reasons.get(id)!,
  }));
  return {
    instance: game.instance,
    serviceCall: serviceCall(game.settings),
    mine: true,
    builtAt: game.world.now(),
    caches: caches.sort((a, b) => b.visit.length - a.visit.length),
    gone: gone.map(({ code, title, type, updatedAt, removedAt }) => ({
      ...{ code, title, type, updatedAt, removed: removedAt !== null },
    })),
  };
}

/** Makes the caches of a box that are not ready, seals their stages first, and keeps them. */
async function makeMissing(game: Game, box: Box, types: readonly string[]): Promise<void> {
  const stamp = stampOf(game);
  const missing = packRows(game).missing(box, types, stamp);
  if (missing.length === 0) return;
  sealerOf(game).wake();
  await game.db.write((tx) => {
    for (const row of packsOf(game, packRows(game).missing(box, types, stamp))) {
      packRows(game).put(tx, { ...row, stamp });
    }
  });
}

/** Caches as packs hold them. */
function packsOf(game: Game, ids: readonly number[]): PackRow[] {
  const logs = groupBy(
    logRows(game).newestOf({ caches: JSON.stringify(ids), each: PACK_LOGS, now: game.world.now() }),
    (log) => log.cacheId,
  );
  const counts = new Map(
    logRows(game).countsOf({ caches: JSON.stringify(ids), now: game.world.now() })
      .map(({ cacheId, n }) => [cacheId, n]),
  );
  const stages = groupBy(stageRows(game).ofMany({ caches: JSON.stringify(ids) }), (stage) => stage.cacheId);
  const images = groupBy(
    mediaRows(game).galleriesOf({ caches: JSON.stringify(ids) }).filter((item) => item.kind === "image"),
    (item) => item.cacheId,
  );
  const clips = groupBy(mediaRows(game).clipsOf({ caches: JSON.stringify(ids) }), (clip) => clip.cacheId);
  // The sound of a stage that is led by one is told to everybody: it is the riddle.
  const soundOf = (cache: number, stage: number) =>
    clips.get(cache)?.find((clip) => clip.stage === stage)?.bytes;
  const shown = { instance: game.instance, minTrust: game.leastTrust };
  return cacheRows(game).among({ ids: JSON.stringify(ids) }).map((row) => ({
    id: row.id,
    type: row.type,
    json: JSON.stringify({
      ...cacheView(row, shown),
      stages: (stages.get(row.id) ?? []).map(({ n, unlock, sealed }) => ({
        n,
        unlock,
        ...(sealed !== null && { sealed: JSON.parse(sealed) as object }),
        ...(unlock === "audio" && { soundBytes: soundOf(row.id, n) }),
      })),
      logCount: counts.get(row.id) ?? 0,
      logs: (logs.get(row.id) ?? []).map((log: LogRow) => logView(log, game.leastTrustOf(row), undefined)),
      images: (images.get(row.id) ?? []).map(mediaView),
    }),
  }));
}

function groupBy<T>(rows: readonly T[], key: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const of = key(row);
    const group = groups.get(of);
    if (group) group.push(row);
    else groups.set(of, [row]);
  }
  return groups;
}
