/** What every declared route must say of itself, so that the OpenAPI document and the clients made from it are usable. */
import assert from "node:assert/strict";
import { z } from "#schemas";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { openApi, operationId } from "../../src/http/mod.ts";
import { files } from "./source_files.ts";

const routes = allRoutes();

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string; description?: string; schema?: unknown }[];
  requestBody?: unknown;
  responses?: unknown;
}
const document = openApi(routes, { title: "test", version: "0" }) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation }))
);

Deno.test("every route has an operationId of its own that is a name in every language", () => {
  const seen = new Map<string, string>();
  for (const { at, operation } of operations) {
    const id = operation.operationId;
    assert.match(id, /^[a-z][A-Za-z0-9_]*$/, at);
    assert.equal(seen.get(id), undefined, `${id} names ${at} and ${seen.get(id)}`);
    seen.set(id, at);
  }
  assert.equal(operations.length, routes.length, "one operation for each route");
});

Deno.test("operationId() is made of method and path unless declared", () => {
  const of = (method: "GET" | "POST", path: string, id?: string) =>
    operationId({ method, path, options: { ...routes[0]!.options, ...(id && { id }) } });
  assert.equal(of("GET", "/api/v1/caches/:code.gpx"), "getApiV1CachesByCodeGpx");
  assert.equal(of("POST", "/.well-known/svc"), "postWellKnownSvc");
  assert.equal(of("GET", "/api/media/*"), "getApiMediaRest");
  assert.equal(of("GET", "/"), "get");
  assert.equal(of("GET", "/api/x", "readX"), "readX");
});

Deno.test("every parameter is described, and nothing is described that is no parameter", () => {
  for (const { at, operation } of operations) {
    for (const { name, description } of operation.parameters ?? []) {
      assert.match(description ?? "", /\w{2}/, `${at}: ${name}`);
    }
  }
  for (const { method, path, options } of routes) {
    const names = [...path.replace("*", ":rest").matchAll(/:(\w+)/g)].map(([, name]) => name!);
    assert.deepEqual(Object.keys(options.params ?? {}).sort(), names.sort(), `${method} ${path}`);
  }
});

/** Characters below which a text says nothing that its name does not: "The id", "Unix seconds", "Degrees". */
const SHORTEST_DESCRIPTION = 24, SHORTEST_SUMMARY = 20;

/** What is wrong with what a name is described by; `undefined`: nothing. */
function emptyWords(name: string, description: string): string | undefined {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  if (plain(description) === plain(name)) return `${name}: says its own name`;
  return description.length < SHORTEST_DESCRIPTION ? `${name}: ${description}` : undefined;
}

/** Every named member of a JSON schema, however deep, with its description. */
function* membersOf(schema: unknown): Generator<{ name: string; description: string }> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties") {
      for (const [name, member] of Object.entries(value as Record<string, { description?: unknown }>)) {
        if (typeof member.description === "string") yield { name, description: member.description };
      }
    }
    yield* membersOf(value);
  }
}

Deno.test("what describes a route, a parameter or a field says more than its name", () => {
  const wrong = new Set<string>();
  let described = 0;
  for (const { at, operation } of operations) {
    const { summary = "", parameters = [], requestBody, responses } = operation;
    if (summary.length < SHORTEST_SUMMARY) wrong.add(`${at}: ${summary}`);
    const named = parameters.map(({ name, description = "" }) => ({ name, description }));
    for (const { name, description } of [...named, ...membersOf([requestBody, responses])]) {
      const problem = emptyWords(name, description);
      if (problem) wrong.add(problem);
      described++;
    }
  }
  assert.ok(described > 1000, `only ${described} descriptions are found`);
  assert.deepEqual([...wrong], []);
});

Deno.test("emptyWords() refuses the parameter's own name and fewer characters than say anything", () => {
  assert.equal(
    emptyWords("accountNumberOfThisInstance", "Account number of this instance"),
    "accountNumberOfThisInstance: says its own name",
  );
  assert.equal(
    emptyWords("id", "x".repeat(SHORTEST_DESCRIPTION - 1)),
    `id: ${"x".repeat(SHORTEST_DESCRIPTION - 1)}`,
  );
  assert.equal(emptyWords("id", "x".repeat(SHORTEST_DESCRIPTION)), undefined);
});

Deno.test("every JSON answer has a shape: an object whose members are named", () => {
  for (const { method, path, options } of routes) {
    const at = `${method} ${path}`;
    if (!options.reply) {
      assert.ok(options.produces, at);
      continue;
    }
    const schema = JSON.stringify(z.toJSONSchema(options.reply, { io: "output", unrepresentable: "any" }));
    assert.match(schema, /"properties":\{"|"additionalProperties":\{"/, `${at} answers with ${schema}`);
  }
});

Deno.test("every clause that is cited exists, and routes cite clauses alone", () => {
  const clauses = new Set(
    Deno.readTextFileSync(new URL("clauses.txt", import.meta.url)).split("\n").filter((line) =>
      line !== "" && !line.startsWith("#")
    ),
  );
  for (const { method, path, options } of routes) {
    assert.ok(clauses.has(options.spec), `${method} ${path} cites ${options.spec}`);
  }
  const sources = ["src/", "tests/", "tools/"].flatMap((folder) => files(folder))
    .concat(files("migrations/", ".sql"));
  for (const { path, text } of sources) {
    // A citation may be broken over two lines of a comment.
    for (const [cited] of text.replace(/\n\s*(\*|\/\/|--) ?/g, " ").matchAll(/\b(API|FED) "[^"]+"/g)) {
      assert.ok(clauses.has(cited), `${path} cites ${cited}`);
    }
  }
});
