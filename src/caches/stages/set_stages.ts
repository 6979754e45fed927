/** Setting the stages of a cache: what was found stays, clips and pins follow their stages. API "Caches, logs, media". */
import type { Tx } from "../../db/mod.ts";
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import { type Actor, asViewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { rounded } from "../../things/mod.ts";
import { ownedCache } from "../views/find_cache.ts";
import { brokenMoveLimit } from "../rules/move_limit.ts";
import { filesOf } from "../media/media_files.ts";
import { mediaRows } from "../tables/media_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { sealerOf } from "./seal_stages.ts";
import { knownWords, offlineOf, type StageList } from "./stage_list.ts";
import { type StageRow, stageRows } from "../tables/stage_store.ts";
import { stageViews } from "./stage_view.ts";

/**
 * Replaces the stages of the actor's cache. Throws `bad_stages` for numbers with gaps, `move_limit` for a found stage that
 * goes too far or away, and `changed_meanwhile` where the list in `was` is no longer the one that is stored.
 */
export async function setStages(game: Game, actor: Actor, ref: string, list: StageList) {
  const { id } = ownedCache(game, ref, actor);
  const given = checkedList(list);
  const { codeBits } = await import("./code_strength.ts");
  const rowOf = (cache: CacheRow, stage: Stage) =>
    rowWith(cache, stage, stage.code ? codeBits(stage.code, knownWords(cache)) : 0);
  await game.db.write((tx) => {
    const cache = ownedCache(game, String(id), actor);
    const old = stageRows(game).of({ cache: id });
    const rows = given.map((stage) => rowOf(cache, stage));
    const cameFrom = originsOf(given);
    // This list is stored already: it was sent before and its answer was lost. Renumbering stages twice would be wrong.
    if (list.was && isSame(old, rows)) return;
    if (list.was && !isSame(old, list.was.map((stage) => rowOf(cache, stage)))) {
      throw gameFailure.changed_meanwhile({ newer: stageViews(game, cache, asViewer(actor)) });
    }
    holdStagePins(game, tx, cache, rows, cameFrom);
    stageRows(game).clear(tx, { cache: id });
    for (const row of rows) stageRows(game).insert(tx, row);
    moveClips(game, tx, id, cameFrom, old);
    stageRows(game).relockFrom(tx, { cache: id, from: firstChange(old, rows, cameFrom) });
    packRows(game).changed(tx, cache);
  });
  sealerOf(game).wake();
  const stages = stageRows(game).of({ cache: id });
  return {
    ok: true as const,
    count: stages.length,
    stages: stageViews(game, cacheRows(game).byId({ id })!, asViewer(actor)),
    offline: stages.map(offlineOf),
  };
}

function checkedList(list: StageList): StageList["stages"] {
  const stages = [...list.stages].sort((a, b) => a.n - b.n);
  if (stages.some((stage, i) => stage.n !== i + 1)) {
    throw gameFailure.bad_stages({}, "Stages are numbered from 1 without gaps");
  }
  const origins = stages.map((stage) => stage.prevStageNo).filter((n) => n !== undefined);
  if (new Set(origins).size !== origins.length) {
    throw gameFailure.bad_stages({}, "Two stages cannot come from the same earlier one");
  }
  return stages;
}

/**
 * The earlier number of each stage, by its number now. A stage without an earlier number keeps its number, unless
 * another stage claims that number as its earlier one: then it is new.
 */
function originsOf(stages: StageList["stages"]): Map<number, number> {
  const claimed = new Set(stages.map((stage) => stage.prevStageNo));
  return new Map(
    stages.flatMap(({ n, prevStageNo }): [number, number][] =>
      prevStageNo !== undefined ? [[n, prevStageNo]] : claimed.has(n) ? [] : [[n, n]]
    ),
  );
}

type Stage = StageList["stages"][number];

const rowWith = (cache: CacheRow, stage: Stage, bits: number): StageRow => ({
  cacheId: cache.id,
  n: stage.n,
  unlock: stage.unlock,
  clue: stage.clue ?? null,
  lat: stage.lat == null ? null : rounded(stage.lat),
  lon: stage.lon == null ? null : rounded(stage.lon),
  radiusM: stage.radiusM,
  code: stage.unlock === "nfc" ? stage.code ?? null : null,
  bits: stage.unlock === "nfc" ? bits : 0,
  sealed: null,
});

/**
 * A stage that was found has to stay near the place where it was found, even under another number; the pin that holds
 * that place then gets the new number.
 */
function holdStagePins(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  rows: readonly StageRow[],
  cameFrom: ReadonlyMap<number, number>,
): void {
  const pins = cacheRows(game).pins({ id: cache.id }).filter((pin) => pin.stage > 0);
  if (pins.length === 0) return;
  const limitM = game.settings.get(CACHE_MOVE_LIMIT_M);
  const heir = (old: number) => rows.find((row) => cameFrom.get(row.n) === old);
  const broken = brokenMoveLimit(pins, limitM, (stage) => {
    const row = heir(stage);
    return row && row.lat !== null && row.lon !== null ? { lat: row.lat, lon: row.lon } : undefined;
  });
  if (broken) {
    throw gameFailure.move_limit(
      { limitM, distanceM: broken.distanceM, stage: broken.stage },
      broken.distanceM === null
        ? `Stage ${broken.stage} was found: it cannot disappear`
        : `Stage ${broken.stage} was found: it stays within ${limitM} m; this would be ${broken.distanceM} m`,
    );
  }
  cacheRows(game).dropStagePins(tx, { id: cache.id });
  for (const pin of pins) {
    cacheRows(game).setPin(tx, { ...pin, id: cache.id, stage: heir(pin.stage)!.n });
  }
}

/** Clips follow their stages; a clip whose stage went is deleted. */
function moveClips(
  game: Game,
  tx: Tx,
  cacheId: number,
  cameFrom: ReadonlyMap<number, number>,
  old: readonly StageRow[],
): void {
  const clips = mediaRows(game).clips({ cache: cacheId });
  const heirs = new Map([...cameFrom].map(([now, before]) => [before, now]));
  // Two passes, since (cache, stage) is unique: first each clip gets a number that no stage has.
  const kept = clips.filter((clip) => heirs.has(clip.stage!) && old.some((stage) => stage.n === clip.stage));
  for (const clip of clips) {
    if (!kept.includes(clip)) {
      mediaRows(game).delete(tx, { id: clip.id });
      tx.after(() => filesOf(game).drop(clip.hash));
    }
  }
  for (const clip of kept) mediaRows(game).setStage(tx, { id: clip.id, stage: -clip.stage!, key: clip.key });
  for (const clip of kept) {
    const n = heirs.get(clip.stage!)!;
    mediaRows(game).setStage(tx, {
      id: clip.id,
      stage: n,
      key: clip.key.replace(/\/stage\/\d{1,3}\//, `/stage/${n}/`),
    });
  }
}

/** The fields of a stage that the hider sets. */
const TOLD = ["unlock", "clue", "lat", "lon", "radiusM", "code"] as const;
const isSame = (some: readonly StageRow[], others: readonly StageRow[]): boolean =>
  some.length === others.length &&
  some.every((one, i) => one.n === others[i]!.n && TOLD.every((field) => one[field] === others[i]![field]));

/** The number from which on finders have to open the stages anew. */
function firstChange(
  old: readonly StageRow[],
  now: readonly StageRow[],
  cameFrom: ReadonlyMap<number, number>,
): number {
  for (let i = 0; i < Math.max(old.length, now.length); i++) {
    const before = old[i], after = now[i];
    if (!before || !after || cameFrom.get(after.n) !== before.n) return i + 1;
    if (TOLD.some((field) => before[field] !== after[field])) return i + 1;
  }
  return Math.max(old.length, now.length) + 1;
}
