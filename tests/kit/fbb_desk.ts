/** A post office in memory for tests of FBB sessions: one system's mail, what each partner was told, what came. */
import assert from "node:assert/strict";
import { sameBytes } from "../../src/base/mod.ts";
import type { Desk, Effect, FbbMessage, Outcome, Proposal, Settled, Verdict } from "../../src/fbb/mod.ts";

export interface Waiting {
  message: FbbMessage;
  /** Undefined while it waits. */
  outcome?: Outcome;
}

export class PostOffice {
  /** Mail for each partner, by BID. */
  readonly #queues = new Map<string, Map<string, Waiting>>();
  /** What came, by BID, with the partner that brought it. */
  readonly received = new Map<string, { message: FbbMessage; by: string }>();
  /** Parts of inbound messages, by partner and BID. */
  readonly parts = new Map<string, Uint8Array>();
  /** BIDs that a running session is receiving: a second partner that offers one waits. */
  readonly #arriving = new Map<string, string>();
  /** Answers to be given once before the usual ones, by BID. */
  readonly whims = new Map<string, Verdict["answer"]>();
  resumes = 0;

  queue(partner: string): Map<string, Waiting> {
    const queue = this.#queues.get(partner) ?? new Map<string, Waiting>();
    this.#queues.set(partner, queue);
    return queue;
  }

  put(partner: string, message: FbbMessage): void {
    this.queue(partner).set(message.bid, { message });
  }

  waiting(partner: string): FbbMessage[] {
    return [...this.queue(partner).values()].filter(({ outcome }) => !outcome).map(({ message }) => message);
  }

  /** The desk of one session with a partner. `end()` when the session is over, however. */
  desk(partner: string): Desk & { end(): void } {
    const mine = new Set<string>();
    return {
      offer: ({ most, bytes, offered, binary }) => {
        const chosen: FbbMessage[] = [];
        let sum = 0;
        for (const message of this.waiting(partner)) {
          if (offered.has(message.bid) || (!binary && message.body.includes(0x1a))) continue;
          if (chosen.length === most || (chosen.length > 0 && sum + message.body.length > bytes)) break;
          chosen.push(message);
          sum += message.body.length;
        }
        return chosen;
      },
      judge: (proposals, canResume) => {
        assert.ok(proposals.length > 0, "asked about nothing");
        return proposals.map((proposal) => {
          const verdict = this.#judge(partner, proposal, canResume);
          if (["want", "hold", "resume"].includes(verdict.answer)) {
            this.#arriving.set(proposal.bid, partner);
            mine.add(proposal.bid);
          }
          return verdict;
        });
      },
      received: (message) => {
        assert.ok(!this.received.has(message.bid), `${message.bid} came twice`);
        this.received.set(message.bid, { message, by: partner });
        this.parts.delete(`${partner} ${message.bid}`);
      },
      settle: (outcomes) => this.#settle(partner, outcomes),
      keep: ({ bid }, part) => {
        if (part) this.parts.set(`${partner} ${bid}`, part);
        else this.parts.delete(`${partner} ${bid}`);
      },
      end: () => {
        for (const bid of mine) this.#arriving.delete(bid);
      },
    };
  }

  #judge(partner: string, { bid }: Proposal, canResume: boolean): Verdict {
    if (this.received.has(bid)) return { answer: "have" };
    if (this.#arriving.has(bid)) return { answer: "later" };
    const whim = this.whims.get(bid);
    if (whim && whim !== "resume") {
      this.whims.delete(bid);
      return { answer: whim };
    }
    const part = canResume ? this.parts.get(`${partner} ${bid}`) : undefined;
    if (!part) return { answer: "want" };
    this.resumes++;
    return { answer: "resume", part };
  }

  #settle(partner: string, outcomes: readonly Settled[]): void {
    assert.ok(outcomes.length > 0, "settled nothing");
    for (const { bid, outcome } of outcomes) {
      const waiting = this.queue(partner).get(bid);
      assert.ok(waiting && !waiting.outcome, `${bid} was settled twice or never offered`);
      if (outcome !== "deferred") waiting.outcome = outcome;
    }
  }
}

/** Whether two messages are the same, byte for byte. */
export const sameMessage = (a: FbbMessage, b: FbbMessage): boolean =>
  a.type === b.type && a.from === b.from && a.at === b.at && a.to === b.to && a.bid === b.bid &&
  sameBytes(a.subject, b.subject) && sameBytes(a.body, b.body);

export type OfferAsk = Extract<Effect, { do: "offer" }>;
