/** Signing in by link, what a session is, and signing out (API "Accounts, identity, verification"). */
import { z } from "#schemas";
import { baseCall, Failure, isCall, normalCall } from "../../base/mod.ts";
import {
  browserLang,
  html,
  type Incoming,
  json,
  JSON_OR_PAGE,
  type Limit,
  networkOf,
  open,
  operator,
  page,
  route,
  session,
  shownSession,
  sysop,
  wantsPage,
} from "../../http/mod.ts";
import { instanceId, isAdminCall, OPERATOR_NAME } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import { DEVICE_LINK_S, OPERATOR_LINK_S } from "../sessions/links.ts";
import type { People } from "../people.ts";
import { CALL_REFUSALS, Callsign, OpenedReply, SPEC } from "../shapes.ts";
import { PAGE_WORDS } from "../page_words.ts";
import { openSession, signingIn } from "./open_session.ts";

const TokenQuery = z.object({
  token: z.string().max(200).optional().describe(
    "Token of the sign-in link, at most 200 characters; the link works once",
  ),
});

const Ended = z.discriminatedUnion("reason", [
  z.object({
    reason: z.literal("suspended"),
    until: z.number().nullable().describe(
      "Unix seconds; null: the suspension lasts until an operator lifts it",
    ),
    why: z.string(),
  }),
  z.object({
    reason: z.literal("released"),
    callsign: z.string(),
    by: z.enum(["licensee", "sysop"]),
    note: z.string().nullable(),
    callless: z.boolean().describe("The account holds no call any more"),
  }),
]);
/** Links that nobody made, of one network. */
const LINK_MISSES: Limit<never> = { name: "link-misses", points: 600, seconds: 3600 };
const SessionReply = z.object({
  callsign: z.string().nullable(),
  accountData: z.literal(true).optional().describe("A session that reaches export and erasure only"),
  verified: z.boolean().optional(),
  sysop: z.boolean().optional(),
  fresh: z.boolean().optional().describe("Whether the sign-in lies within 15 minutes"),
  email: z.string().nullable().optional(),
  pendingEmail: z.string().nullable().optional(),
  passkeys: z.number().optional(),
  ended: Ended.optional().describe("Why the session has ended whose cookie the browser still sends"),
});

