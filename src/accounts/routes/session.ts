/** Signing in by link, what a session is, and signing out (API "Accounts, identity, verification"). */
import { z } from "zod";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import {
  html,
  open,
  operator,
  page,
  redirect,
  type Route,
  route,
  session,
  wantsPage,
} from "../../http/mod.ts";
import { type Incoming, json } from "../../http/mod.ts";
import { instanceId, isAdminCall } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import { accountFailure } from "../errors.ts";
import { type Links, OPERATOR_LINK_S } from "../links.ts";
import type { Sessions } from "../sessions.ts";

const SPEC = 'API "Accounts, identity, verification"';
const TokenQuery = z.object({ token: z.string().max(200).optional() });

/** Licence of a call as far as this instance knows registers; never control-verification. */
export type LicenceOf = (call: string) => { callsign: string; status: string };

export interface SessionParts {
  accounts: Accounts;
  sessions: Sessions;
  links: Links;
  licence: LicenceOf;
}

export function sessionRoutes({ accounts, sessions, links, licence }: SessionParts): Route[] {
  const { db, settings } = accounts;
  const instance = instanceId(settings);

  /** The answer that opens a session: JSON for programs, a redirect for a form. */
  const signedIn = (
    incoming: Incoming,
    account: { id: number; generation: number; activeCall: string | null },
    scope: "full" | "data",
  ) => {
    const value = sessions.issue(account, scope, incoming.address);
    const cookie = sessions.cookie(value, incoming.address, incoming.addresses.crossSite, scope);
    if (incoming.header("content-type")?.startsWith("application/x-www-form-urlencoded")) {
      const answer = redirect("/", 303);
      answer.headers.set("set-cookie", cookie);
      return answer;
    }
    const call = account.activeCall;
    return json(
      { ok: true, callsign: call, ...(call ? { licence: licence(call) } : { accountData: true }) },
      200,
      { "set-cookie": cookie },
    );
  };

  return [
    route("POST /auth/operator-link", {
      gate: operator(),
      spec: SPEC,
      summary: "Make a single-use sign-in link for a call",
      body: z.object({ callsign: z.string().max(20) }),
      reply: z.object({
        link: z.string(),
        callsign: z.string(),
        account: z.number().nullable(),
        expiresIn: z.number(),
      }),
      errors: ["invalid_call", "not_admin_call", "suspended"],
      handle: async ({ body, incoming }) => {
        const { token, call, account } = await db.write((tx) => links.operatorLink(tx, body.callsign));
        return {
          link: `${incoming.origin}/auth/email/verify?token=${token}`,
          callsign: call,
          account,
          expiresIn: OPERATOR_LINK_S,
        };
      },
    }),
    route("GET /auth/email/verify", {
      gate: open("a sign-in link is followed by somebody who is not signed in yet; nothing is spent"),
      spec: SPEC,
      summary: "Page that asks to confirm a sign-in link",
      query: TokenQuery,
      handle: ({ query, incoming }) => {
        if (!wantsPage(incoming)) return { confirm: true };
        return page({
          title: "Sign in",
          instance,
          body: html`
            <p>Go on to sign in at <strong>${instance}</strong>.</p>
            <form method="post" action="/auth/email/verify">
              <input type="hidden" name="token" value="${query.token ?? ""}">
              <button>Sign in</button>
            </form>
            <p class="soft">The link works once. If you did not ask for it, close this page: nothing has happened.</p>
          `,
        });
      },
    }),
    route("POST /auth/email/verify", {
      gate: open("spends a sign-in link"),
      spec: SPEC,
      summary: "Spend a sign-in link and open a session",
      limit: { name: "link-spend", points: 60, seconds: 3600 },
      body: z.object({ token: z.string().min(1).max(200) }),
      form: true,
      errors: ["link_unknown", "link_spent", "suspended", "sessions_closed", "foreign_origin"],
      handle: async ({ body, incoming }) => {
        if (!incoming.addresses.mayAct(incoming.request.url, incoming.headers)) {
          throw accountFailure.foreign_origin();
        }
        if (!sessions.open) throw accountFailure.sessions_closed();
        const { account, link } = await db.write((tx) => links.spend(tx, body.token));
        return signedIn(incoming, account, link.purpose === "account-data" ? "data" : "full");
      },
    }),
    route("GET /auth/session", {
      gate: open("says whether anybody is signed in"),
      spec: SPEC,
      summary: "Who is signed in",
      handle: ({ who: { session: it, sysop } }) => {
        if (!it) return { callsign: null };
        if (it.scope === "data") return { callsign: null, accountData: true };
        const account = accounts.store.account(it.account)!;
        return {
          callsign: it.call,
          verified: accounts.isVerified(it.call!),
          sysop,
          email: account.email,
          pendingEmail: account.pendingEmail,
        };
      },
    }),
    route("POST /auth/logout", {
      gate: session({ data: true }),
      spec: SPEC,
      summary: "Sign out here",
      handle: () => json({ ok: true }, 200, { "set-cookie": sessions.goodbye }),
    }),
    route("POST /auth/logout-all", {
      gate: session({ data: true }),
      spec: SPEC,
      summary: "End every session of the account",
      handle: async ({ who }) => {
        await db.write((tx) => accounts.store.endSessions(tx, who.account));
        return json({ ok: true }, 200, { "set-cookie": sessions.goodbye });
      },
    }),
    route("POST /verify/operator", {
      gate: operator(),
      spec: SPEC,
      summary: "Verify an operator's call, or preview who holds it",
      body: z.object({ callsign: z.string().max(20), preview: z.boolean().optional() }),
      reply: z.object({
        verified: z.boolean(),
        callsign: z.string(),
        method: z.literal("operator").nullable(),
        holder: z.object({ accountId: z.number(), activeCallsign: z.string() }).nullable(),
      }),
      errors: ["invalid_call", "not_admin_call"],
      handle: async ({ body }) => {
        const call = normalCall(body.callsign);
        if (!isCall(call)) throw accountFailure.invalid_call({ callsign: body.callsign });
        if (!isAdminCall(settings, call)) throw accountFailure.not_admin_call({ callsign: call });
        // A call that nobody holds has nothing to verify: whoever took it later would be operator unproven.
        const verified = await db.write((tx) => {
          if (!body.preview && accounts.holder(call)) accounts.verify(tx, call, "operator", "OPERATOR");
          return accounts.isVerified(call);
        });
        const holder = accounts.holder(call);
        return {
          verified,
          callsign: baseCall(call),
          method: verified ? "operator" : null,
          holder: holder ? { accountId: holder.accountId, activeCallsign: holder.call } : null,
        };
      },
    }),
  ];
}
