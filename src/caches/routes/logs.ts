/** Log books, and what a member thinks of a cache. */
import { z } from "#schemas";
import { fromBase64Url } from "../../base/mod.ts";
import { actor, json, open, route, session } from "../../http/mod.ts";
import { actorOf, viewerOf } from "../acting.ts";
import { rateCache, toggle } from "../community/community.ts";
import { recommend } from "../community/recommend.ts";
import { ACTING, gameFailure } from "../errors.ts";
import { bookCursor } from "../finds/book_cursor.ts";
import { firstsOf } from "../finds/firsts.ts";
import { logBook } from "../finds/log_book.ts";
import { OneFind, oneFind } from "../finds/one_find.ts";
import { mendLog, type OwnLog, takeLogBack } from "../finds/own_log.ts";
import { innerOf } from "../finds/open_view.ts";
import { wouldBe } from "../finds/would_be.ts";
import { writeLog } from "../finds/write_log.ts";
import type { Game } from "../game.ts";
import { changeShape, givenShape, LOG } from "../../things/mod.ts";
import { NEWCOMER_MENDS } from "../rules/newcomer_limits.ts";
import { Position } from "../stages/unlock_stage.ts";
import { lines } from "../views/fields.ts";
import { BookedLog, LogView, logView } from "../views/log_view.ts";
import { CACHE_ID, callsign, Ok, OWN_CACHE_ID, Page, perAccount, rowId, SEEN, SPEC } from "./shared.ts";

/** A log as posted. */
const NewLog = z.object({
  kind: z.enum(["found", "DNF", "dnf", "note", "look", "maintenance"]).default("found")
    .describe("`look`: a note that the cache needs a look, which its owner is told"),
  ...givenShape(LOG.facts),
  position: Position.optional(),
  offline: z.boolean().optional(),
  sentId: z.string().regex(/^[0-9A-Za-z-]{16,64}$/).optional()
    .describe(
      "Random name that the sender gives this log; sent again under the same name, it is not stored twice",
    ),
  signed: z.object({
    key: z.string().refine((key) => fromBase64Url(key)?.length === 32, "is not an Ed25519 public key"),
    sig: z.string().min(80).max(100),
    at: z.number().int().min(0),
  }).optional(),
  loggerCall: callsign,
  callsign,
});

const WouldBe = LogView.pick({ tier: true, verified: true }).extend({
  at: z.number().describe("When it was judged, unix seconds"),
  why: LogView.shape.why.unwrap(),
  locked: z.number().optional().describe(
    "The last stage, while it is locked: a find is refused until it is open",
  ),
});

/** What is left out stays, but for the text. */
const LogChange = z.object({ ...changeShape(LOG.facts), text: lines(LOG.facts.text.is.most) });

const Toggle = z.object({ on: z.boolean().optional(), callsign });
const Toggled = z.object({ on: z.boolean(), count: z.number() });
const Rated = z.object({
  rating: z.object({
    avg: z.number().nullable(),
    count: z.number(),
    mine: z.number(),
    policy: z.string(),
    canRate: z.boolean(),
  }),
});

export const logRoutes = (game: Game) => [...bookRoutes(game), ...opinionRoutes(game)];

