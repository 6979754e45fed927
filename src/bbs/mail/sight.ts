/** Who looks at a mailbox, and what of a message they see: the rules stand in `sides.ts`. */
import { baseCall } from "../../base/mod.ts";
import type { SessionWho } from "../../http/mod.ts";
import type { Office } from "../office.ts";
import type { Eyes } from "../tables/sides.ts";
import type { MailWho } from "./who.ts";

/** An account's binds of `IN_INBOX` and `IS_WRITER`; of nobody's where it is not there. */
export function sightOf({ parts: { accounts } }: Office, account: number | undefined) {
  const bases = account === undefined ? [] : accounts.person(account)?.bases ?? [];
  return {
    me: account ?? 0,
    proven: JSON.stringify(bases.filter((base) => accounts.isVerified(base))),
  };
}

/** The account of a session that opens mailboxes: one for a person's data alone does not. */
export const readerOf = (session: SessionWho | undefined): number | undefined =>
  session?.scope === "full" ? session.account : undefined;

/** The eyes with which a caller looks at the mailbox of a base call. It has been seen to it that the caller may open it. */
export function eyesOf({ parts: { accounts } }: Office, who: MailWho, call: string): Eyes {
  const base = baseCall(call), proven = accounts.isVerified(base);
  if (who.kind === "session") return { eyes: "account", me: who.account, open: proven ? 1 : 0, sentToo: 1 };
  const me = accounts.holder(base)?.accountId ?? 0;
  // A holder without proof may be anybody, so only a verified one decides what is read over the air.
  const overAir = proven ? accounts.overAir(me) : undefined;
  return { eyes: "air", me, open: overAir === false ? 0 : 1, sentToo: overAir === true ? 1 : 0 };
}

/** What of a message these eyes see as the mailbox of a base call, and whether it came over the air. */
export const seenIn = ({ messages }: Office, id: number, base: string, eyes: Eyes) => {
  const { received, sent, byAir } = messages.seen({ id, base, ...eyes }) ??
    { received: 0, sent: 0, byAir: 0 };
  return { received: received === 1, sent: sent === 1, byAir: byAir === 1 };
};
