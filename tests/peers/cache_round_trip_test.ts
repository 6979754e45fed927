/** A cache leaves as GPX, passes through GPSBabel, and is imported by another instance with its fields. */
import assert from "node:assert/strict";
import { testApp } from "../kit/app.ts";
import { needsProgram, peerTest, run } from "./peer.ts";

const CACHE = {
  title: "Brücke & <Turm>",
  description: 'Up the stairs, then left.\nMind the "step" & the dog.',
  hint: "under the 3rd <stone>",
  type: "multi",
  size: "small",
  difficulty: 2.5,
  terrain: 4,
  lat: 48.2083731,
  lon: 16.3724917,
  country: "OE",
};

peerTest(
  "GPX of a cache round-trips through GPSBabel with its cache fields",
  needsProgram("gpsbabel", "gpsbabel"),
  async () => {
    const here = testApp(), there = testApp();
    const owner = await here.signIn("OE1OWN");
    const { code } = (await owner.post("/api/caches", CACHE)).body;
    await (await here.signIn("OE2FND")).post(`/api/caches/${code}/logs`, {
      kind: "DNF",
      text: "not <there>",
    });
    const gpx = await here.visitor.get(`/api/v1/caches/${code}.gpx`);
    assert.equal(gpx.status, 200, gpx.text);
    const passed = await run(
      "gpsbabel",
      ["-i", "gpx", "-f", "-", "-o", "gpx,gpxver=1.0", "-F", "-"],
      gpx.text,
    );
    assert.equal(passed.code, 0, passed.stderr);
    const imported = await there.operator.post("/api/import/opencaching", passed.stdout, {
      "content-type": "application/gpx+xml",
    });
    assert.deepEqual([imported.body.imported, imported.body.problems], [1, []], imported.text);
    const places = (await there.operator.get("/api/admin/imports")).body.places;
    const copy = (await there.visitor.get(`/api/caches/${places[0].id}`)).body;
    const { title, hint, type, size, difficulty, terrain, lat, lon } = CACHE;
    assert.deepEqual(
      {
        title: copy.title,
        hint: copy.hint,
        type: copy.type,
        size: copy.size,
        difficulty: copy.difficulty,
        terrain: copy.terrain,
        lat: copy.lat,
        lon: copy.lon,
      },
      { title, hint, type, size, difficulty, terrain, lat, lon },
    );
    assert.deepEqual([copy.externalId, copy.sourceOwner], [code, "OE1OWN"]);
    assert.ok(copy.description.includes('Mind the "step" & the dog.'), copy.description);
    here.close();
    there.close();
  },
);
