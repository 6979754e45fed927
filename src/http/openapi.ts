/** The OpenAPI 3.1 document and the index of /api/v1, made from the declarations that mount the routes. */
import { type core, z } from "#schemas";
import { SESSION_COOKIE } from "./gates.ts";
import { isTextual } from "./answers/compress.ts";
import type { Route } from "./route.ts";
import type { FailureMaker, Members } from "../base/mod.ts";
import { statusOf } from "./answers/answer.ts";
import { isPageAddress } from "./answers/error_page.ts";
import { COMMON, COMMON_REASONS } from "./reasons.ts";

// Refusals as the OpenAPI document shows them: each with its code, its sentence, and the members that it may have.

type Schema = Record<string, unknown>;

const SENTENCE = { type: "string", description: "A sentence for a person" };
/** What the members of these names are made of, wherever they come. */
const LISTS: Record<string, Schema> = {
  issues: {
    description: "What does not fit, and where",
    items: {
      type: "object",
      properties: { path: { type: "string" }, message: { type: "string" } },
      required: ["path", "message"],
    },
  },
};

/** The members of failures together; where one name is of several kinds, any of them. */
function memberSchemas(all: readonly Members[]): Record<string, Schema> {
  const kinds = new Map<string, Set<string>>();
  for (const members of all) {
    for (const [name, kind] of Object.entries(members)) {
      kinds.set(name, new Set([...kinds.get(name) ?? [], ...[kind].flat()]));
    }
  }
  return Object.fromEntries(
    [...kinds].map((
      [name, one],
    ) => [name, { type: one.size === 1 ? [...one][0] : [...one], ...LISTS[name] }]),
  );
}

const refusalSchema = (reason: Schema, members: readonly Members[], required: string[]): Schema => ({
  type: "object",
  properties: { error: SENTENCE, reason, ...memberSchemas(members) },
  required,
  additionalProperties: false,
});

const nameOf = (reason: string): string => `Refusal.${reason}`;

/** The schemas that `refusalsOf` refers to: what any route may refuse with, and what these routes declare. */
function refusalSchemas(routes: readonly Route[]): Record<string, Schema> {
  const declared = new Map<string, FailureMaker[]>();
  for (const maker of new Set(routes.flatMap(({ options }) => options.errors ?? []))) {
    declared.set(maker.reason, [...declared.get(maker.reason) ?? [], maker]);
  }
  const own = [...declared].map(([reason, makers]) => [
    nameOf(reason),
    refusalSchema({ const: reason }, makers.map(({ members }) => members), ["error", "reason"]),
  ]);
  const code = {
    enum: [...COMMON_REASONS],
    description: "Code of the refusal; a fault of the gateway itself has none",
  };
  return {
    Refusal: refusalSchema(code, COMMON.map(({ members }) => members), ["error"]),
    ...Object.fromEntries(own),
  };
}

/** The answers by status that are refusals, and under `default` those that go without saying. */
function refusalsOf(route: Route): Record<string, object> {
  const makers = new Map<number, FailureMaker[]>();
  for (const maker of route.options.errors ?? []) {
    const status = statusOf(maker.kind);
    makers.set(status, [...makers.get(status) ?? [], maker]);
  }
  const page = isPageAddress(route.method, route.path) || route.options.form
    ? { "text/html": { schema: { type: "string" } } }
    : {};
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const answer = (description: string, schema: object) => ({
    description,
    content: { "application/json": { schema }, ...page },
  });
  return {
    ...Object.fromEntries([...makers].map(([status, declared]) => [
      status,
      answer(declared.map(({ reason, sentence }) => `\`${reason}\`: ${sentence}`).join("; "), {
        anyOf: [...new Set(declared.map(({ reason }) => nameOf(reason))), "Refusal"].map(ref),
      }),
    ])),
    default: answer("Refusal", ref("Refusal")),
  };
}

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

const SCHEMES: Record<string, object> = {
  session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE, description: "A member's session" },
  "x-ingest-secret": header("x-ingest-secret", "INGEST_SECRET: the ingest plane"),
  "x-operator-secret": header("x-operator-secret", "OPERATOR_SECRET: the operator's scripts"),
  "x-operator-secret-bearer": {
    type: "http",
    scheme: "bearer",
    description: "OPERATOR_SECRET as a bearer token",
  },
  "x-fed-secret": header("x-fed-secret", "FED_SUBMIT_SECRET of the hub"),
  "x-relay-secret": header("x-relay-secret", "FED_RELAY_SECRET of the hub"),
  "x-relay-ticket": header(
    "x-relay-ticket",
    "Ticket of a relayed question, with x-relay-secret or a spoke's signature",
  ),
  box: header(
    "x-box-sig",
    "Ed25519 signature, base64url, of an enrolled box over the text " +
      "`svc-box/1\\n<METHOD> <path with query>\\n<at>\\n<nonce>\\n<hex SHA-256 of the body>`, \\n a line feed; with x-box-id, " +
      "x-box-at (unix seconds, five minutes off at most) and x-box-nonce (16 to 64 letters, digits, - or _, used once). Every " +
      "answer, a refusal too, repeats x-box-nonce beside x-instance and x-instance-at (unix milliseconds; empty while the " +
      "time is not known), and signs `svc-box-answer/1\\n<instance>\\n<nonce>\\n<x-instance-at>` in x-instance-sig where the " +
      "instance has a key",
  ),
  spoke: header(
    "x-relay-sig",
    "Ed25519 signature of a spoke, with x-relay-instance and x-relay-at, over svc-relay/1",
  ),
  claim: {
    type: "apiKey",
    in: "header",
    name: "claim",
    description: "Claim token, sent as the body member `claim`",
  },
  signedBody: {
    type: "apiKey",
    in: "header",
    name: "sig",
    description: "Body members key, sig, at: a device key's signature over svc-act/1",
  },
  apiKey: header("x-api-key", "A member's API key; also as a bearer token"),
  wxKey: { type: "apiKey", in: "query", name: "key", description: "Weather push key (also PASSWORD)" },
  unsubscribeToken: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "Token of a mail's unsubscribe link",
  },
};

