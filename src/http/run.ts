/**
 * One declared route as a function, in the fixed order of a request: size, gate, limit, bytes, parse, handle. A gate that
 * needs the body is asked once more when it is there.
 */
import { contentTag, hasVersion, jsonText } from "./answers/answer.ts";
import { networkOf } from "./limits/network.ts";
import { isTextual } from "./answers/compress.ts";
import { BODY_LIMIT, drain, type Patience, readBody, refuseLarge } from "./body.ts";
import type { BodyRoom, BodyShare } from "./body_room.ts";
import { dressedJson } from "./dress.ts";
import { fromOwnPages, PUBLIC_LABELS, shownSession, type Visitor } from "./gates.ts";
import type { Incoming } from "./incoming.ts";
import { inExportTurn } from "./limits/exports.ts";
import type { Limit, Limits } from "./limits/limits.ts";
import { parseBody, parseQuery } from "./parse.ts";
import type { Ports } from "./ports.ts";
import type { Route, RouteResult } from "./route.ts";
import { type KeptAnswers, versionedByContent } from "./answers/kept_answers.ts";
import { sharedFor } from "./answers/sharing.ts";

/** Most bytes of a JSON body, unless its route says otherwise. */
const JSON_LIMIT = 1 << 20;

/** Longest answer, in characters, that each route keeps itself to know it again. */
const SHORT = 4096;

/** What all routes share. */
interface Compiling {
  ports: Ports;
  limits: Limits;
  room: BodyRoom;
  kept: KeptAnswers;
  patience?: Patience;
}

export type Run = (incoming: Incoming, params: Record<string, string>) => Response | Promise<Response>;

/** Counts a member's bodies together, from all networks that they come from. */
function countFor(who: unknown, share: BodyShare): void {
  const account = (who as { account?: unknown } | undefined)?.account;
  if (typeof account === "number") share.alsoFor(`account ${account}`);
}

/** Names that open what is listed nowhere. Instances ask each other for many things, and have limits of their own. */
const GUESSED = /^(?!\/federation\/).*:(?:code|id|token)\b/;

/** By whom guesses are counted: a member is not held to what others behind the same address try. What is shared asks nobody who they are. */
function guesserOf(who: unknown, incoming: Incoming): string {
  const account = shownSession(incoming) === undefined ? undefined : (who as Visitor).session?.account;
  return account === undefined ? networkOf(incoming.client) : `account ${account}`;
}

