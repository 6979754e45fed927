/** Reading: mailboxes, threads, marks that something was read, removal. */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { SessionWho } from "../../http/mod.ts";
import { bbsFailure } from "../errors.ts";
import type { Office } from "../office.ts";
import { type Head, type Message, withBodies } from "./message_store.ts";
import { markBulletin, withReadMarks } from "../bulletins/read_marks.ts";
import { mailViews, type MessageView, viewOf } from "./views.ts";
import { basesOf, type MailWho, reachesMailbox } from "./who.ts";

/** Messages of one page. */
export const PAGE = 200;

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

/** Personal mail received by, or sent from, the mailbox of a base call, newest first. */
export function readMailbox(
  office: Office,
  box: "received" | "sent",
  base: string,
  before?: string,
  limit = PAGE,
): MailPage {
  const { messages, now } = office;
  const page = { base, now: now(), before: readCursor(before), limit };
  const { rows, cut } = withBodies(messages, messages[box](page), limit);
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
  const bases = basesOf(office, session);
  const asked = messages.byId({ id });
  const page = (thread: number) =>
    messages.thread({ thread, bases: JSON.stringify(bases), now: now(), shown: shown(false), limit: PAGE });
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
  if (!reachesMailbox(office, who, message.toBase)) throw bbsFailure.not_addressee();
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

/** Removes what somebody has written or was sent. Gives whether there was such a message. */
export function killMessage(office: Office, tx: Tx, id: number, call: string): boolean {
  const message = office.messages.byId({ id });
  const base = baseCall(call);
  if (!message || message.mirrored || message.auto === "batch") return false;
  const isTheirs = message.fromBase === base || (message.type !== "B" && message.toBase === base);
  if (!isTheirs) return false;
  removeMessage(office, tx, message);
  return true;
}