function schemaOf(type: core.$ZodType, io: "input" | "output"): object {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" }) as Record<
    string,
    unknown
  >;
  return schema;
}

/** Path as OpenAPI writes it: `/api/v1/caches/{code}.gpx`. */
const openApiPath = (path: string): string => path.replace(/:(\w+)/g, "{$1}").replace(/\/\*$/, "/{rest}");

/**
 * The route's name for generated clients, from method and path: `GET /api/caches/:id/logs` is `getApiCachesByIdLogs`.
 * Unique because paths are; a route may declare a better one.
 */
export function operationId({ method, path, options }: Route): string {
  if (options.id !== undefined) return options.id;
  const words = path.replace(/:(\w+)/g, "by-$1").replace("*", "rest").split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

const namesOf = (path: string): string[] => [...path.matchAll(/\{(\w{1,40})\}/g)].map(([, name]) => name!);

/** `at`: the path as the document has it, whose parameters may have other names than the route's. */
function parameters({ path, options }: Route, at: string): object[] {
  const said: Record<string, string | undefined> = options.params ?? {};
  const own = namesOf(openApiPath(path)).map((name) => said[name]);
  const inPath = namesOf(at).map((name, n) => ({
    name,
    in: "path",
    required: true,
    ...(own[n] === undefined ? {} : { description: own[n] }),
    schema: { type: "string" },
  }));
  if (!options.query) return inPath;
  const shape = schemaOf(options.query, "input") as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  const inQuery = Object.entries(shape.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: shape.required?.includes(name) ?? false,
    ...(description === undefined ? {} : { description }),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function requestBody({ options }: Route): object | undefined {
  if (options.raw !== undefined) {
    const schema = options.rawShape
      ? schemaOf(options.rawShape, "input")
      : { type: "string", format: "binary" };
    return { required: true, content: { [options.raw]: { schema } } };
  }
  if (!options.body) return undefined;
  const schema = schemaOf(options.body, "input");
  const form = options.form ? { "application/x-www-form-urlencoded": { schema } } : {};
  return { required: true, content: { "application/json": { schema }, ...form } };
}

const JSON_TYPE = "application/json";
/** Neither a switch of protocols, nor a redirect, nor what the asker has already. */
const hasBody = (status: number): boolean =>
  status >= 200 && status !== 204 && (status < 300 || status >= 400);

/** The shape of an answer in one of the media types that a route produces. */
function shapeOf({ options }: Route, type: string): object {
  if (type === JSON_TYPE && options.reply) return schemaOf(options.reply, "output");
  return isTextual(type) && !type.endsWith("json") ? { type: "string" } : {};
}

/** Answers that are no refusals, by status. */
function successes(route: Route): Record<string, object> {
  const { method, options } = route;
  const types = (options.produces ?? JSON_TYPE).split(", ");
  const content = Object.fromEntries(types.map((type) => [type, { schema: shapeOf(route, type) }]));
  const answer = (status: number, description: string) => ({
    description,
    ...(hasBody(status) && { content }),
  });
  const status = options.status ?? 200;
  return {
    [status]: answer(status, "Success"),
    ...(method === "GET" && options.share && { 304: answer(304, "What If-None-Match names is the newest") }),
    ...Object.fromEntries(
      Object.entries(options.also ?? {}).map(([other, also]) => [
        other,
        typeof also === "string" ? answer(Number(other), also) : {
          description: also.says,
          content: { [JSON_TYPE]: { schema: schemaOf(also.reply, "output") } },
        },
      ]),
    ),
  };
}

function operation(route: Route, at: string): object {
  const { options } = route;
  const body = requestBody(route), asked = parameters(route, at);
  return {
    summary: options.summary,
    operationId: operationId(route),
    description: `Gate: ${options.gate.label}. ${options.spec}.`,
    tags: [/"([^"]{1,100})"/.exec(options.spec)?.[1] ?? "General"],
    ...(asked.length > 0 ? { parameters: asked } : {}),
    ...(body ? { requestBody: body } : {}),
    ...(options.gate.security.length > 0
      ? { security: options.gate.security.map((name) => ({ [name]: [] })) }
      : { security: [] }),
    responses: { ...successes(route), ...refusalsOf(route) },
  };
}

/** The whole document. */
export function openApi(
  routes: readonly Route[],
  about: { title: string; version: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  // Templates that differ in their names alone are one path (OpenAPI 3.1, Paths Object).
  const templates = new Map<string, string>();
  for (const route of routes) {
    const path = openApiPath(route.path), form = path.replace(/\{\w{1,40}\}/g, "{}");
    const at = templates.get(form) ?? path;
    templates.set(form, at);
    (paths[at] ??= {})[route.method.toLowerCase()] = operation(route, at);
  }
  return {
    openapi: "3.1.0",
    info: { title: about.title, version: about.version, license: { name: "MIT", identifier: "MIT" } },
    // Under the address where the document is.
    servers: [{ url: "/" }],
    paths,
    components: { securitySchemes: SCHEMES, schemas: refusalSchemas(routes) },
  };
}

/** One line for each route, for the index of /api/v1 and the `routes` command. */
export const routeLines = (
  routes: readonly Route[],
): { method: string; path: string; gate: string; desc: string }[] =>
  routes.map(({ method, path, options }) => ({
    method,
    path,
    gate: options.gate.label,
    desc: options.summary,
  }));
