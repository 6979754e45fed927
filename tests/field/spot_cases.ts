/** Who is on the air, as clusters, skimmers and programmes of activity tell. */
import { parseClusterLine } from "../../src/read/spots/cluster.ts";
import { fetchPota, fetchPskReporter, fetchSota, Summits } from "../../src/read/spots/http_sources.ts";
import { type RawSpot, spotOf } from "../../src/read/spots/spot.ts";
import type { World } from "../../src/base/mod.ts";
import type { PlainCase } from "./field_case.ts";

/** 2026-06-01, 17:00 UTC. */
const NOW = Date.UTC(2026, 5, 1, 17) / 1000, AT = "2026-06-01T16:55:00";

/** A line of a cluster as the member sees it. */
const cluster = (of: string, right: string, line: string, gives: unknown): PlainCase => ({
  of,
  right,
  does: () => {
    const raw = parseClusterLine(line, NOW);
    return raw && spotOf("dxcluster", raw, NOW);
  },
  gives,
});
/** An answer of a programme as the member sees it. */
const answered = (
  of: string,
  right: string,
  read: (world: World) => Promise<RawSpot[]>,
  body: unknown,
  gives: unknown,
): PlainCase => ({
  of,
  right,
  does: async () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const fetch = (url: string) => Promise.resolve(new Response(/summits/.test(url) ? "{}" : text));
    const spots = await read({ fetch } as unknown as World);
    return spots.map((raw) => spotOf("pota", raw, NOW)).filter((spot) => spot !== undefined);
  },
  gives,
});
const pota = (world: World) => fetchPota(world, "test");
const sota = (world: World) => fetchSota(world, "test", new Summits());
const psk = (world: World) => fetchPskReporter(world, "test");
const park = (more: Record<string, unknown>) => ({
  ...{
    activator: "OE9ACT/P",
    reference: "AT-0001",
    name: "Park",
    spotTime: AT,
    mode: "SSB",
    frequency: "7172",
  },
  ...{ latitude: 48.2, longitude: 16.4, invalid: null, parkName: null, comments: null, ...more },
});
const summit = (more: Record<string, unknown>) => ({
  ...{
    activatorCallsign: "OE9ACT/P",
    summitCode: "OE/WI-001",
    timeStamp: `${AT}.5Z`,
    mode: "CW",
    frequency: 14.062,
  },
  ...{ comments: "[app] ", type: "NORMAL", ...more },
});
const report = (attributes: string) =>
  `<receptionReports><receptionReport receiverCallsign="OE1RX" senderCallsign="OE9ACT" frequency="14074123" ` +
  `flowStartSeconds="${NOW - 60}" mode="FT8" sNR="-12" ${attributes}/></receptionReports>`;

