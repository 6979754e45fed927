/** Watched calls, alerts and web push (API "Live and misc"). */
import { z } from "#schemas";
import { baseCall, failures, isCall, normalCall } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { json, open, route, session, wholeParam } from "../../http/mod.ts";
import type { Alerts } from "./alerts.ts";
import { type Watchers, WATCHES_MOST } from "./watchers.ts";
import type { Push } from "../push/push.ts";
import { pushFailure } from "../push/push.ts";

const SPEC = 'API "Live and misc"';

const failure = failures({
  invalid_call: "invalid",
  watches_full: ["conflict", { limit: "number" }],
  watch_unknown: "missing",
  invalid_cursor: "invalid",
});

const Ok = z.object({ ok: z.literal(true) });
const Watch = z.object({ id: z.number(), callsign: z.string(), addedAt: z.number() });
const Alert = z.object({
  id: z.number(),
  kind: z.string(),
  callsign: z.string(),
  code: z.string().nullable(),
  title: z.string().nullable(),
  find: z.number().nullable().describe("Number of the log that it is about: its page is /find/<number>"),
  farM: z.number().nullable().describe("How far from a watched place the cache lies, in metres"),
  at: z.number(),
  seenAt: z.number().nullable(),
});
/** What `PushSubscription.toJSON()` gives in a browser. */
const Subscription = z.object({
  endpoint: z.string().min(1).max(1000),
  expirationTime: z.number().nullish(),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});

const FIRST = { at: Number.MAX_SAFE_INTEGER, id: 0 };

function readCursor(text: string | undefined): { at: number; id: number } {
  if (text === undefined) return FIRST;
  const parts = /^(\d{1,12})-(\d{1,15})$/.exec(text);
  if (!parts) throw failure.invalid_cursor();
  return { at: Number(parts[1]), id: Number(parts[2]) };
}

interface AlertParts {
  db: Database;
  alerts: Alerts;
  watchers: Watchers;
  push: Push;
}

