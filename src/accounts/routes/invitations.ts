/** Invitations, as operators make, count and end them (API "Administration"). */
import { z } from "#schemas";
import type { Tx } from "../../db/mod.ts";
import { route, sysop, type SysopWho } from "../../http/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";

const SPEC = 'API "Administration"';
/** An invitation can be withdrawn, and another one made. */
const HARMLESS = "an invitation can be made and withdrawn again";

const At = z.number().describe("A time, in whole unix seconds");
const Invitation = z.object({
  id: z.number(),
  code: z.string(),
  label: z.string(),
  madeBy: z.string(),
  madeAt: At,
  expiresAt: At,
  most: z.number().describe("Accounts that it may open in all"),
  used: z.number().describe("Accounts that it has opened so far"),
  withdrawnAt: At.nullable(),
});

export function invitationRoutes({ calls: { invitations }, db, audit, world }: People) {
  const note = (tx: Tx, { actor }: SysopWho, action: string, id: number, label: string) =>
    audit.note(tx, world.now(), {
      ...{ actor, action, kind: "invitation", targetId: String(id), label: label || String(id), reason: "" },
    });
  return [
    route("GET /api/admin/invitations", {
      gate: sysop(),
      spec: SPEC,
      summary: "Invitations with what each has opened, and whether signing up takes one",
      reply: z.object({
        needed: z.boolean().describe("Whether nobody opens an account without one"),
        invitations: z.array(Invitation),
      }),
      handle: () => ({ needed: invitations.needed, invitations: invitations.all() }),
    }),
    route("POST /api/admin/invitations", {
      gate: sysop({ anyAge: HARMLESS }),
      spec: SPEC,
      summary: "Make a code with which so many people may sign up",
      body: z.object({
        label: z.string().trim().max(64).default(""),
        most: z.number().int().min(1).max(500).default(1),
        days: z.number().int().min(1).max(365).default(14),
      }),
      status: 201,
      reply: Invitation,
      errors: [accountFailure.too_many_invitations],
      handle: ({ who, body }) =>
        db.write((tx) => {
          const row = invitations.make(tx, { ...body, by: who.actor });
          note(tx, who, "invite", row.id, row.label);
          return row;
        }),
    }),
    route("DELETE /api/admin/invitations/:id", {
      gate: sysop({ anyAge: HARMLESS }),
      spec: SPEC,
      summary: "Withdraw an invitation; whoever came by it stays",
      params: { id: "Number of the invitation, as the list has it" },
      reply: z.object({ ok: z.literal(true) }),
      errors: [accountFailure.invitation_unknown],
      handle: async ({ who, params }) => {
        await db.write((tx) => {
          const { id, label } = invitations.withdraw(tx, Number(params.id));
          note(tx, who, "uninvite", id, label);
        });
        return { ok: true };
      },
    }),
  ];
}
