/**
 * Offline packs: everything that an app needs of the caches in a locator square. API "Caches, logs, media": page details,
 * the latest 5 logs, stages by number and unlock kind (strong NFC stages sealed), images; never coordinates, clues or
 * codes of stages.
 */
import { type Box, concat, sha256Hex, utf8 } from "../../base/mod.ts";
import { serviceCall } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import type { LogRow } from "../finds/log_store.ts";
import { mediaView } from "../media/media.ts";
import { mirrorView } from "../exchange/mirrors.ts";
import type { PackRow } from "./pack_store.ts";
import { sealMissing } from "../stages/stages.ts";
import { CACHE_TYPES, cacheView, logView, packBox } from "../views/views.ts";

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

/** What a cache in a pack depends on besides itself. */
const stampOf = (game: Game): string => `${game.leastTrust} ${game.instance} ${game.packs.hidden()}`;

/** Names the version of a pack without building it: what is in it, and how often that has changed. */
export function packGeneration(game: Game, { grid, types }: PackQuery): string {
  const origins = game.origins.shown({ unvetted: false });
  const version = [grid, types, game.packs.version(grid), stampOf(game), origins];
  return sha256Hex(JSON.stringify(version)).slice(0, 32);
}

/** Builds the pack, as UTF-8. Throws 413 with the count when there are too many caches. */
export async function buildPack(game: Game, { grid, types }: PackQuery): Promise<Uint8Array<ArrayBuffer>> {
  const box = packBox(grid)!;
  const mirrors = game.mirrors.byIds(game.map.mirrorIds(box, game.origins.shown({ unvetted: false })))
    .map(mirrorView).filter((mirror) => types.length === 0 || types.includes(mirror.type));
  const count = game.packs.count(box, types) + mirrors.length;
  if (count > PACK_CACHES) {
    throw gameFailure.pack_too_large(
      { count, limit: PACK_CACHES },
      `${count} caches are too many for one pack; take a smaller square`,
    );
  }
  await makeMissing(game, box, types);
  // From here on nothing waits: the caches, and the generation that names them, are of one moment.
  const head = JSON.stringify({
    instance: game.instance,
    serviceCall: serviceCall(game.settings),
    grid,
    generation: packGeneration(game, { grid, types }),
    builtAt: game.world.now(),
  });
  const natives = game.packs.whole(box, types, stampOf(game));
  const others = mirrors.map((mirror) => JSON.stringify({ ...mirror, stages: [], logs: [], images: [] }))
    .join(",");
  const comma = natives.n > 0 && others !== "" ? "," : "";
  return concat(utf8(`${head.slice(0, -1)},"caches":[`), natives.json, utf8(`${comma}${others}]}`));
}

/** Makes the caches of a box that are not ready, seals their stages first, and keeps them. */
async function makeMissing(game: Game, box: Box, types: readonly string[]): Promise<void> {
  const stamp = stampOf(game);
  const missing = game.packs.missing(box, types, stamp);
  if (missing.length === 0) return;
  await sealMissing(game, game.stages.ofMany(missing));
  await game.db.write((tx) => {
    for (const row of packRows(game, game.packs.missing(box, types, stamp))) game.packs.put(tx, stamp, row);
  });
}

/** Caches as packs hold them. */
function packRows(game: Game, ids: readonly number[]): PackRow[] {
  const logs = groupBy(game.logs.newestOf(ids, PACK_LOGS), (log) => log.cacheId);
  const stages = groupBy(game.stages.ofMany(ids), (stage) => stage.cacheId);
  const images = groupBy(
    game.media.galleriesOf(ids).filter((item) => item.kind === "image"),
    (item) => item.cacheId,
  );
  const shown = { instance: game.instance, minTrust: game.leastTrust };
  return game.caches.listedIn(ids).map((row) => ({
    id: row.id,
    type: row.type,
    json: JSON.stringify({
      ...cacheView(row, shown),
      stages: (stages.get(row.id) ?? []).map(({ n, unlock, sealed }) => ({
        n,
        unlock,
        ...(sealed !== null && { sealed: JSON.parse(sealed) as object }),
      })),
      logs: (logs.get(row.id) ?? []).map((log: LogRow) => logView(log, game.leastTrustOf(row), false)),
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
