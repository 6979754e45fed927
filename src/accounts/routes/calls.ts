/**
 * The calls of an account, and the question before a sign-up whether a call is free (API "Accounts, identity,
 * verification").
 */
import { z } from "#schemas";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import { json, open, route, session } from "../../http/mod.ts";
import { isAdminCall } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";
import { SIGN_IN_LIMIT } from "./passkeys.ts";
import { CALL_REFUSALS, Callsign, LicenceReply, SPEC } from "../shapes.ts";

export function callsignRoutes(people: People) {
  const { accounts, calls, claims, licences, signIn, db, settings } = people;
  const howVerified = (base: string) => {
    const row = accounts.store.verification({ base });
    const { method = null, verifiedAt = null, verifiedBy = null } = row ?? {};
    return { verified: row !== undefined, method, verifiedAt, verifiedBy };
  };

  return [
    route("POST /auth/claim", {
      gate: open("asked before a sign-up; stores nothing"),
      spec: SPEC,
      summary: "Whether a call is free, held or claimable",
      limit: SIGN_IN_LIMIT,
      body: z.object({ callsign: Callsign }),
      reply: z.object({
        callsign: z.string(),
        exists: z.boolean().describe("Whether an account here holds the call without its SSID"),
        hasPasskey: z.boolean(),
        claimable: z.boolean(),
        operatorCall: z.boolean(),
        reason: z.string().optional().describe("Why nobody may sign up with the call; absent: somebody may"),
        licence: LicenceReply,
      }),
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
      reply: z.object({
        active: z.string(),
        callsigns: z.array(z.object({
          callsign: z.string().describe("The call without SSID, prefix or suffix, e.g. OE1XYZ"),
          verified: z.boolean(),
          method: z.string().nullable().describe(
            "Kind of proof by which it was verified, e.g. rf_heard or ampr_dns; null: it is not verified",
          ),
          verifiedAt: z.number().nullable().describe(
            "When control of the call was verified, in unix seconds; null: it is not verified",
          ),
          verifiedBy: z.string().nullable().describe(
            "Of a proof on the air the station that heard it; else the operator",
          ),
          isPrimary: z.boolean(),
          active: z.boolean(),
          licence: LicenceReply,
        })),
      }),
      handle: ({ who }) => ({
        active: who.call,
        callsigns: accounts.store.heldBy({ account: who.account }).map(({ base, isPrimary }) => ({
          callsign: base,
          ...howVerified(base),
          isPrimary: isPrimary === 1,
          active: baseCall(who.call) === base,
          licence: licences.about(base),
        })),
      }),
    }),
    route("POST /auth/callsigns", {
      gate: session(),
      spec: SPEC,
      summary: "Add a call to the account; it counts as unverified until it is proved",
      limit: { name: "callsigns", points: 20, seconds: 3600, per: ({ who }) => String(who.account) },
      body: z.object({ callsign: Callsign }),
      reply: z.object({
        ok: z.literal(true),
        callsign: z.string(),
        verified: z.literal(false),
        licence: LicenceReply,
      }),
      errors: [...CALL_REFUSALS, accountFailure.too_many_calls],
      handle: async ({ who, body }) => {
        const base = await db.write((tx) => calls.add(tx, who.account, body.callsign));
        return { ok: true, callsign: base, verified: false, licence: licences.about(base) };
      },
    }),
    route("POST /auth/callsign", {
      gate: session(),
      cookie: true,
      spec: SPEC,
      summary: "Make another call the active one; all sessions end, this one goes on under a fresh cookie",
      body: z.object({ callsign: Callsign }),
      reply: z.object({ ok: z.literal(true), callsign: z.string(), verified: z.boolean() }),
      errors: [accountFailure.same_call, accountFailure.too_many_calls, ...CALL_REFUSALS],
      handle: async ({ who, body, incoming }) => {
        const call = await db.write((tx) => calls.switchTo(tx, who.account, body.callsign));
        const cookie = people.sessions.cookie(
          accounts.store.account({ id: who.account })!,
          "full",
          incoming,
          who,
        );
        return json({ ok: true, callsign: call, verified: accounts.isVerified(call) }, 200, {
          "set-cookie": cookie,
        });
      },
    }),
  ];
}
