/** What would still prove a find, the next thing first: for as long as its person may log again, and while it is open. Pure. */
import { AFTER_S, AGAIN_S, RADIUS_M } from "../../../caches/rules/tier_limits.ts";
import type { Open } from "../evidence_words.tsx";

/**
 * `prove`: a receiver heard it, and only the call's proof is missing, or that is missing too; `tag`: the last stage's tag;
 * `closer`: so many metres; `place`: the phone says where it is; `beacon`: one position report.
 */
export type Step =
  | { do: "prove" | "tag" | "place" | "beacon" }
  | { do: "closer"; byM: number };

/** A find as far as it is judged. */
export interface Judged {
  tier: "A" | "B" | null;
  foundAt: number;
  open?: Open | undefined;
  why?: {
    candidates?:
      | readonly {
        kind: string;
        at: number;
        counted: boolean;
        distanceM?: number | undefined;
        said?: { code: string } | undefined;
      }[]
      | undefined;
  } | null;
}

/** Until when the same person may log it again, so that it is worth more. */
export const againUntil = ({ foundAt }: Pick<Judged, "foundAt">): number => foundAt + AGAIN_S;

/** How far the phone was, as what was judged says. */
const awayOf = ({ why }: Judged): number | undefined =>
  why?.candidates?.filter(({ kind }) => kind === "device" || kind === "app")
    .flatMap(({ distanceM }) => distanceM ?? []).toSorted((a, b) => a - b)[0];

/** `awayM`: how far the phone is now, where it says so. */
export function stepsOf(find: Judged, { now, awayM }: { now: number; awayM: number | undefined }): Step[] {
  if (find.tier === "A") return [];
  const missing = find.open?.missing ?? [];
  const isHeard = find.why?.candidates?.some(({ said }) => said?.code === "call_unproven") === true;
  // What was heard waits for the call alone: nothing else could prove more.
  if (isHeard && missing.includes("proof")) return [{ do: "prove" }];
  const steps: Step[] = missing.includes("tag") ? [{ do: "tag" }] : [];
  if (now <= againUntil(find)) {
    const away = awayM ?? awayOf(find);
    if (away === undefined) steps.push({ do: "place" });
    else if (away > RADIUS_M) steps.push({ do: "closer", byM: away - RADIUS_M });
    steps.push({ do: "beacon" });
  }
  return missing.includes("proof") ? [...steps, { do: "prove" }] : steps;
}

/** What may come by itself: hearings that are delivered late, and neighbours' answers. */
export const comesLate = ({ tier, open }: Judged): boolean =>
  tier !== "A" && (open?.missing.includes("hearing") === true || open?.missing.includes("peers") === true);

/**
 * Whether the find is worth logging again now, without asking anybody: by a report that came too late for the find itself, which
 * else rises with it; or by the phone's place, where nothing counted yet and that counts there.
 */
export function isWorthAgain(
  find: Judged,
  { now, would, expects }: {
    now: number;
    would:
      | {
        tier: "A" | "B" | null;
        why: { candidates?: readonly { at: number; counted: boolean }[] | undefined };
      }
      | undefined;
    expects: { tier: "B" | null; radioOnly?: true } | undefined;
  },
): boolean {
  if (find.tier === "A" || now > againUntil(find)) return false;
  if (
    would?.tier === "A" &&
    would.why.candidates?.some(({ at, counted }) => counted && at > find.foundAt + AFTER_S)
  ) return true;
  return find.tier === null && expects?.tier === "B" && !expects.radioOnly;
}
