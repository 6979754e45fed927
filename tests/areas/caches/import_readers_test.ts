/** Catalogues in the shapes that their programmes publish. Rows are made up; headers and quirks are the real ones. */
import assert from "node:assert/strict";
import { UnreadableFile } from "../../../src/caches/imports/place.ts";
import { readCsv } from "../../../src/caches/imports/read_csv.ts";
import { readGpx } from "../../../src/caches/imports/read_gpx.ts";
import { sourceOf } from "../../../src/caches/imports/sources.ts";
import type { ImportedRow } from "../../../src/caches/imports/place.ts";

const TODAY = "2026-06-01";

/** The text in chunks of a few bytes, so that every boundary falls somewhere inside. */
function stream(text: string | Uint8Array, size = 7): ReadableStream<Uint8Array> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at += size));
    },
  });
}

async function collect(rows: AsyncIterable<ImportedRow>) {
  const places = [], skipped = [], retired = [];
  for await (const row of rows) {
    if ("place" in row) places.push(row.place);
    else if ("retired" in row) retired.push(row.retired);
    else skipped.push(row.skipped);
  }
  return { places, skipped, retired };
}
const csv = (id: string, text: string) => collect(readCsv(stream(text), sourceOf(id)!, TODAY));
const gpx = (id: string, text: string | Uint8Array) => collect(readGpx(stream(text), sourceOf(id)!));

Deno.test("readCsv() reads the SOTA summit list: title line, retired summits left out", async () => {
  const { places, skipped, retired } = await csv(
    "sota",
    `SOTA Summits List (Date=20/11/2026)
SummitCode,AssociationName,RegionName,SummitName,AltM,AltFt,GridRef1,GridRef2,Longitude,Latitude,Points,BonusPoints,ValidFrom,ValidTo,ActivationCount,ActivationDate,ActivationCall
OE/ZZ-001,Austria,Nowhere,"Big, Old Hill",1893,6211,15.8433,47.6992,15.84330,47.69920,6,3,01/03/2002,31/12/2099,9,01/05/2026,OE1ABC
OE/ZZ-002,Austria,Nowhere,Gone Hill,900,2952,15.1,47.1,15.10000,47.10000,2,0,01/03/2002,31/12/2019,0,,
OE/ZZ-003,Austria,Nowhere,No Place,900,2952,,,,,2,0,01/03/2002,31/12/2099,0,,
`,
  );
  assert.deepEqual(places, [{
    externalId: "OE/ZZ-001",
    title: "Big, Old Hill",
    type: "sota",
    lat: 47.6992,
    lon: 15.8433,
    description: "Nowhere",
    url: "https://www.sotadata.org.uk/en/summit/OE/ZZ-001",
  }]);
  assert.deepEqual(skipped, [{ row: 5, reason: "OE/ZZ-003: no place" }]);
  assert.deepEqual(retired, [
    { externalId: "OE/ZZ-002", row: 4, reason: "OE/ZZ-002: counted until 2019-12-31" },
  ]);
});

Deno.test("readCsv() reads the POTA park list: inactive parks left out, a locator stands in", async () => {
  const { places } = await csv(
    "pota",
    `"reference","name","active","entityId","locationDesc","latitude","longitude","grid"
"AT-9001","River Park","1","206","AT-NO","48.21","16.77","JN88je"
"AT-9002","Closed Park","0","206","AT-NO","48.2","16.7","JN88ie"
"AT-9003","Grid Only","1","206","AT-NO","0","0","JN88ee"
`,
  );
  assert.deepEqual(places.map((p) => [p.externalId, p.lat, p.lon]), [
    ["AT-9001", 48.21, 16.77],
    ["AT-9003", 48.1875, 16.375],
  ]);
  assert.equal(places[0]!.url, "https://pota.app/#/park/AT-9001");
});

Deno.test("readCsv() reads the WWFF directory with its byte order mark", async () => {
  const { places } = await csv(
    "wwff",
    `\ufeffreference,status,name,program,dxcc,state,county,continent,iota,iaruLocator,latitude,longitude,IUCNcat,validFrom,validTo,notes,lastMod,changeLog,reviewFlag,specialFlags,website,country,region
OEFF-9001,active,"Naturpark ""Süd""",OEFF,OE,,,EU,,JN77,47.5,15.5,,2010-01-01,,,2020-01-01,,0,,,Austria,
OEFF-9002,deleted,Gone,OEFF,OE,,,EU,,JN77,47.5,15.5,,2010-01-01,,,2020-01-01,,0,,,Austria,
`,
  );
  assert.deepEqual(places.map((p) => [p.externalId, p.title, p.type]), [[
    "OEFF-9001",
    'Naturpark "Süd"',
    "wwff",
  ]]);
});

Deno.test("readCsv() reads IOTA groups as the middle of their box, across the antimeridian too", async () => {
  const { places } = await csv(
    "iota",
    `refno,name,dxcc_num,grp_region,whitelist,pc_credited,comment,latitude_max,latitude_min,longitude_max,longitude_min
EU-901,West Isles,265,,0,90.1,,56,54,-5,-7
OC-901,Date Line Isles,176,,0,10,,-15,-17,-179,179
`,
  );
  assert.deepEqual(places.map((p) => [p.externalId, p.lat, p.lon]), [["EU-901", 55, -6], [
    "OC-901",
    -16,
    180,
  ]]);
});

