/** The tables of everybody and of every cache: who may read them, what their filters, sorts and pages give, and how fast. */
import assert from "node:assert/strict";
import { refused, testApp } from "../kit/app.ts";
import { CACHE, gameApp } from "../kit/game.ts";

const PEOPLE = "/api/admin/moderation/people", CACHES = "/api/admin/caches";
const DAY = 86_400;

Deno.test("the tables are for operators: others are refused, and nothing changes", async () => {
  using app = testApp();
  const member = await app.signIn("OE3ABC");
  for (const path of [PEOPLE, CACHES]) {
    await refused(app, 401, undefined, () => app.visitor.get(path));
    await refused(app, 403, undefined, () => member.get(path));
    await refused(app, 400, undefined, () => app.operator.get(`${path}?after=nonsense`));
    await refused(app, 400, undefined, () => app.operator.get(`${path}?sort=password`));
  }
});

Deno.test("people: search, filters, sorts and pages; who was seen is told at once and kept by the job", async () => {
  using app = testApp();
  const calls = ["OE1AAA", "OE2BBB", "OE3CCC", "OE3DDD"];
  for (const call of calls) await app.signIn(call, { verified: call !== "OE2BBB" });
  const list = async (query = "") => (await app.operator.get(`${PEOPLE}${query}`)).body;
  const names = ({ people }: { people: { callsign: string }[] }) => people.map(({ callsign }) => callsign);
  assert.deepEqual(names(await list("?sort=call&order=asc&q=oe")), calls);
  assert.deepEqual(names(await list("?sort=call&order=asc&q=oe3")), ["OE3CCC", "OE3DDD"]);
  assert.deepEqual(names(await list("?state=unverified&q=oe2")), ["OE2BBB"]);
  assert.deepEqual(names(await list("?state=suspended")), []);
  const first = await list("?sort=call&order=asc&q=oe&limit=3");
  assert.deepEqual([first.total, first.truncated, names(first)], [4, true, calls.slice(0, 3)]);
  const second = await list(
    `?sort=call&order=asc&q=oe&limit=3&after=${encodeURIComponent(first.nextCursor)}`,
  );
  assert.deepEqual([second.truncated, names(second)], [false, calls.slice(3)]);
  const [{ seenAt: before }] = (await list("?q=OE1AAA")).people;
  app.world.pass(400 * DAY);
  assert.deepEqual(names(await list("?seen=longer&sort=call&order=asc&q=oe")), calls);
  const back = await app.signIn("OE1AAA");
  await back.get("/api/start");
  const [{ seenAt }] = (await list("?q=OE1AAA")).people;
  assert.ok(seenAt >= (before ?? 0) + 400 * DAY);
  await app.jobs.find(({ name }) => name === "accounts-seen")!.run();
  assert.deepEqual(names(await list("?seen=week&q=oe")), ["OE1AAA"]);
});

Deno.test("caches: drafts and removed ones are in the table; filters and sorts", async () => {
  const game = gameApp();
  using app = game.app;
  const owner = await app.signIn("OE3ABC");
  const make = async (title: string, more: Record<string, unknown> = {}) =>
    (await owner.post("/api/caches", { ...CACHE, title, ...more })).body;
  const old = await make("Old mill"), draft = await make("A draft", { status: "draft" });
  await app.operator.post("/api/admin/moderation/remove", {
    kind: "cache",
    id: String(old.id),
    reason: "on a railway",
  });
  const list = async (query = "") =>
    (await app.operator.get(`${CACHES}${query}`)).body.caches as {
      title: string;
      removed: boolean;
    }[];
  const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);
  assert.deepEqual(titles(await list("?sort=title&order=asc")), ["A draft", "Old mill"]);
  assert.deepEqual(titles(await list("?q=MILL")), ["Old mill"]);
  assert.deepEqual(titles(await list(`?q=${draft.code.toLowerCase()}`)), ["A draft"]);
  assert.deepEqual(titles(await list("?state=removed")), ["Old mill"]);
  assert.deepEqual(titles(await list("?state=draft")), ["A draft"]);
  assert.deepEqual(titles(await list("?finds=some")), []);
  assert.deepEqual(titles(await list("?from=imported")), []);
});
