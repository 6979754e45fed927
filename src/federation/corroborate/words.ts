/** What peers said of a find, as it is shown. */
import type { Place } from "../../base/mod.ts";
import { BUCKET_M, fromE7 } from "./coarsen.ts";
import type { Case, Said, Testimony } from "./store.ts";
import type { Witness } from "./witnesses.ts";

/** What one peer said. A yes is a ring: so far from the middle of the cell that was asked about. */
export interface WordShown {
  instance: string;
  said: Said;
  /** Why the answer is neither yes nor no. */
  why?: string;
  askedAt: number;
  /** Whether it counts towards the quorum: a yes of a peer that is trusted now. */
  counts: boolean;
  heard?: { at: number; middle: Place; fromM: number; toM: number; igate?: string };
  /** When a peer that was not reached is asked next. */
  againAt?: number;
}

export function wordsOf(
  one: Case,
  testimonies: readonly Testimony[],
  { witness }: { witness(instance: string): Witness | undefined },
): WordShown[] {
  return testimonies.map(({ instance, said, why, askedAt, at, distanceM, igate }) => {
    const trusted = witness(instance)?.trusted === true;
    return {
      instance,
      said,
      ...(why !== null && { why }),
      askedAt,
      counts: said === "yes" && trusted,
      ...(said === "yes" && {
        heard: {
          at: at!,
          middle: fromE7(one.question),
          fromM: Math.max(0, distanceM! - BUCKET_M),
          toM: distanceM!,
          ...(igate !== null && { igate }),
        },
      }),
      ...(said === "unreached" && trusted && one.state === "open" && one.nextAt !== null &&
        { againAt: one.nextAt }),
    };
  });
}
