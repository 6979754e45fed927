/** Files of accounts without a verified call: what operators see and do about them. */
import { z } from "#schemas";
import { route, sysopOrOperator } from "../../http/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { clearingTouches, clearNewcomers, newcomersOverview, takeBackClearing } from "../newcomers/clear.ts";
import { TAKE_BACK_S } from "../rules/newcomer_limits.ts";
import { callText, line } from "../views/fields.ts";
import { ADMIN_SPEC, rowId } from "./shared.ts";

const Clearing = z.object({
  id: z.number(),
  at: z.number().describe("When it was cleared, in unix seconds"),
  actor: z.string().describe("A call, OPERATOR for the operator secret, or CLI"),
  accounts: z.number(),
  files: z.number(),
  bytes: z.number(),
  until: z.number().describe("Until when it can be taken back; unix seconds"),
});

export const newcomerRoutes = (game: Game) => [
  route("GET /api/admin/newcomers", {
    gate: sysopOrOperator(),
    spec: ADMIN_SPEC,
    summary:
      "Accounts without a verified call that have texts, photos or sounds, the largest first, and their room",
    reply: z.object({
      room: z.object({
        bytes: z.number().describe("Bytes that texts and files of all of them take"),
        limit: z.number().describe("Bytes that these may take: a tenth of the room for media"),
      }),
      accounts: z.array(z.object({
        callsign: z.string().nullable(),
        calls: z.array(z.string()),
        bytes: z.number(),
        files: z.number(),
      })),
      truncated: z.boolean().describe("Whether there are more than these"),
      clearings: z.array(Clearing).describe("What was cleared within the last day, newest first"),
    }),
    handle: () => newcomersOverview(game),
  }),
  route("POST /api/admin/newcomers/clear", {
    gate: sysopOrOperator({ anyAge: "what is cleared can be brought back for a day" }),
    spec: ADMIN_SPEC,
    summary: "Take away texts and files of accounts without a verified call; can be taken back for a day",
    body: z.object({
      calls: z.array(callText).min(1).max(200).optional().describe(
        "Only of the accounts that hold these calls; absent: of all",
      ),
      reason: line(500).min(3).describe("Why: 3 to 500 characters, kept in the log"),
      dry: z.boolean().optional().describe("true: only say what would be touched, and change nothing"),
    }),
    reply: z.object({
      ok: z.literal(true),
      touches: z.record(z.string(), z.number()).describe("How many accounts, files and texts are concerned"),
      clearing: Clearing.optional(),
      dry: z.literal(true).optional(),
    }),
    errors: [gameFailure.not_newcomer, gameFailure.nothing_to_clear],
    handle: async ({ who, body: { calls, reason, dry } }) => {
      const touches = clearingTouches(game, calls);
      if (dry) return { ok: true, touches, dry };
      const row = await game.db.write((tx) => clearNewcomers(game, tx, { actor: who.actor, reason, calls }));
      return { ok: true, touches, clearing: { ...row, until: row.at + TAKE_BACK_S } };
    },
  }),
  route("POST /api/admin/newcomers/clearings/:id/undo", {
    gate: sysopOrOperator({ anyAge: "what is cleared can be brought back for a day" }),
    spec: ADMIN_SPEC,
    summary: "Bring back what was cleared, within a day",
    params: { id: "Number of the clearing, as the list shows it" },
    reply: z.object({ ok: z.literal(true), files: z.number().describe("How many of them are there again") }),
    errors: [gameFailure.clearing_not_found, gameFailure.clearing_late],
    handle: async ({ who, params }) => {
      const id = rowId(params.id, gameFailure.clearing_not_found);
      return { ok: true, files: await game.db.write((tx) => takeBackClearing(game, tx, id, who.actor)) };
    },
  }),
];
