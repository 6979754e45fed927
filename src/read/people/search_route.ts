/** One search over caches, stations, people and towns. */
import { z } from "#schemas";
import { isCall, normalCall } from "../../base/mod.ts";
import { type Caches, codeKey } from "../../caches/mod.ts";
import { open, route, SHARED, wholeParam } from "../../http/mod.ts";
import type { Stations } from "../../stations/mod.ts";
import type { CacheReads } from "../caches/cache_reads.ts";
import type { People } from "./people.ts";

const SPEC = 'API "Caches, logs, media"';

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

export interface SearchParts {
  people: People;
  caches: CacheReads;
  searchMirrors: Caches["searchMirrors"];
  stations: Stations;
  /** Towns whose names begin with a text. */
  towns: (text: string) => Promise<{ name: string; lat: number; lon: number }[]>;
}

export const searchRoute = ({ people, caches, searchMirrors, stations, towns }: SearchParts) =>
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
  });
