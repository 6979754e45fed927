/** The Hono application that answers everything: each declared route, and what every answer carries. */
import { type Context, Hono } from "hono";
import { diskFailure, isDiskFull, isRecent, type World } from "../base/mod.ts";
import type { Addresses } from "./address.ts";
import { json, refusal } from "./answers/answer.ts";
import { drain, type Patience } from "./body.ts";
import { compressed } from "./answers/compress.ts";
import { BodyRoom } from "./body_room.ts";
import { errorPage, type SayRefusal } from "./answers/error_page.ts";
import { KeptAnswers } from "./answers/kept_answers.ts";
import { type Html, withNotice } from "./answers/page.ts";
import { type Connection, Incoming } from "./incoming.ts";
import type { Limits } from "./limits/limits.ts";
import { requestFailure } from "./parse.ts";
import type { Ports } from "./ports.ts";
import type { Route } from "./route.ts";
import { RefusalLog } from "./refusal_log.ts";
import { PathRouter } from "./router.ts";
import { dressed } from "./dress.ts";
import { compile, type Run } from "./run.ts";

interface Mounting {
  routes: readonly Route[];
  ports: Ports;
  addresses: Addresses;
  limits: Limits;
  world: World;
  /** How slowly a body may come; tests set less. */
  patience?: Patience;
  /** The instance's id, for pages; `localhost` unless given. */
  instance?: string;
  /** Refusals in other languages, for pages; English unless given. */
  sayRefusal?: SayRefusal;
  /** Told of each answer, by its status. */
  answered?: (status: number) => void;
  /** A line above the pages that this asker gets. */
  notice?: (incoming: Incoming) => Html | undefined;
}

/** A full disk is logged at most this often, in seconds. */
const FULL_TOLD_S = 60;

export type Handler = (request: Request, connection?: Connection) => Response | Promise<Response>;

type Env = { Bindings: { incoming: Incoming } };

/** Path as Hono takes it: a suffix such as `.gpx` goes into the parameter's pattern, `*` becomes the parameter `rest`. */
export const honoPath = (path: string): string =>
  path
    .replace(/:(\w{1,40})\.(\w{1,10})/g, (_, name, suffix) => `:${name}{[^/]+\\.${suffix}}`)
    .replace(/\/\*$/, "/:rest{.+}");

