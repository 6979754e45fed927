/** Newcomers whose posts are held: how many wait, welcoming them in one act, and taking that back. */
import { z } from "#schemas";
import { accountFailure } from "../../accounts/mod.ts";
import { isCall, normalCall } from "../../base/mod.ts";
import { route, session, sysopOrOperator } from "../../http/mod.ts";
import { HOLD_NEWCOMERS } from "../../settings/mod.ts";
import { Reason, Touches } from "../shapes.ts";
import type { Welcomes } from "../decisions/welcomes.ts";
import { heldOfAll } from "../members/list_members.ts";
import type { ModerationParts } from "../parts.ts";

const SPEC = 'API "Administration"';
/** So many newcomers of one act at most. */
const SEVERAL = 100;

const Act = z.object({
  id: z.number(),
  until: z.number().describe("Until when it may be taken back, in unix seconds"),
});

/** A callsign in normal form. Throws `invalid_call` for other text. */
function callOf(text: string): string {
  const call = normalCall(text);
  if (!isCall(call)) throw accountFailure.invalid_call();
  return call;
}

export function welcomeRoutes(
  { db, settings, accounts, people, welcomes }: ModerationParts & { welcomes: Welcomes },
) {
  const held = heldOfAll(db);
  return [
    route("GET /api/admin/moderation/held", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "How many posts of newcomers are held, and who was welcomed within the last day",
      reply: z.object({
        on: z.boolean().describe("Whether what newcomers write is held: the setting HOLD_NEWCOMERS"),
        accounts: z.number().describe("Newcomers of whom something is held"),
        posts: z.number().describe("Logs, mail and bulletins that are held"),
        welcomes: z.array(
          Act.extend({
            at: z.number(),
            actor: z.string(),
            accounts: z.number().describe("Newcomers that the act welcomed"),
          }),
        ).describe("Acts that may still be taken back, newest first"),
      }),
      handle: () => ({
        on: settings.get(HOLD_NEWCOMERS),
        ...held({})!,
        welcomes: people.welcomes.lately(),
      }),
    }),
    route("POST /api/admin/moderation/accounts/welcome-several", {
      gate: sysopOrOperator({ anyAge: "what is welcomed can be held again for a day" }),
      spec: SPEC,
      summary: "Welcome newcomers in one act: what is held of them is released; all of them or none",
      body: z.object({
        calls: z.array(z.string().max(20)).min(1).max(SEVERAL).describe(
          `Callsigns, one of each account, at most ${SEVERAL}`,
        ),
        reason: Reason,
        dry: z.boolean().optional().describe("true: only say what would be released, and change nothing"),
      }),
      reply: z.object({
        ok: z.literal(true),
        touches: Touches,
        welcome: Act.optional(),
        dry: z.literal(true).optional(),
      }),
      errors: [accountFailure.invalid_call, accountFailure.no_account, accountFailure.not_waiting],
      handle: async ({ who, body: { dry, reason, ...body } }) => {
        const calls = body.calls.map(callOf), touches = welcomes.touches(calls);
        if (dry) return { ok: true, touches, dry };
        const { id, until } = await db.write((tx) => welcomes.welcome(tx, who.actor, calls, reason));
        return { ok: true, touches, welcome: { id, until } };
      },
    }),
    route("POST /api/admin/moderation/welcomes/:id/undo", {
      gate: sysopOrOperator({ anyAge: "who is held again can be welcomed again" }),
      spec: SPEC,
      summary: "Take a welcome back, within a day: what has not gone to neighbours is held again",
      params: { id: "Number of the act, as it was answered" },
      reply: z.object({
        ok: z.literal(true),
        held: z.number().describe("Posts that are held again"),
        stay: z.number().describe(
          "Posts that stay: neighbours have them, they were read, or their writer has proved a call since",
        ),
      }),
      errors: [accountFailure.welcome_unknown, accountFailure.welcome_late],
      handle: async ({ who, params }) => {
        const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0;
        return { ok: true, ...await db.write((tx) => welcomes.takeBack(tx, who.actor, id)) };
      },
    }),
    route("GET /api/my/held", {
      gate: session(),
      spec: 'API "Accounts, identity, verification"',
      summary: "Whether what the member writes is held, and how much is",
      reply: z.object({
        held: z.boolean().describe("What is written now waits for the proof of a call, or for a welcome"),
        logs: z.number(),
        photos: z.number(),
        mail: z.number().describe("Packet mail and bulletins"),
      }),
      handle: ({ who: { account } }) => ({ held: accounts.postsHeld(account), ...welcomes.heldOf(account) }),
    }),
  ];
}
