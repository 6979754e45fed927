/**
 * What peers said about a find, as entries of its explanation: a ring on the map for each peer that heard the finder, a
 * reason for each of the others. Pure.
 */
import { madeOf, type Told } from "../../base/mod.ts";
import type { Candidate, PeerWord, Why } from "../rules/evidence.ts";
import { words } from "../rules/tier_words.ts";

/** A find's explanation with what each peer says now, instead of the summary that was written when it was judged. */
export function withPeerWords(why: Why, words: readonly PeerWord[]): Why {
  if (words.length === 0) return why;
  const lifted = why.method === "aprs_rf_peer";
  const said = words.map((word) => candidateOf(word, lifted));
  const others = why.candidates.filter(({ kind }) => kind !== "peers");
  return { ...why, candidates: lifted ? [...said, ...others] : [...others, ...said] };
}

function candidateOf(word: PeerWord, lifted: boolean): Candidate {
  const { instance, call, said, why: detail, heard, counts, askedAt, againAt } = word;
  const counted = lifted && counts;
  const flaw = counted ? undefined : flawOf(word);
  return {
    kind: "peers",
    peer: instance,
    at: heard?.at ?? askedAt,
    ...(heard && { call, ...heard.middle, distanceM: heard.toM, fromM: heard.fromM }),
    ...(heard?.igate !== undefined && { receiver: { site: heard.igate } }),
    counted,
    ...(flaw && {
      reason: detail === undefined ? flaw.text : `${flaw.text} (${detail})`,
      said: madeOf(flaw),
      ...(detail !== undefined && { detail }),
    }),
    ...(said === "unreached" && againAt !== undefined && { againAt }),
  };
}

function flawOf({ instance: peer, said, counts, againAt }: PeerWord): Told {
  switch (said) {
    case "yes":
      return counts ? words("more_peers") : words("peer_not_trusted", { peer });
    case "no":
      return words("peer_heard_nothing", { peer });
    case "refused":
      return words("peer_refused", { peer });
    case "waiting":
      return words("peer_waits", { peer });
    case "unreached":
      return againAt === undefined
        ? words("peer_unreached", { peer })
        : words("peer_asked_again", { peer, time: clock(againAt) });
  }
}

/** "2026-06-01 13:00 UTC". */
const clock = (at: number): string =>
  `${new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
