/** Storing a message: number, BID and thread. Every way in ends here. */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { normalBid } from "../../fbb/mod.ts";
import { MAIL, type RowOf } from "../../things/mod.ts";
import type { Office } from "../office.ts";
import { bidOf, leastNumber } from "../own_address.ts";
import type { MailType, Message } from "../tables/message_store.ts";

interface NewMessage extends Partial<RowOf<typeof MAIL.facts>> {
  type: MailType;
  from: string;
  to: string;
  at: string;
  body: Uint8Array;
  postedAt: number;
  expiresAt: number | null;
  /** Absent for a message written here, which gets a BID of ours. */
  bid?: string;
  source?: string;
  /** A bulletin of another instance, under its gid. */
  mirror?: string;
  auto?: "return" | "wp" | "batch";
  accountId?: number;
  /** The account that wrote it signed in. Absent: a verified holder of the sender's call counts as its writer. */
  author?: number;
  /** It came over the air, where its sender is a claim. */
  byAir?: boolean;
  /** It waits for its writer's welcome: nobody is told of it. */
  held?: boolean;
  /** Where the text begins, and the systems of the R: lines before it. */
  textAt?: number;
  passed?: readonly string[];
  replyTo?: { id: number; threadId: number };
}

/** Mail on its way for longer, in seconds, is told of no more. */
const NEWS_S = 7 * 86_400;

/** Stores it; nothing is sent anywhere yet. */
export function writeMessage({ messages, settings, parts, now }: Office, tx: Tx, given: NewMessage): Message {
  let id = Math.max((messages.lastId()?.seq ?? 0) + 1, leastNumber(now()));
  // An imported file of old mail may have brought this BID already.
  while (given.bid === undefined && messages.bidKnown({ bid: bidOf(id, settings) })) id++;
  const bid = given.bid === undefined ? bidOf(id, settings) : normalBid(given.bid);
  const message: Message = {
    id,
    bid,
    type: given.type,
    fromCall: given.from,
    fromBase: baseCall(given.from),
    toCall: given.to,
    toBase: baseCall(given.to),
    at: given.at,
    source: given.source ?? "",
    mirrored: given.mirror === undefined ? 0 : 1,
    gid: given.mirror ?? null,
    auto: given.auto ?? "",
    accountId: given.accountId ?? null,
    postedAt: given.postedAt,
    receivedAt: now(),
    expiresAt: given.expiresAt,
    readAt: null,
    replyTo: given.replyTo?.id ?? null,
    threadId: given.replyTo?.threadId ?? id,
    delivery: given.type === "B" ? "spread" : "here",
    stuckSince: null,
    passed: ` ${(given.passed ?? []).join(" ")} `,
    textAt: given.textAt ?? 0,
    heldAt: given.held ? now() : null,
    ...MAIL.rowWith(given),
    body: given.body,
  };
  messages.insert(tx, message);
  // A mirror's BID is only its origin's claim, so it never replaces another message.
  if (given.mirror === undefined) messages.noteBid(tx, { bid, at: now() });
  const { accounts } = parts;
  const addressee = given.type === "B" || given.auto === "batch" ? undefined : accounts.holder(given.to);
  const proven = addressee !== undefined && accounts.isVerified(given.to);
  if (given.mirror === undefined) {
    const writer = accounts.isVerified(given.from) ? accounts.holder(given.from)?.accountId : undefined;
    messages.insertSide(tx, {
      messageId: id,
      fromAccount: given.author ?? writer ?? null,
      toAccount: addressee?.accountId ?? null,
      toProven: proven ? 1 : 0,
      byAir: given.byAir ? 1 : 0,
    });
  }
  if (message.heldAt === null && given.auto !== "batch") tellAddressee({ parts, now }, tx, message);
  return message;
}

/** Tells who gets a message. Mail that is imported from a file is old; who has not proved the call is not shown it. */
export function tellAddressee(
  { parts, now }: Pick<Office, "parts" | "now">,
  tx: Tx,
  { type, toCall, fromCall: from, postedAt, accountId: writer }: Message,
): void {
  const addressee = type === "B" ? undefined : parts.accounts.holder(toCall);
  if (!addressee || addressee.suspended || !parts.accounts.isVerified(toCall)) return;
  if (postedAt <= now() - NEWS_S || addressee.accountId === writer) return;
  parts.arrived?.(tx, { accountId: addressee.accountId, from });
}
