/** Bulletins in the federation: own ones go out as records, those of others are mirrored (FED "Envelope", type 4). */
import type { Tx } from "../../db/mod.ts";
import { isBid, isTo, normalBid, readAddress, shownText, wireText } from "../../fbb/mod.ts";
import type { Applier, BulletinBody } from "../../wire/mod.ts";
import { MOST_BODY, MOST_LIFE_S } from "../limits.ts";
import { sendOn } from "../mail/send_on.ts";
import type { Message } from "../tables/message_store.ts";
import { writeMessage } from "../mail/write_message.ts";
import type { Office } from "../office.ts";
import { claimsOwnBid } from "../own_address.ts";
import { utf8 } from "../../base/mod.ts";

/** The record of a bulletin. The area, where one was given, travels behind the category: `ALL@EU`. */
const bulletinBody = (
  { bid, fromCall, toCall, at, subject, body, textAt, postedAt, expiresAt }: Message,
): BulletinBody => ({
  bid,
  from: fromCall,
  to: at === "" ? toCall : `${toCall}@${at}`,
  subject: shownText(subject),
  text: shownText(body.subarray(textAt)),
  postedAt,
  expiresAt: expiresAt!,
});

/** Publishes a bulletin that was written here; never one that a partner or a peer brought. */
export function publishBulletin({ parts, messages }: Office, tx: Tx, message: Message): void {
  if (message.type !== "B" || message.source !== "") return;
  const { gid } = parts.publications.publish(tx, "bulletin", bulletinBody(message));
  if (gid !== "") messages.setGid(tx, { id: message.id, gid });
}

/** Takes verified bulletins of other instances. */
export function bulletinApplier(office: Office): Applier<"bulletin"> {
  const { messages, now, parts } = office;
  return {
    drop(tx, gid) {
      const message = messages.byGid({ gid });
      if (message?.mirrored) messages.drop(tx, { id: message.id });
    },
    apply(tx, { gid, origin, body }) {
      const address = readAddress(body.to);
      if (!address || !isTo(address.to) || !isBid(body.bid) || utf8(body.text).length > MOST_BODY) {
        return false;
      }
      const before = messages.byGid({ gid });
      if (before && !before.mirrored) return false;
      // An operator removed it here: the record counts as taken, and is not shown again.
      if (messages.blocked({ gid })) return true;
      // A bulletin lives no longer than one written here may, whatever its origin says.
      const expiresAt = Math.min(body.expiresAt, body.postedAt + MOST_LIFE_S);
      const isOver = parts.clockIsSet() && expiresAt <= now();
      const bid = normalBid(body.bid);
      // The network brought it already, or its BID has the form of our own: the record counts as taken, so that
      // nothing is shown twice.
      if (isOver || claimsOwnBid(bid, office.settings) || messages.bidKnown({ bid })) return true;
      if (before) messages.drop(tx, { id: before.id });
      const written = writeMessage(office, tx, {
        type: "B",
        from: body.from,
        to: address.to,
        at: address.at,
        subject: utf8(body.subject),
        body: wireText(body.text),
        postedAt: body.postedAt,
        expiresAt,
        bid,
        source: origin,
        mirror: gid,
      });
      sendOn(office, tx, written);
      return true;
    },
  };
}
