/** What peers said of a find, as it is shown. */
import type { Cases } from "./cases.ts";
import type { Place } from "../../base/mod.ts";
import { BUCKET_M, fromE7 } from "./coarsen.ts";
import type { Case, Testimony, WitnessReply } from "./store.ts";

/**
 * What one peer said, of the calls that it was asked about the one that tells most. A yes is a ring: so far from the
 * middle of the cell that was asked about.
 */
export interface WordShown {
  instance: string;
  call: string;
  said: WitnessReply;
  /** Why the answer is neither yes nor no. */
  why?: string;
  askedAt: number;
  /** Whether it counts towards the quorum: a yes of a peer that is trusted now. */
  counts: boolean;
  heard?: { at: number; middle: Place; fromM: number; toM: number; igate?: string };
  /** When a peer that was not reached is asked next. */
  againAt?: number;
}

const TELLS: readonly WitnessReply[] = ["yes", "waiting", "unreached", "no", "refused"];

/** What each peer has said of a find by now. */
export function saidOf(cases: Cases, find: number): WordShown[] {
  const { store } = cases.parts, one = store.byFind(find);
  return one ? wordsOf(one, store.testimonies(find), cases, cases.verdict(find)?.call) : [];
}

/** `heard` is the call that most peers heard, where any did. */
function wordsOf(
  one: Case,
  testimonies: readonly Testimony[],
  { witness }: Pick<Cases, "witness">,
  heard?: string,
): WordShown[] {
  const first = (call: string) => call === heard ? 0 : call === one.question.callsign ? 1 : 2;
  const telling = testimonies.toSorted((a, b) =>
    TELLS.indexOf(a.said) - TELLS.indexOf(b.said) || first(a.call) - first(b.call)
  );
  const peers = [...new Set(testimonies.map(({ instance }) => instance))];
  return peers.map((peer) => {
    const { instance, call, said, why, askedAt, at, distanceM, igate } = telling.find((word) =>
      word.instance === peer
    )!;
    const trusted = witness(instance, one.question.excludeIgates)?.trusted === true;
    return {
      instance,
      call,
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
