/** Files of the field, as people reported them of other programs: what of each is read, what is left, and that the sums add up. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";
import { gpxOf, zipOf } from "../foreign/made.ts";

const data = (name: string) => Deno.readFile(new URL(`../data/field/web/${name}`, import.meta.url));
const gpx = { "content-type": "application/gpx+xml" }, csv = { "content-type": "text/csv" };
const LOST = "\ufffd";

appTest("own finds in the encodings that programs write: each letter is there", {}, async (app) => {
  const client = await app.signIn("OE7PQR");
  const titles: Record<string, string> = {
    "mf-utf8.gpx": "Grüße aus Österreich",
    "mf-iso.gpx": "Grüße aus Österreich",
    "mf-1252.gpx": "Café „Größe“ – 5 €",
    "mf-1251.gpx": "Привет",
    "mf-utf16.gpx": "Grüße",
    "mf-xFC.gpx": "Grün",
  };
  for (const [name, begin] of Object.entries(titles)) {
    await client.delete("/api/my/finds-elsewhere");
    const { status, body, text } = await client.post("/api/my/finds-elsewhere", await data(name), gpx);
    assert.equal(status, 200, `${name}: ${text}`);
    assert.deepEqual([body.read, body.others, body.odd, body.files, body.leftFiles], [1, 0, 0, 1, 0], name);
    const kept = app.db.sql<never, { title: string }>("SELECT title FROM found_elsewhere").get()!.title;
    assert.ok(!kept.includes(LOST), `${name}: ${kept}`);
    if (name !== "mf-1251.gpx") assert.ok(kept.startsWith(begin), `${name}: ${kept}`);
    else assert.match(kept, /^[\p{Script=Cyrillic}\s,.!]+/u);
  }
  const foreign = new TextDecoder().decode(await data("mf-utf8.gpx")).replace("utf-8", "EBCDIC-CP-US");
  const no = await refused(
    app,
    400,
    "finds_unreadable",
    () => client.post("/api/my/finds-elsewhere", foreign, gpx),
  );
  assert.match(no.body.said, /ebcdic-cp-us/);
});

appTest(
  "ZIPs of phones, Macs and sites: every file is read or named, and what is in none of them",
  {},
  async (app) => {
    const client = await app.signIn("OE7PQR");
    const rows: [name: string, read: number, files: number, left: number][] = [
      ["mf-many.zip", 25, 25, 0],
      ["mf-mac.zip", 1, 1, 0],
      ["mf-plain.zip", 1, 1, 1],
      ["mf-uml.zip", 1, 1, 1],
      ["mf-upper.zip", 1, 1, 0],
      ["zz-comment.zip", 1, 1, 0],
      ["zz-nosig.zip", 1, 1, 0],
      ["zz-stream.zip", 1, 1, 0],
    ];
    for (const [name, read, files, left] of rows) {
      const { body, text } = await client.post("/api/my/finds-elsewhere", await data(name), gpx);
      assert.deepEqual([body.read, body.files, body.leftFiles], [read, files, left], `${name}: ${text}`);
    }
    const said = async (name: string) => {
      const bytes = await data(name);
      return (await refused(
        app,
        400,
        "finds_unreadable",
        () => client.post("/api/my/finds-elsewhere", bytes, gpx),
      ))
        .body.said;
    };
    assert.match(await said("zz-bzip2.zip"), /b\.gpx is packed as bzip2/);
    assert.match(await said("zz-nested.zip"), /inner\.zip/);
  },
);

Deno.test("field notes in letters and words of devices: read, or left and said", async () => {
  const game = gameApp(), { app } = game;
  const client = await app.signIn("OE7PQR");
  const send = async (bytes: Uint8Array<ArrayBuffer> | string) => {
    await client.post("/api/my/field-notes/drop", {
      ids: (await client.get("/api/my/field-notes")).body.notes.map(({ id }: { id: number }) => id),
    }).catch(() => {});
    return (await client.post("/api/v1/field-notes", bytes, csv)).body;
  };
  const german = await send(await data("fn-german.txt"));
  assert.deepEqual([german.taken, german.unknownKinds, german.broken], [4, 0, 0]);
  const kinds = (await client.get("/api/my/field-notes")).body.notes.map(({ kind }: { kind: string }) =>
    kind
  );
  assert.deepEqual(kinds.toSorted(), ["DNF", "found", "maintenance", "note"]);
  const ansi = await send(await data("fn-ansi.txt"));
  assert.deepEqual([ansi.taken, ansi.odd], [2, 3]);
  const { text } = (await client.get("/api/my/field-notes")).body.notes
    .find(({ text }: { text: string }) => text.startsWith("Sch"));
  assert.equal(text, "Schöne Dose, Grüße");
  for (const name of ["fn-cp1251.txt", "fn-persian.txt", "fn-utf16be-bom.txt", "fn-utf16le-nobom.txt"]) {
    await send(await data(name)).catch(() => undefined);
  }
  assert.equal(app.db.sql("SELECT 1 FROM field_note WHERE instr(text, char(65533)) > 0").get(), undefined);
  // Sums: what a file has is taken, known, not attempted, of no known kind, or no visit.
  const lines = [
    'GC1,2026-01-01T10:00Z,Trouvée,"a"',
    'GC2,2026-01-01T10:00Z,La encontré,"b"',
    "GC3,2026-01-01T10:00Z,Löydetty,x",
    "GC4,2026-01-01T10:00Z,Nicht versucht,x",
    "GC5,yesterday,Found it,x",
    'GC1,2026-01-01T10:00Z,Found it,"again"',
  ];
  const sums = await send(lines.join("\n"));
  assert.deepEqual(sums.called, ["Löydetty"]);
  assert.equal(
    sums.taken + sums.known + sums.unattempted + sums.unknownKinds + sums.broken,
    lines.length,
    JSON.stringify(sums),
  );
  game.close();
});

Deno.test("catalogues in their encodings and states: the letters, the emoji, the nearly zero, and who is away", async () => {
  const game = gameApp(), { app } = game;
  const take = async (name: string, source = "opencaching") => {
    const { status, body, text } = await app.operator.post(
      `/api/import/${source}`,
      await data(name),
      name.endsWith(".csv") ? csv : gpx,
    );
    assert.equal(status, 200, `${name}: ${text}`);
    const { rows, imported, updated, unchanged, retired, gone, outside, skipped } = body;
    assert.equal(rows, imported + updated + unchanged + retired + gone + outside + skipped, text);
    return body;
  };
  for (const name of ["oc-iso.gpx", "oc-utf16.gpx", "oc-emoji.gpx", "oc-nearzero.gpx", "oc-disabled.gpx"]) {
    assert.ok((await take(name)).imported > 0, name);
  }
  assert.equal((await take("cs-ansi.csv", "other")).odd, 3);
  assert.equal((await take("cs-utf16.csv", "other")).odd, 0);
  const all = app.db.sql<never, { title: string; status: string; externalId: string }>(
    "SELECT title, status, external_id AS externalId FROM cache WHERE source <> 'native'",
  ).all();
  for (const { title } of all) assert.ok(!title.includes(LOST) && title.isWellFormed(), title);
  const of = (id: string) => all.find(({ externalId }) => externalId === id)!;
  assert.deepEqual([of("OE-1").title, of("OE-2").title], ["Schloßberg", "Großglöckner"]);
  assert.equal(of("OC0003").status, "disabled");
  // 4e-7 is no number of XML, of CSV for spreadsheets and of calendars.
  const member = await app.signIn("OE7PQR");
  await game.hide(member, { title: "Meridian; west, east", lat: 51.4779, lon: 4e-7 });
  for (const form of ["gpx", "loc", "kml", "csv"]) {
    const { text } = await member.get(`/api/my/caches.${form}?bbox=-1,51,1,52`);
    assert.ok(text.includes("0.0000004") && !/\de-\d/.test(text), `${form}: ${text}`);
    if (form === "csv") assert.ok(text.includes('"Meridian; west, east"'), text);
  }
  game.close();
});

Deno.test("a place that its list retires is disabled and counted, and comes back with its list; an operator's word stands", async () => {
  const game = gameApp(), { app } = game;
  const head = "reference,active,name,latitude,longitude\n";
  const send = async (text: string, query = "") =>
    (await app.operator.post(`/api/import/pota${query}`, head + text, csv)).body;
  const status = async () => (await app.visitor.get("/api/caches/AT-0001")).body.status;
  await send("AT-0001,1,Park,47.5,15.5\n");
  assert.equal(await status(), "active");
  const dry = await send("AT-0001,0,Park,47.5,15.5\nAT-0002,0,Never,47.5,15.5\n", "?dry=1");
  const away = await send("AT-0001,0,Park,47.5,15.5\nAT-0002,0,Never,47.5,15.5\n");
  for (const one of [dry, away]) {
    assert.deepEqual([one.rows, one.retired, one.gone, one.skipped], [2, 1, 1, 0], JSON.stringify(one));
  }
  assert.equal(await status(), "disabled");
  assert.equal((await send("AT-0001,1,Park,47.5,15.5\n")).updated, 1);
  assert.equal(await status(), "active");
  await app.db.write((tx) =>
    app.db.sql("UPDATE cache SET status = 'disabled' WHERE code = 'AT-0001'").run(tx, {})
  );
  await send("AT-0001,1,Park by another name,47.5,15.5\n");
  assert.equal(await status(), "disabled");
  // A summit that counts from a later day is none today.
  const summits = "SummitCode,SummitName,Longitude,Latitude,ValidFrom,ValidTo\n" +
    "OE/ZZ-001,Later,15.8,47.6,01/01/2099,31/12/2099\n";
  assert.equal((await app.operator.post("/api/import/sota", summits, csv)).body.gone, 1);
  // Behind a limit the list goes on; at its end it does not.
  const two = "AT-0003,1,A,47.5,15.5\nAT-0004,1,B,47.5,15.5\n";
  assert.deepEqual([
    (await send(two, "?limit=1&dry=1")).truncated,
    (await send(two, "?limit=2&dry=1")).truncated,
  ], [
    true,
    false,
  ]);
  game.close();
});

appTest(
  "what a body may cost is one sum: bursting and hanging files are refused, and nothing is kept",
  {},
  async (app) => {
    const client = await app.signIn("OE7PQR");
    const attributes = `<gpx><wpt ${"x".repeat(9)}="${"y".repeat(3_000_000)}"/></gpx>`;
    const many = Array.from(
      { length: 20 },
      (_, n) => ({ name: `${n}.gpx`, bytes: new TextEncoder().encode(attributes) }),
    );
    const bodies: Record<string, Uint8Array<ArrayBuffer>> = {
      bursting: zipOf(many),
      "one long value": zipOf([{ name: "a.gpx", bytes: new TextEncoder().encode(attributes) }]),
      "too deep": gpxOf("<a>".repeat(1000) + "</a>".repeat(1000)),
    };
    for (const [name, bytes] of Object.entries(bodies)) {
      const { body } = await refused(
        app,
        400,
        "finds_unreadable",
        () => client.post("/api/my/finds-elsewhere", bytes, gpx),
      );
      assert.ok(body.said.length < 200, name);
    }
  },
);

Deno.test("catalogues in packages: a pocket query as it was downloaded (cgeo/cgeo#3221), a GGZ (OpenSAK#656), one in gzip; what has none says so", async () => {
  const game = gameApp(), { app } = game;
  const text = (code: string) =>
    new TextEncoder().encode(
      `<gpx xmlns:groundspeak="http://www.groundspeak.com/cache/1/0"><wpt lat="47.5" lon="15.5"><name>${code}</name>` +
        "<type>Geocache|Multi-cache</type><groundspeak:cache><groundspeak:name>Mill</groundspeak:name></groundspeak:cache></wpt></gpx>",
    );
  const post = (bytes: Uint8Array<ArrayBuffer>) =>
    app.operator.post("/api/import/opencaching", bytes, { "content-type": "application/zip" });
  const query = zipOf([{ name: "17.gpx", bytes: text("OC1ZZ") }, {
    name: "17-wpts.gpx",
    bytes: text("PK1ZZ"),
  }]);
  const ggz = zipOf([{ name: "index/com/garmin/geocaches/v0/index.xml", bytes: text("OC9ZZ") }, {
    name: "data/0.gpx",
    bytes: text("OC2ZZ"),
  }, { name: "data/1.gpx", bytes: text("OC3ZZ") }]);
  const packed = await new Response(
    new Blob([text("OC4ZZ")]).stream().pipeThrough(new CompressionStream("gzip")),
  ).arrayBuffer();
  for (const [bytes, imported] of [[query, 1], [ggz, 2], [new Uint8Array(packed), 1]] as const) {
    const { status, body, text } = await post(bytes);
    assert.deepEqual([status, body.imported, body.rows], [200, imported, imported], text);
  }
  const codes = app.db.sql<never, { code: string }>("SELECT code FROM cache ORDER BY code").all().map((
    { code },
  ) => code);
  assert.deepEqual(codes, ["OC1ZZ", "OC2ZZ", "OC3ZZ", "OC4ZZ"]);
  const kml = new TextEncoder().encode('<?xml version="1.0"?><kml><Document><Placemark/></Document></kml>');
  for (
    const [bytes, why] of [
      [zipOf([{ name: "a.pdf", bytes: kml }]), /without GPX or CSV in it: a\.pdf/],
      [await data("zz-bzip2.zip"), /packed as bzip2/],
      [kml, /<kml>, and no GPX/],
      [new TextEncoder().encode('<loc version="1.0"><waypoint/></loc>'), /<loc>, and no GPX/],
    ] as const
  ) {
    const no = await refused(app, 400, "import_unreadable", () => post(bytes));
    assert.match(no.body.error, why);
  }
  game.close();
});
