/** Every route that takes a bbox takes the decimals that JavaScript prints. */
import assert from "node:assert/strict";
import { openApi } from "../../src/http/mod.ts";
import { appTest } from "../kit/app.ts";

const PRINTED = [15.850000000000001, 47.1, 15.950000000000003, 47.100000001234].join(",");

appTest("a bbox of JavaScript's digits is taken wherever one is", {}, async (app) => {
  const { paths } = openApi(app.routes, { title: "test", version: "0" }) as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
  };
  const taking = Object.entries(paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === "bbox"))
    .map(([path]) => path) // A stream does not end; federation boxes are S,W,N,E and are read by other rules.
    .filter((path) => path !== "/api/cot/stream" && !path.startsWith("/federation/"));
  assert.ok(taking.length >= 10, taking.join(" "));
  const sysop = await app.sysop();
  for (const path of taking) {
    const { status, text } = await sysop.get(`${path}?bbox=${PRINTED}`);
    assert.ok(status < 400, `${path}: ${status} ${text.slice(0, 200)}`);
  }
});