export function alertRoutes({ db, alerts, watchers, push }: AlertParts) {
  const { store } = alerts;
  return [
    route("GET /api/watch", {
      gate: session(),
      spec: SPEC,
      summary: "Calls that you watch, and how many alerts you have not seen",
      reply: z.object({ watching: z.array(Watch), unseen: z.number(), limit: z.number() }),
      handle: ({ who }) => ({
        watching: store.watches({ account: who.account }),
        unseen: alerts.unseen(who.account),
        limit: WATCHES_MOST,
      }),
    }),
    route("POST /api/watch", {
      gate: session(),
      spec: SPEC,
      summary: "Watch a call: you are told when any SSID of it is heard",
      body: z.object({ callsign: z.string().max(20) }),
      reply: Watch.extend({ ok: z.literal(true) }),
      status: 201,
      also: { 200: "The callsign was watched already" },
      errors: [failure.invalid_call, failure.watches_full],
      handle: async ({ who, body }) => {
        const call = normalCall(body.callsign);
        if (!isCall(call)) throw failure.invalid_call();
        const [id, fresh] = await db.write((tx) => {
          const before = store.watches({ account: who.account });
          const id = watchers.watch(tx, who.account, call);
          const fresh = !before.some((one) => one.id === id);
          if (fresh && before.length >= WATCHES_MOST) throw failure.watches_full({ limit: WATCHES_MOST });
          return [id, fresh] as const;
        });
        const watch = store.watches({ account: who.account }).find((one) => one.id === id)!;
        return json({ ok: true, ...watch }, fresh ? 201 : 200);
      },
    }),
    route("DELETE /api/watch/:id", {
      gate: session(),
      spec: SPEC,
      summary: "Stop watching: by the watch's id, or by the call",
      params: { id: "Number of the watch, or the callsign that it watches" },
      reply: Ok,
      errors: [failure.watch_unknown],
      handle: async ({ who, params }) => {
        const base = baseCall(normalCall(params.id));
        const id = /^\d{1,15}$/.test(params.id)
          ? Number(params.id)
          : store.watches({ account: who.account }).find(({ callsign }) => callsign === base)?.id ?? -1;
        if (!await db.write((tx) => watchers.unwatch(tx, who.account, id))) throw failure.watch_unknown();
        return { ok: true };
      },
    }),
    route("GET /api/watch/alerts", {
      gate: session(),
      spec: SPEC,
      summary: "The member's own alerts, newest first",
      query: z.object({
        cursor: z.string().max(40).optional().describe("`nextCursor` of the page before"),
        limit: wholeParam(1, 200, 50).describe(
          "At most so many alerts, 1 to 200, 50 without it; others are refused",
        ),
      }),
      reply: z.object({
        alerts: z.array(Alert),
        nextCursor: z.string().nullable(),
        hasMore: z.boolean(),
        unseen: z.number(),
      }),
      errors: [failure.invalid_cursor],
      handle: ({ who, query }) => {
        const { at, id } = readCursor(query.cursor);
        const rows = store.page({ account: who.account, at, id, limit: query.limit + 1 });
        const shown = rows.slice(0, query.limit);
        const last = rows.length > query.limit ? shown.at(-1) : undefined;
        return {
          alerts: shown,
          nextCursor: last ? `${last.at}-${last.id}` : null,
          hasMore: last !== undefined,
          unseen: alerts.unseen(who.account),
        };
      },
    }),
    route("POST /api/watch/seen", {
      gate: session(),
      spec: SPEC,
      summary: "Mark all your alerts as seen",
      reply: z.object({ ok: z.literal(true), seen: z.number() }),
      handle: async ({ who }) => ({ ok: true, seen: await db.write((tx) => alerts.see(tx, who.account)) }),
    }),
    route("GET /api/push/key", {
      gate: open("the public half of the push key"),
      spec: SPEC,
      summary: "Application server key for web push; null where push is off",
      reply: z.object({ key: z.string().nullable() }),
      handle: () => ({ key: push.publicKey ?? null }),
    }),
    route("GET /api/push", {
      gate: session(),
      spec: SPEC,
      summary: "Whether this browser is registered in this session, to compare with what the browser says",
      query: z.object({
        endpoint: z.string().min(1).max(1000).describe("The endpoint of the browser's subscription"),
      }),
      reply: z.object({
        key: z.string().nullable().describe("Application server key; null where push is off"),
        here: z.object({
          addedAt: z.number(),
          waiting: z.number().describe("Messages that could not be sent yet"),
          lastOkAt: z.number().nullable(),
          lastFailedAt: z.number().nullable(),
          lastError: z.string().nullable(),
          nextTryAt: z.number().nullable().describe("Before this its push service is not asked again"),
        }).nullable().describe(
          "null where this session has not registered it: the browser is to register it anew",
        ),
      }),
      handle: ({ who, query }) => {
        return { key: push.publicKey ?? null, here: push.stateOf(who, query.endpoint) ?? null };
      },
    }),
    route("POST /api/push/subscribe", {
      gate: session(),
      spec: SPEC,
      summary: "Register this browser for web push: the body is PushSubscription.toJSON()",
      limit: { name: "push-subscribe", points: 30, seconds: 3600, per: ({ who }) => String(who.account) },
      body: Subscription,
      reply: Ok,
      status: 201,
      errors: [pushFailure.push_off, pushFailure.bad_subscription],
      handle: async ({ who, body }) => {
        await push.subscribe(who, body);
        return { ok: true };
      },
    }),
    route("POST /api/push/unsubscribe", {
      gate: session(),
      spec: SPEC,
      summary: "Forget a browser's web push",
      body: z.object({ endpoint: z.string().min(1).max(1000) }),
      reply: z.object({ ok: z.literal(true), removed: z.boolean() }),
      handle: async ({ who, body }) => ({
        ok: true,
        removed: await db.write((tx) => push.unsubscribe(tx, who.account, body.endpoint)),
      }),
    }),
  ];
}
