/** Meetings: a cache with a time, who will come, a file and a feed for calendars; and where one leaves the car. */
import assert from "node:assert/strict";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { member, suspend } from "../kit/seed_game.ts";

const CACHE = {
  title: "Field day, 80 m; bring \\ and a chair",
  type: "virtual",
  size: "none",
  lat: 48.2,
  lon: 16.37,
};
/** A meeting tomorrow, of three hours. */
async function meeting(app: TestApp, more: Record<string, unknown> = {}) {
  member(app, "OE1OWN");
  const owner = await app.signIn("OE1OWN"), from = app.world.now() + 86_400;
  const body = { ...CACHE, eventFrom: from, eventUntil: from + 10_800, ...more };
  const made = await owner.post("/api/caches", body);
  assert.equal(made.status, 201, made.text);
  return { owner, from, code: made.body.code as string, path: `/api/caches/${made.body.code}` };
}

appTest(
  "a meeting has a beginning and an end, which are changed and taken away together",
  {},
  async (app) => {
    const { owner, from, path } = await meeting(app);
    const seen = async () => (await app.visitor.get(path)).body;
    assert.deepEqual([(await seen()).eventFrom, (await seen()).eventUntil, (await seen()).guests], [
      from,
      from + 10_800,
      0,
    ]);
    const [row] = (await app.visitor.get("/api/caches?bbox=16,48,17,49")).body.caches;
    assert.deepEqual([row.eventFrom, row.eventUntil], [from, from + 10_800]);
    const day = 86_400;
    for (
      const wrong of [
        { eventFrom: from },
        { eventFrom: from, eventUntil: null },
        { eventFrom: from, eventUntil: from },
        { eventFrom: from, eventUntil: from + 14 * day + 1 },
        { eventFrom: 5, eventUntil: 10 },
        { parkingLat: 48 },
        { parkingLat: 91, parkingLon: 16 },
        { parkingLat: 48, parkingLon: null },
      ]
    ) await refused(app, 400, "invalid_body", () => owner.patch(path, wrong));
    await owner.patch(path, { eventFrom: from + day, eventUntil: from + 2 * day });
    assert.equal((await seen()).eventFrom, from + day);
    await owner.patch(path, { eventFrom: null, eventUntil: null });
    assert.deepEqual(["eventFrom" in await seen(), "guests" in await seen()], [false, false]);
  },
);

appTest("members say that they come, and members alone see who does", {}, async (app) => {
  const { owner, path, from } = await meeting(app);
  const guest = await app.signIn("OE2ABC"), other = await app.signIn("OE3ABC");
  const come = (who: typeof guest, on = true) => who.post(`${path}/coming`, { on });
  assert.deepEqual((await come(guest)).body, { on: true, count: 1 });
  assert.deepEqual((await come(guest)).body, { on: true, count: 1 });
  assert.deepEqual((await come(other)).body, { on: true, count: 2 });
  assert.deepEqual([(await guest.get(path)).body.coming, (await owner.get(path)).body.coming], [true, false]);
  const calls = async () =>
    ((await owner.get(`${path}/guests`)).body.guests as { call: string }[]).map(({ call }) => call);
  assert.deepEqual(await calls(), ["OE2ABC", "OE3ABC"]);
  await refused(app, 401, "no_session", () => app.visitor.get(`${path}/guests`));
  await refused(app, 401, "no_session", () => app.visitor.post(`${path}/coming`, { on: true }));
  suspend(app, "OE3ABC");
  assert.deepEqual([await calls(), (await app.visitor.get(path)).body.guests], [["OE2ABC"], 1]);
  assert.deepEqual((await guest.post("/api/account/OE2ABC/export")).body.meetings.length, 1);
  assert.deepEqual((await come(guest, false)).body, { on: false, count: 0 });
  app.world.pass(from + 10_800 - app.world.now());
  const late = await app.signIn("OE2ABC");
  await refused(app, 409, "event_over", () => late.post(`${path}/coming`, { on: true }));
  const plain = await owner.post("/api/caches", { ...CACHE, title: "A box" });
  for (const what of ["coming", "guests"]) {
    const at = `/api/caches/${plain.body.code}/${what}`;
    await refused(app, 409, "no_event", () => what === "guests" ? late.get(at) : late.post(at, { on: true }));
  }
});

appTest(
  "calendars get one meeting as a file and all of them as a feed, nothing of what is not listed",
  {},
  async (app) => {
    const { owner, code, from } = await meeting(app);
    await meeting(app, { title: "Quiet", unlisted: true });
    await meeting(app, { title: "Nobody yet", status: "draft" });
    const feed = await app.visitor.get("/feeds/events.ics");
    assert.match(feed.headers.get("content-type")!, /^text\/calendar/);
    assert.deepEqual(feed.text.match(/^SUMMARY:.*$/gm)?.map((line) => line.trim()), [
      "SUMMARY:Field day\\, 80 m\\; bring \\\\ and a chair",
    ]);
    const one = await app.visitor.get(`/feeds/events/${code.toLowerCase()}.ics`);
    const start = new Date(from * 1000).toISOString().replace(/[-:]|\.000/g, "");
    assert.ok(
      one.text.includes(`\r\nDTSTART:${start}\r\n`) && one.text.includes(`UID:${code}@localhost\r\n`),
    );
    assert.match(one.headers.get("content-disposition")!, new RegExp(`${code}\\.ics`));
    await owner.patch(`/api/caches/${code}`, { status: "disabled" });
    assert.ok((await app.visitor.get(`/feeds/events/${code}.ics`)).text.includes("STATUS:CANCELLED"));
    const plain = await owner.post("/api/caches", { ...CACHE, title: "A box" });
    for (const none of ["AAA2222", plain.body.code]) {
      await refused(app, 404, "no_meeting", () => app.visitor.get(`/feeds/events/${none}.ics`));
    }
    app.world.pass(40 * 86_400);
    assert.ok(!(await app.visitor.get("/feeds/events.ics")).text.includes("BEGIN:VEVENT"));
  },
);

appTest("a cache says where one leaves the car, and files that are taken out have it", {}, async (app) => {
  const { code, path } = await meeting(app, { parkingLat: 48.21, parkingLon: 16.38 });
  const { parkingLat, parkingLon } = (await app.visitor.get(path)).body;
  assert.deepEqual([parkingLat, parkingLon], [48.21, 16.38]);
  const client = await app.signIn("OE2ABC");
  const gpx = (await client.get("/api/my/caches.gpx?bbox=16,48,17,49")).text;
  assert.match(gpx, new RegExp(`<wpt lat="48.21" lon="16.38"><time>[^<]*</time><name>PK${code}</name>`));
  assert.match(gpx, /A meeting, from \d{4}-/);
  const csv = (await client.get("/api/my/caches.csv?bbox=16,48,17,49")).text;
  assert.match(csv, /,48\.21,16\.38,http/);
});
