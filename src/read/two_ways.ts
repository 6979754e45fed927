/** Reads that the web app and the read API share: one declaration, mounted under both addresses. */
import type { core } from "#schemas";
import type { FailureMaker } from "../base/mod.ts";
import {
  type AskedWith,
  type Described,
  type Limit,
  open,
  rateLimited,
  type Route,
  route,
  SHARED,
  type Sharing,
  type Typed,
} from "../http/mod.ts";

export type ReadLimit = Limit<{ apiKey: { id: number } | undefined }>[];

export const V1 = 'API "Public read API"';

interface Shared<Query, QueryIn, Reply> {
  summary: string;
  query?: core.$ZodType<Query, QueryIn>;
  reply: core.$ZodType<Reply>;
  /** As fresh as what people play, unless told. */
  share?: Sharing;
  /** Under the app's address; the read API has its throttle. */
  limit?: Limit;
  errors?: readonly FailureMaker[];
  handle(
    input: { params: Record<string, string>; query: Query; incoming: AskedWith<Query> },
  ): NoInfer<Reply> | Response | Promise<NoInfer<Reply> | Response>;
}

/** The route as `/api/<path>` for the web app and as `/api/v1/<path>` under the read API's throttle. */
export function twoWays<
  const Path extends string,
  Query = unknown,
  QueryIn = unknown,
  Reply extends object = object,
>(
  path: Path,
  spec: string,
  limits: ReadLimit,
  shared: Shared<Query, QueryIn, Reply> & Described<`GET /${Path}`>,
): [
  Route & Typed<`GET /api/${Path}`, QueryIn, unknown, Reply>,
  Route & Typed<`GET /api/v1/${Path}`, QueryIn, unknown, Reply>,
] {
  // Path parameters are the same under both addresses, so what `shared` says of them holds for both.
  const anywhere: string = path;
  const { limit, ...rest } = shared;
  const options: Omit<Shared<Query, QueryIn, Reply>, "limit"> & {
    params?: Readonly<Record<string, string>>;
  } = {
    share: SHARED.game,
    ...rest,
  };
  const read: Route = route(`GET /api/${anywhere}`, {
    gate: open("what anybody may read"),
    spec,
    ...(limit && { limit }),
    ...options,
  });
  const published: Route = route(`GET /api/v1/${anywhere}`, {
    gate: rateLimited(),
    limit: limits,
    spec: V1,
    ...options,
  });
  return [read, published];
}
