/** Years over HTTP: the member's for themselves, the club's for everybody, as numbers, drawing, picture and page. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { find, hide, suspend } from "../kit/seed_game.ts";

appTest(
  "a member's year is theirs alone, and counts what counts",
  { HIDE_DAILY_LIMIT: "100" },
  async (app) => {
    const year = new Date(app.world.now() * 1000).getUTCFullYear();
    const one = await hide(app, "OE1OWN", { title: "Old oak" }), two = await hide(app, "OE1OWN", { lat: 47 });
    const quiet = await hide(app, "OE1OWN", { unlisted: true });
    const client = await app.signIn("OE7PQR");
    for (const { code } of [one, two, quiet]) await find(app, "OE7PQR", code);
    await app.db.write(() => {});
    const { body } = await client.get(`/api/my/years/${year}`);
    assert.deepEqual([body.finds, body.first.title, body.squareCount, body.years], [2, "Old oak", 2, [year]]);
    assert.equal((await client.get(`/api/my/years/${year - 1}`)).body.finds, 0);
    const svg = await client.get(`/api/my/years/${year}.svg`);
    assert.ok(svg.text.includes("OE7PQR · ") && svg.text.includes("Old oak"));
    const png = await client.get(`/api/my/years/${year}.png`);
    assert.deepEqual([png.status, png.headers.get("content-type")], [200, "image/png"]);
    await refused(app, 401, "no_session", () => app.visitor.get(`/api/my/years/${year}`));
    await refused(app, 401, "no_session", () => app.visitor.get(`/api/my/years/${year}.svg`));
    for (const none of [String(year + 1), "1999", "x", "2026.5"]) {
      await refused(app, 404, "no_such_year", () => client.get(`/api/my/years/${none}`));
    }
  },
);

appTest(
  "the club's year is everybody's, without suspended people, and is added up once an hour",
  {},
  async (app) => {
    const year = new Date(app.world.now() * 1000).getUTCFullYear();
    const one = await hide(app, "OE1OWN", { title: "Old oak" }), two = await hide(app, "OE1OWN", { lat: 47 });
    await find(app, "OE7PQR", one.code);
    await find(app, "OE2ABC", one.code);
    const read = async () => (await app.visitor.get(`/api/years/${year}`)).body;
    assert.deepEqual([(await read()).finds, (await read()).people], [2, 2]);
    await find(app, "OE7PQR", two.code);
    assert.equal((await read()).finds, 2, "it is kept for an hour");
    app.world.pass(3601);
    assert.equal((await read()).finds, 3);
    suspend(app, "OE2ABC");
    app.world.pass(3601);
    assert.deepEqual([(await read()).finds, (await read()).people], [2, 1]);
    const page = await app.visitor.get(`/years/${year}`, { "accept-language": "de" });
    assert.ok(
      page.text.includes(`Das Jahr ${year}`) && page.text.includes("<svg") && page.text.includes("Old oak"),
    );
    assert.ok(page.text.includes(`/years/${year - 1}`) && !page.text.includes(`/years/${year + 1}"`));
    assert.equal((await app.visitor.get(`/years/${year}.png`)).headers.get("content-type"), "image/png");
    await refused(app, 404, "no_such_year", () => app.visitor.get(`/years/${year + 1}.svg`));
  },
);
