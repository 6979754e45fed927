/** Whose mailbox a caller may open: a session the calls of its account, the box every one (API "BBS"). */
import { baseCall } from "../../base/mod.ts";
import type { BoxWho, IngestWho, SessionWho } from "../../http/mod.ts";
import { bbsFailure } from "../errors.ts";
import type { Office } from "../office.ts";
import { mailboxOf } from "./addressee.ts";

export type MailWho = SessionWho | IngestWho | BoxWho;

/** Base calls of the mailboxes that somebody may open; empty for a caller without an account. */
export const basesOf = ({ parts }: Office, session: SessionWho | undefined): readonly string[] =>
  session?.scope !== "full" ? [] : parts.accounts.person(session.account)?.bases ?? [];

/** Whether the caller may open the mailbox of a base call. */
export const reachesMailbox = ({ parts }: Office, who: MailWho, base: string): boolean =>
  who.kind !== "session" || (who.scope === "full" && parts.accounts.holder(base)?.accountId === who.account);

/**
 * The base call of the mailbox that is asked for. Throws `bad_call` for other text, `call_not_held` for another's
 * mailbox.
 */
export function mailboxFor(office: Office, who: MailWho, address: string): string {
  const base = mailboxOf(address);
  if (base === undefined) throw bbsFailure.bad_call({ callsign: address.slice(0, 64) });
  if (!reachesMailbox(office, who, base)) throw bbsFailure.call_not_held({ callsign: base });
  return baseCall(base);
}
