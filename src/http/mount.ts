/** Mounting declared routes on Hono, and the fixed order of a request: size, bytes, gate, limit, parse, handle. */
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { getPath } from "hono/utils/url";
import type { ZodType } from "zod";
import { failures, type World } from "../base/mod.ts";
import type { Addresses } from "./address.ts";
import { json, refusal } from "./answer.ts";
import { BODY_LIMIT, type Connection, drain, Incoming, readBody } from "./incoming.ts";
import type { Limit, Limits } from "./limits.ts";
import type { Ports } from "./ports.ts";
import type { Answer, Route } from "./route.ts";

export const requestFailure = failures({
  invalid_body: ["invalid", "The request body does not fit"],
  invalid_query: ["invalid", "The query does not fit"],
  no_route: ["missing", "There is nothing at this address"],
});

/** Most bytes of a JSON body, unless its route says otherwise. */
const JSON_LIMIT = 1 << 20;

export interface Mounting {
  routes: readonly Route[];
  ports: Ports;
  addresses: Addresses;
  limits: Limits;
  world: World;
}

export type Handler = (request: Request, connection?: Connection) => Response | Promise<Response>;

/** Path as Hono takes it: a suffix such as `.gpx` goes into the parameter's pattern, `*` becomes the parameter `rest`. */
export const honoPath = (path: string): string =>
  path
    .replace(/:(\w+)\.(\w+)/g, (_, name, suffix) => `:${name}{[^/]+\\.${suffix}}`)
    .replace(/\/\*$/, "/:rest{.+}");

/**
 * Builds the one handler of the server from all routes. Hono's routers find the route; its application and context are
 * left out, since they cost a cheap request half of its time and everything that they give stands in the declarations.
 */
export function mount({ routes, ports, addresses, limits, world }: Mounting): Handler {
  const router = new SmartRouter<Run>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const one of routes) router.add(one.method, honoPath(one.path), compile(one, ports, limits));
  const methods = [...new Set(routes.map((one) => one.method))];
  const log = world.log.getChild("http");

  const refuse = (error: unknown, headers: Record<string, string>): Response => {
    const answer = refusal(error, headers);
    if (answer.status === 500) log.error("request failed: {error}", { error });
    return answer;
  };

  const unrouted = async (
    incoming: Incoming,
    path: string,
    headers: Record<string, string>,
  ): Promise<Response> => {
    // A body that nobody wants is still held to the limit, and let go of unread.
    if (incoming.request.body) await drain(incoming.request);
    const allow = methods.filter((method) => router.match(method, path)[0].length > 0).sort();
    if (allow.length === 0) throw requestFailure.no_route();
    const names = allow.includes("GET") ? [...allow, "HEAD", "OPTIONS"] : [...allow, "OPTIONS"];
    const body = { error: `This address takes ${names.join(", ")}`, reason: "method_not_allowed" };
    return json(body, 405, { ...headers, allow: names.join(", ") });
  };

  return (request, connection) => {
    const method = request.method;
    const incoming = new Incoming(request, connection, addresses);
    const headers = addresses.headers(request);
    if (method === "OPTIONS") return preflight(request, headers);
    const path = getPath(request);
    try {
      const [found, stash] = router.match(method === "HEAD" ? "GET" : method, path);
      const hit = found[0];
      const answer = hit
        ? hit[0](incoming, decoded(hit[1], stash), headers)
        : unrouted(incoming, path, headers);
      // HEAD goes out with its body: the server sends the header that GET would have, and lets go of the body itself.
      return answer instanceof Promise ? answer.catch((error) => refuse(error, headers)) : answer;
    } catch (error) {
      return refuse(error, headers);
    }
  };
}

/** Path parameters, decoded. Hono gives them as text or as places in a list of matches. */
function decoded(
  params: Record<string, string | number>,
  stash: string[] | undefined,
): Record<string, string> {
  const out: Record<string, string> = {};
  for (const name in params) {
    const value = params[name]!;
    const text = typeof value === "number" ? stash![value]! : value;
    try {
      out[name] = text.includes("%") ? decodeURIComponent(text) : text;
    } catch {
      throw requestFailure.no_route();
    }
  }
  return out;
}

/** Every response is cross-origin wrapped; OPTIONS anywhere is 204 (API "General behaviour" 1). */
function preflight(request: Request, headers: Record<string, string>): Response {
  const asked = request.headers.get("access-control-request-headers");
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": asked ?? "content-type, authorization, x-api-key",
      "access-control-max-age": "600",
    },
  });
}