export const SPOTS: readonly PlainCase[] = [
  cluster(
    "AI3I/pyCluster#136",
    "a skimmer's mark is none of its call",
    "DX de KO4BHX-#:   7007.0  OE9JR         CW  39dB Q:2 Z:4               1652Z",
    { callsign: "OE9JR", freqHz: 7_007_000, mode: "CW", band: "40m", comment: "CW 39dB Q:2 Z:4 de KO4BHX" },
  ),
  cluster(
    "AI3I/pyCluster#136",
    "a spot without words has none",
    "DX de OE1AAA:    14310.0  OE9DX                                       1647Z",
    { callsign: "OE9DX", comment: "de OE1AAA", mode: undefined },
  ),
  cluster(
    "AI3I/pyCluster#136",
    "a mode that is named is the mode",
    "DX de OE1AAA:     7074.0  OE9AOO       FT8 -07  DC                    1647Z",
    { mode: "FT8", freqHz: 7_074_000 },
  ),
  cluster(
    "jbdubbs/Rig-Control-Web#40",
    "colours and bells are for people",
    "\u001b[1;33mDX de OE1AAA:    14025.0  OE9XYZ       up 2                           1658Z\u001b[0m\u0007\u0007",
    { callsign: "OE9XYZ", comment: "up 2 de OE1AAA" },
  ),
  cluster(
    "ea4k/klog#758",
    "what SHOW/DX answers has day and time in the middle and the spotter at its end",
    "   14025.0  OE9XYZ       1-Jun-2026 1658Z  comment here              <OE1AAA>",
    { callsign: "OE9XYZ", comment: "comment here de OE1AAA", spottedAt: NOW - 120 },
  ),
  cluster(
    "int2001/DXClusterAPI#33",
    "a skimmer is marked there too",
    "   14025.0 OE9XYZ        1-Jun-2026 1658Z  CW 20 dB                  <OE1AAA-#>",
    { callsign: "OE9XYZ", comment: "CW 20 dB de OE1AAA" },
  ),
  cluster(
    "openhamclock/hamclock#380",
    "a node of another program writes two decimals, and a locator behind the time",
    "DX de OE1AAA:    14025.05  OE9XYZ      CW                             1658Z JN88",
    { freqHz: 14_025_050, mode: "CW" },
  ),
  cluster(
    "n4af/TR4W#406",
    "a satellite's frequency has eight digits",
    "DX de OE1AAA:  10489550.0  OE9QO       QO-100                         1658Z",
    { freqHz: 10_489_550_000, band: "3cm" },
  ),
  cluster(
    "accius/openhamclock#417",
    "calls have parts before and behind",
    "DX de OE1AAA:    50313.0  VP8/OE9XYZ/P FT8                            1658Z",
    { callsign: "VP8/OE9XYZ/P", band: "6m" },
  ),
  cluster("AI3I/pyCluster#136", "a talk is no spot", "To ALL de OE1AAA: 14025.0 OE9XYZ 1658Z", undefined),
  cluster(
    "AI3I/pyCluster#136",
    "neither is the weather of space",
    "WWV de W0AAA <18Z> :   SFI=150, A=5, K=2",
    undefined,
  ),
  answered("int2001/DXClusterAPI#23", "a spot without a frequency is one, without a band", pota, [
    park({ frequency: "" }),
    park({ activator: "OE9BBB", frequency: "21063.5" }),
  ], [{ freqHz: undefined, band: undefined }, { freqHz: 21_063_500, band: "15m" }]),
  answered("int2001/DXClusterAPI#32", "a frequency comes as a number or as a text", pota, [
    park({ frequency: 14_285 }),
    park({ activator: "OE9BBB", frequency: "14285.0" }),
  ], [{ freqHz: 14_285_000 }, { freqHz: 14_285_000 }]),
  answered("RSS-Bridge/rss-bridge#2086", "names are missing, and times have no zone", pota, [
    park({ name: null, comments: "There now. Listening" }),
  ], [{ name: undefined, comment: "There now. Listening", spottedAt: NOW - 300 }]),
  answered("int2001/DXClusterAPI#23", "rows that are none cost their neighbours nothing", pota, [
    null,
    [],
    "x",
    { activator: 7 },
    park({ spotTime: "no time" }),
    park({ latitude: "north" }),
  ], [{ callsign: "OE9ACT/P", lat: undefined }]),
  answered("SOTAmat/SOTAcat#60", "the newer form has a whole code, and fractions of a second", sota, [
    summit({}),
  ], [
    { ref: "OE/WI-001", freqHz: 14_062_000, spottedAt: NOW - 300 },
  ]),
  answered("SOTAmat/SOTAcat#60", "who says QRT is off the air, and others on the same summit are not", sota, [
    summit({ activatorCallsign: "OE9BBB" }),
    summit({ type: "QRT", timeStamp: `${AT}Z` }),
    summit({ timeStamp: "2026-06-01T16:40:00Z" }),
  ], [{ callsign: "OE9BBB" }]),
  answered("SOTAmat/SOTAcat#60", "who is spotted again after a QRT is on the air", sota, [
    summit({ timeStamp: `${AT}Z` }),
    summit({ type: "QRT", timeStamp: "2026-06-01T16:40:00Z" }),
  ], [{ callsign: "OE9ACT/P", spottedAt: NOW - 300 }]),
  answered(
    "dividebysandwich/sdroxide#410",
    "an interface that has moved says so in a row, which is no station",
    sota,
    [
      summit({ activatorCallsign: "DEPRECATED", summitCode: "DEPRECATED", frequency: "" }),
    ],
    [],
  ),
  answered("int2001/DXClusterAPI#31", "the older form has the code in two", sota, [
    summit({ associationCode: "OE", summitCode: "WI-001", frequency: "14.285", mode: "ssb" }),
  ], [{ ref: "OE/WI-001", mode: "SSB", freqHz: 14_285_000 }]),
  answered(
    "patrickrb/FT8AF#612",
    "RR73 ends a contact, and is no place in the Arctic",
    psk,
    report('senderLocator="RR73"'),
    [{ callsign: "OE9ACT", lat: undefined, comment: "heard by OE1RX, -12 dB" }],
  ),
  answered(
    "patrickrb/FT8AF#615",
    "a locator is the middle of its square",
    psk,
    report('senderLocator="JN88"'),
    [{ lat: 48.5, lon: 17 }],
  ),
  answered(
    "jketterl/openwebrx#433",
    "who is `<...>` is nobody",
    psk,
    report("").replace("OE9ACT", "&lt;...&gt;"),
    [],
  ),
  answered("jketterl/openwebrx#433", "who names no place has none", psk, report(""), [{ lat: undefined }]),
];
