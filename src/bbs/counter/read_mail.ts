/** Reading: mailboxes, threads, marks that something was read, removal. */
import type { Tx } from "../../db/mod.ts";
import type { SessionWho } from "../../http/mod.ts";
import { bbsFailure } from "../errors.ts";
import type { Office } from "../office.ts";
import { withBodies } from "../mail/message_pages.ts";
import type { Head, Message } from "../tables/message_store.ts";
import { markBulletin, withReadMarks } from "../bulletins/read_marks.ts";
import { mailViews, type MessageView, viewOf } from "../mail/views.ts";
import type { Eyes } from "../tables/sides.ts";
import { eyesOf, readerOf, seenIn, sightOf } from "../mail/sight.ts";
import { type MailWho, reachesMailbox } from "../mail/who.ts";

/** Messages of one page. */
const PAGE = 200;

interface MailPage {
  messages: MessageView[];
  /** Asks for the next page: the number of the last message. */
  nextCursor?: string;
}

/** Reads a cursor of mailboxes: the number of a message. */
function readCursor(before: string | undefined): number {
  if (before === undefined) return Number.MAX_SAFE_INTEGER;
  if (!/^\d{1,15}$/.test(before)) throw bbsFailure.bad_cursor();
  return Number(before);
}

/** Personal mail received by, or sent from, the mailbox of a base call, as far as these eyes see it; newest first. */
export function readMailbox(
  office: Office,
  box: "received" | "sent",
  base: string,
  eyes: Eyes,
  before?: string,
  limit = PAGE,
): MailPage {
  const { messages, now } = office;
  const { sentToo, ...any } = eyes;
  const page = { base, ...any, now: now(), before: readCursor(before), limit };
  const heads = box === "received" ? messages.received(page) : messages.sent({ ...page, sentToo });
  const { rows, cut } = withBodies(messages, heads, limit);
  return {
    messages: mailViews(office, rows),
    ...(cut && { nextCursor: String(rows.at(-1)!.id) }),
  };
}

/**
 * A thread, oldest first. Personal mail of others is left out without a trace: a number whose messages may not be
 * shown answers like a number that does not exist.
 */
export function readThread(office: Office, id: number, session: SessionWho | undefined) {
  const { messages, now, shown } = office;
  const sight = sightOf(office, readerOf(session));
  const asked = messages.byId({ id });
  const page = (thread: number) =>
    messages.thread({ thread, ...sight, now: now(), shown: shown(false), limit: PAGE });
  // Any message of a thread leads to it, for who may see that message.
  const whole = asked ? page(asked.threadId) : [];
  const heads = whole.some((head) => head.id === id) ? whole : page(id);
  const { rows } = withBodies(messages, heads, PAGE);
  const views = rows.map((row) => row.type === "B" ? viewOf(office, row) : mailViews(office, [row])[0]!);
  return { threadId: heads[0]?.threadId ?? id, messages: withReadMarks(office, views, session) };
}

/** Marks mail as read, which only its addressee can; a bulletin is marked for the member who asks. */
export function markRead(office: Office, tx: Tx, who: MailWho, id: number): void {
  const { messages, now } = office;
  if (who.kind === "session" && who.scope === "full" && markBulletin(office, tx, who.account, id)) return;
  const message = messages.byId({ id });
  if (!message || message.type === "B" || message.delivery === "returned") {
    throw bbsFailure.message_unknown({ id });
  }
  const mayOpen = reachesMailbox(office, who, message.toBase);
  const eyes = eyesOf(office, who, message.toBase);
  if (!mayOpen || !seenIn(office, id, message.toBase, eyes).received) throw bbsFailure.not_addressee();
  messages.setRead(tx, { id, at: now() });
}

/**
 * Deletes a message, and the published record of a bulletin written here. Its BID stays known, so that the network
 * cannot bring it back.
 */
export function removeMessage({ messages, parts }: Office, tx: Tx, message: Head | Message): number {
  const tombstones = message.gid !== null && !message.mirrored
    ? parts.publications.withdraw(tx, message.gid, { bounded: false })
    : 0;
  messages.drop(tx, { id: message.id });
  return tombstones;
}

/**
 * Removes what somebody has written or was sent, through the mailbox of a base call. Over the air that is a claim, so there
 * only what came over the air is removed. Gives whether there was such a message.
 */
export function killMessage(office: Office, tx: Tx, who: MailWho, id: number, base: string): boolean {
  const message = office.messages.byId({ id });
  if (!message || message.auto === "batch") return false;
  const { received, sent, byAir } = seenIn(office, id, base, eyesOf(office, who, base));
  if (!(received || sent) || (who.kind !== "session" && !byAir)) return false;
  removeMessage(office, tx, message);
  return true;
}
