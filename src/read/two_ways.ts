/** Reads that the web app and the read API share: one declaration, mounted under both addresses. */
import type { ZodType } from "zod";
import { type FailureMaker, sha256Hex } from "../base/mod.ts";
import {
  type Incoming,
  json,
  type Limit,
  open,
  rateLimited,
  type Route,
  route,
  versioned,
} from "../http/mod.ts";

export type ReadLimit = Limit<{ apiKey: { id: number } | undefined }>[];

export const V1 = 'API "Public read API"';

interface Shared<Query> {
  summary: string;
  params?: Record<string, string>;
  query?: ZodType<Query>;
  reply?: ZodType;
  errors?: readonly FailureMaker[];
  handle(input: {
    params: Record<string, string>;
    query: Query;
    incoming: Incoming;
  }): Response | object | Promise<Response | object>;
}

/** The route as `/api/<path>` for the web app and as `/api/v1/<path>` under the read API's throttle. */
export function twoWays<Query>(
  path: string,
  spec: string,
  limits: ReadLimit,
  shared: Shared<Query>,
): Route[] {
  return [
    route(`GET /api/${path}`, { gate: open("what anybody may read"), spec, ...shared }),
    route(`GET /api/v1/${path}`, { gate: rateLimited(), limit: limits, spec: V1, ...shared }),
  ];
}

/** JSON under an ETag made from it: a poller that has it gets 304. */
export function tagged(incoming: Incoming, value: object): Response {
  const text = JSON.stringify(value);
  return versioned(
    incoming,
    sha256Hex(text).slice(0, 32),
    () =>
      new Response(text, {
        headers: json(null).headers,
      }),
  );
}
