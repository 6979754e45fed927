/** What a box may have sent at this instance's word attests nothing, here and in answers to neighbours. */
import assert from "node:assert/strict";
import { type TestApp, testApp } from "../kit/app.ts";
import { enrolBox, rf, type TestBox } from "../kit/boxes.ts";
import { hide } from "../kit/seed_game.ts";
import { ears } from "../../src/wiring/corroboration.ts";

const SITE = "OE1GATE-10";
const BEACON = "OE2FND-7>APRS,WIDE1-1:!4812.00N/01622.20E[";

/** A finder with a box of his own, a cache, and a trusted receiver of somebody else. */
async function scene(env: Record<string, string> = {}) {
  const app = testApp({ FIRST_PARTY_SITES: SITE, ...env });
  const { code } = await hide(app, "OE3OWN", { lat: 48.2, lon: 16.37 });
  const finder = await app.signIn("OE2FND");
  const box = await enrolBox(app, "attic", { callsign: "OE4BOX", sites: ["OE4BOX-10"], services: true });
  const { body } = await box.post(`/api/box/attic/pair`, {});
  assert.equal((await finder.post(`/api/box/attic/claim`, { code: body.code })).status, 200);
  return { app, code, finder, box };
}
const hear = (app: TestApp, raw = BEACON, at = app.world.now()) =>
  app.ingest.post("/ingest", { packets: [rf(app, raw, SITE, { heardAt: at })] });
const lease = (box: TestBox, more = "") => box.get(`/api/box/${box.id}/commands?tx=1&rf=1${more}`);
const ack = (box: TestBox, id: number, status = "done") =>
  box.post(`/api/box/${box.id}/commands/ack`, { id, status });
const commanded = (app: TestApp, base = "OE2FND") =>
  app.stations.fixes([base], 0, app.world.now() + 60).map((fix) => fix.commanded);

const KINDS: [kind: string, more: Record<string, unknown>][] = [
  ["beacon", {}],
  ["message", { payload: { to: "OE5AAA", text: "hi" } }],
  ["packet", { payload: { info: ">on air" }, tool: "sketch" }],
  ["wx_beacon", {}],
  ["igate", { payload: { on: false } }],
  ["digi", { payload: { on: true } }],
  ["tx", { payload: { on: false } }],
];
for (const [kind, more] of KINDS) {
  Deno.test(`a ${kind} command shadows the call it names, the box's and its owner's`, async () => {
    const { app, finder, box } = await scene();
    using _end = app;
    const made = await finder.post("/api/box/attic/command", { kind, callsign: "OE2FND", ...more });
    assert.equal(made.status, 201, made.text);
    await hear(app);
    assert.deepEqual(commanded(app), [false], "it only waits");
    app.world.pass(60);
    await lease(box, "&kiss=OE4TNC-1&meshcom=OE4NOD-2");
    for (const call of ["OE2FND-7", "OE4BOX-3", "OE4TNC-1", "OE4NOD-12", "OE9ELSE"]) {
      await hear(app, BEACON.replace("OE2FND-7", call));
    }
    for (const base of ["OE2FND", "OE4BOX", "OE4TNC", "OE4NOD", "OE9ELSE"]) {
      assert.equal(commanded(app, base)[0], base !== "OE9ELSE", base);
    }
    assert.deepEqual(commanded(app), [true, false], "what was heard before is as it was");
  });
}

Deno.test("a question shadows nothing", async () => {
  const { app, finder, box } = await scene();
  using _end = app;
  await finder.post("/api/box/attic/command", { kind: "status" });
  await lease(box);
  await hear(app);
  assert.deepEqual(commanded(app), [false]);
});

for (const [status, after] of [["done", 120], ["failed", 120], ["late", 3600], ["never", 3600]] as const) {
  Deno.test(`a shadow ends ${after} s after its acknowledgement or lease: ${status}`, async () => {
    const { app, code, finder, box } = await scene();
    using _end = app;
    const { body: { id } } = await finder.post("/api/box/attic/command", {
      kind: "beacon",
      callsign: "OE2FND",
    });
    await lease(box);
    const leased = app.world.now();
    if (status === "done" || status === "failed") {
      app.world.pass(30);
      assert.equal((await ack(box, id, status)).body.ok, true);
    }
    const end = (status === "done" || status === "failed" ? leased + 30 : leased) + after;
    app.world.pass(end - app.world.now());
    if (status === "late") {
      app.world.pass(-60);
      await ack(box, id);
      app.world.pass(60);
    }
    await hear(app);
    assert.deepEqual(commanded(app), [true]);
    const log = await finder.post(`/api/caches/${code}/logs`, { kind: "found" });
    assert.equal(log.body.tier, null);
    app.world.pass(1);
    await hear(app, BEACON.replace("[", "[later"));
    assert.deepEqual(commanded(app), [false, true]);
    const { code: other } = await hide(app, "OE5OWN", { lat: 48.2, lon: 16.37 });
    assert.equal((await finder.post(`/api/caches/${other}/logs`, { kind: "found" })).body.tier, "A");
  });
}

