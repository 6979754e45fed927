/**
 * Every answer that a test gets is held against the OpenAPI document of the instance: its status, its media type, and a JSON
 * body by the schema that the document gives for them.
 */
import assert from "node:assert/strict";
import { type Schema, Validator } from "@cfworker/json-schema";
import { honoPath, openApi, type Route } from "../../src/http/mod.ts";

export interface Judged {
  status: number;
  headers: Headers;
  /** Parsed JSON; `undefined` for other media types. */
  body: unknown;
}

interface Answer {
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  responses: Record<string, Answer>;
  components: object;
}

/** By signature: the declarations are the same in each program that a process of tests makes. */
const operations = new Map<string, Operation>();
const validators = new Map<string, Validator>();

/** What the document says of a route. It is made for this one alone: the whole takes a tenth of a second. */
function operationOf(route: Route): Operation {
  const signature = `${route.method} ${route.path}`;
  let known = operations.get(signature);
  if (!known) {
    const { paths, components } = openApi([route], { title: "test", version: "0" }) as {
      paths: Record<string, Record<string, Operation>>;
      components: object;
    };
    known = { ...Object.values(Object.values(paths)[0]!)[0]!, components };
    operations.set(signature, known);
  }
  return known;
}

/** A path of an address as one of the routes takes it. */
export function routeFinder(routes: readonly Route[]): (method: string, path: string) => Route | undefined {
  const matchers = routes.map((route) => ({ route, pattern: patternOf(route) }));
  return (method, path) => {
    const bare = path.split("?")[0]!, asked = method === "HEAD" ? "GET" : method;
    return matchers.find(({ route, pattern }) => route.method === asked && pattern.test(bare))?.route;
  };
}

function patternOf({ path }: Route): RegExp {
  const pattern = honoPath(path).replace(/:\w+\{([^}]*)\}/g, "($1)").replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${pattern}$`);
}

/** Fails where an answer of a route is not what the document says. */
export function judge(route: Route, method: string, path: string, reply: Judged): void {
  const operation = operationOf(route), { status } = reply;
  const at = `${method} ${path} (${route.path}) answers ${status}`;
  const answer = operation.responses[status] ?? (status >= 400 ? operation.responses.default : undefined);
  assert.ok(answer, `${at}, which the document does not name`);
  const type = reply.headers.get("content-type")?.split(";", 1).join("").trim();
  if (!answer.content) {
    assert.ok(type === undefined || status === 304, `${at} with ${type}, for which the document has no body`);
    return;
  }
  if (type === undefined && method === "HEAD") return;
  // A whole kind of media is named too: image/*.
  const content = answer.content[type ?? ""] ?? answer.content[`${type?.split("/")[0]}/*`];
  assert.ok(content, `${at} with ${type}, which the document does not name`);
  if (reply.body === undefined) return;
  const name = `${route.method} ${route.path} ${status} ${type}`;
  let validator = validators.get(name);
  if (!validator) {
    validator = new Validator({ ...content.schema, components: operation.components }, "2020-12");
    validators.set(name, validator);
  }
  const { valid, errors } = validator.validate(reply.body);
  if (valid) return;
  const why = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join("\n");
  assert.fail(`${at} other than the document says:\n${why}\n${JSON.stringify(reply.body).slice(0, 2000)}`);
}
