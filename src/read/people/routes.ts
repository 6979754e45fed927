/** Rankings, activity, profiles and search, for the web app and the read API alike. */
import { z } from "#schemas";
import { failures, isCall, normalCall, type World } from "../../base/mod.ts";
import { PublicCard } from "../../accounts/mod.ts";
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
import { type ExportFind, saidIn } from "../formats/views.ts";
import type { FindReads, LoggedFind } from "./find_reads.ts";
import { adif } from "../formats/adif.ts";
import type { PeopleReads } from "../ports.ts";
import { type SearchParts, searchRoute } from "./search_route.ts";
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
  per: ({ incoming }) => "bbox" in incoming.asked ? networkOf(incoming.client) : undefined,
};

const RankRow = z.object({
  rank: z.number(),
  loggerCall: z.string(),
  home: z.string().optional().describe("Of a visitor: the instance where they live"),
  finds: z.number(),
  points: z.number(),
});
/** A member of an answer, where there is something in it. */
const shown = <Name extends string, Row>(name: Name, rows: Row[] | undefined) =>
  (rows && rows.length > 0 ? { [name]: rows } : {}) as { [N in Name]?: Row[] };
const ActivityReply = z.object({
  activity: z.array(z.object({
    id: z.number(),
    loggerCall: z.string(),
    loggerHome: z.string().optional().describe("Of a visit: the instance where its writer lives"),
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
  memorial: z.boolean().describe("Whether the page is kept in memory of a silent key"),
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
interface PeopleRouteParts extends SearchParts {
  world: World;
  accounts: PeopleReads;
  finds: FindReads;
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
      reply: z.object({
        metric: z.string(),
        period: z.string(),
        leaderboard: z.array(RankRow),
        guests: z.array(RankRow).optional().describe(
          "Visitors, members of other instances, where they stand apart; not in a box",
        ),
      }),
      handle: async ({ query: { metric, period, limit, bbox } }) => ({
        metric,
        period,
        leaderboard: bbox
          ? await people.boards.leaderboardIn(bbox, metric, period, limit)
          : people.boards.leaderboard(metric, period, limit),
        ...shown("guests", bbox ? undefined : people.boards.guests(metric, period, limit)),
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
      exports: true,
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
        const all = holder && !holder.hidden
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
    searchRoute({ people, caches, searchMirrors, stations, towns }),
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

/** A person's verified finds for a logbook, page by page. The place is the cache's: the finder's own position is not told. */
function* exportFinds(
  reads: FindReads,
  account: number,
  isVerified: (find: LoggedFind) => boolean,
): Generator<ExportFind[]> {
  for (const page of reads.loggedBy(account)) yield page.filter(isVerified).map(exportFind);
}

function exportFind(row: LoggedFind): ExportFind {
  const placed = row.type !== "living" && row.lat !== null && row.lon !== null;
  return {
    call: row.call,
    code: row.code,
    title: row.title,
    type: row.type,
    foundAt: row.foundAt,
    tier: row.tier ?? "A",
    owner: row.owner,
    text: saidIn(row),
    ...(placed ? { lat: row.lat!, lon: row.lon! } : {}),
    ...(row.stationCall ? { station: row.stationCall } : {}),
  };
}
