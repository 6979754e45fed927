/** What a partner is offered, and what may not leave now. */
import { baseCall } from "../../base/mod.ts";
import { type FbbMessage, isAt, isTo, MAX_TO, postmark } from "../../fbb/mod.ts";
import { BBS_TOWN } from "../../settings/mod.ts";
import { cutUtf8, shownLine } from "../mail/shown.ts";
import type { Message } from "../tables/message_store.ts";
import type { Office } from "../office.ts";
import { ownAddress } from "../own_address.ts";
import type { Waiting } from "../tables/forward_store.ts";
import { sendsBatches } from "./batches.ts";
import { MOST_SUBJECT } from "../limits.ts";
import { routeMessage } from "../mail/send_on.ts";
import { LONGEST_WAIT_S } from "./settle.ts";

interface Offer {
  /** Most messages. */
  most: number;
  /** Bytes of text in all; one message may be larger. */
  bytes: number;
  /** BIDs that were offered in this session already. */
  offered?: ReadonlySet<string>;
  /** False: only texts that do not contain the byte 1A. */
  binary?: boolean;
}

/** Rows that one offer looks at. */
const PAGE = 200;

/** A time that lies further off than any wait was set under another clock. */
const isDue = (notBefore: number | null, now: number): boolean =>
  notBefore === null || notBefore <= now || notBefore > now + LONGEST_WAIT_S;

/**
 * Says why a message may not leave now, if so: mail written here only under a control-verified call, mirrors only of
 * origins that are trusted (API "Ingest and BBS backend"). Each sender is looked up once.
 */
function weigher(office: Office, partner: string): (waits: Waiting) => string | null {
  const { parts: { accounts, origins } } = office;
  const batches = sendsBatches(office, partner) ? null : "federation_off";
  const trusted = new Set(origins.shown({ unvetted: false }));
  const senders = new Map<string, string | null>();
  const ofSender = (base: string, account: number | null): string | null => {
    if (accounts.holder(base)?.suspended) return "suspended";
    return accounts.speaksFor(base, account ?? undefined) ? null : "unverified";
  };
  return ({ mirrored, source, auto, fromBase, fromAccount }) => {
    if (mirrored) return trusted.has(source) ? null : "untrusted";
    if (auto === "batch") return batches;
    if (source !== "" || auto !== "") return null;
    const sender = `${fromBase} ${fromAccount}`;
    if (!senders.has(sender)) senders.set(sender, ofSender(fromBase, fromAccount));
    return senders.get(sender)!;
  };
}

/** Holds that pass by themselves; others wait for the operator. */
const PASSING: ReadonlySet<string> = new Set(["unverified", "untrusted", "suspended", "federation_off"]);

interface Held {
  message: number;
  reason: string | null;
}

/** Rows of a partner that are held for another reason now, or no longer held. */
function changedHolds(office: Office, partner: string): Held[] {
  const weigh = weigher(office, partner);
  const changed: Held[] = [];
  for (let after = 0, page; (page = office.forwards.held({ partner, after, limit: PAGE })).length > 0;) {
    after = page.at(-1)!.messageId;
    for (const row of page) {
      const reason = PASSING.has(row.holdReason) ? weigh(row) : row.holdReason;
      if (reason !== row.holdReason) changed.push({ message: row.messageId, reason });
    }
  }
  return changed;
}

/** The next messages for a partner, as they leave. What may not leave now is put aside, and what may again is taken up. */
export async function offerTo(office: Office, partner: string, offer: Offer): Promise<FbbMessage[]> {
  const { parts: { db }, forwards } = office;
  const set = async (holds: readonly Held[]) => {
    if (holds.length === 0) return;
    await db.write((tx) =>
      holds.forEach(({ message, reason }) => forwards.hold(tx, { partner, message, reason }))
    );
  };
  await set(changedHolds(office, partner));
  const held: Held[] = [];
  const messages = choose(office, partner, offer, held);
  await set(held);
  return messages;
}

/** Whether a text may stand in a session without compression: 1A would end it. */
const isPlain = (body: Uint8Array): boolean => !body.includes(0x1a);

/** Oldest first, each with this system's own line on top; `held` gets what may not leave. */
function choose(office: Office, partner: string, offer: Offer, held: Held[]): FbbMessage[] {
  const { forwards, messages, now } = office;
  const weigh = weigher(office, partner);
  const chosen: FbbMessage[] = [];
  let bytes = 0;
  for (let after = 0, page; (page = forwards.waiting({ partner, after, limit: PAGE })).length > 0;) {
    after = page.at(-1)!.messageId;
    for (const row of page) {
      // A mirror and the network's own copy are one message to a partner.
      const isTwice = offer.offered?.has(row.bid) || chosen.some(({ bid }) => bid === row.bid);
      if (isTwice || !isDue(row.notBefore, now())) continue;
      if (row.expiresAt !== null && row.expiresAt <= now()) continue;
      const reason = weigh(row);
      if (reason !== null) {
        held.push({ message: row.messageId, reason });
        continue;
      }
      if (chosen.length > 0 && bytes + row.size > offer.bytes) return chosen;
      const message = compose(office, partner, messages.byId({ id: row.messageId })!);
      if (!message) {
        held.push({ message: row.messageId, reason: "name_too_long" });
        continue;
      }
      if (offer.binary === false && !isPlain(message.body)) continue;
      chosen.push(message);
      bytes += message.body.length;
      if (chosen.length >= offer.most) return chosen;
    }
  }
  return chosen;
}

/** What a session would offer to a partner now, for people. */
export async function offersFor(office: Office, partner: string, most: number) {
  const messages = await offerTo(office, partner, { most, bytes: Infinity });
  return messages.map(({ bid, type, from, to, at, subject, body }) => ({
    bid,
    type,
    from,
    to,
    at,
    subject: shownLine(subject),
    bytes: body.length,
  }));
}

/** A stored message as it leaves for a partner; undefined where the network's fields have no room for its names. */
function compose(office: Office, partner: string, message: Message): FbbMessage | undefined {
  const { settings, partners } = office;
  const isBulletin = message.type === "B";
  const to = isBulletin ? message.toCall.slice(0, MAX_TO) : message.toBase;
  const facts = partners.byCall({ call: partner });
  // A bare call, and a bulletin without an area, are for the partner's own readers.
  const routed = message.auto === "batch"
    ? facts?.federationAt || facts?.ha || baseCall(partner)
    : routeMessage(office, message).at || facts?.ha || baseCall(partner);
  const at = isAt(routed) ? routed : baseCall(partner);
  if (!isTo(to) || !isTo(message.fromBase)) return undefined;
  const line = {
    at: message.receivedAt,
    address: ownAddress(settings),
    number: message.id,
    bid: message.bid,
    ...(settings.get(BBS_TOWN) === "" ? {} : { town: settings.get(BBS_TOWN) }),
  };
  return {
    type: isBulletin ? "B" : "P",
    from: message.fromBase,
    to,
    at,
    bid: message.bid,
    subject: cutUtf8(message.subject, MOST_SUBJECT),
    body: postmark(line, message.body, message.textAt),
  };
}
