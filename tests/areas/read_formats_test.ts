/** What the writers of exports promise beyond what a schema can check. */
import assert from "node:assert/strict";
import { element, parseBox, xml, xmlLine } from "../../src/base/mod.ts";
import { adif, adifLocation, ascii, bandOf } from "../../src/read/formats/adif.ts";
import { badge } from "../../src/read/formats/badge.ts";
import { gpx, gpxType } from "../../src/read/formats/gpx.ts";
import { kmlOfCaches, kmlOfTrack } from "../../src/read/formats/kml.ts";
import { rfc822, rss } from "../../src/read/formats/rss.ts";
import { sitemap, SITEMAP_MAX } from "../../src/read/formats/sitemap.ts";
import { sampleCaches, sampleFeed, sampleFinds } from "../peers/export_samples.ts";

const text = (pieces: Iterable<string>) => [...pieces].join("");

Deno.test("XML text is escaped once and holds no character that XML forbids", () => {
  assert.equal(xml(`<a & "b" 'c'>`), "&lt;a &amp; &quot;b&quot; &#39;c&#39;&gt;");
  assert.equal(xml("&amp;"), "&amp;amp;");
  assert.equal(xml("a\u0000\u0008\u001b\u0085\ufffeb\tc\nd\re"), "ab\tc\nd&#13;e");
  assert.equal(xml("\ud800x\udc00 \ud834\udd1e"), "x 𝄞");
  assert.equal(xmlLine("  two\r\n  lines "), "two lines");
  assert.equal(xmlLine("a\u00a0b\tc\u2003d  e "), "a b c d e");
  // Character by character: what stands as it is, what is escaped, and what is left out.
  const escaped: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
    "\r": "&#13;",
  };
  for (let code = 0; code <= 0xffff; code++) {
    const isControl = code < 0x20 && code !== 9 && code !== 10 && code !== 13;
    const isOut = isControl || (code >= 0x7f && code <= 0x9f) || (code >= 0xd800 && code <= 0xdfff) ||
      code > 0xfffd;
    const one = String.fromCharCode(code);
    const wanted = isOut ? "" : escaped[one] ?? one;
    if (xml(`a${one}b`) !== `a${wanted}b`) assert.fail(`U+${code.toString(16)}: ${xml(`a${one}b`)}`);
  }
  assert.equal(element("a b='1'", "x"), "<a b='1'>x</a>");
  assert.equal(element("a", ""), "");
  assert.equal(element("a", 0), "<a>0</a>");
});

Deno.test("ADIF: lengths count the characters that follow, and only ASCII follows", () => {
  const file = text(
    adif({ programme: "Service Gateway", version: "1", madeAt: 0, about: "<Finds" }, [sampleFinds]),
  );
  assert.match(file, /^[\x20-\x7e\n]*$/);
  assert.doesNotMatch(file, /^</);
  const body = file.slice(file.indexOf("<ADIF_VER"));
  let at = 0, fields = 0, records = 0;
  while (at < body.length) {
    const tag = /^\s*<([A-Z_]+)(?::(\d+))?>/.exec(body.slice(at));
    if (!tag) break;
    at += tag[0].length + Number(tag[2] ?? 0);
    if (tag[1] === "EOR") records++;
    else fields++;
    assert.match(body.slice(at, at + 1), /^\n?$/, `after ${tag[0]} comes a line end`);
  }
  assert.equal(body.slice(at).trim(), "");
  assert.equal(records, 3);
  assert.ok(fields > 40);
  assert.doesNotMatch(file, /QSL|RST/, "a find is not a two-way contact");
});

Deno.test("ADIF: a record without a heard frequency says that its band is assumed", () => {
  const file = text(adif({ programme: "P", version: "1", madeAt: 0, about: "x" }, [sampleFinds]));
  const records = file.split("<EOR>");
  assert.doesNotMatch(records[0]!, /BAND_ASSUMED/);
  assert.match(records[2]!, /<BAND:2>2m\n/);
  assert.match(records[2]!, /<APP_SERVICEGATEWAY_BAND_ASSUMED:1>Y/);
  assert.doesNotMatch(records[2]!, /<FREQ/);
});

Deno.test("ADIF: places round into the next degree, never to sixty minutes", () => {
  assert.equal(adifLocation(48.208333, "lat"), "N048 12.500");
  assert.equal(adifLocation(-33.999999, "lat"), "S034 00.000");
  assert.equal(adifLocation(-0.5, "lon"), "W000 30.000");
  assert.equal(adifLocation(180, "lon"), "E180 00.000");
  assert.equal(bandOf(433.175), "70cm");
  assert.equal(bandOf(868.2), undefined);
  assert.equal(ascii("Łódź – Straße  „ž“\t漢"), 'Lodz - Strasse ?z" ?');
});

