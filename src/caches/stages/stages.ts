/** Stages: setting them, what each viewer sees of them, and whether they open offline. API "Caches, logs, media". */
import { z } from "zod";
import type { Tx } from "../../db/mod.ts";
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import { codeBits } from "./code_strength.ts";
import { gameFailure } from "../errors.ts";
import type { Actor, Game, Viewer } from "../game.ts";
import { rounded } from "../hiding/hide.ts";
import { brokenMoveLimit, type Pin } from "../hiding/move_limit.ts";
import { IV_BYTES, SALT_BYTES, seal } from "./seal.ts";
import type { StageRow } from "./stage_store.ts";
import { STRONG_CODE_BITS } from "../finds/tier.ts";
import { latitude, lines, longitude } from "../views/views.ts";

/** Stages of one cache at most. */
const MOST = 50;
const RADIUS_M = 60;

/** The stage list as posted. The cache's own place is the start; stages are numbered from 1 without gaps. */
export const StageList = z.object({
  stages: z.array(
    z.object({
      n: z.number().int().min(1).max(MOST),
      /** Its number before, where it was renumbered: clip, unlocks and move limit follow it. */
      prevStageNo: z.number().int().min(1).max(MOST).optional(),
      unlock: z.enum(["geo", "audio", "open", "nfc"]).default("geo"),
      clue: lines(2000).nullish(),
      lat: latitude.nullish(),
      lon: longitude.nullish(),
      radiusM: z.number().int().min(10).max(1000).default(RADIUS_M),
      code: z.string().trim().min(1).max(128).nullish(),
    }).refine((stage) => (stage.lat ?? null) === null === ((stage.lon ?? null) === null), {
      path: ["lat"],
      message: "lat and lon go together",
    }),
  ).max(MOST),
  ownerCall: z.string().max(12).optional(),
  callsign: z.string().max(12).optional(),
});
export type StageList = z.infer<typeof StageList>;

/** Whether a stage opens without the gateway, and why not. */
export interface OfflineView {
  n: number;
  offline: boolean;
  reason?: string;
}

const offlineOf = (stage: StageRow): OfflineView =>
  stage.unlock !== "nfc"
    ? { n: stage.n, offline: false, reason: `a stage of kind ${stage.unlock} is opened by the gateway` }
    : stage.code === null
    ? { n: stage.n, offline: false, reason: "it has no NFC code" }
    : stage.bits < STRONG_CODE_BITS
    ? {
      n: stage.n,
      offline: false,
      reason: `its code has ${stage.bits} bits, ${STRONG_CODE_BITS} are needed`,
    }
    : { n: stage.n, offline: true };

/** Replaces the stages of the actor's cache. */
export async function setStages(game: Game, actor: Actor, ref: string, list: StageList) {
  const { id } = game.owned(ref, actor);
  const given = checkedList(list);
  await game.db.write((tx) => {
    const cache = game.owned(String(id), actor);
    const old = game.stages.of(id);
    const rows = given.map((stage) => rowOf(id, stage));
    const cameFrom = new Map(given.map((stage) => [stage.n, stage.prevStageNo ?? stage.n]));
    holdStagePins(game, tx, cache, rows, cameFrom);
    game.stages.replace(tx, id, rows);
    moveClips(game, tx, id, cameFrom, old);
    game.stages.relockFrom(tx, id, firstChange(old, rows, cameFrom));
    game.packs.changed(tx, cache);
  });
  await sealMissing(game, game.stages.of(id));
  const stages = game.stages.of(id);
  return {
    ok: true,
    count: stages.length,
    stages: stageViews(game, game.caches.byId(id)!, viewerOf(actor)),
    offline: stages.map(offlineOf),
  };
}

const viewerOf = (actor: Actor): Viewer => ({ account: actor.person.accountId, operator: actor.operator });

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

const rowOf = (cacheId: number, stage: StageList["stages"][number]): StageRow => ({
  cacheId,
  n: stage.n,
  unlock: stage.unlock,
  clue: stage.clue ?? null,
  lat: stage.lat == null ? null : rounded(stage.lat),
  lon: stage.lon == null ? null : rounded(stage.lon),
  radiusM: stage.radiusM,
  code: stage.unlock === "nfc" ? stage.code ?? null : null,
  bits: stage.unlock === "nfc" && stage.code ? codeBits(stage.code) : 0,
  sealed: null,
});

