/** The rest of the read API: licence, counts, the presenting key (API "Public read API"). */
import { z } from "#schemas";
import { failures, isRecent, type World } from "../../base/mod.ts";
import { type ApiKeyWho, rateLimited, route, SHARED } from "../../http/mod.ts";
import type { CacheReads } from "../caches/cache_reads.ts";
import type { LicenceOfCall } from "../ports.ts";
import type { Stations } from "../../stations/mod.ts";
import { type ReadLimit, V1 } from "../two_ways.ts";

const failure = failures({
  no_key: "unauthenticated",
  no_anonymous_keys: "gone",
});

/** Counts are made anew at most this often. */
const STATS_S = 300;

/** Counts of the instance. */
const Counts = z.object({
  activeCaches: z.number(),
  tierAFinds7d: z.number().meta({ description: "Radio-verified finds of the last 7 days" }),
  stationsHeard1h: z.number(),
  countedAt: z.number(),
});
type Counts = z.infer<typeof Counts>;

/** Counts, and keeps what it counted for a while. */
export function counting(
  { world, caches, stations }: { world: World; caches: CacheReads; stations: Stations },
): () => Counts {
  let kept: Counts | undefined;
  return () => {
    const now = world.now();
    if (kept && isRecent(kept.countedAt, now, STATS_S)) return kept;
    return kept = {
      activeCaches: caches.activeCount(),
      tierAFinds7d: caches.tierAWeek(),
      stationsHeard1h: stations.countHeardSince(now - 3600),
      countedAt: now,
    };
  };
}

const Licence = z.object({
  callsign: z.string(),
  status: z.enum(["licensed", "expired", "unconfirmed"]),
  source: z.string().optional(),
  sourceName: z.string().optional(),
  expiresAt: z.number().optional(),
  checkedAt: z.number().optional(),
});

interface AccountRouteParts {
  counts: () => Counts;
  licence: LicenceOfCall;
  /** The key behind a credential. */
  key(
    who: ApiKeyWho,
  ): { name: string; prefix: string; createdAt: number; lastUsedAt: number | null } | undefined;
  limits: ReadLimit;
}

/** Licence, counts and keys, as routes. */
export function accountRoutes({ counts, licence, key, limits }: AccountRouteParts) {
  const gate = rateLimited();
  return [
    route("GET /api/v1/licence/:call", {
      gate,
      limit: limits,
      spec: V1,
      summary: "What licence registers say of a call; never proof that somebody controls it",
      share: SHARED.slow,
      params: { call: "A callsign; its SSID does not matter" },
      reply: Licence,
      handle: ({ params }) => licence(params.call),
    }),
    route("GET /api/v1/stats", {
      gate,
      limit: limits,
      spec: V1,
      summary: "Counts of the instance, made anew every five minutes",
      share: SHARED.slow,
      reply: Counts,
      handle: () => counts(),
    }),
    route("GET /api/v1/key", {
      gate,
      limit: limits,
      spec: V1,
      summary: "What the API key that is presented may do",
      reply: z.object({
        name: z.string(),
        prefix: z.string(),
        createdAt: z.number(),
        lastUsedAt: z.number().nullable(),
        tier: z.literal("free"),
      }),
      errors: [failure.no_key],
      handle: ({ who }) => {
        const shown = who.apiKey && key(who.apiKey);
        if (!shown) throw failure.no_key();
        const { name, prefix, createdAt, lastUsedAt } = shown;
        return { name, prefix, createdAt, lastUsedAt, tier: "free" };
      },
    }),
    route("POST /api/v1/keys", {
      gate,
      limit: limits,
      spec: V1,
      summary: "Always refused: there are no anonymous keys",
      status: 410,
      produces: "application/json",
      errors: [failure.no_anonymous_keys],
      handle: () => {
        throw failure.no_anonymous_keys();
      },
    }),
  ];
}
