/** Decisions over HTTP: removing, restoring, suspending, and the log of them. */
import { z } from "#schemas";
import { accountFailure } from "../../accounts/mod.ts";
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import type { Audit, Database } from "../../db/mod.ts";
import { route, sysopOrOperator, wholeParam } from "../../http/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import { Action, CategoryName, ItemId, KindName, Ok, Reason, Suspended, Touches } from "../shapes.ts";
import type { Decisions } from "../decisions/decisions.ts";

const SPEC = 'API "Administration"';
const Dry = z.boolean().optional().describe("true: only say what would be touched, and change nothing");
const LAST = Number.MAX_SAFE_INTEGER;
/** So many things of one act at most. */
const SEVERAL = 100;

/** A callsign in a path, in normal form. Throws `invalid_call` for other text. */
function callOf(text: string): string {
  const call = normalCall(text);
  if (!isCall(call)) throw accountFailure.invalid_call();
  return call;
}

export function decisionRoutes(
  { db, audit, decisions }: { db: Database; audit: Audit; decisions: Decisions },
) {
  return [
    route("POST /api/admin/moderation/remove", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: SPEC,
      summary: "Remove a thing, and settle the reports on it",
      body: z.object({
        kind: KindName,
        id: ItemId,
        reason: Reason,
        reportId: z.number().int().positive().optional(),
        dry: Dry,
      }),
      reply: z.object({
        ok: z.literal(true),
        kind: KindName,
        id: z.string(),
        tombstones: z.number().describe("Records that neighbours are told to drop"),
        touches: Touches,
        dry: z.literal(true).optional(),
      }),
      errors: [
        failure.item_not_found,
        failure.already_removed,
        failure.report_not_found,
        failure.other_target,
        failure.operators_profile,
        failure.call_moved,
      ],
      handle: async ({ who, body: { dry, ...removal } }) => {
        const touches = decisions.removalTouches(removal);
        if (dry) return { ok: true, kind: removal.kind, id: removal.id, tombstones: 0, touches, dry };
        const { item, tombstones } = await db.write((tx) => decisions.remove(tx, who.actor, removal));
        return { ok: true, kind: removal.kind, id: item.id, tombstones, touches };
      },
    }),
    route("POST /api/admin/moderation/restore", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: SPEC,
      summary: "Bring a removed cache back, disabled",
      body: z.object({ kind: KindName, id: ItemId, reason: Reason }),
      reply: Ok.extend({ kind: KindName, id: z.string() }),
      errors: [failure.item_not_found, failure.cannot_restore, failure.not_removed],
      handle: async ({ who, body: { kind, id, reason } }) => {
        const item = await db.write((tx) => decisions.restore(tx, who.actor, kind, id, reason));
        return { ok: true, kind, id: item.id };
      },
    }),
    route("POST /api/admin/moderation/disable", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: SPEC,
      summary:
        "Disable a cache instead of removing it, and settle the report that led to it; or enable it again",
      body: z.object({
        kind: KindName,
        id: ItemId,
        reason: Reason,
        reportId: z.number().int().positive().optional(),
        disabled: z.boolean().default(true).describe(
          "false: enable a disabled cache again; no report is settled then",
        ),
      }),
      reply: Ok.extend({ kind: KindName, id: z.string() }),
      errors: [
        failure.item_not_found,
        failure.cannot_disable,
        failure.other_status,
        failure.report_not_found,
        failure.other_target,
      ],
      handle: async ({ who, body: { disabled, ...wish } }) => {
        const item = await db.write((tx) => decisions.disable(tx, who.actor, wish, disabled));
        return { ok: true, kind: wish.kind, id: item.id };
      },
    }),
    route("POST /api/admin/moderation/disable-several", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: SPEC,
      summary: "Disable several caches in one act, or enable them again: all of them or none",
      body: z.object({
        ids: z.array(ItemId).min(1).max(SEVERAL).describe(`Ids of caches, at most ${SEVERAL}`),
        reason: Reason,
        disabled: z.boolean(),
      }),
      reply: Ok,
      errors: [failure.item_not_found, failure.other_status],
      handle: async ({ who, body: { ids, reason, disabled } }) => {
        await db.write((tx) => decisions.disableAll(tx, who.actor, ids, reason, disabled));
        return { ok: true };
      },
    }),
    route("POST /api/admin/moderation/accounts/:call/suspend", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: SPEC,
      summary: "Suspend the holder of a call: sessions end, nobody signs in, nothing of theirs goes out",
      params: { call: "A callsign that the account holds, with or without SSID" },
      body: z.object({
        reason: Reason,
        category: CategoryName,
        until: z.number().int().positive().nullish().describe(
          "Unix seconds in the future; empty: until it is lifted",
        ),
        dry: Dry,
      }),
      reply: z.object({
        ok: z.literal(true),
        suspended: Suspended.optional(),
        touches: Touches,
        dry: z.literal(true).optional(),
      }),
      errors: [
        accountFailure.invalid_call,
        accountFailure.no_account,
        accountFailure.operator_account,
        accountFailure.invalid_until,
      ],
      handle: async ({ who, params, body: { dry, reason, category, until = null } }) => {
        const call = callOf(params.call);
        const touches = decisions.suspensionTouches(call);
        if (dry) return { ok: true, touches, dry };
        const row = await db.write((tx) =>
          decisions.suspend(tx, who.actor, call, { reason, category, until })
        );
        return { ok: true, suspended: { reason, category, until: row.until, at: row.suspendedAt }, touches };
      },
    }),
    route("POST /api/admin/moderation/accounts/:call/memorial", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: SPEC,
      summary:
        "Keep an account in memory of a silent key: closed to everybody, and all that it made stays under the name",
      params: { call: "A callsign that the account holds, with or without SSID" },
      body: z.object({ reason: Reason, dry: Dry }),
      reply: Ok.extend({ touches: Touches, dry: z.literal(true).optional() }),
      errors: [accountFailure.invalid_call, accountFailure.no_account, accountFailure.operator_account],
      handle: async ({ who, params, body: { dry, reason } }) => {
        const call = callOf(params.call);
        const touches = decisions.suspensionTouches(call);
        if (dry) return { ok: true, touches, dry };
        await db.write((tx) => decisions.remember(tx, who.actor, call, reason));
        return { ok: true, touches };
      },
    }),
    route("POST /api/admin/moderation/accounts/:call/unsuspend", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: SPEC,
      summary: "Lift a suspension or a memorial; also frees the calls of a suspended account that was erased",
      params: { call: "A callsign that the account holds, with or without SSID" },
      body: z.object({ reason: Reason }),
      reply: Ok,
      errors: [accountFailure.invalid_call, accountFailure.not_suspended],
      handle: async ({ who, params, body }) => {
        const call = callOf(params.call);
        await db.write((tx) => decisions.unsuspend(tx, who.actor, call, body.reason));
        return { ok: true };
      },
    }),
    route("POST /api/admin/moderation/accounts/suspend-several", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: SPEC,
      summary: "Suspend the holders of several calls in one act, or lift it again: all of them or none",
      body: z.object({
        calls: z.array(z.string().max(20)).min(1).max(SEVERAL).describe(
          `Callsigns, one of each account, at most ${SEVERAL}`,
        ),
        suspended: z.boolean().describe("false: lifts the suspensions"),
        reason: Reason,
        category: CategoryName.default("spam"),
        until: z.number().int().positive().nullish().describe(
          "Unix seconds in the future; empty: until they are lifted",
        ),
        dry: Dry,
      }),
      reply: z.object({ ok: z.literal(true), touches: Touches, dry: z.literal(true).optional() }),
      errors: [
        accountFailure.invalid_call,
        accountFailure.no_account,
        accountFailure.operator_account,
        accountFailure.invalid_until,
        accountFailure.not_suspended,
      ],
      handle: async ({ who, body: { dry, suspended, reason, category, until = null, ...body } }) => {
        const calls = body.calls.map(callOf), touches: Record<string, number> = {};
        if (!suspended) {
          if (dry) return { ok: true, touches, dry };
          await db.write((tx) => decisions.unsuspendAll(tx, who.actor, calls, reason));
          return { ok: true, touches };
        }
        for (const call of calls) {
          for (const [kind, n] of Object.entries(decisions.suspensionTouches(call))) {
            touches[kind] = (touches[kind] ?? 0) + n;
          }
        }
        if (dry) return { ok: true, touches, dry };
        await db.write((tx) => decisions.suspendAll(tx, who.actor, calls, { reason, category, until }));
        return { ok: true, touches };
      },
    }),
    route("GET /api/admin/moderation/log", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "What operators, the operator secret and the command line did, newest first",
      query: z.object({
        before: z.coerce.number().int().positive().max(LAST).optional().describe(
          "Only entries older than the one of this number",
        ),
        limit: wholeParam(1, 100, 50).describe("Entries of one page, 1 to 100; others are refused"),
        action: z.string().max(40).optional().describe(
          "Only entries of this action, e.g. suspend; at most 40 characters",
        ),
        actor: z.string().max(20).optional().describe(
          "Only entries of this actor: a callsign, at most 20 characters",
        ),
        about: z.string().max(20).optional().describe("Only what concerns this callsign"),
        target: z.string().max(100).optional().describe(
          "Only what was done to the thing of this id, e.g. a setting's name; at most 100 characters",
        ),
      }),
      reply: z.object({ entries: z.array(Action), nextBefore: z.number().nullable() }),
      handle: ({ query: { before = LAST, limit, action, actor, about, target } }) => {
        const entries = audit.page({
          before,
          limit: limit + 1,
          action: action ?? null,
          actor: actor ?? null,
          target: target ?? null,
          about: about === undefined ? null : baseCall(normalCall(about)),
        });
        const shown = entries.slice(0, limit);
        return { entries: shown, nextBefore: entries.length > limit ? shown.at(-1)!.id : null };
      },
    }),
  ];
}
