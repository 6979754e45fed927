/** The answer that opens a session: JSON for programs, a redirect for a form. */
import { type Incoming, json, redirect } from "../../http/mod.ts";
import type { People } from "../people.ts";
import type { AccountRow } from "../store.ts";

/** Whether a page's form was posted, not a program's JSON. */
export const isForm = (incoming: Incoming): boolean =>
  incoming.header("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;

/** The Set-Cookie header of a fresh session. */
export function sessionCookie(
  { sessions }: People,
  incoming: Incoming,
  account: AccountRow,
  scope: "full" | "data" = "full",
): string {
  const value = sessions.issue(account, scope, incoming.address);
  return sessions.cookie(value, incoming.address, incoming.addresses.crossSite, scope);
}

/** Opens a session of the account; `data` one that reaches its data and nothing else. `more` is added to the JSON. */
export function openSession(
  people: People,
  incoming: Incoming,
  account: AccountRow,
  { data = false, ...more }: { data?: boolean; emailPending?: boolean } = {},
): Response {
  // An account without a call reaches its data only (API "Sessions").
  const call = data ? null : account.activeCall;
  const cookie = sessionCookie(people, incoming, account, call === null ? "data" : "full");
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
