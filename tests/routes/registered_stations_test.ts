/** Registered stations are shown before they are heard, and living caches at the stations that they follow. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";

const BOX = "bbox=16,48,17,49";

appTest("a registered station shows with its role's symbol before it is heard", {
  FIRST_PARTY_SITES: "OE1GATE-1",
}, async (app) => {
  const alice = await app.signIn("OE1ALI");
  const list = (callsign: string, more: Record<string, unknown>) =>
    alice.post("/api/my/stations", { callsign, lat: 48.2, lon: 16.4, ...more });
  assert.equal((await list("OE1ALI-10", { roles: ["digipeater"], description: "Hill" })).status, 201);
  assert.equal((await list("OE1ALI-11", { roles: ["igate"], symbol: "/I" })).status, 201);
  assert.equal((await list("OE1ALI-12", { lat: 10, roles: ["node"] })).status, 201);
  assert.equal((await list("OE1ALI-13", { roles: [] })).status, 201);
  for (const path of [`/api/stations?${BOX}`, `/api/v1/stations?${BOX}`]) {
    const { stations } = (await app.visitor.get(path)).body;
    assert.deepEqual(
      stations.map((
        one: Record<string, unknown>,
      ) => [one.call, one.symbol, one.roles, one.lastSeen, one.via]),
      [
        ["OE1ALI-10", "/#", ["digipeater"], null, null],
        ["OE1ALI-11", "/I", ["igate"], null, null],
        ["OE1ALI-13", "/-", [], null, null],
      ],
      path,
    );
  }
  assert.equal((await app.visitor.get("/api/stations?bbox=16,48,17,49&limit=1")).body.stations.length, 1);
  for (const path of ["/api/stations/OE1ALI-10", "/api/v1/station/OE1ALI-10"]) {
    const { body } = await app.visitor.get(path);
    assert.deepEqual(
      [body.call, body.symbol, body.lat, body.comment, body.packets, body.firstHeard, body.wx],
      ["OE1ALI-10", "/#", 48.2, "Hill", 0, null, null],
      path,
    );
  }
  // Heard: what it says of itself counts, once.
  await app.ingest.post("/ingest", {
    packets: [rf(app, "OE1ALI-10>APRS:!4830.00N/01630.00E&up", "OE1GATE-1")],
  });
  const { stations } = (await app.visitor.get(`/api/stations?${BOX}`)).body;
  assert.deepEqual(
    stations.map((one: Record<string, unknown>) => [one.call, one.symbol, one.lat]).slice(0, 2),
    [["OE1ALI-10", "/&", 48.5], ["OE1ALI-11", "/I", 48.2]],
  );
  assert.equal(stations.length, 3);
  // The map's live channels tell of what was heard alone.
  assert.ok(!(await app.visitor.get("/api/cot")).text.includes("OE1ALI-11"));
});

appTest("a push key is for a weather station", {}, async (app) => {
  const alice = await app.signIn("OE1ALI");
  const { body: { id } } = await alice.post("/api/my/stations", {
    callsign: "OE1ALI-10",
    lat: 48.2,
    lon: 16.4,
    roles: ["igate"],
  });
  await refused(app, 400, "no_weather_role", () => alice.post(`/api/my/stations/${id}/wx-key`));
});

appTest("a station names the living caches that follow it, listed ones alone", {
  FIRST_PARTY_SITES: "OE1GATE-1",
}, async (app) => {
  const alice = await app.signIn("OE1ALI");
  const beacon = () =>
    app.ingest.post("/ingest", {
      packets: [rf(app, `OE1ALI-9>APRS:!4830.00N/01630.00E>${app.world.now()}`, "OE1GATE-1")],
    });
  await beacon();
  const { body: { id: sid } } = await alice.post("/api/my/stations", {
    callsign: "OE1ALI-9",
    lat: 48.5,
    lon: 16.5,
  });
  const made = await alice.post(`/api/my/stations/${sid}/cache`, { living: true, title: "Rover" });
  assert.ok(made.status < 300, made.text);
  app.world.pass(60);
  await beacon();
  await app.db.write(() => {});
  const cache = { id: made.body.id, code: made.body.code, title: "Rover" };
  const shown = async () => {
    const { stations: [listed] } = (await app.visitor.get("/api/stations")).body;
    const { stations: [own] } = (await alice.get("/api/my/stations")).body;
    const detail = (await app.visitor.get("/api/stations/OE1ALI-9")).body;
    return [listed, own, detail].map(({ livingCaches }) => livingCaches);
  };
  assert.deepEqual(await shown(), [[cache], [cache], [cache]]);
  assert.equal((await alice.patch(`/api/caches/${cache.id}`, { unlisted: true })).status, 200);
  assert.deepEqual(await shown(), [undefined, undefined, undefined]);
});
