/** Log books. */
import { z } from "zod";
import { actor, json, open, type Route, route } from "../../http/mod.ts";
import { fromBase64Url } from "../../base/mod.ts";
import { rateCache, toggle } from "../community/community.ts";
import { findMirrorView } from "../exchange/mirrors.ts";
import { Position } from "../stages/unlock_stage.ts";
import { lines, LogView, logView } from "../views/views.ts";
import { writeLog } from "../finds/write_log.ts";
import { below, Page, perAccount, type RouteParts, SPEC, viewerOf } from "./shared.ts";
import { ACTING, gameFailure } from "../errors.ts";

/** A log as posted. */
const NewLog = z.object({
  kind: z.enum(["found", "DNF", "dnf", "note", "maintenance"]).default("found"),
  text: lines(2000).default(""),
  position: Position.optional(),
  offline: z.boolean().optional(),
  signed: z.object({
    key: z.string().refine((key) => fromBase64Url(key)?.length === 32, "is no Ed25519 public key"),
    sig: z.string().min(80).max(100),
    at: z.number().int().min(0),
  }).optional(),
  needsMaintenance: z.boolean().optional(),
  loggerCall: z.string().max(12).optional(),
  callsign: z.string().max(12).optional(),
});

const Toggle = z.object({ on: z.boolean().optional(), callsign: z.string().max(12).optional() });
const Toggled = z.object({ on: z.boolean(), count: z.number() });

export function logRoutes({ game }: RouteParts): Route[] {
  const write = perAccount("log-write", 600, 3600);
  return [
    route("GET /api/caches/:id/logs", {
      gate: open("log books are public"),
      spec: SPEC,
      summary: "The log book, newest first",
      query: Page,
      reply: z.object({
        logs: z.array(LogView.extend({ id: z.number().nullable() })),
        nextCursor: z.string().nullable(),
        hasMore: z.boolean(),
      }),
      errors: [gameFailure.cache_not_found, gameFailure.cache_removed],
      handle: ({ who, params, query }) => {
        if (params.id.includes(":")) {
          const logs = game.mirrors.findsOf(params.id, query.limit).map(findMirrorView);
          return { logs, nextCursor: null, hasMore: false };
        }
        const viewer = viewerOf(who);
        const cache = game.seen(params.id, viewer);
        const rows = game.logs.page(cache.id, below(query.cursor), query.limit + 1);
        const page = rows.slice(0, query.limit);
        const least = game.leastTrustOf(cache);
        const hasMore = rows.length > query.limit;
        return {
          logs: page.map((row) =>
            logView(
              row,
              least,
              viewer.operator || (viewer.account !== undefined && row.accountId === viewer.account),
            )
          ),
          nextCursor: hasMore ? String(page.at(-1)!.id) : null,
          hasMore,
        };
      },
    }),
    route("POST /api/caches/:id/logs", {
      gate: actor(),
      spec: SPEC,
      summary: "Log a find, a DNF or a note; the answer says what a find is worth and why",
      status: 201,
      limit: write,
      body: NewLog,
      reply: LogView,
      errors: [
        ...ACTING,
        gameFailure.mirrored_cache,
        gameFailure.owner_only,
        gameFailure.cache_not_found,
        gameFailure.cache_gone,
        gameFailure.own_cache,
        gameFailure.cache_inactive,
        gameFailure.already_found,
        gameFailure.last_stage_locked,
        gameFailure.suspended,
        gameFailure.key_unknown,
        gameFailure.bad_log_signature,
        gameFailure.note_needs_text,
      ],
      handle: async ({ who, params, body }) => {
        const acting = game.acting(who, body.loggerCall ?? body.callsign);
        const kind = body.kind === "dnf" ? "DNF" : body.kind;
        const { log, cache, duplicate } = await writeLog(game, {
          cache: params.id,
          person: acting.person,
          call: acting.call,
          kind,
          text: body.text,
          via: acting.session ? "web" : "secret",
          ...(body.position && { position: body.position }),
          ...(body.offline !== undefined && { offline: body.offline }),
          ...(body.signed && { signed: { ...body.signed, kind: body.kind } }),
          ...(body.needsMaintenance !== undefined && { needsMaintenance: body.needsMaintenance }),
        });
        const view = logView(log, game.leastTrustOf(cache), true);
        return duplicate ? json({ ...view, duplicate: true }) : view;
      },
    }),
    route("POST /api/caches/:id/favorite", {
      gate: actor(),
      spec: SPEC,
      summary: "Set or flip a favourite",
      body: Toggle,
      reply: Toggled,
      errors: [...ACTING, gameFailure.cache_not_found, gameFailure.cache_removed, gameFailure.own_favorite],
      handle: ({ who, params, body }) =>
        toggle(game, game.acting(who, body.callsign), params.id, "favorite", body.on),
    }),
    route("POST /api/caches/:id/watch", {
      gate: actor(),
      spec: SPEC,
      summary: "Set or flip a watch: its finds are told to the watcher",
      body: Toggle,
      reply: Toggled,
      errors: [...ACTING, gameFailure.cache_not_found, gameFailure.cache_removed],
      handle: ({ who, params, body }) =>
        toggle(game, game.acting(who, body.callsign), params.id, "watch", body.on),
    }),
    route("POST /api/caches/:id/rate", {
      gate: actor(),
      spec: SPEC,
      summary: "Rate a cache from 1 to 5 stars, as a finder",
      body: z.object({ stars: z.number().int().min(1).max(5), callsign: z.string().max(12).optional() }),
      reply: z.object({ rating: z.object({ avg: z.number().nullable(), count: z.number() }).loose() }),
      errors: [...ACTING, gameFailure.cache_not_found, gameFailure.cache_removed, gameFailure.cannot_rate],
      handle: ({ who, params, body }) =>
        rateCache(game, game.acting(who, body.callsign), params.id, body.stars),
    }),
  ];
}
