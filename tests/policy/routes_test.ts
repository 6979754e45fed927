/** The declared routes against the specification's list. What is missing is listed beside this file, and may only shrink. */
import assert from "node:assert/strict";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { honoPath } from "../../src/http/mod.ts";
import { PathRouter } from "../../src/http/router.ts";
import { LISTED } from "../../src/conform/mod.ts";

const read = (name: string) =>
  Deno.readTextFileSync(new URL(name, import.meta.url)).split("\n").map((line) =>
    line.replace(/\s*#.*$/, "").trim()
  ).filter((line) => line !== "");

/** Method, path and gate of every route that the specification names. */
const specified = LISTED.map(({ method, path, gates }) => ({
  id: `${method} ${path}`,
  gate: gates.join("|"),
}));
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

/** Routes that an earlier one takes the paths of: they were declared and nobody can reach them. */
function shadowed(routes: readonly { method: string; path: string }[]): string[] {
  const router = new PathRouter<string>();
  for (const { method, path } of routes) router.add(method, honoPath(path), `${method} ${path}`);
  return routes.flatMap(({ method, path }) => {
    // A path of its own: a value for each label, and something for the rest.
    const own = path.replaceAll(/:\w+/g, "zz9").replace(/\/\*$/, "/zz9/zz9");
    const [found] = router.match(method, own), by = found[0]?.[0];
    return by === `${method} ${path}` ? [] : [`${method} ${path} is taken by ${by}`];
  });
}

Deno.test("no route is declared behind another one that takes its paths", () => {
  assert.deepEqual(
    shadowed([{ method: "GET", path: "/caches/:code" }, { method: "GET", path: "/caches/random" }]),
    ["GET /caches/random is taken by GET /caches/:code"],
  );
  assert.deepEqual(shadowed(allRoutes()), []);
});
