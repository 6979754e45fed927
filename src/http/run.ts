/** One declared route as a function, in the fixed order of a request: size, bytes, gate, limit, parse, handle. */
import { json } from "./answer.ts";
import { BODY_LIMIT, drain, type Incoming, readBody } from "./incoming.ts";
import type { Limit, Limits } from "./limits.ts";
import { parseBody, parseQuery } from "./parse.ts";
import type { Ports } from "./ports.ts";
import type { Answer, Route } from "./route.ts";

/** Most bytes of a JSON body, unless its route says otherwise. */
const JSON_LIMIT = 1 << 20;

export type Run = (incoming: Incoming, params: Record<string, string>) => Promise<Response>;

/** Decides once whatever does not depend on the request. */
export function compile({ method, path, options }: Route, ports: Ports, limits: Limits): Run {
  const { gate, handle, query, body, form = false, raw, status = 200 } = options;
  const rules = [options.limit ?? []].flat() as readonly Limit[];
  const reads = body !== undefined || raw !== undefined || gate.security.length > 0;
  const cap = Math.min(options.maxBytes ?? (raw !== undefined ? BODY_LIMIT : JSON_LIMIT), BODY_LIMIT);
  const [, suffixed, suffix] = /:(\w+)(\.\w+)/.exec(path) ?? [];

  const receive = async (incoming: Incoming): Promise<void> => {
    if (reads) incoming.bytes = await readBody(incoming.request, cap);
    else await drain(incoming.request);
  };
  const bodyOf = (incoming: Incoming): unknown =>
    raw !== undefined ? incoming.bytes : body && parseBody(body, incoming, form);
  const finish = (answer: Answer): Response => answer instanceof Response ? answer : json(answer, status);

  return async (incoming, params) => {
    if (suffixed) params[suffixed] = params[suffixed]!.slice(0, -suffix!.length);
    if (method !== "GET" && incoming.request.body) await receive(incoming);
    const checked = gate.check(incoming, ports, params);
    const who = checked instanceof Promise ? await checked : checked;
    for (const rule of rules) limits.useFor(rule, who, incoming);
    const answer = handle({
      who,
      params: params as never,
      query: query && parseQuery(query, incoming),
      body: bodyOf(incoming),
      incoming,
    });
    return finish(answer instanceof Promise ? await answer : answer);
  };
}
