/** Our router against Hono's own, on every route that there is. */
import assert from "node:assert/strict";
import { Hono } from "hono";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { honoPath } from "../../src/http/mod.ts";
import { PathRouter } from "../../src/http/router.ts";

interface Router {
  add(method: string, path: string, route: string): void;
  // deno-lint-ignore no-explicit-any -- Hono gives parameters in two forms.
  match(method: string, path: string): any;
}

const routes = allRoutes();
const filled = <R extends Router>(router: R): R => {
  router.add("OPTIONS", "/*", "OPTIONS *");
  for (const { method, path } of routes) router.add(method, honoPath(path), `${method} ${path}`);
  return router;
};

/** What the first that takes the path is given, and nothing of whoever would come after it. */
function chosen(router: Router, method: string, path: string): [string, Record<string, string>] | undefined {
  const [takers, stash] = router.match(method, path);
  if (!takers[0]) return undefined;
  const [route, params] = takers[0];
  const values = Object.entries(params).map((
    [name, value],
  ) => [name, stash ? stash[value as number] : value]);
  return [route, Object.fromEntries(values)];
}

/** What may stand for one part of an address. */
const PARTS = [
  "7",
  "OE1XYZ-7",
  "mine",
  "x.gpx",
  ".gpx",
  "a.svg",
  "b.png",
  "q.json.svg",
  "",
  "a b",
  "a\nb",
  "*",
  ":id",
];

/** Addresses that a route takes, nearly takes, and does not take. */
function* addresses(path: string): Generator<string> {
  for (const part of PARTS) {
    const one = path.replace(/:\w+/g, part).replace(/\*$/, `${part}/${part}`);
    yield* [one, `${one}/`, `${one}/${part}`, one.slice(1), one.replace(/\/[^/]*$/, ""), `${one}.svg`];
  }
}

Deno.test("each address goes to the route that Hono's own router finds, with the same parameters", () => {
  const ours = filled(new PathRouter<string>());
  const hono = filled(new Hono().router as unknown as Router);
  const asked = new Set(routes.flatMap(({ path }) => [...addresses(path)]));
  let taken = 0;
  for (const address of [...asked, "", "/", "//", "/*", "*"]) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
      const expected = chosen(hono, method, address);
      assert.deepEqual(chosen(ours, method, address), expected, `${method} ${JSON.stringify(address)}`);
      if (expected && method !== "OPTIONS") taken++;
    }
  }
  assert(taken > routes.length * 5, `${taken} addresses that a route takes`);
});

Deno.test("of two routes that take an address the one that was declared first does", () => {
  const router = new PathRouter<number>();
  for (const [n, path] of ["/a/:id", "/a/fixed", "/b/fixed", "/b/:id", "/b/:other"].entries()) {
    router.add("GET", path, n);
  }
  assert.deepEqual(router.match("GET", "/a/fixed"), [[[0, { id: "fixed" }]]]);
  assert.deepEqual(router.match("GET", "/b/fixed"), [[[2, {}]]]);
  assert.deepEqual(router.match("GET", "/b/x"), [[[3, { id: "x" }]]]);
  assert.deepEqual(router.match("POST", "/b/x"), [[]]);
});

Deno.test("a route is found however late it is added, and whatever was asked before", () => {
  const router = new PathRouter<number>();
  router.add("GET", "/a/b", 0);
  assert.deepEqual(router.match("GET", "/a/c"), [[]]);
  router.add("GET", "/:any/c", 1);
  router.add("GET", "/a/c", 2);
  router.add("GET", "/d/c", 3);
  assert.deepEqual(router.match("GET", "/a/c"), [[[1, { any: "a" }]]]);
  assert.deepEqual(router.match("GET", "/d/c"), [[[1, { any: "d" }]]]);
  assert.deepEqual(router.match("GET", "/a/b"), [[[0, {}]]]);
});