Deno.test("RSS: guids are unique and not links, links absolute, dates RFC 822, HTML escaped twice", () => {
  const feed = text(rss(sampleFeed));
  assert.equal(rfc822(1_780_315_200), "Mon, 01 Jun 2026 12:00:00 GMT");
  const guids = [...feed.matchAll(/<guid isPermaLink="false">([^<]+)<\/guid>/g)].map((match) => match[1]);
  assert.deepEqual(guids, ["find:1", "cache:9MOVE"]);
  for (const [, link] of feed.matchAll(/<link>([^<]+)<\/link>/g)) assert.match(link!, /^https:\/\//);
  for (const [, date] of feed.matchAll(/<(?:pubDate|lastBuildDate)>([^<]+)</g)) {
    assert.match(date!, /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
  }
  assert.ok(feed.includes("&lt;p&gt;Tom &amp;amp; &amp;quot;Jerry"));
  assert.match(
    feed,
    /<atom:link href="https:\/\/club\.example\/feeds\/activity\.xml\?a=1&amp;b=2" rel="self"/,
  );
});

Deno.test("GPX: types that no program knows are told as unknown, codes have no dash", () => {
  assert.equal(gpxType("multi"), "Multi-cache");
  assert.equal(gpxType("living"), "Unknown Cache");
  assert.equal(gpxType("pota"), "Unknown Cache");
  const file = text(gpx({ instance: "i", name: "n", url: "https://x/", madeAt: 0 }, []));
  assert.match(file, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<gpx /);
});

Deno.test("badge: one image with nothing from elsewhere, and everything escaped", () => {
  const image = badge({ call: `OE1<"&`, instance: "club", finds: 12345, points: 7, hides: 0 });
  assert.ok(image.includes("OE1&lt;&quot;&amp;"));
  assert.ok(image.includes("12\u2009345"));
  assert.ok(image.includes("rank –"));
  assert.doesNotMatch(image, /href|script|url\(/);
});

Deno.test("sitemap: stops at the format's limit", () => {
  const pages = (function* () {
    for (let at = 0;; at += 60) {
      yield Array.from({ length: 60 }, (_, n) => ({ url: `https://club.example/c/${at + n}?a&b` }));
    }
  })();
  const file = text(sitemap(pages));
  assert.equal(file.match(/<url>/g)!.length, SITEMAP_MAX);
  assert.ok(file.includes("<loc>https://club.example/c/0?a&amp;b</loc>"));
});

Deno.test("KML: what members wrote runs in no balloon, neither as HTML nor as a value that a viewer puts in", () => {
  const evil = '<a href="javascript:alert(1)">x</a>\r\n$[id] & <script>';
  const cache = { ...sampleCaches[0]!, title: evil, description: evil };
  const files = [
    text(kmlOfCaches("n", [[cache]])),
    text(kmlOfTrack({ call: "OE1ABC", points: [{ lat: 1, lon: 2, at: 0 }], comment: evil })),
  ];
  for (const file of files) {
    const about = /<description>([\s\S]*?)<\/description>/.exec(file)![1]!;
    assert.ok(about.includes("&amp;lt;a href=&amp;quot;javascript:alert(1)&amp;quot;&amp;gt;x"), about);
    assert.ok(about.includes("&lt;br&gt;&amp;#36;[id] &amp;amp; &amp;lt;script&amp;gt;"), about);
    assert.doesNotMatch(about.replaceAll("&lt;br&gt;", ""), /&lt;|\$\[/, "no tag of the text is left");
  }
});

Deno.test("RSS: an empty feed was built at no time", () => {
  const { builtAt: _, ...empty } = sampleFeed;
  assert.doesNotMatch(text(rss({ ...empty, items: [] })), /lastBuildDate|1970/);
  assert.match(text(rss(sampleFeed)), /<lastBuildDate>[A-Z]/);
});

Deno.test("ADIF: a cache whose owner erased the account is worked under its code", () => {
  const find = { ...sampleFinds[0]!, owner: "WITHDRAWN", code: "SG-4711" };
  delete find.station;
  const file = text(adif({ programme: "P", version: "1", madeAt: 0, about: "x" }, [[find]]));
  assert.match(file, /<CALL:7>SG-4711\n/);
  assert.doesNotMatch(file, /WITHDRAWN/);
  const known = text(
    adif({ programme: "P", version: "1", madeAt: 0, about: "x" }, [[{ ...find, owner: "OE1ABC-7" }]]),
  );
  assert.match(known, /<CALL:6>OE1ABC\n/);
});

Deno.test("boxes: any decimal that JavaScript prints, in order, on the globe, no larger than allowed", () => {
  const box = { minLon: 15.850000000000001, minLat: -1e-7, maxLon: 16, maxLat: 1.5e-7 };
  assert.deepEqual(parseBox("15.850000000000001,-1e-7,16,1.5e-7"), box);
  const small = -1.2345678901234567e-6;
  assert.deepEqual(parseBox(`${small},-0,16.35,0.1`), {
    minLon: small,
    minLat: -0,
    maxLon: 16.35,
    maxLat: 0.1,
  });
  assert.deepEqual(parseBox(" 1, 2 ,3,4"), { minLon: 1, minLat: 2, maxLon: 3, maxLat: 4 });
  assert.deepEqual(parseBox("-180,-90,180,90", 360), { minLon: -180, minLat: -90, maxLon: 180, maxLat: 90 });
  for (
    const bad of [
      "",
      "1,2,3",
      "1,2,3,4,5",
      "1,2,3,",
      "a,2,3,4",
      "1e3,2,3,4",
      "+1,2,3,4",
      "0x1,2,3,4",
      "Infinity,2,3,4",
      "3,2,1,4",
      "1,4,3,2",
      "1,2,21.1,4",
      "1,2,3,23",
      "181,2,182,4",
      "1,91,3,92",
      "1 1,2,3,4",
      `1,2,3,${" ".repeat(120)}4`,
      `1.${"0".repeat(26)},2,3,4`,
    ]
  ) {
    assert.equal(parseBox(bad), undefined, bad);
  }
});
