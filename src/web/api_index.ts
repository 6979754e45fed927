/** The index of the read API and its OpenAPI document, both made from the mounted declarations. */
import { z } from "#schemas";
import {
  jsonText,
  openApi,
  rateLimited,
  type Route,
  route,
  routeLines,
  SHARED,
  versioned,
} from "../http/mod.ts";
import type { readLimits, ReadRates } from "../http/mod.ts";
import { sha256Hex } from "../base/mod.ts";

const SPEC = 'API "Public read API"';

const Index = z.object({
  protocol: z.literal("service-gateway"),
  version: z.literal("v1"),
  access: z.string(),
  rateLimits: z.object({
    window_seconds: z.number(),
    anonymous: z.number().describe("Requests of one address in a window"),
    with_key: z.number().describe("Requests that one key may make in each window"),
  }),
  keys: z.object({ how: z.string(), anonymous: z.literal(false) }),
  bbox_max_degrees: z.number().describe("Longest side of a bbox, in degrees"),
  openapi: z.string().describe("Where the document of every route is"),
  endpoints: z.array(z.object({ method: z.string(), path: z.string(), desc: z.string() })),
});

interface ApiIndexParts {
  /** Every mounted route; read when the first answer is made. */
  routes: readonly Route[];
  rates: ReadRates;
  limits: ReturnType<typeof readLimits>;
  title: string;
  version: string;
}

export function apiIndexRoutes({ routes, rates, limits, title, version }: ApiIndexParts): Route[] {
  let document: { body: string; tag: string } | undefined;
  const openApiDocument = () => {
    if (!document) {
      const body = JSON.stringify(openApi(routes, { title, version }));
      document = { body, tag: sha256Hex(body).slice(0, 32) };
    }
    return document;
  };
  return [
    route("GET /api/v1", {
      gate: rateLimited(),
      limit: limits,
      spec: SPEC,
      summary: "Index of the read API: routes, limits, how to get a key",
      share: SHARED.slow,
      reply: Index,
      handle: () => ({
        protocol: "service-gateway",
        version: "v1",
        access: "public; a key is optional and only raises limits",
        rateLimits: {
          window_seconds: rates.windowSec(),
          anonymous: rates.anonymous(),
          with_key: rates.keyed(),
        },
        keys: {
          how: "Sign in and POST /api/keys {name}; send it as Authorization: Bearer, x-api-key or ?key=",
          anonymous: false,
        },
        bbox_max_degrees: 20,
        openapi: "/api/v1/openapi.json",
        endpoints: routeLines(routes.filter(({ path }) => path.startsWith("/api/v1")))
          .map(({ method, path, desc }) => ({ method, path, desc })),
      }),
    }),
    route("GET /api/v1/openapi.json", {
      gate: rateLimited(),
      limit: limits,
      spec: SPEC,
      summary: "OpenAPI 3.1 document of every route",
      share: SHARED.slow,
      reply: z.object({ openapi: z.string(), info: z.object({}).loose(), paths: z.object({}).loose() })
        .loose(),
      handle: ({ incoming }) => {
        const { body, tag } = openApiDocument();
        return versioned(incoming, tag, () => jsonText(body));
      },
    }),
  ];
}
