/** Files that members take out, before the programs that people open them with, and the formats' own schemas. */
import assert from "node:assert/strict";
import { testApp } from "../kit/app.ts";
import { needsData, needsProgram, peerTest, run } from "./peer.ts";
import { hide } from "../kit/seed_game.ts";
import { testData } from "../kit/test_data.ts";

async function club() {
  const app = testApp({ APP_URL: "https://club.example" });
  const multi = await hide(app, "OE1ABC", {
    title: "Bridge & <tower>",
    type: "multi",
    hint: "third stone",
    ...{ parkingLat: 48.21, parkingLon: 16.38 },
  });
  // What finders recommend is another test's; here it is what readers make of it.
  app.db.writeNow((tx) => app.db.exec(tx, "UPDATE cache SET recommended = 7"));
  const owner = await app.signIn("OE1ABC"), client = await app.signIn("OE7PQR");
  const stages = [{ n: 1, unlock: "open", clue: "look <up> & on", lat: 48.2001, lon: 16.3701 }];
  assert.equal((await owner.post(`/api/caches/${multi.code}/stages`, { stages })).status, 200);
  assert.ok((await client.post(`/api/caches/${multi.code}/stages/1/unlock`)).status < 300);
  return { app, client, multi };
}

peerTest(
  "GPX with stages is valid, and GPSBabel keeps cache and stage; LOC too",
  needsProgram("xmllint", "libxml2-utils") ?? needsProgram("gpsbabel", "gpsbabel") ??
    needsData("schemas/gpx/master.xsd"),
  async () => {
    const { app, client, multi } = await club();
    using _end = app;
    const { text } = await client.get("/api/my/caches.gpx?bbox=16,48,17,49");
    const checked = await run(
      "xmllint",
      ["--nonet", "--noout", "--schema", testData("schemas/gpx/master.xsd"), "-"],
      text,
    );
    assert.equal(checked.code, 0, checked.stderr);
    const kept = await run("gpsbabel", ["-i", "gpx", "-f", "-", "-o", "gpx,gpxver=1.0", "-F", "-"], text);
    for (
      const word of [
        `<name>${multi.code}</name>`,
        `<name>S1${multi.code}</name>`,
        `<name>PK${multi.code}</name>`,
        "look &lt;up&gt; &amp; on",
      ]
    ) {
      assert.ok(kept.stdout.includes(word), `GPSBabel lost ${word}`);
    }
    const loc = (await client.get("/api/my/caches.loc?bbox=16,48,17,49")).text;
    const read = await run("gpsbabel", ["-i", "geo", "-f", "-", "-o", "unicsv", "-F", "-"], loc);
    assert.equal(read.code, 0, read.stderr);
    assert.ok(read.stdout.includes(multi.code) && read.stdout.includes("Bridge & <tower>"), read.stdout);
  },
);

peerTest(
  "the link for map programs is valid KML, as is what it asks for",
  needsProgram("xmllint", "libxml2-utils") ?? needsData("schemas/kml/ogckml22.xsd"),
  async () => {
    const { app } = await club();
    using _end = app;
    for (const query of ["", "?bbox=16,48,17,49", "?bbox=-180,-90,180,90"]) {
      const { text } = await app.visitor.get(`/api/v1/live.kml${query}`);
      const schema = testData("schemas/kml/ogckml22.xsd");
      const checked = await run("xmllint", ["--nonet", "--noout", "--schema", schema, "-"], text);
      assert.equal(checked.code, 0, `${query}: ${checked.stderr}`);
    }
  },
);
