/** The rest of the read API: licence, counts, the presenting key (API "Public read API"). */
import { z } from "zod";
import { failures } from "../../base/mod.ts";
import { type ApiKeyWho, rateLimited, route, SHARED } from "../../http/mod.ts";
import { Counts } from "./counts.ts";
import type { LicenceOfCall } from "../ports.ts";
import { type ReadLimit, V1 } from "../two_ways.ts";

const failure = failures({
  no_key: "unauthenticated",
  no_anonymous_keys: "gone",
});

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