export function sessionRoutes(people: People) {
  const { accounts, audit, sessions, keys, links, limits, db, settings, world } = people;
  const instance = instanceId(settings);
  /** Counts links that nobody made. A right one is never refused for what others behind the same address try. */
  const missed = async <T>(incoming: Pick<Incoming, "client">, spend: () => Promise<T>): Promise<T> => {
    try {
      return await spend();
    } catch (error) {
      if (error instanceof Failure && error.reason === "link_unknown") {
        limits.use(LINK_MISSES, networkOf(incoming.client));
      }
      throw error;
    }
  };

  /** Why a session that was genuine ended, for a browser that still shows its cookie. */
  const whyEnded = (incoming: Incoming): z.infer<typeof Ended> | undefined => {
    const cookie = shownSession(incoming);
    const read = cookie === undefined ? undefined : sessions.read(cookie, incoming.address);
    if (!read) return undefined;
    const suspension = accounts.suspension(read.account);
    if (suspension) return { reason: "suspended", until: suspension.until, why: suspension.reason };
    const event = read.call &&
      people.calls.store.lastRelease({
        account: read.account,
        base: baseCall(read.call),
        since: read.issuedAt,
      });
    const account = accounts.store.account({ id: read.account });
    if (!event || !account) return undefined;
    return {
      reason: "released",
      callsign: event.base,
      by: event.actor === "licensee" ? "licensee" : "sysop",
      note: event.actor === "licensee" ? null : event.note,
      callless: account.activeCall === null,
    };
  };

  return [
    route("POST /auth/operator-link", {
      gate: operator(),
      spec: SPEC,
      summary: "Make a single-use sign-in link for a call",
      body: z.object({ callsign: Callsign }),
      reply: z.object({
        link: z.string(),
        callsign: z.string(),
        account: z.number().nullable(),
        expiresIn: z.number(),
      }),
      errors: [
        accountFailure.invalid_call,
        accountFailure.reserved_call,
        accountFailure.not_admin_call,
        accountFailure.suspended,
      ],
      handle: async ({ who, body, incoming }) => {
        const { token, call, account } = await db.write((tx) =>
          links.operatorLink(tx, body.callsign, { actor: who.actor })
        );
        return {
          link: `${incoming.origin}/auth/email/verify?token=${token}`,
          callsign: call,
          account,
          expiresIn: OPERATOR_LINK_S,
        };
      },
    }),
    route("POST /api/admin/people/:call/link", {
      params: { call: "A callsign that the account holds" },
      gate: sysop(),
      spec: 'API "Administration"',
      summary: "Make a single-use sign-in link for a member who has lost the device",
      reply: z.object({ link: z.string(), callsign: z.string(), expiresIn: z.number() }),
      errors: [
        accountFailure.invalid_call,
        accountFailure.not_admin_call,
        accountFailure.suspended,
      ],
      handle: async ({ who, params, incoming }) => {
        const { token, call } = await db.write((tx) =>
          links.operatorLink(tx, params.call, { actor: who.actor, member: true })
        );
        return {
          link: `${incoming.origin}/auth/email/verify?token=${token}`,
          callsign: call,
          expiresIn: OPERATOR_LINK_S,
        };
      },
    }),
    route("POST /auth/device-link", {
      gate: session(),
      spec: SPEC,
      summary:
        "Make a single-use link with which a second device of one's own signs in; it ends an earlier one",
      limit: { name: "device-link", points: 20, seconds: 3600, per: ({ who }) => String(who.account) },
      reply: z.object({ link: z.string(), expiresIn: z.number() }),
      handle: async ({ who, incoming }) => {
        const token = await db.write((tx) => links.deviceLink(tx, who));
        return { link: `${incoming.origin}/auth/email/verify?token=${token}`, expiresIn: DEVICE_LINK_S };
      },
    }),
    route("GET /auth/email/verify", {
      gate: open("a sign-in link is followed by somebody who is not signed in yet; nothing is spent"),
      spec: SPEC,
      summary: "Page that asks to confirm a link; never signs in",
      query: TokenQuery,
      reply: z.object({ confirm: z.literal(true) }),
      produces: JSON_OR_PAGE,
      handle: ({ query, incoming }) => {
        if (!wantsPage(incoming)) return { confirm: true };
        const lang = browserLang(incoming), words = PAGE_WORDS[lang];
        return page({
          title: words.signIn,
          instance,
          lang,
          body: html`
            <p>${words.signInAt.replace("{instance}", instance)}</p>
            <form method="post" action="/auth/email/verify">
              <input type="hidden" name="token" value="${query.token ?? ""}">
              <button>${words.signIn}</button>
            </form>
            <p class="soft">${words.linkOnce}</p>
          `,
        });
      },
    }),
    route("POST /auth/email/verify", {
      gate: open("spends a link"),
      cookie: true,
      spec: SPEC,
      summary: "Spend a link and open a session",
      // May be empty: the form of a link that lost its token sends an empty one, and its browser gets the refusal
      // as a page.
      body: z.object({ token: z.string().max(200) }),
      form: true,
      reply: OpenedReply,
      also: { 303: "For a browser: to the first page of the session" },
      errors: [
        accountFailure.link_unknown,
        accountFailure.link_spent,
        accountFailure.sessions_closed,
        accountFailure.email_taken,
        accountFailure.has_callsign,
        accountFailure.needs_callsign,
        accountFailure.too_many_calls,
        ...CALL_REFUSALS,
      ],
      handle: async ({ body, incoming }) => {
        if (!sessions.open) throw accountFailure.sessions_closed();
        const { account, link } = await signingIn(
          people,
          "link",
          incoming,
          () => missed(incoming, () => db.write((tx) => links.spend(tx, body.token))),
        );
        // Somebody with the link that the program printed at its first start still has to set the instance up.
        const first = link.verify === 1 && settings.get(OPERATOR_NAME) === undefined;
        return openSession(people, incoming, account, {
          data: link.purpose === "account-data",
          ...(link.purpose === "device" && { since: { issuedAt: link.vouchedAt } }),
          ...(first && { to: "/admin/first" }),
        });
      },
    }),
    route("GET /auth/session", {
      gate: open("says whether anybody is signed in"),
      spec: SPEC,
      summary: "Who is signed in; signed out, why a session ended",
      reply: SessionReply,
      handle: ({ who: { session: it, sysop }, incoming }) => {
        if (!it) {
          const ended = whyEnded(incoming);
          return { callsign: null, ...(ended && { ended }) };
        }
        if (it.scope === "data") return { callsign: null, accountData: true };
        const account = accounts.store.account({ id: it.account })!;
        return {
          callsign: it.call,
          verified: accounts.isVerified(it.call!),
          sysop,
          fresh: sessions.isFresh(it),
          email: account.email,
          pendingEmail: account.pendingEmail,
          passkeys: people.signIn.store.rows(it.account).length,
        };
      },
    }),
    route("POST /auth/logout", {
      gate: session({ data: true }),
      cookie: true,
      spec: SPEC,
      summary: "Sign out in this browser alone",
      reply: z.object({ ok: z.literal(true) }),
      handle: async ({ who, incoming }) => {
        await db.write((tx) => sessions.end(tx, who));
        return json({ ok: true }, 200, { "set-cookie": sessions.goodbye(incoming) });
      },
    }),
    route("POST /auth/logout-all", {
      gate: session({ data: true }),
      cookie: true,
      spec: SPEC,
      summary:
        "End every session of the account, its API keys and pushes, and what its device keys sign from now on",
      reply: z.object({ ok: z.literal(true) }),
      handle: async ({ who, incoming }) => {
        await db.write((tx) => {
          sessions.endAll(tx, who.account);
          keys.removeAll(tx, who.account);
        });
        return json({ ok: true }, 200, { "set-cookie": sessions.goodbye(incoming) });
      },
    }),
    route("POST /verify/operator", {
      gate: operator(),
      spec: SPEC,
      summary: "Verify an operator's call, or preview who holds it",
      body: z.object({
        callsign: Callsign,
        preview: z.boolean().optional().describe("true: only say who holds the call, and change nothing"),
      }),
      reply: z.object({
        verified: z.boolean(),
        callsign: z.string(),
        method: z.literal("operator").nullable(),
        holder: z.object({ accountId: z.number(), activeCallsign: z.string() }).nullable(),
      }),
      errors: [accountFailure.invalid_call, accountFailure.not_admin_call],
      handle: async ({ who, body }) => {
        const call = normalCall(body.callsign);
        if (!isCall(call)) throw accountFailure.invalid_call({ callsign: body.callsign });
        if (!isAdminCall(settings, call)) throw accountFailure.not_admin_call({ callsign: call });
        // A call that nobody holds is not verified: its next holder would be an operator without a proof.
        const verified = await db.write((tx) => {
          if (!body.preview && accounts.holder(call)) {
            accounts.verify(tx, call, "operator", "OPERATOR");
            const base = baseCall(call);
            const entry = { action: "verify", kind: "callsign", targetId: base, label: base, reason: "" };
            audit.note(tx, world.now(), { actor: who.actor, ...entry, about: base });
          }
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
