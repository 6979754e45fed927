/** What somebody who is connected to the packet mailbox can list and read. */
import { listBulletins } from "../bulletins/list.ts";
import type { Office } from "../office.ts";
import { readMailbox } from "./read_mail.ts";
import { eyesOf } from "../mail/sight.ts";
import type { MailWho } from "../mail/who.ts";

/** Most messages listed in one session; older ones cannot be read there. */
const MOST = 300;

/** Own mail and bulletins, newest first. */
export function readSession(office: Office, who: MailWho, base: string) {
  const { messages: mail } = readMailbox(
    office,
    "received",
    base,
    eyesOf(office, who, base),
    undefined,
    MOST,
  );
  const { bulletins } = listBulletins(office, { limit: MOST });
  const newest = [...mail, ...bulletins].sort((a, b) => b.postedAt - a.postedAt || b.id - a.id).slice(
    0,
    MOST,
  );
  return {
    call: base,
    lastListed: office.messages.user({ base })?.lastListed ?? 0,
    messages: newest.map(({ id, type, fromCall, toCall, at, subject, postedAt, body, replyTo, readAt }) => ({
      id,
      type,
      from: fromCall,
      to: toCall,
      at,
      subject,
      postedAt,
      body,
      replyTo,
      readAt,
    })),
  };
}
