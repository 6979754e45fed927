/** Own finds of other sites: read out of real forms of files, kept in private, never as logs. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { appTest, refused } from "../kit/app.ts";
import { count } from "../kit/people.ts";
import { hide } from "../kit/seed_game.ts";

const HEAD =
  `<?xml version="1.0" encoding="utf-8"?><gpx xmlns="http://www.topografix.com/GPX/1/0" version="1.0" creator="x">`;
const wpt = (code: string, log = "Found it", sym = "Geocache") =>
  `<wpt lat="48.2" lon="16.37"><time>2010-01-01T00:00:00</time><name>${code}</name><urlname>The ${code}</urlname>` +
  `<sym>${sym}</sym><type>Geocache|Traditional Cache</type>` +
  `<groundspeak:cache xmlns:groundspeak="http://www.groundspeak.com/cache/1/0/1"><groundspeak:name>Name of ${code}</groundspeak:name>` +
  `<groundspeak:type>Traditional Cache</groundspeak:type><groundspeak:logs><groundspeak:log id="1">` +
  `<groundspeak:date>2012-04-23T19:00:00Z</groundspeak:date><groundspeak:type>${log}</groundspeak:type>` +
  `<groundspeak:text encoded="False">x</groundspeak:text></groundspeak:log></groundspeak:logs></groundspeak:cache></wpt>`;
const OWN = `${HEAD}<name>My Finds Pocket Query</name>${wpt("GC1AB2C")}${wpt("GC2", "Write note")}${
  wpt("GC3", "Attended")
}</gpx>`;
const send = (bytes: Uint8Array<ArrayBuffer> | string) =>
  [bytes, { "content-type": "application/gpx+xml" }] as const;

appTest("a file of own finds, plain, gzipped and zipped: the same finds, and no log", {}, async (app) => {
  const cache = await hide(app, "OE1ABC", { title: "Here too" });
  const client = await app.signIn("OE7PQR"), other = await app.signIn("OE1ABC");
  const logs = count(app, "log", "1");
  const post = (bytes: Uint8Array<ArrayBuffer> | string) =>
    client.post("/api/my/finds-elsewhere", ...send(bytes));
  const whole = { files: 1, left: [], leftFiles: 0, odd: 0 };
  assert.deepEqual((await post(OWN)).body, { ...whole, read: 2, others: 1, kept: 2 });
  assert.deepEqual((await post(new Uint8Array(gzipSync(OWN)))).body, {
    ...whole,
    read: 2,
    others: 1,
    kept: 2,
  });
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/1234.gpx`, OWN.replace("</gpx>", `${wpt("GC4")}</gpx>`));
  await Deno.writeTextFile(`${folder}/1234-wpts.gpx`, OWN.replaceAll("GC1AB2C", "P11AB2C"));
  const zipping = `import zipfile,sys
z=zipfile.ZipFile(sys.argv[1]+"/x.zip","w",zipfile.ZIP_DEFLATED)
[z.write(sys.argv[1]+"/"+n,n) for n in ("1234.gpx","1234-wpts.gpx")]; z.close()`;
  assert.ok((await new Deno.Command("python3", { args: ["-c", zipping, folder] }).output()).success);
  const zip = await Deno.readFile(`${folder}/x.zip`);
  assert.deepEqual((await post(zip)).body, {
    ...whole,
    ...{ read: 3, others: 1, kept: 3, left: [{ name: "1234-wpts.gpx", why: "kind" }], leftFiles: 1 },
  });
  await Deno.remove(folder, { recursive: true });
  assert.equal(count(app, "log", "1"), logs);
  const row = app.db.sql<never, Record<string, unknown>>(
    "SELECT code, title, type, found_at AS at, lat FROM found_elsewhere WHERE code = 'GC1AB2C'",
  ).get();
  assert.deepEqual({ ...row }, {
    code: "GC1AB2C",
    title: "Name of GC1AB2C",
    type: "Traditional Cache",
    at: 1335207600,
    lat: 48.2,
  });

  // What a phone marks as found counts too, and is not looked for any more.
  const marked = `${HEAD}${wpt(cache.code, "Write note", "Geocache Found")}${wpt("GC9", "Found it")}</gpx>`;
  assert.deepEqual((await post(marked)).body, { ...whole, read: 1, others: 1, kept: 4 });
  const out = async (query: string) => (await client.get(`/api/my/caches.csv?bbox=16,48,17,49${query}`)).text;
  assert.ok((await out("")).includes(cache.code) && !(await out("&notFound=1")).includes(cache.code));
  assert.deepEqual((await other.get("/api/my/finds-elsewhere")).body, { kept: 0 });
  assert.deepEqual((await client.delete("/api/my/finds-elsewhere")).body, { kept: 0 });
  assert.equal(count(app, "found_elsewhere", "1"), 0);
});

appTest(
  "what is broken, nobody's own or too much when unpacked is refused, and nothing is kept",
  {},
  async (app) => {
    const client = await app.signIn("OE7PQR");
    const post = (bytes: Uint8Array<ArrayBuffer> | string) => () =>
      client.post("/api/my/finds-elsewhere", ...send(bytes));
    await refused(app, 400, "finds_none", post(`${HEAD}${wpt("GC1")}</gpx>`));
    await refused(app, 400, "finds_unreadable", post(OWN.slice(0, -20)));
    await refused(app, 400, "finds_unreadable", post(new Uint8Array(gzipSync(OWN)).slice(0, 200)));
    await refused(
      app,
      400,
      "finds_unreadable",
      post(new Uint8Array([0x50, 0x4b, 3, 4, ...new Uint8Array(40)])),
    );
    const bomb = new Uint8Array(gzipSync(new Uint8Array(100_000_001).fill(32)));
    assert.ok(bomb.length < 200_000);
    await refused(app, 400, "finds_unreadable", post(bomb));
  },
);
