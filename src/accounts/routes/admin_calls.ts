/** What operators do with calls: manual verification, holders, release (API "Administration"). */
import { z } from "#schemas";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { cutAt, route, sysop } from "../../http/mod.ts";
import { isAdminCall } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";
import { CACHES_LEFT } from "../ports.ts";
import type { VerificationRow } from "../store.ts";

const SPEC = 'API "Administration"';
const CALL = { call: "A callsign; its SSID, prefix and suffix are not heeded" };
const At = z.number().describe("A time, in whole unix seconds");
const Holder = z.object({
  accountId: z.number(),
  activeCallsign: z.string().nullable(),
  passkeys: z.number(),
  email: z.boolean().describe(
    "Whether the account has a confirmed email address; the address itself is not told",
  ),
  createdAt: At,
  held: z.array(z.object({ callsign: z.string(), isPrimary: z.boolean() })),
});
const Verification = z.object({
  method: z.enum(["rf_heard", "ampr_dns", "lotw", "operator", "sysop"]),
  verifiedAt: At,
  verifiedBy: z.string().nullable(),
  note: z.string().nullable(),
});
const CallEvent = z.object({
  action: z.enum(["claimed", "released"]),
  fromAccount: z.number().nullable(),
  toAccount: z.number().nullable(),
  actor: z.string().describe("Who did it: `licensee`, or the operator's callsign"),
  note: z.string().nullable(),
  at: At,
});
const Note = z.string().trim().min(3).max(200);
/** Most claims and unverified calls that are listed. */
const WAITING = 50;

const shown = ({ base: _, ...rest }: VerificationRow) => rest;

