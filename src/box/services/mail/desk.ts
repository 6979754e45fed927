/** The gateway's store as the desk of a forwarding session (`fbb/` drives it): all commits are the gateway's. */
import type { Desk, FbbMessage, Proposal, Settled, Verdict } from "../../../fbb/mod.ts";
import type { MailBackend } from "./backend.ts";
import type { BrokenOff } from "./broken_off.ts";

/** A name that federation's batches are addressed to. */
const FEDERATION = "SVCFED";
/** BIDs that partners brought in this run: a repeat costs no airtime. */
const MOST_KNOWN = 5000;

export class MailDesk implements Desk {
  /** Messages that went over, each way. */
  readonly counts = { sent: 0, received: 0 };
  #pool: FbbMessage[] | undefined;

  constructor(
    readonly backend: MailBackend,
    readonly partner: string,
    readonly options: { federation: boolean; known: Set<string>; brokenOff: BrokenOff },
  ) {}

  /** The next messages for the partner: at most `most`, and at most `bytes` together unless one alone is larger. */
  async offer({ most, bytes, offered, binary }: Parameters<Desk["offer"]>[0]): Promise<FbbMessage[]> {
    const left = (this.#pool ?? []).filter(({ bid }) => !offered.has(bid));
    this.#pool = left.length > 0 ? left : await this.backend.pool(this.partner);
    const chosen: FbbMessage[] = [];
    let size = 0;
    for (const message of this.#pool) {
      if (offered.has(message.bid) || chosen.length === most) continue;
      if (!binary && message.body.includes(0x1a)) continue;
      if (chosen.length > 0 && size + message.body.length > bytes) break;
      chosen.push(message);
      size += message.body.length;
    }
    return chosen;
  }

  /** What to answer to each proposal of the partner, in order. */
  judge(proposals: readonly Proposal[], canResume: boolean): Verdict[] {
    const { federation, known, brokenOff } = this.options;
    return proposals.map(({ bid, to }) => {
      if (to === FEDERATION && !federation) return { answer: "refuse" };
      if (known.has(bid)) return { answer: "have" };
      const part = canResume ? brokenOff.part(this.partner, bid) : undefined;
      return part ? { answer: "resume", part } : { answer: "want" };
    });
  }

  /** A message that the gateway does not take is thrown: the partner then gets no answer and keeps it. */
  async received(message: FbbMessage): Promise<void> {
    await this.backend.inbound(this.partner, message);
    this.counts.received++;
    const { known, brokenOff } = this.options;
    await brokenOff.keep(this.partner, message.bid, undefined);
    known.add(message.bid);
    for (const [oldest] of known.entries()) {
      if (known.size <= MOST_KNOWN) break;
      known.delete(oldest);
    }
  }

  /** Tells the gateway what became of the messages that were offered. */
  async settle(outcomes: readonly Settled[]): Promise<void> {
    const bids: string[] = [], refused: { bid: string; words: string }[] = [], deferred: string[] = [];
    for (const { bid, outcome } of outcomes) {
      if (outcome === "sent" || outcome === "held" || outcome === "had_it") bids.push(bid);
      else if (outcome === "rejected" || outcome === "malformed") refused.push({ bid, words: outcome });
      else deferred.push(bid);
      if (outcome === "sent" || outcome === "held") this.counts.sent++;
    }
    await this.backend.settle(this.partner, { bids, refused, deferred });
  }

  keep({ bid }: Proposal, part: Uint8Array | undefined): Promise<void> {
    return this.options.brokenOff.keep(this.partner, bid, part);
  }
}
