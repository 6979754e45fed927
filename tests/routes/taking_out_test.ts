/** Caches taken out by a member: which ones, in which form; and the link that follows a map's view. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";

const VIENNA = "bbox=16,48,17,49";

appTest("a box, a square, a search, favourites, and what is not found yet, in each form", {}, async (app) => {
  const seen = await hide(app, "OE1ABC", { title: '=Old, "oak"', description: "d" });
  const found = await hide(app, "OE1ABC", { title: "Found before" });
  const far = await hide(app, "OE1ABC", { title: "Far away", lat: 47.1, lon: 11.4 });
  const own = await hide(app, "OE7PQR", { title: "Own" });
  const secret = await hide(app, "OE1ABC", { title: "Secret", unlisted: true });
  await find(app, "OE7PQR", found.code);
  const client = await app.signIn("OE7PQR");
  assert.equal((await client.post(`/api/caches/${far.code}/favorite`, { on: true })).status, 200);
  const codes = async (query: string, form = "csv") => {
    const { status, text } = await client.get(`/api/my/caches.${form}?${query}`);
    assert.equal(status, 200, text);
    return [seen, found, far, own, secret].filter(({ code }) => text.includes(code)).map(({ title }) =>
      title
    );
  };
  for (const form of ["csv", "gpx", "kml", "loc"]) {
    assert.deepEqual(await codes(VIENNA, form), ['=Old, "oak"', "Found before", "Own"], form);
  }
  assert.deepEqual(await codes(`${VIENNA}&notFound=1`), ['=Old, "oak"']);
  assert.deepEqual(await codes("square=JN88"), ['=Old, "oak"', "Found before", "Own"]);
  assert.deepEqual(await codes("favourites=1"), ["Far away"]);
  assert.deepEqual(await codes("q=far"), ["Far away"]);
  assert.deepEqual(await codes(`${VIENNA}&list=1`), []);
  const { id } = (await client.post("/api/my/notebook/lists", { name: "Sunday" })).body;
  for (const { code } of [far, found, secret]) {
    assert.equal((await client.put(`/api/my/notebook/lists/${id}/${code}`, { on: true })).status, 200);
  }
  assert.deepEqual(await codes(`list=${id}`), ["Found before", "Far away"]);
  assert.deepEqual(await codes(`list=${id}&notFound=1`), ["Far away"]);
  assert.equal((await client.put(`/api/my/notebook/ignored/${own.code}`, { on: true })).status, 200);
  assert.deepEqual(await codes(VIENNA), ['=Old, "oak"', "Found before"], "an ignored cache stays out");
  const csv = (await client.get(`/api/my/caches.csv?${VIENNA}`)).text;
  assert.ok(csv.includes(`${seen.code},"'=Old, ""oak""",traditional,`), csv);
  const names = ["gpx", "kml", "loc", "csv", "zip"].map((form) => `caches.${form}`);
  for (const name of names) {
    const { headers } = await client.get(`/api/my/${name}?${VIENNA}`);
    assert.equal(headers.get("content-disposition"), `attachment; filename="${name}"`);
  }
  await refused(app, 400, undefined, () => client.get("/api/my/caches.gpx?square=nowhere"));
  await refused(app, 401, "no_session", () => app.visitor.get("/api/my/caches.gpx"));
});

appTest(
  "a pocket query is a ZIP that unzip takes, with the stages that its member has opened, and no others'",
  {},
  async (app) => {
    const multi = await hide(app, "OE1ABC", { title: "Two stages", type: "multi" });
    const owner = await app.signIn("OE1ABC"),
      client = await app.signIn("OE7PQR"),
      other = await app.signIn("OE9XYZ");
    const stages = [{ n: 1, unlock: "open", clue: "zzclue", lat: 48.2001, lon: 16.3701 }, {
      n: 2,
      unlock: "open",
      lat: 48.21,
      lon: 16.38,
    }];
    const set = await owner.post(`/api/caches/${multi.code}/stages`, { stages });
    assert.equal(set.status, 200, set.text);
    const opened = await client.post(`/api/caches/${multi.code}/stages/1/unlock`, {});
    assert.ok(opened.status < 300, opened.text);
    const gpx = async (who: typeof client) => (await who.get(`/api/my/caches.gpx?${VIENNA}`)).text;
    assert.ok((await gpx(client)).includes(`<name>S1${multi.code}</name>`));
    assert.ok(!(await gpx(client)).includes(`<name>S2${multi.code}</name>`));
    assert.ok(!(await gpx(other)).includes("zzclue"));

    const answer = await app.handler(
      new Request(`http://localhost:8787/api/my/caches.zip?${VIENNA}`, {
        headers: { ...client.headers, host: "localhost:8787" },
      }),
      { remoteAddr: { hostname: "192.0.2.1" } },
    );
    assert.equal(answer.headers.get("content-type"), "application/zip");
    const path = await Deno.makeTempFile({ suffix: ".zip" });
    await Deno.writeFile(path, new Uint8Array(await answer.arrayBuffer()));
    const python = `import zipfile,sys
z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(z.namelist()); print(z.read("caches-wpts.gpx").decode())`;
    const read = await new Deno.Command("python3", { args: ["-c", python, path] }).output();
    const said = new TextDecoder().decode(read.stdout);
    assert.ok(read.success, new TextDecoder().decode(read.stderr));
    assert.ok(said.startsWith("['caches.gpx', 'caches-wpts.gpx']"), said);
    assert.ok(said.includes(`<name>S1${multi.code}</name>`), said);
    await Deno.remove(path);
  },
);

appTest("the live link asks by view; a view that is too large is empty, and says so", {}, async (app) => {
  const { code } = await hide(app, "OE1ABC");
  const link = await app.visitor.get("/api/v1/live.kml");
  assert.ok(link.text.includes("<viewRefreshMode>onStop</viewRefreshMode>"));
  assert.ok(link.text.includes("<href>http://localhost:8787/api/v1/live.kml</href>"), link.text);
  assert.ok((await app.visitor.get(`/api/v1/live.kml?${VIENNA}`)).text.includes(code));
  const world = await app.visitor.get("/api/v1/live.kml?bbox=-180,-90,180,90");
  assert.ok(world.status === 200 && !world.text.includes(code) && world.text.includes("look closer"));
});
