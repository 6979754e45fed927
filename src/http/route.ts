/** The declaration of one route. Everything that guards, limits, parses and documents it stands in one value. */
import type { core } from "#schemas";

import type { FailureMaker } from "../base/mod.ts";
import type { Gate } from "./gates.ts";
import type { Incoming } from "./incoming.ts";
import type { Limit } from "./limits/limits.ts";
import type { Sharing } from "./answers/sharing.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Bare<P extends string> = P extends `${infer Name}.${string}` ? Name : P;
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Bare<Name> | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}` ? Bare<Name>
  : never;
/** Path parameters of a signature: `"GET /api/v1/caches/:code.gpx"` gives `{code: string}`; `*` is `rest`. */
export type PathParams<S extends string> =
  & { [Name in Names<S>]: string }
  & (S extends `${string}*` ? { rest: string } : unknown);

/** A request to a route that declares its query: parameters that are not declared are left out. */
export type Asked = Omit<Incoming, "query" | "url" | "target">;
/** A request as the handler of a route sees it. */
export type AskedWith<Query> = unknown extends Query ? Incoming : Asked;

interface Input<Who, Params, Query, Body> {
  who: Who;
  params: Params;
  query: Query;
  /** The parsed body where the route declares one; the raw bytes where it says `raw`. */
  body: Body;
  incoming: AskedWith<Query>;
}

/** What a handler gives: an object becomes JSON with the route's status; a `Response` goes out as it is. */
export type RouteResult = Response | object;

/** What routes produce that answer a program with JSON and a browser with a page. */
export const JSON_OR_PAGE = "application/json, text/html";

/**
 * Shape of the answer, documented and held against real answers in tests; or the media types where it is not JSON, separated
 * by commas.
 */
type Answers<Reply, ReplyIn> =
  | { reply: core.$ZodType<Reply, ReplyIn>; produces?: string }
  | { reply?: undefined; produces: string };

/** What each path parameter is, e.g. `{ id: "The cache: its id or its code" }`. */
export type Described<S extends string> = keyof PathParams<S> extends never
  ? { params?: Readonly<Record<string, string>> }
  : { params: { readonly [Name in keyof PathParams<S>]: string } };

type Options<S extends string, Who, Query, QueryIn, Body, BodyIn, Reply, ReplyIn> =
  & Common<S, Who, Query, QueryIn, Body, BodyIn, Reply>
  & Answers<Reply, ReplyIn>
  & Described<S>;

interface Common<S extends string, Who, Query, QueryIn, Body, BodyIn, Reply> {
  gate: Gate<Who>;
  /** The clause it comes from: `API "Caches, logs, media"`. */
  spec: string;
  /** One line for the reference page. */
  summary: string;
  /** `operationId` of the OpenAPI document, where the one made of method and path reads badly. */
  id?: string;
  /**
   * Whether answers may set or take back a cookie. Pages of foreign origins are refused then; an answer with a cookie from
   * a route that does not say so goes out as an error.
   */
  cookie?: true;
  limit?: Limit<Who> | readonly Limit<Who>[];
  /** It makes a file of all that somebody has or asks for: one at a time for whoever asks, few for all. */
  exports?: true;
  /** Every parameter with `.describe(…)`. Handlers of a route that declares its query read no other. */
  query?: core.$ZodType<Query, QueryIn>;
  /** JSON body; with `form: true` a form post is taken too. */
  body?: core.$ZodType<Body, BodyIn>;
  form?: boolean;
  /** Take the body as bytes, of these media types (documentation only). */
  raw?: string;
  /** Shape of a `raw` body that is JSON, which the handler reads by itself: documentation. */
  rawShape?: core.$ZodType;
  /** Most bytes of a body. By default 1 MiB for JSON; never above 20 MB. */
  maxBytes?: number;
  /**
   * How long caches may answer in our place: `SHARED.game`. Such a route gives everybody the same and looks at nobody's
   * session. Without it each answer is asked for anew, and what lies behind a gate is kept by nobody.
   */
  share?: Sharing;
  /** Status of success; 200. */
  status?: number;
  /**
   * Further statuses that are no refusals, and what each means: `{ 303: "To the page of the club" }`. Those below 300 are
   * shaped as the first, or as the JSON that is named. What is shared answers 304 without saying so.
   */
  also?: Readonly<
    Partial<
      Record<200 | 201 | 202 | 206 | 302 | 303 | 304 | 503, string | { says: string; reply: core.$ZodType }>
    >
  >;
  /**
   * What it may refuse with, as the areas declare it: `[failure.no_such_cache, failure.suspended]`. Refusals of gates,
   * limits and of malformed requests (`COMMON_REASONS`) go without saying. Tests fail on any other.
   */
  errors?: readonly FailureMaker[];
  handle(
    input: Input<Who, PathParams<S>, Query, Body>,
  ): NoInfer<Reply> | Response | Promise<NoInfer<Reply> | Response>;
}

/** A declared route, its types forgotten. */
export interface Route {
  method: Method;
  /** As in the specification, e.g. `/api/v1/caches/:code.gpx`. */
  path: string;
  options: Common<string, unknown, unknown, unknown, unknown, unknown, object> & {
    reply?: core.$ZodType;
    produces?: string;
    params?: Readonly<Record<string, string>>;
  };
}

/**
 * Never what a reply is: named beside `object` where it is bounded, it has the compiler read `"24h"` in an answer as the
 * word that the declaration wants, rather than as any text.
 */
interface Words {
  [name: string]: Word;
}
type Word = Lowercase<string> | boolean | null | Words | readonly Word[];

/** What is known of a route by its declaration alone: there at compile time, and nowhere at run time. */
export interface Typed<S extends string, Query, Body, Reply> {
  readonly declared?: { signature: S; query: Query; body: Body; reply: Reply };
}

type Declared<R> = R extends { readonly declared?: infer D } ? D : never;
/**
 * Declarations by signature, for those who ask: `RouteTable<ReturnType<typeof logRoutes>>`. Of each it has the query and body
 * as they are sent, and the reply.
 */
export type RouteTable<Routes extends readonly Route[]> = {
  [
    One in Routes[number] as NonNullable<Declared<One>> extends { signature: infer S extends string } ? S
      : never
  ]: NonNullable<Declared<One>>;
};

/** Declares a route: `route("GET /api/caches/:id", { gate: open("…"), …, handle: ({ params }) => … })`. */
export function route<
  const S extends `${Method} /${string}`,
  Who,
  Query = unknown,
  QueryIn = unknown,
  Body = unknown,
  BodyIn = unknown,
  Reply extends object | Words = object,
  ReplyIn = unknown,
>(
  signature: S,
  options: Options<S, Who, Query, QueryIn, Body, BodyIn, Reply, ReplyIn>,
): Route & Typed<S, QueryIn, BodyIn, Reply> {
  const space = signature.indexOf(" ");
  return {
    method: signature.slice(0, space) as Method,
    path: signature.slice(space + 1),
    options: options as unknown as Route["options"],
  };
}
