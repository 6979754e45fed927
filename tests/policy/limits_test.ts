/** Every declared limit counts by what was parsed: one thing has one count, however a stranger spells it. */
import assert from "node:assert/strict";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { Addresses, Incoming, type Limit, type Route } from "../../src/http/mod.ts";

const nowhere = new Addresses({ own: [], trusted: [], trustProxy: false });
/** Somebody of every kind at once: what a limit may look at of who asks. */
const who = {
  kind: "session",
  account: 7,
  call: "OE1XYZ",
  actor: "OE1XYZ",
  station: 3,
  box: "OE1XYZ-BOX",
  apiKey: undefined,
};
const long = "y".repeat(60_000);

const asked = (path: string, headers: Record<string, string> = {}) =>
  new Incoming(
    new Request(`http://localhost${path}`, { headers }),
    { remoteAddr: { hostname: "192.0.2.7" } },
    nowhere,
  );
const limitsOf = ({ options }: Route) => [options.limit ?? []].flat() as Limit[];
const counted = (limit: Limit, incoming: Incoming, params: Record<string, string>) =>
  limit.per?.({ who, incoming, params });

Deno.test("no limit counts by path, query or headers as they were written", () => {
  let looked = 0;
  for (const route of allRoutes()) {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    const params = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
    const plain = asked(route.path.replace(/:\w+/g, "OX1"));
    const spelled = [
      asked(route.path.replace(/:\w+/g, "%4fX1")),
      asked(`${route.path.replace(/:\w+/g, "OX1")}?x=${long}`),
      asked(route.path.replace(/:\w+/g, "OX1"), { "x-anything": long, "user-agent": long }),
    ];
    for (const limit of limitsOf(route)) {
      if (!limit.per) continue;
      const at = `${route.method} ${route.path}: ${limit.name}`;
      const expected = counted(limit, plain, params("OX1"));
      for (const other of spelled) assert.equal(counted(limit, other, params("OX1")), expected, at);
      let hostile: string | undefined;
      try {
        hostile = counted(limit, plain, params(long));
      } catch {
        // refused before it is counted
      }
      assert.ok((hostile ?? "").length <= 100, `${at} keeps ${hostile?.length} characters`);
      looked++;
    }
  }
  assert.ok(looked >= 10, `only ${looked} limits were looked at`);
});