/** Found stages stay near where they were found, under whatever number; the pins follow the numbers. */
function holdStagePins(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  rows: readonly StageRow[],
  cameFrom: ReadonlyMap<number, number>,
): void {
  const pins = game.caches.pins(cache.id).filter((pin) => pin.stage > 0);
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
  game.caches.replaceStagePins(tx, cache.id, pins.map((pin): Pin => ({ ...pin, stage: heir(pin.stage)!.n })));
}

/** Clips follow their stages; a clip whose stage went is deleted. */
function moveClips(
  game: Game,
  tx: Tx,
  cacheId: number,
  cameFrom: ReadonlyMap<number, number>,
  old: readonly StageRow[],
): void {
  const clips = game.media.clips(cacheId);
  const heirs = new Map([...cameFrom].map(([now, before]) => [before, now]));
  // Two passes, since (cache, stage) is unique: away from all numbers in use first.
  const kept = clips.filter((clip) => heirs.has(clip.stage!) && old.some((stage) => stage.n === clip.stage));
  for (const clip of clips) {
    if (!kept.includes(clip)) {
      game.media.delete(tx, clip.id);
      tx.after(() => game.files.drop(clip.hash, game.media.uses));
    }
  }
  for (const clip of kept) game.media.setStage(tx, clip.id, -clip.stage!, clip.key);
  for (const clip of kept) {
    const n = heirs.get(clip.stage!)!;
    game.media.setStage(tx, clip.id, n, clip.key.replace(/\/stage\/\d+\//, `/stage/${n}/`));
  }
}

/** The number from which on finders have to open the stages anew. */
function firstChange(
  old: readonly StageRow[],
  now: readonly StageRow[],
  cameFrom: ReadonlyMap<number, number>,
): number {
  const fields = ["unlock", "clue", "lat", "lon", "radiusM", "code"] as const;
  for (let i = 0; i < Math.max(old.length, now.length); i++) {
    const before = old[i], after = now[i];
    if (!before || !after || cameFrom.get(after.n) !== before.n) return i + 1;
    if (fields.some((field) => before[field] !== after[field])) return i + 1;
  }
  return Math.max(old.length, now.length) + 1;
}

/** Seals strong NFC stages that are not sealed as they are now. */
export async function sealMissing(game: Game, stages: readonly StageRow[]): Promise<void> {
  for (const stage of stages) {
    if (stage.sealed !== null || !offlineOf(stage).offline) continue;
    const clip = game.media.clips(stage.cacheId).find((one) => one.stage === stage.n);
    const { lat, lon, clue } = stage;
    const content = { lat, lon, clue, mediaUrl: clip ? `/api/media/${clip.key}` : null };
    const sealed = await seal(content, stage.code!, game.world.random(SALT_BYTES + IV_BYTES));
    await game.db.write((tx) => {
      game.stages.setSealed(tx, stage, JSON.stringify(sealed));
      game.packs.changed(tx, game.caches.byId(stage.cacheId)!);
    });
  }
}

export const StageView = z.object({
  n: z.number(),
  unlock: z.string(),
  unlocked: z.boolean(),
  clue: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  radiusM: z.number(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  offline: z.boolean(),
  offlineReason: z.string().optional(),
  code: z.string().nullable().optional(),
});

/**
 * The stages as a viewer sees them: what is locked shows neither clue nor place. An audio stage shows its clue and clip
 * while locked, since they are the riddle. The owner sees everything, the code included.
 */
export function stageViews(game: Game, cache: CacheRow, viewer: Viewer): z.infer<typeof StageView>[] {
  const stages = game.stages.of(cache.id);
  const owner = viewer.account !== undefined && viewer.account === cache.ownerAccount;
  const open = new Set(
    viewer.account === undefined ? [] : game.stages.unlocksOf(cache.id, viewer.account).map((one) => one.n),
  );
  const clips = new Map(game.media.clips(cache.id).map((clip) => [clip.stage, clip]));
  return stages.map((stage) => {
    const unlocked = owner || open.has(stage.n);
    const told = unlocked || stage.unlock === "audio";
    const clip = clips.get(stage.n);
    const { offline, reason } = offlineOf(stage);
    return {
      n: stage.n,
      unlock: stage.unlock,
      unlocked,
      clue: told ? stage.clue : null,
      mediaUrl: told && clip ? `/api/media/${clip.key}` : null,
      radiusM: stage.radiusM,
      lat: unlocked ? stage.lat : null,
      lon: unlocked ? stage.lon : null,
      offline,
      ...(reason && { offlineReason: reason }),
      ...(owner && { code: stage.code }),
    };
  });
}