function bookRoutes(game: Game) {
  const write = perAccount("log-write", 600, 3600);
  return [
    route("GET /api/caches/:id/logs", {
      gate: open("log books are public"),
      spec: SPEC,
      summary: "The log book, newest first by the time that a log is about, which may be long before it came",
      params: { id: CACHE_ID },
      query: Page,
      reply: z.object({
        logs: z.array(BookedLog),
        nextCursor: z.string().nullable(),
        hasMore: z.boolean(),
      }),
      errors: [...SEEN, gameFailure.bad_log_cursor],
      handle: ({ who, params, query }) =>
        logBook(game, params.id, viewerOf(who), { after: bookCursor(query.cursor), limit: query.limit }),
    }),
    route("GET /api/finds/:id", {
      gate: open("log books are public; what explains a find is its writer's and the operators'"),
      spec: SPEC,
      summary: "One log by itself, with its cache; its writer and operators see all of why it has its tier",
      params: { id: "Number of the log here, or the global id of a mirrored find" },
      reply: OneFind,
      errors: [...SEEN, gameFailure.log_not_found],
      handle: ({ who, params }) => oneFind(game, params.id, viewerOf(who)),
    }),
    route("GET /api/caches/:id/would-be", {
      gate: session(),
      spec: SPEC,
      summary: "What a find would be worth now by what was heard of oneself; nothing is written",
      params: { id: OWN_CACHE_ID },
      // Each reads what was heard of a person in four hours; a page asks every ten seconds.
      limit: perAccount("would-be", 60, 60),
      reply: WouldBe,
      errors: [gameFailure.cache_not_found, gameFailure.cache_gone, gameFailure.mirrored_cache],
      handle: ({ who, params }) => wouldBe(game, params.id, actorOf(game, who, undefined)),
    }),
    route("POST /api/caches/:id/logs", {
      gate: actor(),
      spec: SPEC,
      summary: "Log a find, a DNF or a note; the answer says what a find is worth and why",
      params: { id: OWN_CACHE_ID },
      status: 201,
      also: { 200: "The same log as before, with `duplicate`" },
      limit: write,
      body: NewLog,
      reply: LogView.extend({ duplicate: z.literal(true).optional() }),
      errors: [
        ...ACTING,
        gameFailure.cache_not_found,
        gameFailure.cache_gone,
        gameFailure.mirrored_cache,
        gameFailure.own_cache,
        gameFailure.owner_only,
        gameFailure.cache_inactive,
        gameFailure.already_found,
        gameFailure.last_stage_locked,
        gameFailure.key_unknown,
        gameFailure.bad_log_signature,
        gameFailure.note_needs_text,
        gameFailure.log_limit,
      ],
      handle: async ({ who, params, body }) => {
        const acting = actorOf(game, who, body.loggerCall ?? body.callsign);
        const { position, offline, sentId, signed, loggerCall: _, callsign: __, ...said } = body;
        const { log, cache, duplicate } = await writeLog(game, {
          cache: params.id,
          person: acting.person,
          call: acting.call,
          ...said,
          ...(body.kind === "look"
            ? { kind: "note", needsMaintenance: true, look: true }
            : { kind: body.kind === "dnf" ? "DNF" : body.kind }),
          via: acting.session ? "web" : "secret",
          ...(position && { position }),
          ...(offline !== undefined && { offline }),
          ...(sentId !== undefined && acting.session && { sentId }),
          ...(signed && { signed: { ...signed, kind: body.kind === "look" ? "note" : body.kind } }),
        });
        const view = {
          ...logView(log, game.leastTrustOf(cache), innerOf(game, log)),
          ...firstsOf(game, log, cache),
        };
        return duplicate ? json({ ...view, duplicate: true }) : view;
      },
    }),
    route("PATCH /api/caches/:id/logs/:log", {
      gate: session(),
      spec: SPEC,
      summary:
        "Correct the text of one's own log, within a day; it is marked as edited, and neighbours get the new version",
      params: OWN_LOG,
      limit: write,
      body: LogChange,
      reply: LogView,
      errors: [
        gameFailure.log_not_found,
        gameFailure.log_not_yours,
        gameFailure.log_mend_late,
        gameFailure.note_needs_text,
      ],
      handle: async ({ who, params, body }) => {
        const which = ownLogOf(params, who.account);
        if (game.accounts.isNewcomer(who.account)) game.limits.use(NEWCOMER_MENDS, String(who.account));
        const { log, cache } = await game.db.write((tx) => mendLog(game, tx, which, body));
        return logView(log, game.leastTrustOf(cache), innerOf(game, log));
      },
    }),
    route("DELETE /api/caches/:id/logs/:log", {
      gate: session(),
      spec: SPEC,
      summary: "Take one's own log back, with what it counted for; neighbours get a tombstone",
      params: OWN_LOG,
      limit: write,
      reply: Ok,
      errors: [gameFailure.log_not_found, gameFailure.log_not_yours],
      handle: async ({ who, params }) => {
        const which = ownLogOf(params, who.account);
        await game.db.write((tx) => takeLogBack(game, tx, which));
        return { ok: true };
      },
    }),
  ];
}

const OWN_LOG = { id: OWN_CACHE_ID, log: "Number of the log in this cache's log book" };
const ownLogOf = ({ id, log }: { id: string; log: string }, account: number): OwnLog => ({
  cache: id,
  log: rowId(log, gameFailure.log_not_found),
  account,
});

function opinionRoutes(game: Game) {
  const opinions = perAccount("opinion", 600, 3600);
  return [
    route("POST /api/caches/:id/favorite", {
      gate: actor(),
      spec: SPEC,
      summary: "Mark a cache as a favourite, or take the mark back",
      params: { id: OWN_CACHE_ID },
      limit: opinions,
      body: Toggle,
      reply: Toggled,
      errors: [...SEEN, ...ACTING, gameFailure.own_favorite],
      handle: ({ who, params, body }) =>
        toggle(game, actorOf(game, who, body.callsign), params.id, "favorite", body.on),
    }),
    route("POST /api/caches/:id/recommend", {
      gate: actor(),
      spec: SPEC,
      summary: "Recommend a cache that one has found, or take that back: one for ten finds that count",
      params: { id: OWN_CACHE_ID },
      limit: opinions,
      body: z.object({ on: z.boolean(), callsign }),
      reply: Toggled.extend({ left: z.number().describe("How many caches more the finder may recommend") }),
      errors: [...SEEN, ...ACTING, gameFailure.recommend_unfound, gameFailure.recommendations_spent],
      handle: ({ who, params, body }) =>
        recommend(game, actorOf(game, who, body.callsign), params.id, body.on),
    }),
    route("POST /api/caches/:id/watch", {
      gate: actor(),
      spec: SPEC,
      summary: "Watch a cache, or stop: the watcher is told of its finds",
      params: { id: OWN_CACHE_ID },
      limit: opinions,
      body: Toggle,
      reply: Toggled,
      errors: [...SEEN, ...ACTING],
      handle: ({ who, params, body }) =>
        toggle(game, actorOf(game, who, body.callsign), params.id, "watch", body.on),
    }),
    route("POST /api/caches/:id/rate", {
      gate: actor(),
      spec: SPEC,
      summary: "Rate a cache from 1 to 5 stars, as a finder",
      params: { id: OWN_CACHE_ID },
      limit: opinions,
      body: z.object({ stars: z.number().int().min(1).max(5), callsign }),
      reply: Rated,
      errors: [...SEEN, ...ACTING, gameFailure.cannot_rate],
      handle: ({ who, params, body }) =>
        rateCache(game, actorOf(game, who, body.callsign), params.id, body.stars),
    }),
  ];
}
