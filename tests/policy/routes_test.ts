/** The declared routes against the specification's list. What is missing is listed beside this file, and may only shrink. */
import assert from "node:assert/strict";
import { allRoutes } from "../../src/cli/all_routes.ts";

const read = (name: string) =>
  Deno.readTextFileSync(new URL(name, import.meta.url)).split("\n").map((line) =>
    line.replace(/\s*#.*$/, "").trim()
  ).filter((line) => line !== "");

/** Method, path and gate of every route that the specification names. */
const specified = read("specified_routes.txt").map((line) => {
  const [method = "", path = "", gate = ""] = line.split(/\s+/);
  return { id: `${method} ${path}`, gate };
});
const gateOf = new Map(
  allRoutes().map((route) => [`${route.method} ${route.path}`, route.options.gate.label]),
);
// Hono answers HEAD wherever GET is declared.
for (const [id, label] of [...gateOf]) {
  if (id.startsWith("GET ")) gateOf.set(id.replace("GET", "HEAD"), label);
}
const alternatives = (gate: string) => gate.replace("actor", "session|ingest").split("|").sort().join("|");

Deno.test("specified routes that are not declared are exactly those known to be missing", () => {
  const missing = specified.map(({ id }) => id).filter((id) => !gateOf.has(id));
  const known = read("missing_routes.txt");
  console.log(`${specified.length - missing.length} of ${specified.length} specified routes are declared`);
  assert.deepEqual(
    missing.filter((id) => !known.includes(id)),
    [],
    "these routes were there, or are new in the specification",
  );
  assert.deepEqual(
    known.filter((id) => !missing.includes(id)),
    [],
    "these are declared now: take them out of missing_routes.txt",
  );
});

Deno.test("every declared route that the specification names has the specified gate", () => {
  for (const { id, gate } of specified) {
    const label = gateOf.get(id);
    if (label !== undefined) assert.equal(alternatives(label), alternatives(gate), id);
  }
});
