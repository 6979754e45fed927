/** Mail that a partner brought: told apart by its BID, read for White Pages, stored and sent on. */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { componentsOf, type FbbMessage, isBid, normalBid, passedThrough, readTrail } from "../../fbb/mod.ts";
import { FEDERATION_NAME, OPERATOR_NAME, WHITE_PAGES_NAME } from "../mail/addressee.ts";
import { writeMessage } from "../mail/write_message.ts";
import type { Office } from "../office.ts";
import { claimsOwnBid, ownCall } from "../own_address.ts";
import { takeWhitePages } from "../white_pages/take_mail.ts";
import { learnHome } from "../white_pages/white_pages.ts";
import { takeBatch } from "./batches.ts";
import { MOST_LIFE_S, MOST_SUBJECT } from "../limits.ts";
import { sendOn, SOURCE_PREFIX } from "../mail/send_on.ts";
import { cutUtf8 } from "../mail/shown.ts";

/** What became of a message. `stored` counts rows. */
interface Taken {
  stored: 0 | 1;
  /** It was here already. */
  deduped: boolean;
  /** Why nothing was stored, where the message was not a duplicate. */
  why?: "loop" | "white_pages" | "federation" | "federation_refused";
  /** What became of a batch of federation, in words. */
  federation?: string;
  /** The batch does not match its hash: all of it is dropped. */
  damaged?: true;
}

/** An R: line with a date older than this, in seconds, is not used. */
const OLDEST_S = 366 * 86_400;

/**
 * Whether a message of this BID is or was here: the partner is told that we have it. A mirror counts where its
 * origin is shown, since its signature attests the BID; one of an unvetted origin must not keep the network's own
 * copy out.
 */
export function isKnownBid({ messages, settings, parts }: Office, bid: string): boolean {
  const normal = normalBid(bid);
  if (claimsOwnBid(normal, settings) || messages.bidKnown({ bid: normal })) return true;
  const shown = parts.origins.shown({ unvetted: false });
  return messages.mirrorsOf({ bid: normal }).some(({ source }) => shown.includes(source));
}

/** Takes a message. `partner`: who brought it, where that is known. */
export function takeMessage(office: Office, tx: Tx, message: FbbMessage, partner: string | undefined): Taken {
  const { messages, forwards, settings, now } = office;
  const bid = normalBid(message.bid);
  if (!isBid(bid)) throw new TypeError("Cannot take a message without a BID");
  const toUs = message.at === "" || componentsOf(message.at)[0] === ownCall(settings);
  if (baseCall(message.to) === FEDERATION_NAME) return takeBatch(office, tx, { ...message, bid }, partner);
  if (isKnownBid(office, bid)) return { stored: 0, deduped: true };
  forwards.dropPart(tx, { bid });
  const trail = readTrail(message.body);
  if (passedThrough(trail.lines, ownCall(settings))) {
    messages.noteBid(tx, { bid, at: now() });
    return { stored: 0, deduped: false, why: "loop" };
  }
  if (message.to === WHITE_PAGES_NAME && message.type !== "B" && toUs) {
    messages.noteBid(tx, { bid, at: now() });
    takeWhitePages(office, tx, message, trail);
    return { stored: 0, deduped: false, why: "white_pages" };
  }
  learnHome(office, tx, message.from, trail.lines, partner);
  const told = trail.lines.at(-1)?.at;
  const isBulletin = message.type === "B";
  const written = writeMessage(office, tx, {
    type: message.type === "A" ? "P" : message.type,
    from: message.from,
    to: isBulletin
      ? message.to
      : toUs && message.to === OPERATOR_NAME
      ? ownCall(settings)
      : baseCall(message.to),
    at: message.at,
    subject: cutUtf8(message.subject, MOST_SUBJECT),
    body: message.body,
    postedAt: told !== undefined && told <= now() && told > now() - OLDEST_S ? told : now(),
    expiresAt: isBulletin ? now() + MOST_LIFE_S : null,
    bid,
    source: partner === undefined ? SOURCE_PREFIX : SOURCE_PREFIX + partner,
    byAir: true,
    textAt: trail.textAt,
    passed: trail.lines.map(({ address }) => componentsOf(address)[0]!),
  });
  sendOn(office, tx, written);
  return { stored: 1, deduped: false };
}