/** Builds the application from all routes; `Deno.serve` gets what it returns. */
export function mount(
  { routes, ports, addresses, limits, world, patience, instance = "localhost", notice, sayRefusal, answered }:
    Mounting,
): Handler {
  const log = world.log.getChild("http");
  const refused = new RefusalLog(world);
  const room = new BodyRoom();
  const kept = new KeptAnswers();
  const app = new Hono<Env>({ router: new PathRouter() });

  let toldFullAt = -Infinity;
  const refuse = async (thrown: unknown, incoming: Incoming): Promise<Response> => {
    const error = isDiskFull(thrown) ? diskFailure.disk_full() : thrown;
    // A full disk meets every write: one line a minute tells as much as a stack trace for each.
    if (error !== thrown && !isRecent(toldFullAt, world.now(), FULL_TOLD_S)) {
      toldFullAt = world.now();
      log.error("the disk is full: {why}", { why: (thrown as Error).message });
    }
    refused.note(error, incoming);
    const answer = refusal(error);
    if (answer.status === 500) log.error("request failed: {error}", { error });
    return await errorPage(error, incoming, instance, sayRefusal) ?? answer;
  };

  /** The route's answer, or its refusal. */
  const attempt = (run: Run, incoming: Incoming, params: Record<string, string>) => {
    const failed = (thrown: unknown) =>
      refuse(
        thrown instanceof Error ? thrown : new Error("no error was thrown", { cause: thrown }),
        incoming,
      );
    try {
      const answer = run(incoming, params);
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (thrown) {
      return failed(thrown);
    }
  };
  /**
   * Routes without parameters, once Hono has chosen them for their own address: from then on one look-up finds them.
   */
  const known = new Map<string, Map<string, Run>>(routes.map(({ method }) => [method, new Map()]));
  app.options("*", ({ env }) => preflight(env.incoming));
  for (const one of routes) {
    const isFixed = !/[:*]/.test(one.path);
    // Few of some hundred routes are asked for in the first minutes: each is made ready by its first request.
    let run: Run | undefined;
    const handler = (context: Context<Env>) => {
      const { incoming } = context.env;
      run ??= compile(one, { ports, limits, room, kept, ...(patience && { patience }) });
      if (isFixed && incoming.path === one.path) known.get(one.method)!.set(one.path, run);
      return attempt(run, incoming, paramsOf(context));
    };
    // What `app.on` adds after it has looked at each path for what it may be.
    const { method } = one, path = honoPath(one.path);
    app.router.add(method, path, [handler, { basePath: "/", path, method, handler }]);
  }
  app.onError((error, context) => refuse(error, context.env.incoming));

  const methods = [...new Set(routes.map((one) => one.method))].sort();
  const routed = (method: string, path: string): boolean =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method !== "ALL");
  app.notFound(async ({ env: { incoming }, req }) => {
    try {
      // A body that nobody reads is still held to the limit, and dropped unread.
      if (incoming.request.body) await drain(incoming.request, patience);
    } catch (error) {
      return refuse(error, incoming);
    }
    const allow = methods.filter((method) => routed(method, req.path));
    if (allow.length === 0) return refuse(requestFailure.no_route(), incoming);
    const names = [...allow, ...(allow.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    const body = { error: `This address takes ${names}`, reason: "method_not_allowed" };
    return json(body, 405, { allow: names });
  });

  /** What every answer goes through. */
  const sent = (answer: Response, incoming: Incoming): Response | Promise<Response> => {
    answered?.(answer.status);
    const line = notice && answer.headers.get("content-type")?.startsWith("text/html")
      ? notice(incoming)
      : undefined;
    if (line) return withNotice(answer, line).then((noticed) => packed(noticed, incoming));
    return packed(answer, incoming);
  };

  return (request, connection) => {
    const incoming = new Incoming(request, connection, addresses);
    // The runtime puts the Host header into the address as it is: `x/api/admin/boxes?` would choose the route.
    if (!addresses.isNamed(incoming.headers)) return sent(refusal(requestFailure.bad_host()), incoming);
    // HEAD goes out with its body: the server sends the headers that GET would have, and lets go of the body itself.
    const isHead = request.method === "HEAD";
    const run = known.get(isHead ? "GET" : request.method)?.get(incoming.path);
    const answer = run
      ? attempt(run, incoming, {})
      : app.fetch(isHead ? new Request(request, { method: "GET" }) : request, { incoming });
    return answer instanceof Promise ? answer.then((made) => sent(made, incoming)) : sent(answer, incoming);
  };
}

/** The answer compressed, where the asker takes that, with what every answer carries. */
function packed(answer: Response, incoming: Incoming): Response | Promise<Response> {
  if (answer.status === 101) return answer;
  const made = compressed(answer, incoming.headers);
  return made instanceof Promise ? made.then((one) => dressed(one, incoming)) : dressed(made, incoming);
}

/** The path parameters, decoded. An address whose escapes are not UTF-8 fits no route. */
function paramsOf({ req, env }: Context<Env>): Record<string, string> {
  if (env.incoming.path.includes("%")) {
    try {
      decodeURIComponent(env.incoming.path);
    } catch {
      throw requestFailure.no_route();
    }
  }
  return req.param();
}

/** Every response is cross-origin wrapped; OPTIONS anywhere is 204 (API "General behaviour" 1). */
function preflight({ headers }: Incoming): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": headers.get("access-control-request-headers") ??
        "content-type, authorization, x-api-key",
      "access-control-max-age": "600",
    },
  });
}
