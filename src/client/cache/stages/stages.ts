/**
 * The stages of a cache as finders see them. Joins what the gateway says, what a pack has, what was opened on this phone, and
 * which openings wait to be sent. Pure.
 */
import type { PackedStage, Sealed } from "../../phone/packs/pack.ts";

/** What an open stage shows. */
export interface Content {
  lat: number | null;
  lon: number | null;
  clue: string | null;
  mediaUrl: string | null;
}

/** A stage as the gateway answers. */
export interface ToldStage extends Content {
  n: number;
  /** Of a neighbour's cache. */
  sealed?: Sealed | undefined;
  unlock: string;
  unlocked: boolean;
  offline: boolean;
}

/** `pending`: open on this phone, and not yet sent to the gateway. */
type Standing = "open" | "pending" | "next" | "locked";
/** Why a stage does not open on the phone: the gateway or the cache's club has to decide, its code is too short, or there is no pack. */
type WhyNot = "by_gateway" | "weak_code" | "no_pack" | "visit";

/** A stage as the page draws it: a bead on a line. */
export interface Bead {
  n: number;
  /** How it is opened: geo, audio, open, nfc. */
  unlock: string;
  standing: Standing;
  /** Its content, once it is open; for an audio stage also the riddle while it is locked. */
  open?: Content;
  sealed?: Sealed;
  /** Absent where it opens without a connection. */
  whyNot?: WhyNot;
}

/** All that is known about the stages of a cache. */
interface Sources {
  told?: readonly ToldStage[] | undefined;
  packed?: readonly PackedStage[] | undefined;
  /** What the person who is signed in opened on this phone, by number. */
  here: ReadonlyMap<number, Content>;
  /** The numbers of stages whose opening waits to be sent. */
  waiting: ReadonlySet<number>;
  /** It is a neighbour's: nobody opens its stages in order here, and codes go with the log. */
  visited?: boolean;
}

/** The stages in order. */
export function beads({ told = [], packed = [], here, waiting, visited = false }: Sources): Bead[] {
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
      : reachable || visited
      ? "next"
      : "locked";
    // The riddle of an audio stage is shown while the stage is locked.
    const riddle = unlock === "audio" && said ? said : undefined;
    const shown = content ?? riddle;
    const sealed = kept?.sealed ?? said?.sealed;
    const whyNot = visited ? sealed ? undefined : "visit" : whyNotOf(unlock, said, kept);
    list.push({
      ...{ n, unlock, standing },
      ...(shown && {
        open: { lat: shown.lat, lon: shown.lon, clue: shown.clue, mediaUrl: shown.mediaUrl },
      }),
      ...(sealed && { sealed }),
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
  // A code that is long enough has a seal in the pack, now or after the pack's next update.
  return said?.offline ? "no_pack" : "weak_code";
}
