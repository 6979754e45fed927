/** Rankings, activity, profiles and search, for the web app and the read API alike. */
import { z } from "zod";
import { failures, isCall, normalCall, type World } from "../../base/mod.ts";
import { PublicCard } from "../../accounts/mod.ts";
import { type Caches, codeKey } from "../../caches/mod.ts";
import {
  boxParam,
  type Limit,
  networkOf,
  open,
  rateLimited,
  route,
  SHARED,
  streamed,
  text,
  wholeParam,
} from "../../http/mod.ts";
import type { CacheReads } from "../caches/cache_reads.ts";
import { exportFinds } from "../caches/exports.ts";
import type { FindReads } from "./find_reads.ts";
import { adif } from "../formats/adif.ts";
import type { People } from "./people.ts";
import type { PeopleReads } from "../ports.ts";
import type { Stations } from "../../stations/mod.ts";
import { type ReadLimit, twoWays, V1 } from "../two_ways.ts";

const SPEC = 'API "Caches, logs, media"';
const Period = z.enum(["all", "year", "month"]).default("all")
  .describe("What counts: everything, the last 365 days or the last 30");

const failure = failures({
  invalid_call: "invalid",
  invalid_cursor: "invalid",
  nobody: "missing",
});

/** Rankings of a box, of one network: each is summed up anew. */
const BOXES: Limit = {
  name: "ranking-boxes",
  points: 60,
  seconds: 60,
  per: ({ incoming }) => incoming.query.has("bbox") ? networkOf(incoming.client) : undefined,
};

const RankRow = z.object({ rank: z.number(), loggerCall: z.string(), finds: z.number(), points: z.number() });
const ActivityReply = z.object({
  activity: z.array(z.object({
    id: z.number(),
    loggerCall: z.string(),
    ts: z.number(),
    createdAt: z.number(),
    kind: z.string(),
    verified: z.boolean(),
    tier: z.enum(["A", "B"]).nullable(),
    cacheId: z.number(),
    cacheCode: z.string(),
    cacheTitle: z.string(),
    cacheType: z.string(),
  })),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});
