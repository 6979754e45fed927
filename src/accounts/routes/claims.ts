/** Claims over HTTP (API "Accounts, identity, verification", `/auth/claims*`). */
import { z } from "#schemas";
import { claim, json, type Limit, open, route } from "../../http/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";
import { Callsign, SPEC } from "../shapes.ts";

const CLAIMING: Limit = { name: "claims", points: 60, seconds: 3600 };

export function claimRoutes(people: People) {
  const { claims, sessions, db } = people;

  return [
    route("POST /auth/claims", {
      gate: open("somebody whose call another holds; with a session the call would join its account"),
      spec: SPEC,
      summary: "Claim a call that somebody else holds without having verified it",
      limit: CLAIMING,
      body: z.object({ callsign: Callsign }),
      status: 201,
      reply: z.object({
        claim: z.string().describe("Token of the claim; shown this once"),
        callsign: z.string(),
        held: z.boolean(),
        expiresAt: z.number().describe("When the claim ends unless a proof came before, in unix seconds"),
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
      cookie: true,
      spec: SPEC,
      summary: "How a claim stands; a sign-up claim's first answer after it is done opens a session",
      body: z.object({ claim: z.string().max(200) }),
      reply: z.object({
        status: z.enum(["open", "done", "refused", "expired"]),
        callsign: z.string(),
        method: z.string().nullable().describe(
          "Kind of proof by which the call was verified, e.g. rf_heard; null until it is",
        ),
      }),
      handle: async ({ who, incoming }) => {
        const { account, ...answer } = await db.write((tx) => claims.status(tx, who.claim, sessions.open));
        if (!account) return answer;
        return json(answer, 200, { "set-cookie": sessions.cookie(account, "full", incoming) });
      },
    }),
  ];
}