/** Decides once everything about a route that does not depend on the request. */
export function compile(
  { method, path, options }: Route,
  { ports, limits, room, kept, patience }: Compiling,
): Run {
  const gate = options.cookie ? fromOwnPages(options.gate) : options.gate;
  const { handle, query, body, form = false, raw, status = 200 } = options;
  const rules = [options.limit ?? []].flat() as readonly Limit[];
  const takes = body !== undefined || raw !== undefined;
  const cap = Math.min(options.maxBytes ?? (raw !== undefined ? BODY_LIMIT : JSON_LIMIT), BODY_LIMIT);
  const signature = `${method} ${path}`;
  const [, suffixed, suffix] = /:(\w{1,40})(\.\w{1,10})/.exec(path) ?? [];

  const isGuessed = method === "GET" && PUBLIC_LABELS.has(gate.label) && GUESSED.test(path);
  const bodyOf = (incoming: Incoming): unknown =>
    raw !== undefined ? incoming.bytes : body && parseBody(body, incoming, form);
  const shared = options.share && sharedFor(options.share);
  const textual = method === "GET" && isTextual(options.produces ?? "application/json");
  let last = { body: "", tag: "" };
  const finish = (answer: RouteResult, incoming: Incoming): Response => {
    if (answer instanceof Response) {
      if (!options.cookie && answer.headers.has("set-cookie")) {
        throw new Error(`${signature} does not declare that it sets a cookie`);
      }
      return shared === undefined ? answer : versionedByContent(incoming, answer, kept);
    }
    const body = JSON.stringify(answer);
    if (shared === undefined || status !== 200) {
      return dressedJson(jsonText(body, status), incoming);
    }
    // An answer that is asked for again and again is mostly unchanged: its version is worked out once.
    const worked = body.length > SHORT ? kept.of(incoming, body) : undefined;
    if (!worked && body !== last.body) last = { body, tag: contentTag(body) };
    const { tag } = worked ?? last;
    if (hasVersion(incoming, tag)) {
      return new Response(null, { status: 304, headers: { etag: `W/"${tag}"` } });
    }
    const whole = jsonText(body);
    if (worked) whole.worked = worked;
    whole.headers.set("etag", `W/"${tag}"`);
    return dressedJson(whole, incoming);
  };
  const admit = (incoming: Incoming, params: Record<string, string>): unknown => {
    const counted = (who: unknown) => {
      limits.useFor(rules, who, incoming);
      if (isGuessed) {
        incoming.guesses = limits.guesses(
          options.share ? networkOf(incoming.client) : guesserOf(who, incoming),
        );
      }
      return who;
    };
    const who = gate.check(incoming, ports, params);
    return who instanceof Promise ? who.then(counted) : counted(who);
  };
  /**
   * Who asks, with the body read where one is wanted. The body of a request that is refused by its headers alone is never
   * kept.
   */
  const receive = async (
    incoming: Incoming,
    params: Record<string, string>,
    share: BodyShare,
  ): Promise<unknown> => {
    const { request } = incoming;
    const needed = gate.needsBody?.(incoming) ?? 0;
    const early = needed === 0;
    const wanted = takes || !early;
    const most = early ? cap : Math.min(cap, needed);
    refuseLarge(request, wanted ? most : BODY_LIMIT);
    let who: unknown;
    try {
      if (early) who = await admit(incoming, params);
      else gate.before?.(incoming, ports);
    } catch (error) {
      // The body is still read, and dropped: a client that is still sending would not see the answer.
      await drain(request, patience);
      throw error;
    }
    if (!wanted) await drain(request, patience);
    else {
      if (early) countFor(who, share);
      incoming.bytes = await readBody(request, most, patience, share.take);
    }
    if (early) return who;
    who = await admit(incoming, params);
    countFor(who, share);
    return who;
  };

  const guarded = !PUBLIC_LABELS.has(gate.label);

  const made = (who: unknown, incoming: Incoming, params: Record<string, string>) => {
    const answer = handle({
      who,
      params: params as never,
      query: query && parseQuery(query, incoming),
      body: bodyOf(incoming),
      incoming,
    });
    return answer instanceof Promise
      ? answer.then((made) => finish(made, incoming))
      : finish(answer, incoming);
  };
  const handled: typeof made = options.exports
    ? (who, incoming, params) => inExportTurn(limits, who, incoming, () => made(who, incoming, params))
    : made;
  /** A request that sends a body: what it may take of the room is given back when it is answered. */
  const withBody = async (incoming: Incoming, params: Record<string, string>): Promise<Response> => {
    const share = room.share(networkOf(incoming.client));
    try {
      return await handled(await receive(incoming, params, share), incoming, params);
    } finally {
      share.end();
    }
  };

  // Nothing is waited for that is there already: most answers are made in the turn that asks for them.
  return (incoming, params) => {
    incoming.route = signature;
    incoming.shared = shared;
    incoming.textual = textual;
    if (guarded) incoming.keep = "secret";
    if (suffixed) params[suffixed] = params[suffixed]!.slice(0, -suffix!.length);
    if (method !== "GET" && incoming.request.body !== null) return withBody(incoming, params);
    const admitted = admit(incoming, params);
    return admitted instanceof Promise
      ? admitted.then((who) => handled(who, incoming, params))
      : handled(admitted, incoming, params);
  };
}
