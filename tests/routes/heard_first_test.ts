/** What anybody can write neither hides, names nor dates what a trusted receiver heard, in whatever order it comes. */
import assert from "node:assert/strict";
import { type TestApp, testApp } from "../kit/app.ts";
import { enrolBox, rf, type TestBox } from "../kit/boxes.ts";
import { random } from "../kit/random.ts";
import { hide } from "../kit/seed_game.ts";
import { registerKey } from "../kit/signed.ts";
import { signDocument } from "../../src/wire/mod.ts";

const SITE = "OE1GATE-10", OTHER = "OE4GATE-10";
const LAT = 48.2, LON = 16.37;
const BEACON = "OE2FND-7>APRS,WIDE1-1:!4812.00N/01622.20E[";
const DIGIPEATED = BEACON.replace("WIDE1-1", "OE9DIG*"),
  GATED = BEACON.replace("WIDE1-1", "TCPIP*,qAR,OE9IGT");

async function scene() {
  const app = testApp({ FIRST_PARTY_SITES: `${SITE},${OTHER}` });
  const { code } = await hide(app, "OE3OWN", { lat: LAT, lon: LON });
  const finder = await app.signIn("OE2FND");
  const log = async () => (await finder.post(`/api/caches/${code}/logs`, { kind: "found", text: "" })).body;
  return { app, log };
}
const post = async (app: TestApp, batch: Record<string, unknown>, by: Pick<TestBox, "post"> = app.ingest) => {
  const reply = await by.post("/ingest", batch);
  assert.deepEqual([reply.status, reply.body.rejected], [200, []]);
};
const hears = (app: TestApp, raw = BEACON, more: Record<string, unknown> = {}) => ({
  packets: [rf(app, raw, SITE, more)],
});
/** Lines of the finder's calls, all different, from the internet or by a receiver that nobody trusts. */
const lines = (app: TestApp, count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, n) => ({
    raw: `OE2FND-${n % 15 + 1}>APRS,TCPIP*,qAR,OE9IGT:!4813.${
      String(n % 100).padStart(2, "0")
    }N/01622.20E[${n}`,
    heardAt: app.world.now() - n % 1500,
    via: "aprsis",
    ...more,
  }));
async function flood(
  app: TestApp,
  count: number,
  by: Pick<TestBox, "post"> = app.ingest,
  more: Record<string, unknown> = {},
) {
  for (let n = 0; n < count; n += 1000) {
    await post(app, { packets: lines(app, Math.min(1000, count - n), more) }, by);
  }
}

for (const count of [520, 20_000]) {
  for (const when of ["before", "after"] as const) {
    Deno.test(`${count} internet lines ${when} a beacon that was heard hide nothing`, async () => {
      const { app, log } = await scene();
      using _end = app;
      if (when === "before") await flood(app, count);
      await post(app, hears(app));
      if (when === "after") await flood(app, count);
      assert.equal((await log()).tier, "A");
    });
  }
}

for (
  const [what, more, sites] of [
    ["a box that nobody trusts", { via: "rf", port: "kiss", site: "OE9BOX-10" }, []],
    ["a site that its box has no trust for", { via: "rf", port: "kiss", site: "OE9OTH-10" }, ["OE9BOX-10"]],
    ["a browser's radio", { via: "rf", port: "browser-rf", site: "OE9BOX-10" }, ["OE9BOX-10"]],
  ] as const
) {
  Deno.test(`520 lines of ${what} hide no beacon`, async () => {
    const { app, log } = await scene();
    using _end = app;
    const box = await enrolBox(app, "flood", sites.length > 0 ? { sites: [...sites] } : {});
    await post(app, hears(app));
    for (let n = 0; n < 520; n += 260) {
      const packets = lines(app, 260, { ...more }).map((one) => ({
        ...one,
        raw: one.raw.replace("TCPIP*,qAR,OE9IGT", "WIDE1-1"),
      }));
      await post(app, { packets }, box);
    }
    assert.equal((await log()).tier, "A");
  });
}

Deno.test("internet lines hide no contradiction that was heard", async () => {
  const { app, log } = await scene();
  using _end = app;
  await post(app, hears(app));
  // Heard 200 km away ten minutes before, and drowned since.
  await post(app, hears(app, BEACON.replace("4812.00N", "5000.00N"), { heardAt: app.world.now() - 600 }));
  await flood(app, 2000);
  const { tier, why } = await log();
  assert.equal(tier, null);
  assert.match(JSON.stringify(why), /km\/h/);
});

