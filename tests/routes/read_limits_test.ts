/** The read API's throttle: per network and per key, as the settings say, behind a proxy and not. */
import assert from "node:assert/strict";
import { Addresses, Limits, mount, rateLimited, readLimits, route } from "../../src/http/mod.ts";
import { appTest } from "../kit/app.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

/** A throttled route, asked from an address with headers; gives the status. */
function throttled(trustProxy: boolean, rates = { anonymous: 2, keyed: 4, windowSec: 60 }) {
  const world = testWorld();
  const handler = mount({
    routes: [
      route("GET /api/v1/thing", {
        gate: rateLimited(),
        limit: readLimits({
          anonymous: () => rates.anonymous,
          keyed: () => rates.keyed,
          windowSec: () => rates.windowSec,
        }),
        spec: 'API "Public read API"',
        summary: "For the test",
        produces: "application/json",
        handle: () => ({ ok: true }),
      }),
    ],
    ports: emptyPorts(world, {
      apiKey: (key) =>
        /^good\d$/.test(key) ? { kind: "apikey", id: Number(key.at(-1)), account: 1 } : undefined,
    }),
    addresses: new Addresses({ own: [], trusted: [], trustProxy }),
    limits: new Limits(() => world.now()),
    world,
  });
  const ask = async (remote: string, headers: Record<string, string> = {}, query = "") => {
    const answer = await handler(new Request(`http://localhost/api/v1/thing${query}`, { headers }), {
      remoteAddr: { hostname: remote },
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const statuses = async (asks: [string, Record<string, string>?][]) => {
    const out = [];
    for (const [remote, headers] of asks) out.push((await ask(remote, headers)).status);
    return out;
  };
  return { ask, statuses, world, rates };
}

Deno.test("limit: by address; the refusal names tier, limit and window; the next window is open", async () => {
  const { ask, statuses, world } = throttled(false);
  assert.deepEqual(await statuses([["192.0.2.1"], ["192.0.2.1"], ["192.0.2.2"]]), [200, 200, 200]);
  const { status, body, headers } = await ask("192.0.2.1");
  assert.deepEqual([status, body.tier, body.limit, body.windowSec], [429, "anon", 2, 60]);
  assert.equal(headers.get("x-ratelimit-limit"), "2");
  assert.ok(Number(headers.get("retry-after")) > 0 && Number(headers.get("retry-after")) <= 60);
  world.pass(Number(headers.get("retry-after")));
  assert.equal((await ask("192.0.2.1")).status, 200);
});

Deno.test("limit: IPv6 by /64, and an IPv4 address in IPv6 clothes is itself", async () => {
  const { statuses } = throttled(false);
  assert.deepEqual(
    await statuses([["2001:db8:1:2::1"], ["2001:db8:1:2:ffff::9"], ["2001:db8:1:2:1:1:1:1"], [
      "2001:db8:1:3::1",
    ], ["2001:DB8:1:2::5"]]),
    [200, 200, 429, 200, 429],
  );
  assert.deepEqual(
    await statuses([["::ffff:192.0.2.7"], ["192.0.2.7"], ["::ffff:192.0.2.7"], ["::ffff:192.0.2.8"]]),
    [200, 200, 429, 200],
  );
});

Deno.test("limit: without TRUST_PROXY a forwarded address is a lie and counts for nothing", async () => {
  const { statuses } = throttled(false);
  const from = (
    address: string,
  ): [string, Record<string, string>] => ["192.0.2.1", { "x-forwarded-for": address }];
  assert.deepEqual(await statuses([from("198.51.100.1"), from("198.51.100.2"), from("198.51.100.3")]), [
    200,
    200,
    429,
  ]);
});

Deno.test("limit: behind a trusted proxy the address that it saw counts, not what the client claims", async () => {
  const { statuses } = throttled(true);
  const via = (list: string): [string, Record<string, string>] => ["10.0.0.1", { "x-forwarded-for": list }];
  assert.deepEqual(
    await statuses([
      via("198.51.100.1"),
      via("1.1.1.1, 198.51.100.1"),
      via("2.2.2.2, 198.51.100.1"),
      via("198.51.100.1, 198.51.100.2"),
      via("2001:db8::1"),
      via("2001:db8::2"),
      via("2001:db8::3"),
    ]),
    [200, 200, 429, 200, 200, 200, 429],
  );
  assert.deepEqual(
    await statuses([["10.0.0.1"], ["10.0.0.1"], ["10.0.0.1"]]),
    [200, 200, 429],
    "a request without the header is the proxy's own",
  );
});

Deno.test("limit: a key has its own count, wherever it is used from and however it is sent", async () => {
  const { ask, statuses } = throttled(false);
  assert.deepEqual(await statuses([["192.0.2.1"], ["192.0.2.1"], ["192.0.2.1"]]), [200, 200, 429]);
  const key = { authorization: "Bearer good1" };
  assert.deepEqual(await statuses([["192.0.2.1", key], ["192.0.2.2", { "x-api-key": "good1" }]]), [200, 200]);
  assert.equal((await ask("192.0.2.3", {}, "?key=good1")).status, 200);
  assert.equal((await ask("192.0.2.4", key)).status, 200);
  const { status, body } = await ask("192.0.2.5", key);
  assert.deepEqual([status, body.tier, body.limit], [429, "keyed", 4]);
  assert.equal((await ask("192.0.2.5", { "x-api-key": "good2" })).status, 200, "another key");
  assert.equal(
    (await ask("192.0.2.1", { "x-api-key": "unknown" })).status,
    429,
    "an unknown key counts by address",
  );
});

appTest("limit: a changed setting holds at once", {}, async (app) => {
  assert.equal((await app.visitor.get("/api/v1")).body.rateLimits.anonymous, 60);
  await app.operator.put("/api/admin/settings/API_RATE_ANON", { value: "3" });
  assert.equal((await app.visitor.get("/api/v1")).status, 200);
  assert.equal((await app.visitor.get("/api/v1")).status, 200);
  const refused = await app.visitor.get("/api/v1");
  assert.deepEqual([refused.status, refused.body.limit], [429, 3]);
  await app.operator.put("/api/admin/settings/API_RATE_ANON", { value: "100" });
  assert.equal((await app.visitor.get("/api/v1")).status, 200);
});

appTest(
  "limit: the default is 60 a minute for an address, over all routes of the read API together",
  {},
  async (app) => {
    const statuses = [];
    for (let n = 0; n < 62; n++) {
      statuses.push((await app.visitor.get(n % 2 ? "/api/v1" : "/api/v1/spots")).status);
    }
    assert.deepEqual(statuses.map((status, n) => status === 429 ? n : -1).filter((n) => n >= 0), [60, 61]);
  },
);
