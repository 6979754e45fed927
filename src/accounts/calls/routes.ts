/** The calls of an account, the probe before a sign-up, and claims (API "Accounts, identity, verification"). */
import { z } from "zod";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import { claim, json, type Limit, open, type Route, route, session } from "../../http/mod.ts";
import { isAdminCall } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";
import { sessionCookie } from "../sessions/open_session.ts";
import { SIGN_IN_LIMIT } from "../passkeys/routes.ts";

const SPEC = 'API "Accounts, identity, verification"';
const Callsign = z.object({ callsign: z.string().trim().min(1).max(20) });
const CLAIMING: Limit = { name: "claims", points: 60, seconds: 3600 };

export function callsignRoutes(people: People): Route[] {
  const { accounts, calls, claims, licences, signIn, db, settings } = people;

  return [
    route("POST /auth/claim", {
      gate: open("asked before a sign-up; stores nothing"),
      spec: SPEC,
      summary: "Whether a call is free, held or claimable",
      limit: SIGN_IN_LIMIT,
      body: Callsign,
      errors: [accountFailure.invalid],
      handle: ({ body }) => {
        const call = normalCall(body.callsign);
        if (!isCall(call)) throw accountFailure.invalid({ callsign: body.callsign });
        const holder = accounts.holder(call);
        const refusal = calls.refusal(call);
        return {
          callsign: call,
          exists: holder !== undefined,
          hasPasskey: holder !== undefined && signIn.store.rows(holder.accountId).length > 0,
          claimable: claims.isClaimable(call),
          operatorCall: isAdminCall(settings, call),
          ...(refusal && { reason: refusal.reason }),
          licence: licences.about(baseCall(call)),
        };
      },
    }),
    route("GET /auth/callsigns", {
      gate: session(),
      spec: SPEC,
      summary: "Calls that the account holds",
      handle: ({ who }) => ({
        active: who.call,
        callsigns: accounts.store.heldBy({ account: who.account }).map(({ base, isPrimary }) => ({
          callsign: base,
          verified: accounts.isVerified(base),
          isPrimary: isPrimary === 1,
          active: baseCall(who.call) === base,
          licence: licences.about(base),
        })),
      }),
    }),
    route("POST /auth/callsigns", {
      gate: session(),
      spec: SPEC,
      summary: "Add a call, unverified",
      limit: { name: "callsigns", points: 20, seconds: 3600, per: ({ who }) => String(who.account) },
      body: Callsign,
      errors: [
        accountFailure.held,
        accountFailure.held_unverified,
        accountFailure.operator_call,
        accountFailure.reserved,
        accountFailure.invalid,
        accountFailure.suspended,
        accountFailure.too_many_calls,
      ],
      handle: async ({ who, body }) => {
        const base = await db.write((tx) => calls.add(tx, who.account, body.callsign));
        return { ok: true, callsign: base, verified: false, licence: licences.about(base) };
      },
    }),
    route("POST /auth/callsign", {
      gate: session(),
      spec: SPEC,
      summary: "Make another call the active one; all sessions end, this one goes on under a fresh cookie",
      body: Callsign,
      errors: [
        accountFailure.same_call,
        accountFailure.held,
        accountFailure.held_unverified,
        accountFailure.operator_call,
        accountFailure.reserved,
        accountFailure.invalid,
        accountFailure.suspended,
      ],
      handle: async ({ who, body, incoming }) => {
        const call = await db.write((tx) => calls.switchTo(tx, who.account, body.callsign));
        const cookie = sessionCookie(people, incoming, accounts.store.account({ id: who.account })!);
        return json({ ok: true, callsign: call, verified: accounts.isVerified(call) }, 200, {
          "set-cookie": cookie,
        });
      },
    }),
    route("POST /auth/claims", {
      gate: open("somebody whose call another holds; with a session the call would join its account"),
      spec: SPEC,
      summary: "Claim a call that somebody else holds unproven",
      limit: CLAIMING,
      body: Callsign,
      status: 201,
      reply: z.object({
        claim: z.string(),
        callsign: z.string(),
        held: z.boolean(),
        expiresAt: z.number(),
      }),
      errors: [
        accountFailure.held_verified,
        accountFailure.holder_suspended,
        accountFailure.operator_call,
        accountFailure.unheld,
        accountFailure.yours,
        accountFailure.invalid,
        accountFailure.suspended,
      ],
      handle: async ({ who, body }) => {
        const account = who.session?.scope === "full" ? who.session.account : null;
        return await db.write((tx) => claims.open(tx, body.callsign, account));
      },
    }),
    route("POST /auth/claims/status", {
      gate: claim(),
      spec: SPEC,
      summary: "How a claim stands; a sign-up claim's first answer after it is done opens a session",
      body: z.object({ claim: z.string().max(200) }),
      errors: [],
      handle: async ({ who, incoming }) => {
        const { account, ...answer } = await db.write((tx) => claims.status(tx, who.claim));
        if (!account) return answer;
        return json(answer, 200, { "set-cookie": sessionCookie(people, incoming, account) });
      },
    }),
  ];
}
