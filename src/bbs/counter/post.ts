/** Posting a message: by a member, or by the box for who is connected to it (API "BBS"). */
import { baseCall, isCall, normalCall, utf8 } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { isTo, wireText } from "../../fbb/mod.ts";
import { publishBulletin } from "../bulletins/publish.ts";
import { type ChangeOf, MAIL } from "../../things/mod.ts";
import { bbsFailure } from "../errors.ts";
import { MOST_BODY, MOST_LIFE_S } from "../limits.ts";
import { sendOn } from "../mail/send_on.ts";
import type { Office } from "../office.ts";
import { FEDERATION_NAME, readAddressee, typeFor } from "../mail/addressee.ts";
import type { MailType, Message } from "../tables/message_store.ts";
import { shownLine } from "../mail/shown.ts";
import { eyesOf, seenIn } from "../mail/sight.ts";
import type { MailWho } from "../mail/who.ts";
import { writeMessage } from "../mail/write_message.ts";

/** Messages a day, of an account or through the box of a base call (API "Limits"). */
const PER_DAY = 20;
const DAY_S = 86_400;

interface Post extends ChangeOf<typeof MAIL.facts> {
  fromCall: string;
  toCall: string;
  body: string;
  type?: MailType | undefined;
  /** Number of the message that this answers. */
  replyTo?: number | undefined;
  /** Seconds, at most 30 days. */
  lifetimeSec?: number | undefined;
}

/** A subject is one line of a header, so it must not hold control characters. */
// deno-lint-ignore no-control-regex -- these are what is looked for
const oneLine = (text: string): string => text.replace(/[\x00-\x1f\x7f]+/g, " ").trim();

/** The message that a post answers, if its writer may see it. */
function answered(office: Office, who: MailWho, id: number, from: string): Message {
  const { messages, now, shown } = office;
  const message = messages.byId({ id });
  const lives = message && (message.expiresAt === null || message.expiresAt > now());
  const { received, sent } = seenIn(office, id, from, eyesOf(office, who, from));
  const seen = message?.type === "B"
    ? (message.heldAt === null || sent) &&
      (!message.mirrored || (JSON.parse(shown(true)) as string[]).includes(message.source))
    : received || sent;
  if (!message || !lives || !seen) throw bbsFailure.reply_unknown({ replyTo: id });
  return message;
}

/** Stores a message and puts it on its way. The caller has seen to it that `fromCall` may be used. */
export function postMessage(office: Office, tx: Tx, who: MailWho, post: Post): Message {
  const { messages, now, parts } = office;
  const fromCall = normalCall(post.fromCall), from = baseCall(fromCall);
  if (!isCall(fromCall)) throw bbsFailure.bad_call({ callsign: post.fromCall });
  const holder = parts.accounts.holder(from);
  // A session of somebody suspended has ended; the box must not post for them either.
  parts.accounts.refuseSuspended(fromCall);
  const address = readAddressee(post.toCall);
  if (!address) throw bbsFailure.bad_addressee({ toCall: post.toCall.slice(0, 64) });
  if (address.to === FEDERATION_NAME) throw bbsFailure.reserved_addressee({ toCall: address.to });
  const type = post.type ?? typeFor(address.to);
  if (type === "P" ? !isCall(address.to) : !isTo(address.to)) {
    throw bbsFailure.bad_addressee({ toCall: address.to });
  }
  if (post.body.trim() === "") throw bbsFailure.body_empty();
  if (utf8(post.body).length > MOST_BODY) throw bbsFailure.body_too_long({ limit: MOST_BODY });
  const original = post.replyTo === undefined ? undefined : answered(office, who, post.replyTo, from);

  const poster = who.kind === "session" ? `account:${who.account}` : `call:${from}`;
  if (messages.postsSince({ poster, since: now() - DAY_S })!.n >= PER_DAY) {
    throw bbsFailure.bulletin_limit({ limit: PER_DAY });
  }
  messages.notePost(tx, { poster, at: now() });
  // Somebody who writes over the packet mailbox will read the answers there.
  if (who.kind !== "session") touchReader(office, tx, from);

  const subject = oneLine(
    post.subject ??
      (original ? `Re: ${shownLine(original.subject)}`.slice(0, MAIL.facts.subject.is.most) : ""),
  );
  const life = post.lifetimeSec ?? (type === "B" ? MOST_LIFE_S : undefined);
  const message = writeMessage(office, tx, {
    type,
    from: fromCall,
    to: address.to,
    at: address.at,
    ...MAIL.rowOf({ ...post, subject }),
    body: wireText(post.body),
    postedAt: now(),
    expiresAt: life === undefined ? null : now() + life,
    ...(holder && { accountId: holder.accountId, held: parts.accounts.postsHeld(holder.accountId) }),
    ...(who.kind === "session" ? { author: who.account } : { byAir: true }),
    ...(original && { replyTo: { id: original.id, threadId: original.threadId } }),
  });
  if (type === "B") publishBulletin(office, tx, message);
  sendOn(office, tx, message);
  return messages.byId({ id: message.id })!;
}

/** Notes that somebody reads mail here over the packet mailbox. */
export function touchReader({ messages, now }: Office, tx: Tx, base: string, lastListed?: number): void {
  const before = messages.user({ base })?.lastListed ?? 0;
  messages.setUser(tx, { base, seenAt: now(), lastListed: Math.max(before, lastListed ?? 0) });
}
