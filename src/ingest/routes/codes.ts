/** One-time codes with which a box joins: made, shown again and withdrawn by operators (API "Administration"). */
import { z } from "#schemas";
import type { Tx } from "../../db/mod.ts";
import { type OperatorWho, route, sysopOrOperator, type SysopWho } from "../../http/mod.ts";
import { JOIN_STEPS } from "../boxes/open_codes.ts";
import { ingestFailure } from "../errors.ts";
import type { IngestParts } from "../parts.ts";

const SPEC = 'API "Administration"';

const CODE = { id: "Id of the code, as the list of boxes has it" };
const Code = z.object({
  id: z.string(),
  code: z.string(),
  expiresAt: z.number(),
  label: z.string(),
  callsign: z.string().nullable(),
  authority: z.string().nullable().describe(
    "SHA-256 of the authority that signs this instance's certificates, in hex digits, for the box to pin; null " +
      "where it makes none",
  ),
});
/** A code that no box has used yet, as the list of boxes has it. */
export const OpenCode = z.object({
  id: z.string(),
  label: z.string(),
  callsign: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
  readable: z.boolean().describe(
    "Whether it can be shown again: not after a restart, nor where the shell made it",
  ),
  progress: z.object({
    step: z.enum(JOIN_STEPS),
    frames: z.number(),
    direct: z.number(),
    at: z.number(),
  }).nullable().describe("What the box with it last said that it does; null where it said nothing yet"),
});

export function codeRoutes({ db, boxes, audit, world, authority }: IngestParts) {
  const note = (
    tx: Tx,
    who: SysopWho | OperatorWho,
    action: string,
    { label, callsign }: { label: string; callsign: string | null },
  ) => {
    const name = label || callsign || "code";
    audit.note(tx, world.now(), {
      ...{ actor: who.actor, action, kind: "box", targetId: name, label: name, reason: "" },
    });
  };
  const ownAuthority = () => authority?.() ?? null;

  return [
    route("POST /api/admin/boxes/codes", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Make a one-time enrolment code",
      body: z.object({
        label: z.string().max(64).optional(),
        callsign: z.string().max(9).optional(),
        ttlMin: z.number().optional(),
      }),
      status: 201,
      reply: Code,
      errors: [ingestFailure.bad_label, ingestFailure.bad_call],
      handle: ({ who, body }) =>
        db.write((tx) => {
          const owner = who.kind === "sysop" ? who.account : null;
          const made = boxes.codes.make(tx, { ...body, by: who.actor, owner });
          note(tx, who, "box-code", made);
          return { ...made, authority: ownAuthority() };
        }),
    }),
    route("POST /api/admin/boxes/codes/:id/reveal", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Show a code again that no box has used yet",
      params: CODE,
      reply: Code,
      errors: [ingestFailure.code_closed, ingestFailure.code_unreadable],
      handle: ({ who, params }) =>
        db.write((tx) => {
          const code = boxes.codes.reveal(params.id);
          note(tx, who, "box-code-again", code);
          return { ...code, authority: ownAuthority() };
        }),
    }),
    route("DELETE /api/admin/boxes/codes/:id", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Withdraw a code that no box has used yet",
      params: CODE,
      reply: z.object({ ok: z.literal(true) }),
      errors: [ingestFailure.code_closed],
      handle: async ({ who, params }) => {
        await db.write((tx) => note(tx, who, "box-code-withdrawn", boxes.codes.withdraw(tx, params.id)));
        return { ok: true };
      },
    }),
  ];
}
