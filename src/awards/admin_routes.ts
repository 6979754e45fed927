/** Operators declare awards. API "Administration". */
import { z } from "#schemas";
import { route, sysop } from "../http/mod.ts";
import type { Awards } from "./awards.ts";
import { awardFailure } from "./errors.ts";
import type { AwardNeeds } from "./parts.ts";
import { idOf, langOfReader } from "./routes.ts";
import { AwardRule } from "./rules.ts";

const SPEC = 'API "Administration"';
const ID = { id: "Number of the award, as the list of operators has it" };
const name = z.string().trim().min(1).max(60), about = z.string().trim().max(200);

/** Their routes. */
export function awardAdminRoutes({ db, world, audit, awards }: AwardNeeds & { awards: Awards }) {
  const note = (actor: string, action: string, id: number, label: string) => ({
    ...{ actor, action, kind: "award", targetId: String(id), label, reason: "" },
  });
  const common = {
    gate: sysop({ anyAge: "awards are the club's own, and certificates that were signed stay" }),
    spec: SPEC,
  } as const;
  return [
    route("GET /api/admin/awards", {
      ...common,
      summary: "All awards: those of the program, and those that the club has declared",
      reply: z.object({
        awards: z.array(z.object({
          id: z.number(),
          builtin: z.boolean().describe("It came with the program: it can be switched off, not changed"),
          name: z.string(),
          about: z.string(),
          rule: AwardRule,
          active: z.boolean(),
        })),
      }),
      handle: ({ incoming }) => ({ awards: awards.all(langOfReader(incoming)) }),
    }),
    route("POST /api/admin/awards", {
      ...common,
      summary: "Declare what members can reach: an award's name and the rule by which finds count",
      status: 201,
      body: z.object({ name, about: about.default(""), rule: AwardRule, active: z.boolean().default(true) }),
      reply: z.object({ id: z.number() }),
      errors: [awardFailure.awards_full],
      handle: async ({ who, body }) => ({
        id: await db.write((tx) => {
          const id = awards.declare(tx, body);
          audit.note(tx, world.now(), note(who.actor, "add", id, body.name));
          return id;
        }),
      }),
    }),
    route("PATCH /api/admin/awards/:id", {
      ...common,
      summary: "Change an award; certificates that were signed before keep their rule",
      params: ID,
      body: z.object({
        name: name.optional(),
        about: about.optional(),
        rule: AwardRule.optional(),
        active: z.boolean().optional(),
      }),
      reply: z.object({ ok: z.literal(true) }),
      errors: [awardFailure.award_missing, awardFailure.award_builtin],
      handle: async ({ who, params, body }) => {
        await db.write((tx) => {
          const { id, name, builtin } = awards.change(tx, idOf(params.id), body);
          audit.note(tx, world.now(), note(who.actor, "save", id, builtin ?? name));
        });
        return { ok: true } as const;
      },
    }),
    route("DELETE /api/admin/awards/:id", {
      ...common,
      summary: "Delete an award that the club has declared; certificates stay",
      params: ID,
      reply: z.object({ ok: z.literal(true) }),
      errors: [awardFailure.award_missing, awardFailure.award_builtin],
      handle: async ({ who, params }) => {
        await db.write((tx) => {
          const { id, name } = awards.drop(tx, idOf(params.id));
          audit.note(tx, world.now(), note(who.actor, "remove", id, name));
        });
        return { ok: true } as const;
      },
    }),
  ];
}
