/** Mounting declared routes on Hono, and the fixed order of a request: size, bytes, gate, limit, parse, handle. */
import { Hono } from "hono";
import type { ZodType } from "zod";
import { failures, type World } from "../base/mod.ts";
import type { Addresses } from "./address.ts";
import { json, refusal } from "./answer.ts";
import { BODY_LIMIT, drain, Incoming, readBody } from "./incoming.ts";
import type { Limit, Limits } from "./limits.ts";
import type { Ports } from "./ports.ts";
import type { Route } from "./route.ts";

const failure = failures({
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

/** Where a request came from, as `Deno.serve` tells it. */
export interface Connection {
  remoteAddr?: { hostname?: string };
}

export type Handler = (request: Request, connection?: Connection) => Response | Promise<Response>;

/** Path as Hono takes it: a suffix such as `.gpx` goes into the parameter's pattern, `*` becomes the parameter `rest`. */
export const honoPath = (path: string): string =>
  path
    .replace(/:(\w+)\.(\w+)/g, (_, name, suffix) => `:${name}{[^/]+\\.${suffix}}`)
    .replace(/\/\*$/, "/:rest{.+}");

/** Builds the one handler of the server from all routes. */
export function mount({ routes, ports, addresses, limits, world }: Mounting): Handler {
  const app = new Hono<{ Bindings: { incoming: Incoming } }>();
  const log = world.log.getChild("http");
  const refuse = (error: unknown): Response => {
    const answer = refusal(error);
    if (answer.status === 500) log.error("request failed: {error}", { error });
    return answer;
  };
  for (const one of routes) {
    const run = compile(one, ports, limits);
    const suffixed = /:(\w+)\.(\w+)/.exec(one.path);
    app.on(one.method, honoPath(one.path), (context) => {
      const params = context.req.param() as Record<string, string>;
      if (suffixed) params[suffixed[1]!] = params[suffixed[1]!]!.slice(0, -(suffixed[2]!.length + 1));
      return run(context.env.incoming, params).catch(refuse);
    });
  }
  const methods = [...new Set(routes.map((one) => one.method))];
  app.notFound(async ({ req, env }) => {
    // A body that nobody wants is still held to the limit, and let go of unread.
    try {
      if (req.raw.body) await drain(env.incoming.request);
    } catch (error) {
      return refuse(error);
    }
    const allow = methods.filter((method) => app.router.match(method, req.path)[0].length > 0).sort();
    if (allow.length === 0) return refusal(failure.no_route());
    const names = allow.includes("GET") ? [...allow, "HEAD", "OPTIONS"] : [...allow, "OPTIONS"];
    return json({ error: `This address takes ${names.join(", ")}`, reason: "method_not_allowed" }, 405, {
      allow: names.join(", "),
    });
  });

  return async (request, connection) => {
    const incoming = new Incoming(request, connection?.remoteAddr?.hostname ?? "127.0.0.1", addresses);
    const cors = addresses.cors(request.headers.get("origin"));
    if (request.method === "OPTIONS") return preflight(request, cors);
    const answer = await app.fetch(request, { incoming });
    // A WebSocket upgrade's headers are not ours to change.
    if (answer.status === 101) return answer;
    for (const name in cors) {
      if (name === "vary" && answer.headers.has("vary")) answer.headers.append("vary", cors[name]!);
      else answer.headers.set(name, cors[name]!);
    }
    answer.headers.set("x-content-type-options", "nosniff");
    return answer;
  };
}

/** Every response is cross-origin wrapped; OPTIONS anywhere is 204 (API "General behaviour" 1). */
function preflight(request: Request, cors: Record<string, string>): Response {
  const asked = request.headers.get("access-control-request-headers");
  return new Response(null, {
    status: 204,
    headers: {
      ...cors,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": asked ?? "content-type, authorization, x-api-key",
      "access-control-max-age": "600",
    },
  });
}

type Run = (incoming: Incoming, params: Record<string, string>) => Promise<Response>;

/** One route as a function, with everything decided that does not depend on the request. */
function compile({ method, options }: Route, ports: Ports, limits: Limits): Run {
  const { gate, handle, query, body, form, raw, status = 200 } = options;
  const declared = options.limit === undefined
    ? []
    : Array.isArray(options.limit)
    ? options.limit
    : [options.limit];
  const rules = declared as readonly Limit[];
  const reads = body !== undefined || raw !== undefined || gate.security.length > 0;
  const cap = Math.min(options.maxBytes ?? (raw !== undefined ? BODY_LIMIT : JSON_LIMIT), BODY_LIMIT);
  return async (incoming, params) => {
    if (method !== "GET" && incoming.request.body) {
      if (reads) incoming.bytes = await readBody(incoming.request, cap);
      else await drain(incoming.request);
    }
    const who = await gate.check(incoming, ports, params);
    for (const rule of rules) limits.useFor(rule, who, incoming);
    const answer = await handle({
      who,
      params: params as never,
      query: query ? parse(query, Object.fromEntries(incoming.query), failure.invalid_query) : undefined,
      body: raw !== undefined
        ? incoming.bytes
        : body
        ? parse(body, readObject(incoming, form === true), failure.invalid_body)
        : undefined,
      incoming,
    });
    return answer instanceof Response ? answer : json(answer, status);
  };
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
    throw failure.invalid_body(
      { issues: [{ path: "", message: "The body is not JSON in UTF-8" }] },
      "The request body is not JSON",
    );
  }
}

function parse<T>(schema: ZodType<T>, value: unknown, refuse: typeof failure.invalid_body): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  const first = issues[0];
  throw refuse({ issues }, first ? `${first.path || "body"}: ${first.message}` : undefined);
}
