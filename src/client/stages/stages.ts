/**
 * The stages of a cache as their finder sees them: what the gateway says, what a pack holds, what was opened on this phone,
 * and what of that waits to be sent. Pure.
 */
import type { PackedStage, Sealed } from "../packs/pack.ts";

/** What an open stage shows. */
export interface Content {
  lat: number | null;
  lon: number | null;
  clue: string | null;
  mediaUrl: string | null;
}

/** A stage as the gateway's list has it. */
export interface ToldStage extends Content {
  n: number;
  unlock: string;
  unlocked: boolean;
  offline: boolean;
}

/** `pending`: open here, and the gateway has yet to hear of it. */
export type Standing = "open" | "pending" | "next" | "locked";
/** Why a stage does not open without a connection. */
export type WhyNot = "by_gateway" | "weak_code" | "no_pack";

export interface Bead {
  n: number;
  /** How it is opened: geo, audio, open, nfc. */
  unlock: string;
  standing: Standing;
  /** What it shows once it is open; the riddle of an audio stage shows while it is locked too. */
  open?: Content;
  sealed?: Sealed;
  /** Absent where it does open. */
  whyNot?: WhyNot;
}

export interface Sources {
  told?: readonly ToldStage[] | undefined;
  packed?: readonly PackedStage[] | undefined;
  /** Opened on this phone by who is signed in. */
  here: ReadonlyMap<number, Content>;
  /** Numbers whose opening waits to be sent. */
  waiting: ReadonlySet<number>;
}

export function beads({ told = [], packed = [], here, waiting }: Sources): Bead[] {
  const seals = new Map(packed.map((stage) => [stage.n, stage]));
  const numbers = [...new Set([...told, ...packed].map(({ n }) => n))].sort((a, b) => a - b);
  const list: Bead[] = [];
  for (const n of numbers) {
    const said = told.find((stage) => stage.n === n), kept = seals.get(n);
    const unlock = said?.unlock ?? kept!.unlock;
    const reachable = list.every(({ standing }) => standing === "open" || standing === "pending");
    const content = said?.unlocked ? said : here.get(n);
    const standing: Standing = said?.unlocked
      ? "open"
      : here.has(n)
      ? waiting.has(n) ? "pending" : "open"
      : reachable
      ? "next"
      : "locked";
    // The riddle of a stage that is heard shows while it is locked.
    const riddle = unlock === "audio" && said ? said : undefined;
    const shown = content ?? riddle;
    const whyNot = whyNotOf(unlock, said, kept);
    list.push({
      ...{ n, unlock, standing },
      ...(shown && {
        open: { lat: shown.lat, lon: shown.lon, clue: shown.clue, mediaUrl: shown.mediaUrl },
      }),
      ...(kept?.sealed && { sealed: kept.sealed }),
      ...(whyNot && { whyNot }),
    });
  }
  return list;
}

function whyNotOf(
  unlock: string,
  said: ToldStage | undefined,
  kept: PackedStage | undefined,
): WhyNot | undefined {
  if (unlock !== "nfc") return "by_gateway";
  if (kept?.sealed) return undefined;
  // Of a code that is long enough the pack has a seal, if not now then at its next refresh.
  return said?.offline ? "no_pack" : "weak_code";
}