type Run = (
  incoming: Incoming,
  params: Record<string, string>,
  headers: Record<string, string>,
) => Response | Promise<Response>;

/** One route as a function, with everything decided that does not depend on the request. */
function compile({ method, path, options }: Route, ports: Ports, limits: Limits): Run {
  const { gate, handle, query, body, form, raw, status = 200 } = options;
  const declared = options.limit === undefined
    ? []
    : Array.isArray(options.limit)
    ? options.limit
    : [options.limit];
  const rules = declared as readonly Limit[];
  const reads = body !== undefined || raw !== undefined || gate.security.length > 0;
  const cap = Math.min(options.maxBytes ?? (raw !== undefined ? BODY_LIMIT : JSON_LIMIT), BODY_LIMIT);
  const [, suffixed, suffix] = /:(\w+)(\.\w+)/.exec(path) ?? [];

  const receive = (incoming: Incoming): void | Promise<void> => {
    if (method === "GET" || !incoming.request.body) return;
    if (!reads) return drain(incoming.request);
    return readBody(incoming.request, cap).then((bytes) => void (incoming.bytes = bytes));
  };
  const bodyOf = (incoming: Incoming): unknown => {
    if (raw !== undefined) return incoming.bytes;
    return body ? parse(body, readObject(incoming, form === true), requestFailure.invalid_body) : undefined;
  };
  const queryOf = (incoming: Incoming): unknown =>
    query ? parse(query, Object.fromEntries(incoming.query), requestFailure.invalid_query) : undefined;

  // Each step goes on in the same turn when it waits for nothing: a cheap answer makes no promise and no closure.
  const finish = (answer: Answer, headers: Record<string, string>): Response =>
    answer instanceof Response ? wrapped(answer, headers) : json(answer, status, headers);
  const act = (
    incoming: Incoming,
    params: Record<string, string>,
    headers: Record<string, string>,
    who: unknown,
  ) => {
    for (const rule of rules) limits.useFor(rule, who, incoming);
    const answer = handle({
      who,
      params: params as never,
      query: queryOf(incoming),
      body: bodyOf(incoming),
      incoming,
    });
    return answer instanceof Promise ? answer.then((it) => finish(it, headers)) : finish(answer, headers);
  };
  const admit = (incoming: Incoming, params: Record<string, string>, headers: Record<string, string>) => {
    const who = gate.check(incoming, ports, params);
    return who instanceof Promise
      ? who.then((it) => act(incoming, params, headers, it))
      : act(incoming, params, headers, who);
  };
  return (incoming, params, headers) => {
    if (suffixed) params[suffixed] = params[suffixed]!.slice(0, -suffix!.length);
    const received = receive(incoming);
    return received
      ? received.then(() => admit(incoming, params, headers))
      : admit(incoming, params, headers);
  };
}

/** A handler's own response, with the headers that every response has. */
function wrapped(answer: Response, headers: Record<string, string>): Response {
  // A WebSocket upgrade's headers are not ours to change.
  if (answer.status === 101) return answer;
  for (const name in headers) {
    if (name === "vary" && answer.headers.has("vary")) answer.headers.append("vary", headers[name]!);
    else answer.headers.set(name, headers[name]!);
  }
  // JSON is never guessed at; for everything else no browser may.
  answer.headers.set("x-content-type-options", "nosniff");
  return answer;
}

const strictText = new TextDecoder("utf-8", { fatal: true });

function readObject(incoming: Incoming, form: boolean): unknown {
  const type = incoming.header("content-type") ?? "";
  let text: string;
  try {
    text = strictText.decode(incoming.bytes);
    if (form && type.startsWith("application/x-www-form-urlencoded")) {
      return Object.fromEntries(new URLSearchParams(text));
    }
    if (text === "") return {};
    return JSON.parse(text);
  } catch {
    throw requestFailure.invalid_body(
      { issues: [{ path: "", message: "The body is not JSON in UTF-8" }] },
      "The request body is not JSON",
    );
  }
}

function parse<T>(schema: ZodType<T>, value: unknown, refuse: typeof requestFailure.invalid_body): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  const first = issues[0];
  throw refuse({ issues }, first ? `${first.path || "body"}: ${first.message}` : undefined);
}
