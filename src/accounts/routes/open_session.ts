/** The answer that opens a session: JSON for programs, a redirect for a form. */
import { Failure } from "../../base/mod.ts";
import type { Since } from "../sessions/sessions.ts";
import { type Incoming, isForm, json, networkOf, redirect } from "../../http/mod.ts";
import type { People } from "../people.ts";
import type { AccountRow } from "../store.ts";

/**
 * Runs a step that may sign somebody in, and logs its refusal. The line has neither the link's token nor the passkey's
 * answer. Refusals of kind `unauthenticated` are left out, since `http` logs all of those.
 */
export async function signingIn<T>(
  { world }: People,
  how: "passkey" | "link",
  incoming: Incoming,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Failure && error.kind !== "unauthenticated") {
      const network = networkOf(incoming.client);
      world.log.getChild("accounts").warn("sign-in by {how} from {network} refused: {reason}", {
        how,
        network,
        reason: error.reason,
      });
    }
    throw error;
  }
}

interface Opening {
  /** A session that reaches the account's data and nothing else. */
  data?: boolean;
  /** The session that goes on under a fresh cookie, or vouches for this one by its age. */
  since?: Since | undefined;
  /** Added to the JSON. */
  emailPending?: boolean;
  /** Where a browser goes on. */
  to?: string;
}

/** Opens a session of the account. */
export function openSession(
  people: People,
  incoming: Incoming,
  account: AccountRow,
  { data = false, since, to = "/", ...more }: Opening = {},
): Response {
  // An account without a call reaches its data only (API "Sessions").
  const call = data ? null : account.activeCall;
  const cookie = people.sessions.cookie(account, call === null ? "data" : "full", incoming, since);
  if (isForm(incoming)) {
    const answer = redirect(call === null ? "/auth/data" : to, 303);
    answer.headers.set("set-cookie", cookie);
    return answer;
  }
  const about = call === null ? { accountData: true } : {
    verified: people.accounts.isVerified(call),
    licence: people.licences.about(people.accounts.baseOf(call)),
  };
  return json({ ok: true, callsign: call, ...about, ...more }, 200, { "set-cookie": cookie });
}
