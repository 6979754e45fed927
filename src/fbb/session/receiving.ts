/** The partner's turn: its offers, our answers, the bodies that we asked for. */
import type { Effect, Settled, Steps, Verdict } from "../effects.ts";
import type { Proposal } from "../message.ts";
import { MOST_PROPOSALS, proposalChecksum, type ProposalRead, readProposal } from "../proposals.ts";
import { toLatin1 } from "../text.ts";
import { receiveCompressed, receivePlain } from "./bodies.ts";
import { broken } from "./stop.ts";
import type { Talk } from "./talk.ts";

/** How the partner's turn ended. */
type Turn = "block" | "nothing" | "quit";

/** The partner went on after our block: it has it all. */
function* confirm(talk: Talk): Steps<void> {
  const outcomes: readonly Settled[] = talk.unconfirmed;
  talk.unconfirmed = [];
  if (outcomes.length > 0) yield { do: "settle", outcomes };
}

/** Hears the partner's turn to its end. */
export function* hearTurn(talk: Talk): Steps<Turn> {
  const lines: string[] = [], reads: ProposalRead[] = [];
  for (;;) {
    const line = yield* talk.inbox.command();
    const word = line.slice(0, 2).toUpperCase();
    if (word === "FA" || word === "FB" || word === "FC" || word === "FD") {
      const read = usable(talk, readProposal(line));
      if (reads.length === MOST_PROPOSALS) throw broken("too_many");
      yield* confirm(talk);
      lines.push(line);
      reads.push(read);
    } else if (word === "F>" && reads.length > 0) {
      const sum = line.slice(2).trim().toUpperCase();
      if (sum !== "" && sum.padStart(2, "0") !== proposalChecksum(lines)) throw broken("proposal_checksum");
      yield* answer(talk, reads);
      return "block";
    } else if ((word === "FF" || word === "FQ") && line.length === 2 && reads.length === 0) {
      yield* confirm(talk);
      return word === "FF" ? "nothing" : "quit";
    } else throw broken("bad_line");
  }
}

/** A compressed body that our SID did not ask for cannot be read here. */
function usable({ mode }: Talk, read: ProposalRead): ProposalRead {
  if (read.kind !== "offer" || read.code !== "A" || mode !== "ascii") return read;
  return { kind: "unusable" };
}

/** Our verdicts on a block, then the bodies that we want, each committed before the next is read. */
function* answer(talk: Talk, reads: readonly ProposalRead[]): Steps<void> {
  const verdicts = yield* judge(talk, reads);
  const signs = verdicts.map(({ verdict }) => sign(talk, verdict));
  yield { do: "send", bytes: toLatin1(`FS ${signs.join("")}\r`) };
  for (const { proposal, verdict } of verdicts) {
    if (proposal === undefined || verdict === undefined) continue;
    if (verdict.answer !== "want" && verdict.answer !== "hold" && verdict.answer !== "resume") continue;
    const { subject, body } = talk.mode === "ascii"
      ? yield* receivePlain(talk, proposal)
      : yield* receiveCompressed(talk, proposal, verdict.answer === "resume" ? verdict.part : undefined);
    const { type, from, at, to, bid } = proposal;
    yield {
      do: "received",
      message: { type, from, at, to, bid, subject, body },
      held: verdict.answer === "hold",
    } satisfies Effect;
  }
}

interface Judged {
  proposal?: Proposal;
  /** Absent: the offer's fields cannot be used. */
  verdict?: Verdict;
}

/**
 * The store decides; cases that need no store are decided here: unusable fields, a BID offered twice, a size above
 * ours.
 */
function* judge(talk: Talk, reads: readonly ProposalRead[]): Steps<Judged[]> {
  const asked: Proposal[] = [], bids = new Set<string>();
  const judged = reads.map((read): Judged => {
    if (read.kind !== "offer") return {};
    const { proposal } = read;
    // The first copy in this block may still fail: deferred, it is either here or wanted the next time.
    if (bids.has(proposal.bid)) return { proposal, verdict: { answer: "later" } };
    bids.add(proposal.bid);
    if (proposal.size > talk.limits.body) return { proposal, verdict: { answer: "refuse" } };
    asked.push(proposal);
    return { proposal };
  });
  if (asked.length === 0) return judged;
  const canResume = talk.mode === "b1";
  const given = (yield { do: "judge", proposals: asked, canResume }) as readonly Verdict[];
  const verdicts = new Map(asked.map((proposal, i) => [proposal, given[i] ?? { answer: "later" as const }]));
  return judged.map((one) => {
    const verdict = one.proposal && verdicts.get(one.proposal);
    if (!verdict) return one;
    // Where nothing can be resumed, it is wanted from its beginning.
    return { ...one, verdict: verdict.answer === "resume" && !canResume ? { answer: "want" } : verdict };
  });
}

/** R, H, E and `!` exist with version 1 only; to others a refusal is `-` and unusable fields are `=`, as F6FBB does. */
function sign({ sid }: Talk, verdict: Verdict | undefined): string {
  const newer = sid.compressed === 1;
  if (verdict === undefined) return newer ? "E" : "=";
  switch (verdict.answer) {
    case "want":
      return "+";
    case "have":
      return "-";
    case "later":
      return "=";
    case "refuse":
      return newer ? "R" : "-";
    case "hold":
      return newer ? "H" : "+";
    case "resume":
      return verdict.part.length > 0 ? `!${verdict.part.length}` : "+";
  }
}