export function adminCallRoutes(people: People) {
  const { accounts, calls, claims, signIn, audit, db, settings, world, madeUnder } = people;
  const { store } = accounts;

  /** The base call of a text, or the refusal. */
  const base = (text: string): string => {
    const call = normalCall(text);
    if (!isCall(call)) throw accountFailure.invalid_call({ callsign: text });
    return baseCall(call);
  };

  /** A holder as the operator sees one (API "Resources and fields", Holder). */
  const holderOf = (call: string) => {
    const person = accounts.holder(call);
    if (!person) return null;
    const account = store.account({ id: person.accountId })!;
    return {
      accountId: account.id,
      activeCallsign: account.activeCall,
      passkeys: signIn.store.rows(account.id).length,
      email: account.email !== null,
      createdAt: account.createdAt,
      held: store.heldBy({ account: account.id }).map((row) => ({
        callsign: row.base,
        isPrimary: row.isPrimary === 1,
      })),
    };
  };

  const note = (tx: Tx, actor: string, action: string, call: string, reason: string) =>
    audit.note(tx, world.now(), { actor, action, kind: "callsign", targetId: call, label: call, reason });

  /** Throws unless the caller named the account that holds the call. */
  const confirmHolder = (call: string, named: number | undefined): number => {
    const person = accounts.holder(call);
    if (!person || person.accountId !== named) {
      throw accountFailure.confirm_holder({ holder: holderOf(call) });
    }
    return person.accountId;
  };

  return [
    route("GET /api/admin/verifications", {
      gate: sysop(),
      spec: SPEC,
      summary: "Manual verifications, and what waits for one: claims and unverified calls",
      reply: z.object({
        verifications: z.array(
          Verification.extend({ callsign: z.string(), held: z.boolean() }),
        ),
        claims: z.array(z.object({
          callsign: z.string(),
          signUp: z.boolean().describe("Whether it comes from somebody without an account"),
          holder: z.string().nullable().describe(
            "Primary callsign of the account that holds the call now; null: nobody does",
          ),
          openedAt: At,
          expiresAt: At,
        })).describe(`Open claims, newest first, at most ${WAITING}`),
        unproven: z.array(z.object({ callsign: z.string(), holder: z.string().nullable(), since: At }))
          .describe(
            `Calls that are held and not verified, newest first, at most ${WAITING}`,
          ),
        truncated: z.boolean().describe("Whether more claims are open, or more calls unverified"),
      }),
      handle: () => {
        const open = cutAt(claims.store.waiting({ now: world.now(), limit: WAITING + 1 }), WAITING);
        const unproven = cutAt(store.unproven({ limit: WAITING + 1 }), WAITING);
        return {
          verifications: store.manualVerifications().map((row) => ({
            ...shown(row),
            callsign: row.base,
            held: accounts.holder(row.base) !== undefined,
          })),
          claims: open.rows.map((row) => ({
            callsign: row.call,
            signUp: row.accountId === null,
            holder: accounts.holder(row.base)?.call ?? null,
            openedAt: row.openedAt,
            expiresAt: row.expiresAt,
          })),
          unproven: unproven.rows.map((row) => ({
            callsign: row.base,
            holder: accounts.person(row.accountId)?.call ?? null,
            since: row.heldSince,
          })),
          truncated: open.truncated || unproven.truncated,
        };
      },
    }),
    route("POST /api/admin/verifications", {
      gate: sysop(),
      spec: SPEC,
      summary: "Verify a call by hand; names the account that holds it",
      body: z.object({ callsign: z.string().max(20), note: Note, holder: z.number().int().optional() }),
      status: 201,
      reply: z.object({
        verified: z.literal(true),
        callsign: z.string(),
        method: z.literal("sysop"),
        verifiedBy: z.string(),
        note: z.string(),
      }),
      errors: [accountFailure.invalid_call, accountFailure.confirm_holder, accountFailure.verified_already],
      handle: async ({ who, body }) => {
        const call = base(body.callsign);
        await db.write((tx) => {
          confirmHolder(call, body.holder);
          if (accounts.isVerified(call)) throw accountFailure.verified_already({ callsign: call });
          accounts.verify(tx, call, "sysop", who.call, body.note);
          claims.refuseOthers(tx, call);
          note(tx, who.actor, "verify", call, body.note);
        });
        return { verified: true, callsign: call, method: "sysop", verifiedBy: who.call, note: body.note };
      },
    }),
    route("DELETE /api/admin/verifications/:call", {
      params: CALL,
      gate: sysop(),
      spec: SPEC,
      summary: "Take a manual verification back; sessions go on",
      reply: z.object({ revoked: z.string() }),
      errors: [accountFailure.invalid_call, accountFailure.verification_missing],
      handle: async ({ who, params }) => {
        const call = base(params.call);
        await db.write((tx) => {
          if (store.verification({ base: call })?.method !== "sysop") {
            throw accountFailure.verification_missing({ callsign: call });
          }
          accounts.unverify(tx, call);
          note(tx, who.actor, "unverify", call, "");
        });
        return { revoked: call };
      },
    }),
    route("GET /api/admin/callsigns/:call", {
      params: CALL,
      gate: sysop(),
      spec: SPEC,
      summary: "Who holds a call, how it was verified, its claims and history",
      reply: z.object({
        callsign: z.string(),
        adminCall: z.boolean(),
        holder: Holder.nullable(),
        verification: Verification.nullable(),
        under: z.object({ caches: z.number(), logs: z.number() }).describe(
          "Caches and logs of its holder that are shown under this call",
        ),
        openClaims: z.number(),
        events: z.array(CallEvent),
      }),
      errors: [accountFailure.invalid_call],
      handle: ({ params }) => {
        const call = base(params.call), holder = holderOf(call);
        const verification = store.verification({ base: call });
        return {
          callsign: call,
          adminCall: isAdminCall(settings, call),
          holder,
          under: holder ? madeUnder(holder.accountId, call) : { caches: 0, logs: 0 },
          verification: verification === undefined ? null : shown(verification),
          openClaims: claims.store.openOf({ base: call, now: world.now() }).length,
          events: calls.store.events({ base: call }).map(({ id: _id, base: _base, ...event }) => event),
        };
      },
    }),
    route("POST /api/admin/callsigns/:call", {
      params: CALL,
      gate: sysop(),
      spec: SPEC,
      summary:
        "Release a call from its holder; what they logged stays theirs, and what they hid becomes what is said",
      body: z.object({
        action: z.literal("release"),
        reason: z.string().trim().min(3).max(500),
        holder: z.number().int().optional().describe("The account that holds the call, to confirm"),
        caches: z.enum(CACHES_LEFT).default("stay").describe(
          "What becomes of the caches hidden under it: only another name, also offered for adoption, or archived",
        ),
      }),
      reply: z.object({ released: z.string() }),
      errors: [accountFailure.invalid_call, accountFailure.confirm_holder],
      handle: async ({ who, params, body }) => {
        const call = base(params.call);
        await db.write((tx) => {
          confirmHolder(call, body.holder);
          calls.detach(tx, call, who.call, body.reason, null, body.caches);
          note(tx, who.actor, "release", call, body.reason);
        });
        return { released: call };
      },
    }),
  ];
}
