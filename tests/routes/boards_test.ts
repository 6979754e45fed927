/** Rankings sum up every find: what they are made of is read once a minute, and boxes of one network have a cap. */
import assert from "node:assert/strict";
import { refused, type TestApp, testApp } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";

const DAY = 86_400;
const VIENNA = "bbox=16,48,17,49", LINZ = "bbox=14,48,15,49";

async function withFinds(use: (app: TestApp, codes: { vienna: string; linz: string }) => Promise<void>) {
  using app = testApp();
  const vienna = await hide(app, "OE1OWN"), linz = await hide(app, "OE1OWN", { lat: 48.3, lon: 14.29 });
  await find(app, "OE2FND", vienna.code);
  await find(app, "OE3FND", linz.code);
  await use(app, { vienna: vienna.code, linz: linz.code });
}
const board = async (app: TestApp, query = ""): Promise<string[]> => {
  const { body } = await app.visitor.get(`/api/leaderboard?metric=finds&${query}`);
  return body.leaderboard.map((row: { loggerCall: string; finds: number }) =>
    `${row.loggerCall} ${row.finds}`
  );
};

Deno.test("a ranking counts the finds of its box and of its time", () =>
  withFinds(async (app, { vienna }) => {
    assert.deepEqual(await board(app), ["OE2FND 1", "OE3FND 1"]);
    assert.deepEqual(await board(app, VIENNA), ["OE2FND 1"]);
    assert.deepEqual(await board(app, LINZ), ["OE3FND 1"]);
    app.world.pass(31 * DAY);
    await find(app, "OE5FND", vienna);
    assert.deepEqual(await board(app, "period=month"), ["OE5FND 1"]);
    assert.deepEqual(await board(app, `period=month&${LINZ}`), []);
    assert.deepEqual(await board(app, `period=year&${VIENNA}`), ["OE2FND 1", "OE5FND 1"]);
  }));

Deno.test("all rankings are made of what was read within a minute, and agree with each other", () =>
  withFinds(async (app, { vienna, linz }) => {
    assert.deepEqual(await board(app, VIENNA), ["OE2FND 1"]);
    const first = app.world.now();
    await find(app, "OE3FND", vienna); // a minute passes by it
    assert.equal(app.world.now() - first, 60);
    app.world.pass(-1);
    assert.deepEqual(await board(app, VIENNA), ["OE2FND 1"]);
    assert.deepEqual(
      await board(app),
      ["OE2FND 1", "OE3FND 1"],
      "not the new find, though this one was never asked for",
    );
    app.world.pass(1);
    assert.deepEqual(await board(app), ["OE3FND 2", "OE2FND 1"]);
    assert.deepEqual(await board(app, VIENNA), ["OE2FND 1", "OE3FND 1"]);
    await find(app, "OE2FND", linz);
    app.world.pass(-DAY); // a clock that was set right
    assert.deepEqual(await board(app), ["OE2FND 2", "OE3FND 2"]);
  }));

Deno.test("one network asks for sixty boxes a minute; whole rankings and the read API have no part in it", () =>
  withFinds(async (app) => {
    const ask = (n: number, client = app.visitor) =>
      client.get(`/api/leaderboard?bbox=${n / 10},48,17,49&limit=${n + 1}`);
    for (let n = 0; n < 60; n++) assert.equal((await ask(n)).status, 200);
    await refused(app, 429, "rate_limited", () => ask(60));
    assert.deepEqual(await board(app), ["OE2FND 1", "OE3FND 1"]);
    assert.equal((await app.visitor.get(`/api/v1/leaderboard?${VIENNA}`)).status, 200);
    assert.equal((await ask(60, app.visitor.with({}, "198.51.100.7"))).status, 200);
    app.world.pass(60);
    assert.equal((await ask(60)).status, 200);
  }));