/** Whoever writes the same second and place first: by how it comes, and what it is. */
async function firstBy(app: TestApp, how: string): Promise<void> {
  const at = app.world.now(), place = { call: "OE2FND-7", lat: LAT, lon: LON, at };
  if (how === "the internet") await post(app, { packets: [{ raw: GATED, heardAt: at, via: "aprsis" }] });
  if (how === "a position item") await post(app, { positions: [{ ...place, via: "aprsis" }] });
  if (how === "a position item by radio") {
    await post(app, { positions: [{ ...place, via: "rf", site: null }] });
  }
  if (how === "an untrusted box") {
    const box = await enrolBox(app, "liar", {});
    await post(app, hears(app, BEACON, { site: "OE9BOX-10" }), box);
  }
  if (how === "the finder's device") {
    const key = await registerKey(app, await app.signIn("OE2FND"), "OE2FND");
    const batch = {
      at,
      call: "OE2FND",
      key: key.publicKey,
      packets: [],
      positions: [{ ...place, via: "app" }],
      finds: [],
    };
    await post(app, { ...batch, sig: signDocument("svc-ing/1", batch, key) }, app.visitor);
  }
  if (how === "a digipeater") await post(app, hears(app, DIGIPEATED));
  if (how === "an ambiguous report of the second") {
    await post(app, hears(app, BEACON.replace("4812.00N/01622.20E", "4811.9 N/01622.1 E")));
  }
}
for (
  const how of [
    ...[
      "the internet",
      "a position item",
      "a position item by radio",
      "an untrusted box",
      "the finder's device",
    ],
    ...["a digipeater", "an ambiguous report of the second"],
  ]
) {
  for (const settled of [false, true]) {
    Deno.test(`the same fix first by ${how} swallows no direct hearing${settled ? ", fixes moved" : ""}`, async () => {
      const { app, log } = await scene();
      using _end = app;
      await firstBy(app, how);
      if (settled) {
        app.db.writeNow((tx) =>
          app.db.exec(tx, "INSERT INTO fix SELECT * FROM fresh_fix; DELETE FROM fresh_fix")
        );
      }
      await post(app, hears(app));
      assert.equal((await log()).tier, "A");
    });
    Deno.test(`the same fix later by ${how} takes nothing away${settled ? ", fixes moved" : ""}`, async () => {
      const { app, log } = await scene();
      using _end = app;
      await post(app, hears(app));
      if (settled) {
        app.db.writeNow((tx) =>
          app.db.exec(tx, "INSERT INTO fix SELECT * FROM fresh_fix; DELETE FROM fresh_fix")
        );
      }
      await firstBy(app, how);
      assert.equal((await log()).tier, "A");
    });
  }
}

const times = (app: TestApp) =>
  app.stations.fixes(["OE2FND"], 0, app.world.now() + 60).flatMap(({ at, hearings }) =>
    hearings.filter(({ trusted, direct }) => trusted && direct).map((
      hearing,
    ) => [hearing.site, at, hearing.at])
  );

Deno.test("the trusted hearing's own time counts, not that of a copy that came first or was replayed", async () => {
  const { app } = await scene();
  using _end = app;
  const at = app.world.now();
  for (const [heardAt, via] of [[at - 25, "aprsis"], [at + 29, "aprsis"]] as const) {
    await post(app, { packets: [{ raw: GATED, heardAt, via }] });
  }
  await post(app, hears(app, BEACON, { heardAt: at - 2 }));
  await post(app, { packets: [{ raw: GATED, heardAt: at + 5, via: "aprsis" }] });
  assert.deepEqual(times(app), [[SITE, at - 2, at - 2]]);
  // A second receiver whose clock is ahead, and the first one again: each hearing by itself.
  await post(app, hears(app, BEACON, { site: OTHER, heardAt: at + 15 }));
  await post(app, hears(app, BEACON, { heardAt: at + 20 }));
  await post(app, hears(app, BEACON, { heardAt: at + 20 }));
  assert.deepEqual(times(app), [[SITE, at + 20, at + 20], [OTHER, at + 15, at + 15], [SITE, at - 2, at - 2]]);
  const { track } = (await app.visitor.get("/api/stations/OE2FND-7")).body;
  assert.ok(track.length <= 2, "copies are no points of the track");
});

Deno.test("a beacon of before the window does not hide the next one like it, whichever is delivered first", async () => {
  for (const order of [[-1810, -1785], [-1785, -1810]]) {
    const { app, log } = await scene();
    using _end = app;
    const now = app.world.now();
    for (const past of order) await post(app, hears(app, BEACON, { heardAt: now + past }));
    assert.equal((await log()).tier, "A", String(order));
  }
});

Deno.test("whatever order the same deliveries come in, the same was heard", async () => {
  const shown = [];
  for (let seed = 1; seed <= 12; seed++) {
    const { app } = await scene();
    using _end = app;
    const at = app.world.now(), next = random(seed);
    const all = [
      { raw: GATED, heardAt: at - 9, via: "aprsis" },
      { raw: GATED, heardAt: at + 20, via: "aprsis" },
      rf(app, DIGIPEATED, SITE, { heardAt: at - 1 }),
      rf(app, BEACON, SITE, { heardAt: at - 3 }),
      rf(app, BEACON, SITE, { heardAt: at + 12 }),
      rf(app, BEACON, OTHER, { heardAt: at - 3 }),
      rf(app, DIGIPEATED, OTHER, { heardAt: at - 3 }),
    ].map((one) => [next(), one] as const).toSorted(([a], [b]) => a - b).map(([, one]) => one);
    while (all.length > 0) await post(app, { packets: all.splice(0, 1 + Math.floor(next() * 3)) });
    shown.push(
      times(app).map(([site, fix, hearing]) => [site, Number(fix) - at, Number(hearing) - at]).toSorted(),
    );
  }
  for (const one of shown) {
    assert.deepEqual(one, [[SITE, -3, -3], [SITE, 12, 12], [OTHER, -3, -3]].toSorted());
  }
});