Deno.test("commands stay evidence when a box is paired anew, enrolled anew or its owner is another", async () => {
  for (const change of ["paired", "revoked", "given"]) {
    const { app, finder, box } = await scene();
    using _end = app;
    await finder.post("/api/box/attic/command", { kind: "beacon", callsign: "OE2FND" });
    await lease(box);
    app.world.pass(10);
    await hear(app);
    if (change === "revoked") {
      await app.operator.post("/api/admin/boxes/attic/revoke", {});
      await enrolBox(app, "attic", {});
    } else {
      const { body } = await box.post(`/api/box/attic/pair`, {});
      const by = change === "given" ? await app.signIn("OE5TWO") : finder;
      await by.post(`/api/box/attic/claim`, { code: body.code });
    }
    assert.deepEqual(commanded(app), [true], change);
    const rows = app.db.sql<never, { n: number | null }>("SELECT owner_account AS n FROM transmit_shadow")
      .all();
    assert.ok(rows.length > 0 && rows.every(({ n }) => n === app.accounts.holder("OE2FND")!.accountId));
  }
});

Deno.test("an acknowledgement without a lease shadows from when the command was made", async () => {
  const { app, finder, box } = await scene();
  using _end = app;
  const { body: { id } } = await finder.post("/api/box/attic/command", {
    kind: "beacon",
    callsign: "OE2FND",
  });
  app.world.pass(20);
  await hear(app);
  await ack(box, id);
  assert.deepEqual(commanded(app), [true]);
});

Deno.test("what is shadowed is no answer to a neighbour", async () => {
  const { app, finder, box } = await scene();
  using _end = app;
  const listener = await enrolBox(app, "hill", { sites: ["OE6HIL-10"] });
  const heard = () =>
    ears(app.stations, app.people)("OE2FND-7", 0, app.world.now() + 60).filter(({ witnesses }) =>
      witnesses.length > 0
    );
  const listen = () => listener.post("/ingest", { packets: [rf(app, BEACON, "OE6HIL-10")] });
  await listen();
  assert.equal(heard().length, 1);
  app.world.pass(60);
  await finder.post("/api/box/attic/command", {
    kind: "message",
    callsign: "OE2FND",
    payload: { to: "OE5A", text: "x" },
  });
  await lease(box);
  await listen();
  assert.equal(heard().length, 1, "the one of before");
});

Deno.test("a find told over the air by a box at this instance's word waits for its sender's word", async () => {
  for (const shadowed of [false, true]) {
    const { app, code, finder, box } = await scene();
    using _end = app;
    await hear(app);
    app.world.pass(60);
    if (shadowed) {
      await finder.post("/api/box/attic/command", {
        ...{ kind: "message", callsign: "OE2FND", payload: { to: "OE1SYS-15", text: `FOUND ${code}` } },
      });
      await lease(box);
    }
    await hear(app, `OE2FND>APRS::OE1SYS-15:FOUND ${code}`);
    const rows = app.db.sql<never, { attested: number }>("SELECT attested FROM service_message").all();
    assert.deepEqual(rows.map(({ attested }) => attested), [shadowed ? 0 : 1]);
  }
});

Deno.test("an item of the outbox shadows its sender, and the box that was given it, until it is acknowledged", async () => {
  const { app, finder, box } = await scene();
  using _end = app;
  const beacon = { kind: "beacon", lat: 48.2, lon: 16.37 };
  const { body: { id } } = await finder.post("/api/tx/aprs", beacon);
  await hear(app);
  assert.deepEqual(commanded(app), [false], "it only waits");
  app.world.pass(60);
  for (let polls = 0; polls < 3; polls++) assert.equal((await box.get("/outbox")).body.items.length, 1);
  await hear(app);
  await hear(app, BEACON.replace("OE2FND-7", "OE4BOX-9"));
  assert.deepEqual([commanded(app), commanded(app, "OE4BOX")], [[true, false], [true]]);
  assert.equal((await box.post("/outbox/ack", { ids: [id] })).status, 200);
  app.world.pass(121);
  await hear(app);
  assert.deepEqual(commanded(app)[0], false);
});

Deno.test("coverage is what it was: a receiver hears a commanded beacon like any other", async () => {
  const { app, finder, box } = await scene();
  using _end = app;
  await finder.post("/api/box/attic/command", { kind: "beacon", callsign: "OE2FND" });
  await lease(box);
  await hear(app);
  assert.equal(app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM coverage").get()!.n, 1);
});
