/** The stages of a cache while they are edited: order, where each came from, what is sent. Pure. */
import type { Point } from "../../nearby/arrow.ts";

export const UNLOCKS = ["open", "geo", "nfc", "audio"] as const;
export type Unlock = typeof UNLOCKS[number];
/** Stages of one cache, as the gateway takes them. */
export const STAGES_MOST = 50;

export interface Stage {
  unlock: Unlock;
  clue: string;
  lat?: number | undefined;
  lon?: number | undefined;
  radiusM: number;
  code: string;
  /** Its number on the gateway; a new one has none. */
  from?: number;
}

/** A stage as the gateway tells its owner. */
export interface StageTold {
  n: number;
  unlock: string;
  clue: string | null;
  lat: number | null;
  lon: number | null;
  radiusM: number;
  code?: string | null;
  /** Its sound, where it has one. */
  mediaUrl?: string | null;
}

export const stageOf = ({ n, unlock, clue, lat, lon, radiusM, code }: StageTold): Stage => ({
  unlock: UNLOCKS.find((one) => one === unlock) ?? "geo",
  clue: clue ?? "",
  lat: lat ?? undefined,
  lon: lon ?? undefined,
  radiusM,
  code: code ?? "",
  from: n,
});

export const newStage = (unlock: Unlock, code: string, at?: Point): Stage => ({
  ...{ unlock, clue: "", radiusM: 60, code: unlock === "nfc" ? code : "", lat: at?.lat, lon: at?.lon },
});

/** The list as the gateway takes it: each that was there names its number of then, so that finds and sounds follow it. */
export const posted = (stages: readonly Stage[]) =>
  stages.map(({ from, unlock, clue, lat, lon, radiusM, code }, i) => ({
    n: i + 1,
    ...(from !== undefined && { prevStageNo: from }),
    ...{ unlock, clue: clue === "" ? null : clue, radiusM },
    ...(lat !== undefined && lon !== undefined && { lat, lon }),
    ...(unlock === "nfc" && code.trim() !== "" && { code: code.trim() }),
  }));

/** The list that was edited, as it stood: the gateway takes a new one only in its place. */
export const stood = (told: readonly StageTold[]) =>
  told.map(({ n, unlock, clue, lat, lon, radiusM, code }) => ({ n, unlock, clue, lat, lon, radiusM, code }));

/** A stage one place earlier or later. */
export function shifted(stages: readonly Stage[], at: number, by: 1 | -1): Stage[] {
  const list = [...stages], [one] = list.splice(at, 1);
  if (one) list.splice(Math.max(0, at + by), 0, one);
  return list;
}

/** Signs of a code that nobody takes for each other: 32, so that each is five bits of chance. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz023456789";

/** A code out of 128 random bits as hex: sixty of them, far more than a pack that anybody has may be tried for. */
export function codeOf(hex: string): string {
  const signs = Array.from({ length: 12 }, (_, i) => SIGNS[parseInt(hex.slice(2 * i, 2 * i + 2), 16) % 32]!);
  return [0, 4, 8].map((at) => signs.slice(at, at + 4).join("")).join("-");
}
