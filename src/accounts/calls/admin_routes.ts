/** What operators do with calls: manual verification, holders, release (API "Administration"). */
import { z } from "zod";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import { type Route, route, sysop } from "../../http/mod.ts";
import { isAdminCall } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";

const SPEC = 'API "Administration"';
const Note = z.string().trim().min(3).max(200);

export function adminCallRoutes(people: People): Route[] {
  const { accounts, calls, claims, signIn, audit, db, settings, world } = people;
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
      summary: "Manual verifications",
      handle: () => ({
        verifications: store.manualVerifications().map((row) => ({
          callsign: row.base,
          verifiedBy: row.verifiedBy,
          note: row.note,
          verifiedAt: row.verifiedAt,
          held: accounts.holder(row.base) !== undefined,
        })),
      }),
    }),
    route("POST /api/admin/verifications", {
      gate: sysop(),
      spec: SPEC,
      summary: "Verify a call by hand; names the account that holds it",
      body: z.object({ callsign: z.string().max(20), note: Note, holder: z.number().int().optional() }),
      status: 201,
      errors: [accountFailure.invalid_call, accountFailure.confirm_holder, accountFailure.verified_already],
      handle: async ({ who, body }) => {
        const call = base(body.callsign);
        await db.write((tx) => {
          confirmHolder(call, body.holder);
          if (accounts.isVerified(call)) throw accountFailure.verified_already({ callsign: call });
          accounts.verify(tx, call, "sysop", who.call, body.note);
          claims.refuseOthers(tx, call);
          audit.note(tx, world.now(), {
            actor: who.actor,
            action: "verify",
            kind: "callsign",
            targetId: call,
            label: call,
            reason: body.note,
          });
        });
        return { verified: true, callsign: call, method: "sysop", verifiedBy: who.call, note: body.note };
      },
    }),
    route("DELETE /api/admin/verifications/:call", {
      gate: sysop(),
      spec: SPEC,
      summary: "Take a manual verification back; sessions go on",
      errors: [accountFailure.invalid_call, accountFailure.verification_missing],
      handle: async ({ who, params }) => {
        const call = base(params.call);
        await db.write((tx) => {
          if (store.verification({ base: call })?.method !== "sysop") {
            throw accountFailure.verification_missing({ callsign: call });
          }
          accounts.unverify(tx, call);
          audit.note(tx, world.now(), {
            actor: who.actor,
            action: "unverify",
            kind: "callsign",
            targetId: call,
            label: call,
            reason: "",
          });
        });
        return { revoked: call };
      },
    }),
    route("GET /api/admin/callsigns/:call", {
      gate: sysop(),
      spec: SPEC,
      summary: "Who holds a call, how it was proven, its claims and history",
      errors: [accountFailure.invalid_call],
      handle: ({ params }) => {
        const call = base(params.call);
        const verification = store.verification({ base: call });
        return {
          callsign: call,
          adminCall: isAdminCall(settings, call),
          holder: holderOf(call),
          verification: verification
            ? {
              method: verification.method,
              verifiedAt: verification.verifiedAt,
              verifiedBy: verification.verifiedBy,
              note: verification.note,
            }
            : null,
          openClaims: claims.store.openOf({ base: call, now: world.now() }).length,
          events: calls.store.events({ base: call }).map((
            { action, fromAccount, toAccount, actor, note, at },
          ) => ({
            action,
            fromAccount,
            toAccount,
            actor,
            note,
            at,
          })),
        };
      },
    }),
    route("POST /api/admin/callsigns/:call", {
      gate: sysop(),
      spec: SPEC,
      summary: "Release a call from its holder; what they hid and logged stays theirs",
      body: z.object({
        action: z.literal("release"),
        reason: z.string().trim().min(3).max(500),
        holder: z.number().int().optional(),
      }),
      errors: [accountFailure.invalid_call, accountFailure.confirm_holder],
      handle: async ({ who, params, body }) => {
        const call = base(params.call);
        await db.write((tx) => {
          confirmHolder(call, body.holder);
          calls.detach(tx, call, who.call, body.reason, null);
          audit.note(tx, world.now(), {
            actor: who.actor,
            action: "release",
            kind: "callsign",
            targetId: call,
            label: call,
            reason: body.reason,
          });
        });
        return { released: call };
      },
    }),
  ];
}
