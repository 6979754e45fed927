/** Bulletins in the federation: own ones go out as records, those of others are mirrored (FED "Envelope", type 4). */
import type { Tx } from "../../db/mod.ts";
import { isBid, isTo, normalBid, readAddress, shownText, wireText } from "../../fbb/mod.ts";
import { factsThatLeave, MAIL, thing } from "../../things/mod.ts";
import { type Applier, type BulletinBody, factBody } from "../../wire/mod.ts";
import { MOST_BODY, MOST_LIFE_S } from "../limits.ts";
import { sendOn } from "../mail/send_on.ts";
import type { Head, Message } from "../tables/message_store.ts";
import { writeMessage } from "../mail/write_message.ts";
import type { Office } from "../office.ts";
import { claimsOwnBid } from "../own_address.ts";
import { utf8 } from "../../base/mod.ts";

const FACTS = factBody(MAIL.facts), TOLD = thing(factsThatLeave(MAIL.facts));

/** The record of a bulletin. The area, where one was given, travels behind the category: `ALL@EU`. */
const bulletinBody = (message: Message): BulletinBody => ({
  ...FACTS.bodyOf(message),
  bid: message.bid,
  from: message.fromCall,
  to: message.at === "" ? message.toCall : `${message.toCall}@${message.at}`,
  subject: shownText(message.subject),
  text: shownText(message.body.subarray(message.textAt)),
  postedAt: message.postedAt,
  expiresAt: message.expiresAt!,
});

/** Whether a message that was written here may leave under its call; what others wrote is theirs to answer for. */
export const mayBeHeard = (
  { parts: { accounts }, messages }: Office,
  { id, source, mirrored, fromBase }: Pick<Head, "id" | "source" | "mirrored" | "fromBase">,
): boolean =>
  mirrored === 1 || source !== "" ||
  accounts.speaksFor(fromBase, messages.writerOf({ id })?.account ?? undefined);

/**
 * Publishes a bulletin that was written here; never one that a partner or a peer brought. One under a call that its writer
 * has not proven waits for the proof: then it is posted, since readers of the feed of bulletins are past its time.
 */
export function publishBulletin(office: Office, tx: Tx, message: Message): void {
  const { parts, messages, now } = office;
  if (message.type !== "B" || message.source !== "" || message.heldAt !== null) return;
  if (!mayBeHeard(office, message)) return;
  const postedAt = Math.max(message.postedAt, now());
  const { gid } = parts.publications.publish(tx, "bulletin", { ...bulletinBody(message), postedAt });
  if (gid !== "") messages.setGid(tx, { id: message.id, gid });
}

/** A call was proven, or is proven no more: what waited for the proof is published. */
export function publishWaiting(office: Office, tx: Tx, base: string): void {
  if (!office.parts.accounts.speaksFor(base)) return;
  for (const { id } of office.messages.unpublished({ base, now: office.now() })) {
    publishBulletin(office, tx, office.messages.byId({ id })!);
  }
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
        ...TOLD.rowOf(FACTS.saidBy(body)),
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
