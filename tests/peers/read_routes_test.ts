/** What the routes really answer, before readers that others wrote: from a hidden cache to the file in another program. */
import assert from "node:assert/strict";
import { testApp } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";
import { testData } from "../kit/test_data.ts";
import { judge, judgesMissing } from "./judges.ts";
import { needsData, needsProgram, peerTest, run } from "./peer.ts";

const judges = judgesMissing();

async function club() {
  const app = testApp({ APP_URL: "https://club.example" });
  const cache = await hide(app, "OE1ABC", {
    title: `Bridge & <tower> 𝄞`,
    description: "First line\nSecond \t<line>",
    hint: "under the third stone",
    size: "regular",
    difficulty: 2.5,
    terrain: 4,
    country: "OE",
  });
  await find(app, "DL1XYZ-9", cache.code, { text: "Grüße <&>" });
  return { app, cache };
}

peerTest("the OpenAPI document is valid against the standard's schema", judges, async () => {
  using app = testApp();
  const { body } = await app.visitor.get("/api/v1/openapi.json");
  const { valid, errors, version } = await judge("openapi", body);
  assert.ok(valid, JSON.stringify(errors ?? "").slice(0, 2000));
  assert.equal(version, "3.1");
  delete body.info.title;
  assert.equal((await judge("openapi", body)).valid, false, "the judge can say no");
});

peerTest(
  "GPX of the routes: valid, and GPSBabel keeps the cache",
  needsProgram("xmllint", "libxml2-utils") ?? needsProgram("gpsbabel", "gpsbabel") ??
    needsData("schemas/gpx/master.xsd"),
  async () => {
    const { app, cache } = await club();
    using _end = app;
    for (const path of ["caches.gpx", "caches.gpx?bbox=16,48,17,49", `caches/${cache.code}.gpx`]) {
      const { text } = await app.visitor.get(`/api/v1/${path}`);
      const schema = testData("schemas/gpx/master.xsd");
      const checked = await run("xmllint", ["--nonet", "--noout", "--schema", schema, "-"], text);
      assert.equal(checked.code, 0, `${path}: ${checked.stderr}`);
      const kept = await run("gpsbabel", ["-i", "gpx", "-f", "-", "-o", "gpx,gpxver=1.0", "-F", "-"], text);
      for (
        const word of [
          `<name>${cache.code}</name>`,
          "Bridge &amp; &lt;tower&gt; 𝄞",
          "<groundspeak:container>Regular</groundspeak:container>",
          "<groundspeak:difficulty>2.5</groundspeak:difficulty>",
          "<groundspeak:terrain>4</groundspeak:terrain>",
          "<groundspeak:encoded_hints>under the third stone</groundspeak:encoded_hints>",
          "<groundspeak:type>Found it</groundspeak:type>",
          "Grüße &lt;&amp;&gt;",
          `https://club.example/c/${cache.code}`,
        ]
      ) assert.ok(kept.stdout.includes(word), `${path}: GPSBabel lost ${word}`);
    }
  },
);

peerTest(
  "KML of the routes is valid",
  needsProgram("xmllint", "libxml2-utils") ?? needsData("schemas/kml/ogckml22.xsd"),
  async () => {
    const { app } = await club();
    using _end = app;
    const at = app.world.now();
    await app.ingest.post("/ingest", {
      positions: [0, 1, 2].map((n) => ({
        call: "OE1ABC-9",
        lat: 48.1 + n / 10,
        lon: 16.3,
        at: at - 900 * n,
        via: "aprsis",
      })),
    });
    for (const path of ["caches.kml", "station/OE1ABC-9.kml"]) {
      const { status, text } = await app.visitor.get(`/api/v1/${path}`);
      assert.equal(status, 200, text);
      const checked = await run("xmllint", [
        "--nonet",
        "--noout",
        "--schema",
        testData("schemas/kml/ogckml22.xsd"),
        "-",
      ], text);
      assert.equal(checked.code, 0, `${path}: ${checked.stderr}`);
    }
  },
);

peerTest("ADIF, feeds and Cursor-on-Target of the routes are taken", judges, async () => {
  const { app, cache } = await club();
  using _end = app;
  const adif = await judge("adif", (await app.visitor.get("/api/v1/profile/DL1XYZ.adif")).text);
  assert.deepEqual(
    adif.qsos.map((qso: { CALL: string; MY_SIG_INFO: string }) => [qso.CALL, qso.MY_SIG_INFO]),
    [["OE1ABC", cache.code]],
  );
  for (const path of ["activity", "caches", "leaderboard", "u/DL1XYZ"]) {
    const feed = await judge("rss", (await app.visitor.get(`/feeds/${path}.xml`)).text);
    assert.ok(feed.items.length > 0, path);
    assert.ok(
      feed.items.every((item: { link: string; isoDate: string }) =>
        item.link.startsWith("https://club.example/") && item.isoDate
      ),
      path,
    );
  }
  await app.ingest.post("/ingest", {
    positions: [{
      call: "OE1ABC-9",
      lat: 48.2,
      lon: 16.3,
      at: app.world.now(),
      via: "aprsis",
      symbol: "/>",
      course: 90,
      speedKmh: 36,
      comment: `"<&>'`,
    }],
  });
  const { text } = await app.visitor.get("/api/cot");
  const events = text.match(/<event .*?<\/event>/gs)!;
  const [seen] = await judge("cot", events);
  assert.deepEqual([seen.feature.properties.callsign, seen.feature.properties.speed], ["OE1ABC-9", 10]);
});
