/** Mail that cannot be delivered goes back to its sender with the reason: once, and never about a returned mail. */
import { isCall, utf8 } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { homeOf, readTrail, wireText } from "../../fbb/mod.ts";
import { cutUtf8, shownBytes, shownLine } from "../mail/shown.ts";
import { SHELL } from "../tables/sides.ts";
import { seenIn } from "../mail/sight.ts";
import { everyOpen } from "../mail/message_pages.ts";
import type { Head, Message } from "../tables/message_store.ts";
import { writeMessage } from "../mail/write_message.ts";
import type { Office } from "../office.ts";
import { ownAddress, ownCall } from "../own_address.ts";
import { MOST_SUBJECT } from "../limits.ts";
import type { RouteFacts } from "../route_of.ts";
import { routeMessage, sendOn } from "../mail/send_on.ts";

/** How long a way is looked for, in seconds: seven days. */
const STUCK_S = 7 * 86_400;
/** How much of the text goes back, in bytes. */
const QUOTED = 4096;

function notice(
  office: Office,
  { toCall, at, postedAt, subject, body, textAt }: Message,
  reason: string,
): string {
  const date = new Date(postedAt * 1000).toISOString().slice(0, 16).replace("T", " ");
  const text = shownBytes(cutUtf8(body.subarray(textAt), QUOTED));
  return [
    `Your message could not be delivered: ${reason}.`,
    "",
    `To:      ${toCall}${at === "" ? "" : `@${at}`}`,
    `Date:    ${date} UTC`,
    `Subject: ${shownLine(subject)}`,
    `By:      ${ownAddress(office.settings)}`,
    "",
    text,
    ...(body.length - textAt > QUOTED ? ["", "(cut here)"] : []),
  ].join("\n");
}

/**
 * Gives a message up and tells its sender. Nobody is told about mail that the box itself wrote, nor where there is no
 * sender who could read it; the message is given up all the same.
 */
export function returnToSender(office: Office, tx: Tx, head: Head, reason: string): void {
  const { messages, forwards, settings, now } = office;
  const message = messages.byId({ id: head.id });
  if (!message || message.delivery === "returned" || message.type === "B") return;
  forwards.unqueue(tx, { message: message.id });
  messages.setDelivery(tx, { id: message.id, delivery: "returned", stuckSince: null });
  const own = ownCall(settings);
  if (message.auto !== "" || !isCall(message.fromBase) || message.fromBase === own) return;
  const home = message.source === "" ? undefined : homeOf(readTrail(message.body).lines);
  const subject = cutUtf8(utf8(`Not delivered: ${shownLine(message.subject)}`), MOST_SUBJECT);
  const written = writeMessage(office, tx, {
    type: "P",
    from: own,
    to: message.fromBase,
    at: home ?? "",
    subject,
    body: wireText(notice(office, message, reason)),
    postedAt: now(),
    expiresAt: null,
    auto: "return",
    byAir: seenIn(office, message.id, message.fromBase, SHELL).byAir,
  });
  sendOn(office, tx, written);
}

/**
 * Whether mail without a way waits here for its addressee: an account here holds the call, and no address or home names
 * another mailbox. It stays open, so that it leaves as soon as a home becomes known.
 */
const waitsHere = (office: Office, message: Head, facts: RouteFacts): boolean =>
  office.isHeld(message.toBase) && routeMessage(office, message, facts).at === "";

/** Gives up what had no way for seven days, unless it waits for somebody here; nothing while the clock is unset. */
export function returnStuck(office: Office, tx: Tx): number {
  const { messages, now } = office;
  if (!office.parts.clockIsSet()) return 0;
  const facts = office.routeFacts();
  let returned = 0;
  for (const message of everyOpen(messages)) {
    if (message.delivery !== "no_route" || message.stuckSince === null) continue;
    if (message.stuckSince > now()) {
      // Its date lies in the future, so it was written under a wrong clock: its seven days begin now.
      messages.setDelivery(tx, { id: message.id, delivery: "no_route", stuckSince: now() });
    } else if (now() - message.stuckSince >= STUCK_S && !waitsHere(office, message, facts)) {
      returnToSender(office, tx, message, "no way to this address was found within seven days");
      returned++;
    }
  }
  return returned;
}
