/** ADIF, RSS, Cursor-on-Target and QR against readers that others wrote. */
import assert from "node:assert/strict";
import { cotOfCache, cotOfStation } from "../../src/live/cot/cot.ts";
import { adif } from "../../src/read/formats/adif.ts";
import { qrSvg } from "../../src/read/formats/qr.ts";
import { rss } from "../../src/read/formats/rss.ts";
import { sampleFeed, sampleFinds } from "./export_samples.ts";
import { judge, judgesMissing } from "./judges.ts";
import { peerTest } from "./peer.ts";

const missing = judgesMissing();
const text = (pieces: Iterable<string>) => [...pieces].join("");
const NOW = 1_780_315_200;

peerTest("tcadif takes the ADIF file and finds the fields in it", missing, async () => {
  const file = { programme: "Service Gateway", version: "0.1.0", madeAt: NOW, about: "<x> Finds" };
  const read = await judge("adif", text(adif(file, [sampleFinds])));
  assert.equal(read.qsos.length, 3);
  const [first, second, third] = read.qsos;
  assert.deepEqual(
    [
      first.CALL,
      first.QSO_DATE,
      first.TIME_ON,
      first.MODE,
      first.FREQ,
      first.MY_GRIDSQUARE,
      first.MY_LAT,
      first.MY_LON,
    ],
    ["OE1ABC", "20260601", "120000", "PKT", "144.800", "JN88EE49", "N048 12.500", "E016 22.350"],
  );
  assert.equal(first.COMMENT, "Cache GWK-4J7 Brucke - uber <Wasser>, verified find, tier A");
  assert.equal(first.NOTES, "Schoner Ort und Lodz ?");
  assert.deepEqual([second.CALL, second.BAND, second.MY_LAT], ["VK2ABC", "70CM", "S034 00.000"]);
  assert.deepEqual([third.CALL, third.FREQ, third.MY_SIG_INFO], ["OE3ABC", undefined, "EARTH5"]);
  // The judge can say no: a record without its date is refused.
  await assert.rejects(() =>
    judge("adif", text(adif(file, [sampleFinds])).replace(/<QSO_DATE:8>\d+/, "<QSO_DATE:8>20261399"))
  );
});

peerTest("a feed reader takes the feed", missing, async () => {
  const read = await judge("rss", text(rss(sampleFeed)));
  assert.equal(read.title, "Club & friends: activity");
  assert.equal(read.feedUrl, sampleFeed.self);
  assert.deepEqual(read.items.map((item: { guid: string }) => item.guid), ["find:1", "cache:9MOVE"]);
  assert.equal(read.items[0].isoDate, "2026-06-01T12:00:00.000Z");
  assert.equal(read.items[0].creator, "DL1XYZ");
  assert.match(read.items[0].content, /^<p>Tom &amp; &quot;Jerry&quot; &lt;b&gt;/);
});

peerTest("a CoT reader takes every event", missing, async () => {
  const symbols = ["/>", "/_", "/#", "/'", "/s", "\\>", "/-", "D&", "/O", undefined];
  const events = [
    ...symbols.map((symbol, index) =>
      cotOfStation({
        call: `OE1ABC-${index}`,
        lat: 48.2,
        lon: -16.37,
        at: NOW - 60,
        symbol,
        comment: index ? `<&"'> \u0007 ${index}` : undefined,
        ...(index % 2 ? { course: 90, speedKmh: 36, altitudeM: 200 } : {}),
      }, NOW)
    ),
    cotOfCache({
      code: "GWK4J7",
      title: `A <"bridge">`,
      lat: 48,
      lon: 16,
      at: NOW,
      url: "https://club.example/c/GWK4J7",
    }, NOW),
  ];
  const read = await judge("cot", events);
  assert.equal(read.length, events.length);
  const station = read[1].feature;
  assert.equal(station.properties.callsign, "OE1ABC-1");
  assert.equal(station.properties.speed, 10);
  assert.equal(station.properties.course, 90);
  assert.deepEqual(station.geometry.coordinates.slice(0, 2), [-16.37, 48.2]);
  assert.equal(read[symbols.length].feature.properties.type, "b-m-p-s-m");
  await assert.rejects(() => judge("cot", [events[0]!.replace(/ stale="[^"]*"/, "")]));
});

peerTest("a QR reader gets the address back", missing, async () => {
  const address = "https://club.example/c/GWK4J7?ref=qr&lang=de";
  const svg = qrSvg(address, 512);
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]) / 10;
  const rows = Array.from({ length: side }, () => Array<string>(side).fill("0"));
  for (const [, x, y] of svg.matchAll(/M(\d+),(\d+)h10v10h-10z/g)) {
    rows[Number(y) / 10]![Number(x) / 10] = "1";
  }
  assert.match(svg, /width="512" height="512"/);
  assert.equal(await judge("qr", rows.map((row) => row.join(""))), address);
});
