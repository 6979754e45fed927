/** The instance's own OpenAPI document says what it answers, refusals with their members too, and the tests' judge reads it. */
import assert from "node:assert/strict";
import { openApi, type Route } from "../../src/http/mod.ts";
import { appTest } from "../kit/app.ts";
import { judge, type Judged } from "../kit/judge.ts";

type Document = {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, unknown> };
};

appTest("what the judge reads of each route is what the instance serves", {}, async (app) => {
  const served = (await app.visitor.get("/api/v1/openapi.json")).body as Document;
  for (const one of app.routes) {
    const { paths: [path], alone } = alonePath(one);
    // Beside others a path may have another one's names for its parameters.
    const at = Object.keys(served.paths).find((other) => formOf(other) === formOf(path!))!;
    assert.deepEqual(
      unnamed(alone.paths[path!]![one.method.toLowerCase()]),
      unnamed(served.paths[at]![one.method.toLowerCase()]),
    );
    for (const name of Object.keys(alone.components.schemas)) {
      assert.ok(name in served.components.schemas, name);
    }
  }
});

const formOf = (path: string): string => path.replace(/\{\w+\}/g, "{}");
/** An operation without the names of what stands in its path. */
const unnamed = (operation: unknown): unknown => {
  const plain = JSON.parse(JSON.stringify(operation));
  for (const one of plain.parameters ?? []) if (one.in === "path") delete one.name;
  return plain;
};

function alonePath(one: Route): { paths: string[]; alone: Document } {
  const alone = openApi([one], { title: "test", version: "0" }) as Document;
  return { paths: Object.keys(alone.paths), alone };
}

appTest("every JSON answer has a shape in the document", {}, (app) => {
  const shapeless = app.routes.filter(({ method, path, options }) =>
    options.reply === undefined && /(^|, )application\/json/.test(options.produces ?? "application/json") &&
    // One is always refused, one changes to another protocol.
    !["POST /api/v1/keys", "GET /ws"].includes(`${method} ${path}`)
  );
  assert.deepEqual(shapeless.map(({ method, path }) => `${method} ${path}`), []);
});

appTest("an answer that the document does not name fails the test that got it", {}, (app) => {
  const of = (method: string, path: string) =>
    app.routes.find((one) => one.method === method && one.path === path)!;
  const json = { "content-type": "application/json; charset=utf-8" };
  const says = (route: Route, status: number, body: unknown, headers: Record<string, string> = json) => {
    const reply: Judged = { status, headers: new Headers(headers), body };
    try {
      judge(route, route.method, route.path, reply);
      return true;
    } catch (error) {
      if (error instanceof assert.AssertionError) return false;
      throw error;
    }
  };
  const sources = of("GET", "/api/import"), list = { sources: [] };
  assert.ok(says(sources, 200, list));
  assert.ok(!says(sources, 201, list), "another status");
  assert.ok(!says(sources, 200, { sources: [], more: 1 }), "a member more");
  assert.ok(!says(sources, 200, {}), "a member less");
  assert.ok(!says(sources, 200, undefined, { "content-type": "text/html" }), "another media type");
  assert.ok(!says(sources, 200, undefined, {}), "no media type");
  const log = of("POST", "/api/caches/:id/logs"), error = "a sentence";
  assert.ok(says(log, 409, { error, reason: "already_found", foundBy: "OE1ABC", logId: 3 }));
  assert.ok(
    !says(log, 409, { error, reason: "already_found", foundBy: "OE1ABC", logId: "3" }),
    "another kind",
  );
  assert.ok(!says(log, 409, { error, reason: "already_found", limit: 3 }), "another refusal's member");
  assert.ok(!says(log, 409, { error, reason: "not_offered" }), "another area's refusal");
  assert.ok(!says(log, 400, { error, reason: "already_found" }), "a refusal under another status");
  assert.ok(
    says(log, 400, { error, reason: "invalid_body", issues: [{ path: "kind", message: "is missing" }] }),
  );
  assert.ok(!says(log, 400, { error, reason: "invalid_body", issues: [{ path: "kind" }] }));
  assert.ok(
    says(log, 429, { error, reason: "rate_limited", limit: 1, windowSec: 2, retryAfter: 1, tier: "anon" }),
  );
  assert.ok(says(log, 500, { error: "internal error" }));
  assert.ok(!says(log, 500, { error: "internal error", stack: "" }));
  const media = of("GET", "/api/media/*");
  assert.ok(says(media, 200, undefined, { "content-type": "image/png" }));
  assert.ok(!says(media, 200, undefined, { "content-type": "text/html" }));
  assert.ok(says(media, 304, undefined, { "content-type": "image/png" }));
});