Deno.test("readCsv() reads semicolons and decimal commas (castles), and bunkers", async () => {
  const castles = await csv(
    "castle",
    `WCA;NAME OF CASTLE;LOCATION;LATITUDE;LONGITUDE
OE-90001;Burg Beispiel;Wien;48,2083;16,3731
`,
  );
  assert.deepEqual(castles.places.map((p) => [p.externalId, p.type, p.lat, p.lon]), [[
    "OE-90001",
    "castle",
    48.2083,
    16.3731,
  ]]);
  const bunkers = await csv(
    "bunker",
    `Reference,Scheme,Name,Type,Lat,Long,Locator
B/OE-9001,OEBOTA,Old Bunker,Command,48.1,16.2,JN88cc
`,
  );
  assert.deepEqual(bunkers.places.map((p) => [p.externalId, p.type, p.description]), [[
    "B/OE-9001",
    "bunker",
    "Command",
  ]]);
});

Deno.test("readCsv() refuses what is no list of places", async () => {
  await assert.rejects(csv("sota", "<html><body>Not Found</body></html>\n"), UnreadableFile);
  await assert.rejects(csv("pota", "reference,name\nAT-1,x\n"), UnreadableFile);
  await assert.rejects(csv("pota", ""), UnreadableFile);
  await assert.rejects(
    csv("pota", `reference,name,latitude,longitude\nAT-1,"${"x\n".repeat(100_000)}`),
    UnreadableFile,
  );
});

const GCAU = `<?xml version="1.0" encoding="utf-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/0" version="1.0" creator="Geocaching Australia">
<wpt lat="-33.8688" lon="151.2093"><time>2020-01-01T00:00:00</time><name>GA9001</name><desc>Bridge</desc>
<url>http://geocaching.com.au/cache/ga9001</url><sym>Geocache</sym><type>Geocache|Multi-cache</type>
<geocache status="Available" xmlns="http://geocaching.com.au/geocache/1"><name>Under the Bridge</name><owner>vk2x</owner>
<state>NSW</state><country>Australia</country><type>Multi-cache</type><container>Micro</container><difficulty>2.0</difficulty>
<terrain>3.5</terrain><summary html="false">Short &amp; sweet</summary><description html="true">&lt;p&gt;Walk&lt;br/&gt;on&lt;/p&gt;&lt;script&gt;</description>
<hints>Third pillar</hints><logs/></geocache></wpt>
<wpt lat="-33.9" lon="151.3"><name>GA9002</name><geocache status="Archived" xmlns="http://geocaching.com.au/geocache/1"><name>Gone</name></geocache></wpt>
</gpx>`;

Deno.test("readGpx() reads Geocaching Australia's cache block", async () => {
  const { places, skipped, retired } = await gpx("gcau", GCAU);
  assert.deepEqual(places, [{
    externalId: "GA9001",
    title: "Under the Bridge",
    type: "multi",
    lat: -33.8688,
    lon: 151.2093,
    description: "Short & sweet\n\nWalk\non",
    hint: "Third pillar",
    owner: "vk2x",
    url: "http://geocaching.com.au/cache/ga9001",
    size: "micro",
    difficulty: 2,
    terrain: 3.5,
  }]);
  assert.deepEqual(retired, [{ externalId: "GA9002", row: 2, reason: "GA9002: archived" }]);
  assert.deepEqual(skipped, []);
});

Deno.test("readGpx() reads Groundspeak blocks of any prefix in GPX 1.0 and 1.1, stages left out", async () => {
  const text = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"
 xmlns:gs="http://www.groundspeak.com/cache/1/0/1">
<wpt lat="52.1" lon="21.0"><name>OP9001</name><link href="https://opencaching.example/OP9001"><text>x</text></link><type>Geocache|Unknown Cache</type>
<extensions><gs:cache available="True" archived="False"><gs:name>Zagadka</gs:name><gs:owner>sp5x</gs:owner><gs:type>Unknown Cache</gs:type>
<gs:container>Regular</gs:container><gs:difficulty>1</gs:difficulty><gs:terrain>1.5</gs:terrain><gs:long_description html="False"><![CDATA[a < b]]></gs:long_description></gs:cache></extensions></wpt>
<wpt lat="52.2" lon="21.1"><name>P19001</name><type>Waypoint|Parking Area</type></wpt>
<wpt lat="95" lon="21.1"><name>BAD</name></wpt>
</gpx>`;
  const { places, skipped } = await gpx("opencaching", text);
  assert.deepEqual(places.map((p) => [p.externalId, p.title, p.type, p.url, p.description]), [
    ["OP9001", "Zagadka", "mystery", "https://opencaching.example/OP9001", "a < b"],
  ]);
  assert.deepEqual(skipped.map((s) => s.reason), ["P19001: a waypoint of a cache", "BAD: no place"]);
});

Deno.test("readGpx() reads UTF-16 and refuses broken XML, entities of a DTD and endless texts", async () => {
  const utf16 = new Uint8Array(Buffer.from("\ufeff" + GCAU.replace("utf-8", "utf-16"), "utf16le"));
  assert.equal((await gpx("gcau", utf16)).places.length, 1);
  await assert.rejects(gpx("gcau", "<gpx><wpt lat='1' lon='1'><name>X</gpx>"), UnreadableFile);
  await assert.rejects(gpx("gcau", "<gpx><wpt lat='1' lon='1'><name>X</name>"), UnreadableFile);
  await assert.rejects(
    gpx("gcau", `<!DOCTYPE g [<!ENTITY a "b">]><gpx><wpt lat="1" lon="1"><name>&a;</name></wpt></gpx>`),
    UnreadableFile,
  );
  const flood = `<gpx><wpt lat="1" lon="1"><name>X</name><desc>${"x".repeat(5_000_000)}</desc></wpt></gpx>`;
  await assert.rejects(collect(readGpx(stream(flood, 65_536), sourceOf("gcau")!)), UnreadableFile);
});
