/** Trends and `/metrics` of the whole program: what is counted, and who may read it. */
import assert from "node:assert/strict";
import { Client, testApp } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";

const valueOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1] ?? NaN);

Deno.test("what happened in a minute is drawn for operators, with what the gateway did meanwhile", async () => {
  using app = testApp();
  const look = () => app.jobs.find(({ name }) => name === "trends")!.run();
  const cache = await hide(app, "OE1XYZ");
  await look();
  const heardAt = app.world.now();
  const line = (call: string) => `${call}>APRS,qAR,OE1GW-10:!4812.50N/01622.20E-`;
  const packets = ["OE3ABC-9", "OE3DEF-7"].map((call) => ({
    raw: line(call),
    heardAt,
    via: "rf",
    site: "OE1GW-10",
  }));
  assert.equal((await app.ingest.post("/ingest", { packets })).body.accepted, 2);
  assert.equal((await app.ingest.post("/ingest", { packets })).body.accepted, 0, "copies");
  await find(app, "OE3ABC", cache.code);
  await look();
  const { step, at, series } = (await app.operator.get("/api/admin/trends")).body;
  assert.equal(step, 60);
  assert.equal(at.length, 2);
  assert.deepEqual([series.packets, series.finds, series.stations], [[0, 2], [0, 1], [0, 2]]);
  assert.deepEqual([series.requests, series.errors, series.pulls], [[0, 2], [0, 0], [0, 0]]);
  assert.ok(series.database[1] > 100_000 && series.memory[1] > 10_000_000);
  for (const [name, length] of [["hour", 3600], ["day", 86_400]] as const) {
    const { body } = await app.operator.get(`/api/admin/trends?step=${name}`);
    assert.equal(body.step, length);
    assert.equal(body.series.packets.reduce((sum: number, n: number) => sum + n, 0), 2, name);
  }
  assert.equal((await app.operator.get("/api/admin/trends?step=year")).status, 400);
});

Deno.test("figures are given to the operator secret, and to programs nearby only where a setting permits it", async () => {
  using app = testApp();
  const text = (await app.operator.get("/metrics")).text;
  assert.equal(valueOf(text, "service_gateway_http_requests_total"), 0);
  assert.equal(valueOf((await app.operator.get("/metrics")).text, "service_gateway_http_requests_total"), 1);
  const near = new Client(app, {}, "10.0.0.5"), far = new Client(app, {}, "8.8.8.8");
  assert.equal((await near.get("/metrics")).status, 401);
  const set = await app.operator.put("/api/admin/settings/METRICS_NEARBY", { value: "1" });
  assert.equal(set.status, 200, set.text);
  for (const client of [near, new Client(app, {}, "127.0.0.1"), new Client(app, {}, "fd00::5")]) {
    assert.equal((await client.get("/metrics")).status, 200, client.remote);
  }
  assert.equal((await far.get("/metrics")).status, 401);
  // A page of the internet that is open in a browser of the club's own network asks from there too.
  assert.equal((await near.with({ origin: "https://evil.example" }, "10.0.0.5").get("/metrics")).status, 401);
  assert.equal((await near.with({ "sec-fetch-site": "cross-site" }, "10.0.0.5").get("/metrics")).status, 401);
  // Whoever shows a secret is judged by it.
  assert.equal((await near.with({ "x-operator-secret": "wrong" }, "10.0.0.5").get("/metrics")).status, 401);
  assert.equal(
    (await app.operator.get("/metrics")).headers.get("content-type")?.split(";")[0],
    "application/openmetrics-text",
  );
});
