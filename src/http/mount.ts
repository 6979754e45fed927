/** The Hono application that answers everything: each declared route, and what every answer carries. */
import { type Context, Hono } from "hono";
import { diskFailure, Failure, isDiskFull, isRecent, type World } from "../base/mod.ts";
import type { Addresses } from "./address.ts";
import { json, redirect, refusal } from "./answers/answer.ts";
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
import { PathRouter } from "./router.ts";
import { ANSWER_HEADERS, isBoxNonce } from "../wire/mod.ts";
import { dressed } from "./dress.ts";
import { compile, type Run } from "./run.ts";
import { networkOf } from "./limits/network.ts";
import { gateFailure } from "./gates.ts";

// Logs credentials that a gate refused: which route, why, from which network, and never the credential itself. Areas
// that judge a credential themselves (a link, a passkey) write their own line.

/** Reasons for refusing a credential that was sent. With `no_session` and `no_credential` none was, so nobody guessed. */
const SHOWN = new Set(
  [gateFailure.bad_secret, gateFailure.bad_signature, gateFailure.bad_claim, gateFailure.bad_token].map((
    one,
  ) => one.reason),
);
/** Lines a minute. Of further refusals only the number is logged, so that somebody who keeps guessing fills no disk. */
const LINES_A_MINUTE = 60;

class RefusalLog {
  readonly #world: World;
  readonly #log: World["log"];
  #minute = -1;
  #lines = 0;

  constructor(world: World) {
    this.#world = world;
    this.#log = world.log.getChild("http");
  }

  /** Writes a line when the failure refuses a credential. */
  note(error: unknown, incoming: Incoming): void {
    if (!(error instanceof Failure) || error.kind !== "unauthenticated" || !SHOWN.has(error.reason)) return;
    const minute = Math.floor(this.#world.now() / 60);
    if (minute !== this.#minute) {
      if (this.#lines > LINES_A_MINUTE) {
        this.#log.warn("{more} more refused credentials within a minute", {
          more: this.#lines - LINES_A_MINUTE,
        });
      }
      [this.#minute, this.#lines] = [minute, 0];
    }
    if (++this.#lines > LINES_A_MINUTE) return;
    const { reason } = error;
    const from = networkOf(incoming.client);
    this.#log.warn("refused {reason} at {route} from {from}", { reason, route: incoming.route, from });
  }
}

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
  /** Headers that prove an answer to be this instance's, to whoever gave a nonce for it. */
  proof?: (nonce: string) => Readonly<Record<string, string>>;
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
  {
    routes,
    ports,
    addresses,
    limits,
    world,
    patience,
    instance = "localhost",
    notice,
    proof,
    sayRefusal,
    answered,
  }: Mounting,
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
    if (allow.length === 0) {
      const without = incoming.path.replace(/\/$/, ""), { method, target } = incoming;
      // A slash too many at the end of an address that people type or pass on; never to another host.
      if (
        (method === "GET" || method === "HEAD") && /^\/[^/\\]/.test(without) && without !== incoming.path &&
        routed("GET", without)
      ) return redirect(without + target.slice(incoming.path.length), 307);
      return refuse(requestFailure.no_route(), incoming);
    }
    const names = [...allow, ...(allow.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    const body = { error: `This address takes ${names}`, reason: "method_not_allowed" };
    return json(body, 405, { allow: names });
  });

  /** What every answer goes through. */
  const sent = (answer: Response, incoming: Incoming): Response | Promise<Response> => {
    answered?.(answer.status);
    if (answer.status === 404 && incoming.guesses) incoming.guesses.used++;
    // Refusals too: a box whose clock is wrong is refused for that, and mends it by the very answer.
    // A request that was taken over as a bare connection has no headers to be read any more.
    const isTakenOver = answer.status === 101;
    const nonce = proof === undefined || isTakenOver ? null : incoming.headers.get(ANSWER_HEADERS.nonce);
    if (nonce !== null && isBoxNonce(nonce)) {
      for (const [name, value] of Object.entries(proof!(nonce))) answer.headers.set(name, value);
    }
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