const ProfileReply = z.object({
  callsign: z.string(),
  homeInstance: z.string(),
  supporter: z.boolean(),
  accountVerified: z.boolean(),
  finds: z.number(),
  points: z.number(),
  firstFind: z.number().nullable(),
  lastFind: z.number().nullable(),
  hides: z.number(),
  corroborations: z.number(),
  byTier: z.record(z.string(), z.number()),
  byType: z.record(z.string(), z.number()),
  badges: z.array(z.object({ badge: z.string(), earnedAt: z.number() })),
  profile: PublicCard.optional().meta({ description: "The card, where its owner shows it" }),
});
const SearchReply = z.object({
  caches: z.array(z.object({
    kind: z.literal("cache"),
    /** Of a mirror: `null`, and its global id beside it. */
    id: z.number().nullable(),
    gid: z.string().optional(),
    origin: z.string().optional(),
    originTrust: z.enum(["trusted", "unvetted"]).optional(),
    code: z.string(),
    title: z.string(),
    owner: z.string(),
    type: z.string(),
    lat: z.number(),
    lon: z.number(),
  })),
  stations: z.array(z.object({
    kind: z.literal("station"),
    callsign: z.string(),
    symbol: z.string().nullable(),
    comment: z.string().nullable(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
  })),
  people: z.array(z.object({ callsign: z.string() })).describe("Who holds the call that was asked for"),
  places: z.array(z.object({ name: z.string(), lat: z.number(), lon: z.number() })).describe(
    "Towns and villages whose names begin so, the largest first",
  ),
});

interface PeopleRouteParts {
  /** Towns whose names begin with a text. */
  towns: (text: string) => Promise<{ name: string; lat: number; lon: number }[]>;
  world: World;
  people: People;
  accounts: PeopleReads;
  finds: FindReads;
  caches: CacheReads;
  searchMirrors: Caches["searchMirrors"];
  stations: Stations;
  instance: string;
  version: string;
  limits: ReadLimit;
}

/** A call out of an address, or the refusal. */
export function callOf(text: string): string {
  const call = normalCall(text);
  if (!isCall(call)) throw failure.invalid_call();
  return call;
}

/** The routes, most of them at two addresses: the web app's and the read API's. */
export function peopleRoutes(parts: PeopleRouteParts) {
  const {
    world,
    people,
    accounts,
    finds,
    caches,
    searchMirrors,
    stations,
    instance,
    version,
    limits,
    towns,
  } = parts;
  /** The numbers of a cursor, joined by dashes; where there is none, greater ones than any row has. */
  const before = (cursor: string | undefined, shape: RegExp): number[] => {
    if (cursor === undefined) return [Number.MAX_SAFE_INTEGER, 0];
    if (!shape.test(cursor)) throw failure.invalid_cursor();
    return cursor.split("-").map(Number);
  };
  return [
    ...twoWays("activity", SPEC, limits, {
      summary:
        "What was logged lately, in the order in which it came, or one person's logs by their own time; unlisted caches left out",
      query: z.object({
        cursor: z.string().max(40).optional().describe("`nextCursor` of the page before"),
        limit: wholeParam(1, 200, 50).describe("Entries of one page, 1 to 200; others are refused"),
        call: z.string().max(12).optional().describe("Only what this callsign logged, at most 12 characters"),
      }),
      reply: ActivityReply,
      errors: [failure.invalid_cursor, failure.invalid_call],
      handle: ({ query: { cursor, limit, call } }) => {
        if (call === undefined) return people.activity(before(cursor, /^\d{1,15}$/)[0]!, limit);
        const [at, id] = before(cursor, /^\d{1,15}-\d{1,15}$/);
        return people.activityOf(callOf(call), { at: at!, id: id! }, limit);
      },
    }),
    ...twoWays("leaderboard", SPEC, limits, {
      summary: "Ranking of persons by points or finds",
      limit: BOXES,
      query: z.object({
        metric: z.enum(["points", "finds"]).default("points").describe(
          "What the order goes by: points, or the number of finds",
        ),
        period: Period,
        limit: wholeParam(1, 500, 100).describe("At most so many persons, 1 to 500; others are refused"),
        bbox: boxParam(20).optional(),
      }),
      reply: z.object({ metric: z.string(), period: z.string(), leaderboard: z.array(RankRow) }),
      handle: async ({ query: { metric, period, limit, bbox } }) => ({
        metric,
        period,
        leaderboard: bbox
          ? await people.boards.leaderboardIn(bbox, metric, period, limit)
          : people.boards.leaderboard(metric, period, limit),
      }),
    }),
    ...twoWays("corroborators", SPEC, limits, {
      summary: "Receiving stations that proved the most finds",
      query: z.object({
        period: Period,
        limit: wholeParam(1, 200, 50).describe("At most so many stations, 1 to 200; others are refused"),
      }),
      reply: z.object({
        period: z.string(),
        corroborators: z.array(z.object({ rank: z.number(), igate: z.string(), corroborations: z.number() })),
      }),
      handle: ({ query: { period, limit } }) => ({
        period,
        corroborators: people.boards.corroborators(period, limit),
      }),
    }),
    // Before `profile/:call`, which would take the suffix for a part of the call.
    route("GET /api/v1/profile/:call.adif", {
      gate: rateLimited(),
      limit: limits,
      spec: V1,
      summary: "A person's verified finds under any SSID, as ADIF 3.1",
      share: SHARED.game,
      params: { call: "A callsign; its SSID does not matter" },
      produces: "text/plain",
      errors: [failure.invalid_call],
      handle: ({ params }) => {
        const call = callOf(params.call);
        const holder = accounts.holder(call);
        const file = {
          programme: "Service Gateway",
          version,
          madeAt: world.now(),
          about: `Verified cache finds of ${call} at ${instance}`,
        };
        const all = holder && !holder.suspended
          ? exportFinds(finds, holder.accountId, people.boards.isVerifiedFind)
          : [];
        return streamed(adif(file, all), "text/plain", {
          "content-disposition": `attachment; filename="${call}-finds.adif"`,
        });
      },
    }),
    ...twoWays("profile/:call", SPEC, limits, {
      summary: "What is public of a person: finds, points, hides, badges; zeros for a call that nobody holds",
      params: { call: "A callsign; its SSID does not matter" },
      reply: ProfileReply,
      errors: [failure.invalid_call],
      handle: ({ params }) => people.profile(callOf(params.call!)),
    }),
    route("GET /api/search", {
      gate: open("what anybody may read"),
      spec: SPEC,
      summary: "Caches by code or title, stations and people by call, towns by name",
      share: SHARED.game,
      query: z.object({
        q: z.string().max(100).default("").describe("Part of a code, title or call; two characters at least"),
        limit: wholeParam(1, 20, 8).describe(
          "At most so many caches, and as many stations, 1 to 20; others are refused",
        ),
        includeUnvetted: z.enum(["0", "1"]).default("0")
          .describe("1: also mirrored caches of instances that no operator here has judged"),
      }),
      reply: SearchReply,
      limit: { name: "search", points: 300, seconds: 60 },
      handle: async ({ query }) => {
        const q = query.q.trim();
        const call = normalCall(q);
        if (q.length < 2) return { caches: [], stations: [], people: [], places: [] };
        const natives = caches.search(codeKey(q), q, query.limit)
          .map(({ id, code, title, owner, type, lat, lon }) => ({ id, code, title, owner, type, lat, lon }));
        const room = query.limit - natives.length;
        const mirrors = room > 0 ? searchMirrors(q, room, query.includeUnvetted === "1") : [];
        return {
          caches: [...natives, ...mirrors.map((mirror) => ({ id: null, ...mirror }))]
            .map((cache) => ({ kind: "cache" as const, ...cache })),
          stations: stations.search(q.toUpperCase(), query.limit).map((
            { call, symbol, comment, latE7, lonE7 },
          ) => ({
            kind: "station",
            callsign: call,
            symbol,
            comment,
            lat: latE7 === null ? null : latE7 / 1e7,
            lon: lonE7 === null ? null : lonE7 / 1e7,
          })),
          people: isCall(call) && people.isHere(call) ? [{ callsign: call }] : [],
          places: await towns(q),
        };
      },
    }),
    route("GET /badge/:call.svg", {
      gate: open("made for other sites' pages"),
      spec: 'API "Live and misc"',
      summary: "A person's figures as an image",
      share: SHARED.game,
      params: { call: "A callsign; its SSID does not matter" },
      produces: "image/svg+xml",
      errors: [failure.invalid_call, failure.nobody],
      handle: async ({ params }) => {
        const { badge } = await import("../formats/badge.ts");
        if (!people.isHere(callOf(params.call))) throw failure.nobody();
        const { callsign, finds: found, points, hides } = people.profile(callOf(params.call));
        const image = badge({
          call: callsign,
          instance,
          rank: people.rankOf(callsign)?.rank,
          finds: found,
          points,
          hides,
        });
        return text(image, "image/svg+xml", {
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        });
      },
    }),
  ];
}
