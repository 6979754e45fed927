/**
 * Offline packs: everything that an app needs of the caches in a locator square. API "Caches, logs, media": page details,
 * the latest 5 logs, stages by number and unlock kind (strong NFC stages sealed), images; never coordinates, clues or
 * codes of stages.
 */
import { sha256Hex } from "../base/mod.ts";
import { serviceCall } from "../settings/mod.ts";
import { gameFailure } from "./failures.ts";
import type { Game } from "./game.ts";
import type { LogRow } from "./log_store.ts";
import { mediaView } from "./media.ts";
import { mirrorView } from "./mirrors.ts";
import { sealMissing } from "./stages.ts";
import { CACHE_TYPES, cacheView, logView, packBox } from "./views.ts";

/** Caches of one pack at most. */
export const PACK_CACHES = 5000;
const PACK_LOGS = 5;
const PACK_TYPES = 12;

export interface PackQuery {
  grid: string;
  types: readonly string[];
}

/** Reads `?grid=&types=`. */
export function packQuery(grid: string | undefined, types: string | undefined): PackQuery {
  if (!grid || !packBox(grid)) throw gameFailure.bad_grid();
  const list = [...new Set((types ?? "").split(",").map((type) => type.trim()).filter(Boolean))].sort();
  if (list.length > PACK_TYPES || list.some((type) => !(CACHE_TYPES as readonly string[]).includes(type))) {
    throw gameFailure.bad_types();
  }
  return { grid: grid.trim().toUpperCase(), types: list };
}

/** Names the version of a pack without building it: what is in it, and how often that has changed. */
export function packGeneration(game: Game, { grid, types }: PackQuery): string {
  const origins = game.origins.shown({ unvetted: false });
  const least = game.leastTrust;
  return sha256Hex(JSON.stringify([grid, types, game.map.version(grid), least, origins, game.instance]))
    .slice(0, 32);
}

/** Builds the pack. Throws 413 with the count when there are too many caches. */
export async function buildPack(game: Game, query: PackQuery): Promise<string> {
  const generation = packGeneration(game, query);
  const box = packBox(query.grid)!;
  const wanted = (type: string) => query.types.length === 0 || query.types.includes(type);
  const rows = game.caches.listedIn(game.map.ids(box, -1)).filter((row) => wanted(row.type));
  const origins = game.origins.shown({ unvetted: false });
  const mirrors = game.mirrors.byIds(game.map.mirrorIds(box, origins)).map(mirrorView)
    .filter((mirror) => wanted(mirror.type));
  const count = rows.length + mirrors.length;
  if (count > PACK_CACHES) {
    throw gameFailure.pack_too_large(
      { count, limit: PACK_CACHES },
      `${count} caches are too many for one pack; take a smaller square`,
    );
  }
  const ids = rows.map((row) => row.id);
  await sealMissing(game, game.stages.ofMany(ids));
  const logs = groupBy(game.logs.newestOf(ids, PACK_LOGS), (log) => log.cacheId);
  const stages = groupBy(game.stages.ofMany(ids), (stage) => stage.cacheId);
  const images = groupBy(
    game.media.galleriesOf(ids).filter((item) => item.kind === "image"),
    (item) => item.cacheId,
  );
  const shown = { instance: game.instance, minTrust: game.leastTrust };
  const caches = rows.map((row) => ({
    ...cacheView(row, shown),
    stages: (stages.get(row.id) ?? []).map(({ n, unlock, sealed }) => ({
      n,
      unlock,
      ...(sealed !== null && { sealed: JSON.parse(sealed) as object }),
    })),
    logs: (logs.get(row.id) ?? []).map((log: LogRow) => logView(log, game.leastTrustOf(row), false)),
    images: (images.get(row.id) ?? []).map(mediaView),
  }));
  return JSON.stringify({
    instance: game.instance,
    serviceCall: serviceCall(game.settings),
    grid: query.grid,
    generation,
    builtAt: game.world.now(),
    caches: [...caches, ...mirrors.map((mirror) => ({ ...mirror, stages: [], logs: [], images: [] }))],
  });
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
