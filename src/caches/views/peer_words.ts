/** What peers said of a find, as evidence that was looked at: rings for those who heard, reasons for the others. Pure. */
import type { Candidate, PeerWord, Why } from "../finds/evidence.ts";

/** A find's explanation with each peer's word as it stands now, in place of the summary that was true when it was judged. */
export function withPeerWords(why: Why, words: readonly PeerWord[]): Why {
  if (words.length === 0) return why;
  const lifted = why.method === "aprs_rf_peer";
  const said = words.map((word) => candidateOf(word, lifted));
  const others = why.candidates.filter(({ kind }) => kind !== "peers");
  return { ...why, candidates: lifted ? [...said, ...others] : [...others, ...said] };
}

function candidateOf(word: PeerWord, lifted: boolean): Candidate {
  const { instance, said, heard, counts, askedAt, againAt } = word;
  const counted = lifted && counts;
  const reason = counted ? undefined : reasonOf(word);
  return {
    kind: "peers",
    peer: instance,
    at: heard?.at ?? askedAt,
    ...(heard && { ...heard.middle, distanceM: heard.toM, fromM: heard.fromM }),
    ...(heard?.igate !== undefined && { receiver: { site: heard.igate } }),
    counted,
    ...(reason !== undefined && { reason }),
    ...(said === "unreached" && againAt !== undefined && { againAt }),
  };
}

function reasonOf({ instance, said, why, counts, againAt }: PeerWord): string {
  switch (said) {
    case "yes":
      return counts ? "more peers have to confirm it" : `${instance} is not trusted here`;
    case "no":
      return `${instance} did not hear it`;
    case "refused":
      return `${instance} gave no answer that counts: ${why ?? "it refused"}`;
    case "waiting":
      return `${instance} fetches the question from its hub; its answer is read as soon as it is there`;
    case "unreached":
      return `${instance} was not reached (${why ?? "no answer"})${
        againAt === undefined ? "" : `; it is asked again at ${clock(againAt)}`
      }`;
  }
}

/** "2026-06-01 13:00 UTC". */
const clock = (at: number): string =>
  `${new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
