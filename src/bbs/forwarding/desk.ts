/**
 * The store's side of a forwarding session (`fbb/` drives it). Everything is committed before the partner is
 * answered: our mail counts as sent only after the partner's answer to the whole block, and the partner's mail is
 * answered only once it is stored.
 */
import type { Desk, Mode, Proposal, Sid, Verdict } from "../../fbb/mod.ts";
import { FEDERATION_NAME } from "../mail/addressee.ts";
import type { Office } from "../office.ts";
import { offerTo } from "./offer.ts";
import { settleOne } from "./settle.ts";
import { takesBatches } from "./batches.ts";
import { isKnownBid, takeMessage } from "./inbound.ts";

/** What happens in a session, for who watches it. */
export type Happening =
  | { what: "met"; sid: Sid; mode: Mode }
  | { what: "received"; bid: string; from: string; to: string; bytes: number; stored: boolean; why: string }
  | { what: "settled"; bid: string; outcome: string }
  | { what: "broken_off"; bid: string; bytes: number };

interface SessionDesk extends Desk {
  /** Messages that the partner has from us now, and that we have from it. */
  readonly counts: { sent: number; received: number };
  /** Once the session is over, however it ended. */
  end(): void;
}

/** A desk for one session with a partner. */
export function openDesk(
  office: Office,
  partner: string,
  tell: (happening: Happening) => void = () => {},
): SessionDesk {
  const { parts: { db }, forwards, now, arriving } = office;
  const mine = new Set<string>();
  const counts = { sent: 0, received: 0 };
  const judge = ({ bid, to }: Proposal, canResume: boolean): Verdict => {
    if (to === FEDERATION_NAME) {
      if (!takesBatches(office, partner)) return { answer: "refuse" };
      // Nothing can be judged by its time now.
      if (!office.parts.clockIsSet()) return { answer: "later" };
    }
    if (isKnownBid(office, bid)) return { answer: "have" };
    // Another partner is sending it at this moment. If that link dies, this partner is asked for it later.
    if ((arriving.get(bid) ?? partner) !== partner) return { answer: "later" };
    arriving.set(bid, partner);
    mine.add(bid);
    const part = canResume ? forwards.part({ partner, bid })?.part : undefined;
    return part ? { answer: "resume", part } : { answer: "want" };
  };
  return {
    counts,
    met: (sid, mode) => tell({ what: "met", sid, mode }),
    offer: ({ most, bytes, offered, binary }) => offerTo(office, partner, { most, bytes, offered, binary }),
    judge: (proposals, canResume) => proposals.map((proposal) => judge(proposal, canResume)),
    async received(message) {
      const taken = await db.write((tx) => {
        forwards.dropPart(tx, { bid: message.bid });
        return takeMessage(office, tx, message, partner);
      });
      counts.received++;
      const { bid, from, to, body } = message;
      const why = taken.deduped ? "duplicate" : taken.why ?? "";
      tell({ what: "received", bid, from, to, bytes: body.length, stored: taken.stored === 1, why });
    },
    async settle(outcomes) {
      await db.write((tx) => {
        for (const settled of outcomes) settleOne(office, tx, partner, settled);
      });
      for (const { bid, outcome } of outcomes) {
        if (outcome === "sent" || outcome === "held") counts.sent++;
        tell({ what: "settled", bid, outcome });
      }
    },
    async keep({ bid }, part) {
      await db.write((tx) => {
        if (part) forwards.keepPart(tx, { partner, bid, at: now(), part });
        else forwards.dropPart(tx, { bid });
      });
      tell({ what: "broken_off", bid, bytes: part?.length ?? 0 });
    },
    end() {
      for (const bid of mine) arriving.delete(bid);
    },
  };
}
