/** The stages of a cache while its owner edits them, and what is sent. Pure. */
import type { Point } from "../../ui/places/arrow.ts";

/** How a stage opens: at once, near a place, by the code of a tag, or by what one hears. */
export const UNLOCKS = ["open", "geo", "nfc", "audio"] as const;
type Unlock = typeof UNLOCKS[number];
/** How many stages a cache has at most. */
export const STAGES_MOST = 50;

/** A stage in the form. */
export interface Stage {
  unlock: Unlock;
  clue: string;
  lat?: number | undefined;
  lon?: number | undefined;
  radiusM: number;
  code: string;
  /** Its number at the gateway; a new one has none. */
  from?: number;
  /** Tells a new one apart on the phone. */
  key?: string;
}

/** Tells a stage apart while the list is put in order. */
export const keyOf = ({ from, key }: Stage, at: number): string =>
  from === undefined ? key ?? `at ${at}` : `was ${from}`;

/** A stage as the gateway answers its owner. */
export interface StageTold {
  n: number;
  unlock: Unlock;
  clue: string | null;
  lat: number | null;
  lon: number | null;
  radiusM: number;
  code?: string | null;
  /** Address of its sound, where it has one. */
  mediaUrl?: string | null;
}

/** The stage in the form for one of the gateway's. */
export const stageOf = ({ n, unlock, clue, lat, lon, radiusM, code }: StageTold): Stage => ({
  unlock: UNLOCKS.find((one) => one === unlock) ?? "geo",
  clue: clue ?? "",
  lat: lat ?? undefined,
  lon: lon ?? undefined,
  radiusM,
  code: code ?? "",
  from: n,
});

/** A new stage; `code` is for the tag, should it be opened by one. */
export const newStage = (unlock: Unlock, code: string, at?: Point): Stage => ({
  ...{ unlock, clue: "", radiusM: 60, code: unlock === "nfc" ? code : "", lat: at?.lat, lon: at?.lon },
  ...(code !== "" && { key: code }),
});

/** The list as it is sent. A stage that was there before names its old number, so that its finds and sound stay with it. */
export const posted = (stages: readonly Stage[]) =>
  stages.map(({ from, unlock, clue, lat, lon, radiusM, code }, i) => ({
    n: i + 1,
    ...(from !== undefined && { prevStageNo: from }),
    ...{ unlock, clue: clue === "" ? null : clue, radiusM },
    ...(lat !== undefined && lon !== undefined && { lat, lon }),
    ...(unlock === "nfc" && code.trim() !== "" && { code: code.trim() }),
  }));

/** The list as it was before it was edited. It is sent too: the gateway refuses a change where it has another list by now. */
export const stood = (told: readonly StageTold[]) =>
  told.map(({ n, unlock, clue, lat, lon, radiusM, code }) => ({ n, unlock, clue, lat, lon, radiusM, code }));

/** The stages of a list that was sent or waits to be, as the form shows them. */
const sentStages = (sent: ReturnType<typeof posted>): Stage[] =>
  sent.map(({ prevStageNo, unlock, clue, radiusM, lat, lon, code }) => ({
    ...{ unlock, clue: clue ?? "", radiusM, lat, lon, code: code ?? "" },
    ...(prevStageNo !== undefined && { from: prevStageNo }),
  }));

/** What was typed into the form of the stages, and the gateway's list that it was made from. */
export interface TypedStages {
  stages: readonly Stage[];
  was: ReturnType<typeof stood>;
}

/**
 * What the form begins with: a list that is not accepted yet (`open`) comes before the gateway's own, and keeps the list that
 * it was made from, so that a later one from elsewhere is never overwritten unseen.
 */
export const formOf = (told: readonly StageTold[], open: Readonly<Record<string, unknown>> | undefined) =>
  open
    ? { stages: sentStages(open.stages as ReturnType<typeof posted>), was: open.was as TypedStages["was"] }
    : { stages: told.map(stageOf), was: stood(told) };

/** What is kept of a list that was typed over `form`; `undefined` where it says the same. */
export const typedStages = (form: TypedStages, stages: readonly Stage[]): TypedStages | undefined =>
  JSON.stringify(posted(stages)) === JSON.stringify(posted(form.stages))
    ? undefined
    : { stages, was: form.was };

/** The list with one stage at another place; beyond an end it is at that end. */
export function shifted(stages: readonly Stage[], at: number, to: number): readonly Stage[] {
  const end = Math.max(0, Math.min(stages.length - 1, to)), one = stages[at];
  return !one || end === at ? stages : stages.toSpliced(at, 1).toSpliced(end, 0, one);
}

/** The characters of a code: none looks like another one. There are 32, so each has five random bits. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz023456789";

/** A code from the first 60 of 128 random bits (hex): too many for anybody who has the pack to try them all. */
export function codeOf(hex: string): string {
  const signs = Array.from({ length: 12 }, (_, i) => SIGNS[parseInt(hex.slice(2 * i, 2 * i + 2), 16) % 32]!);
  return [0, 4, 8].map((at) => signs.slice(at, at + 4).join("")).join("-");
}
