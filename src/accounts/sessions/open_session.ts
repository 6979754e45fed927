/** The answer that opens a session: JSON for programs, a redirect for a form. */
import { type Incoming, type IssuedSession, json, redirect } from "../../http/mod.ts";
import type { People } from "../people.ts";
import type { AccountRow } from "../store.ts";

/** Whether a page's form was posted, not a program's JSON. */
export const isForm = (incoming: Incoming): boolean =>
  incoming.header("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;

interface Opening {
  /** A session that reaches the account's data and nothing else. */
  data?: boolean;
  /** The session that goes on under a fresh cookie. */
  since?: IssuedSession | undefined;
  /** Added to the JSON. */
  emailPending?: boolean;
}

/** Opens a session of the account. */
export function openSession(
  people: People,
  incoming: Incoming,
  account: AccountRow,
  { data = false, since, ...more }: Opening = {},
): Response {
  // An account without a call reaches its data only (API "Sessions").
  const call = data ? null : account.activeCall;
  const cookie = people.sessions.cookie(account, call === null ? "data" : "full", incoming, since);
  if (isForm(incoming)) {
    const answer = redirect(call === null ? "/auth/data" : "/", 303);
    answer.headers.set("set-cookie", cookie);
    return answer;
  }
  const about = call === null ? { accountData: true } : {
    verified: people.accounts.isVerified(call),
    licence: people.licences.about(people.accounts.baseOf(call)),
  };
  return json({ ok: true, callsign: call, ...about, ...more }, 200, { "set-cookie": cookie });
}
