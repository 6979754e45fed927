/** What every declared route must say of itself, so that the OpenAPI document and the clients made from it are usable. */
import assert from "node:assert/strict";
import { z } from "zod";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { openApi, operationId } from "../../src/http/mod.ts";
import { files } from "./source_files.ts";

const routes = allRoutes();

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; description?: string }[];
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
