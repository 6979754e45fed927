/** What a partner's answers make of the messages that it was offered. */
import type { Tx } from "../../db/mod.ts";
import type { Settled } from "../../fbb/mod.ts";
import type { Office } from "../office.ts";
import type { Forward } from "../tables/forward_store.ts";
import { returnToSender } from "./return_mail.ts";

/** Waits between two offers of a message that the partner put off, in seconds: doubling from five minutes to a day. */
const FIRST_WAIT_S = 300;
export const LONGEST_WAIT_S = 86_400;

/**
 * Takes a partner's answer to one message. `words`: the partner's text beside the answer. False when nothing waited
 * under that BID.
 */
export function settleOne(
  office: Office,
  tx: Tx,
  partner: string,
  { bid, outcome }: Settled,
  words = "",
): boolean {
  const { forwards, messages, now } = office;
  const [row, ...copies] = waitingRows(office, partner, bid);
  if (!row) return false;
  const { message, forward } = row;
  const settle = (state: Forward["state"]) =>
    forwards.settle(tx, { partner, message: message.id, state, at: now(), words });
  switch (outcome) {
    case "sent":
    case "held":
    case "had_it":
      settle(outcome === "had_it" ? "had_it" : "sent");
      for (const copy of copies) {
        forwards.settle(tx, { partner, message: copy.message.id, state: "had_it", at: now(), words });
      }
      if (message.type !== "B") {
        messages.setDelivery(tx, { id: message.id, delivery: "sent", stuckSince: null });
      }
      break;
    case "rejected":
    case "malformed":
      settle("refused");
      returnToSender(
        office,
        tx,
        message,
        `${partner} ${outcome === "rejected" ? "refused it" : "cannot take it as it is addressed"}${
          words && `: ${words}`
        }`,
      );
      break;
    case "deferred":
    case "unsendable": {
      const wait = Math.min(FIRST_WAIT_S * 2 ** Math.min(forward.tries, 20), LONGEST_WAIT_S);
      forwards.defer(tx, { partner, message: message.id, notBefore: now() + wait, words });
    }
  }
  return true;
}

/** What waits for the partner under a BID: the message that is ours or the network's, then mirrors of it. */
function waitingRows({ messages, forwards }: Office, partner: string, bid: string) {
  return messages.idsOfBid({ bid: bid.toUpperCase() }).flatMap(({ id }) => {
    const forward = forwards.one({ partner, message: id });
    return forward?.state === "waiting" ? [{ message: messages.byId({ id })!, forward }] : [];
  });
}
