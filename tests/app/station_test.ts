/** A station's page in real Chromium, and the rules behind its drawings. */
import assert from "node:assert/strict";
import { advice, hopsOf } from "../../src/client/live/path.ts";
import { roseOf, SECTORS, wedge } from "../../src/client/live/rose.ts";
import {
  isNight,
  type Measured,
  nights,
  type Plot,
  plotsOf,
  withGaps,
} from "../../src/client/live/series.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { rf } from "../kit/boxes.ts";
import { DESKTOP, inField, PHONE } from "../kit/phone.ts";
import { missing } from "../kit/test_data.ts";

Deno.test("a path: who repeated, what was not used, who heard it; used-up aliases are nobody", () => {
  const roles = (path: string[], receiver: string | null) =>
    hopsOf("OE1AAA", path, receiver).map(({ call, role }) => `${call} ${role}`);
  assert.deepEqual(roles(["OE1DIG*", "WIDE1*", "WIDE2-1"], "OE1GATE-1"), [
    "OE1AAA sender",
    "OE1DIG repeated",
    "WIDE2-1 unused",
    "OE1GATE-1 receiver",
  ]);
  assert.deepEqual(roles([], null), ["OE1AAA sender"]);
  assert.deepEqual(roles(["qAR*", "TCPIP*", "OE5WIDE*"], null), ["OE1AAA sender", "OE5WIDE repeated"]);
  assert.equal(advice(["WIDE1-1", "WIDE2-1"]), undefined);
  assert.equal(advice(["OE1DIG*", "WIDE1-1", "WIDE2-2"]), undefined);
  assert.equal(advice(["WIDE2-2", "WIDE2-2"]), "long");
  assert.equal(advice(["WIDE7-7"]), "long");
  assert.equal(advice(["RELAY*", "WIDE2-1"]), "old");
  assert.equal(advice(["TRACE3-3"]), "old");
});

Deno.test("the wind rose: each square in its direction, the farthest counts, north is the first sector", () => {
  const site = { lat: 48, lon: 16 };
  const rose = roseOf(site, [
    { lat: 49, lon: 16, heard: 2, farthestM: 111_000 },
    { lat: 48.5, lon: 16, heard: 3, farthestM: 55_000 },
    { lat: 48, lon: 17, heard: 1, farthestM: 74_000 },
    { lat: 48, lon: 15.99, heard: 5, farthestM: null },
    { lat: 48.5, lon: 15.96, heard: 1, farthestM: 56_000 },
  ]);
  assert.equal(rose.length, SECTORS);
  assert.deepEqual([rose[0]!.farthestM, rose[0]!.heard], [111_000, 6]);
  assert.deepEqual([rose[4]!.bearing, rose[4]!.farthestM], [90, 74_000]);
  assert.equal(rose.filter(({ heard }) => heard > 0).length, 2);
  assert.match(wedge(0, 1, 100), /^M0 0L-17\.6 -98\.4A100 100 0 0 1 17\.6 -98\.4Z$/);
  assert.match(wedge(90, 0.5, 100), /^M0 0L49\.2 -8\.8A50 /);
});

Deno.test("a silence is a gap in the plot, what was never measured is no plot", () => {
  const plot = (at: number[]): Plot => ({
    name: "x",
    own: false,
    unit: "",
    at,
    lines: [{ name: "x", values: at.map((_, i) => i) }],
  });
  const whole = withGaps(plot([0, 600, 1200, 1800, 4200]));
  assert.deepEqual(whole.at, [0, 600, 1200, 1800, 4200], "four intervals are no gap yet");
  const gap = withGaps(plot([0, 600, 1200, 1800, 4201, 4800]));
  assert.deepEqual(gap.at, [0, 600, 1200, 1800, 2400, 4201, 4800]);
  assert.deepEqual(gap.lines[0]!.values, [0, 1, 2, 3, null, 4, 5]);
  const wx = (ts: number, tempC: number | null) => ({
    ts,
    windDirection: null,
    windMs: null,
    gustMs: null,
    tempC,
    rain1hMm: null,
    rain24hMm: null,
    rainTodayMm: null,
    humidity: null,
    pressureHpa: null,
    luminosityWm2: null,
  });
  const measured: Measured = {
    callsign: "OE1WX",
    windowSec: 86_400,
    wx: [wx(0, 20), wx(600, 21)],
    motion: [{ ts: 0, speedKmh: null, altitudeM: 300, course: null }],
    telemetry: [0, 600].map((ts) => ({ ts, sequence: "1", analog: [1], bits: null, channels: [13.8, null] })),
    channels: [{ name: "Battery", unit: "V" }, { name: "A2", unit: "" }],
    definitions: {},
  };
  assert.deepEqual(plotsOf(measured).map(({ name, own, unit }) => [name, own, unit]), [
    ["temp", false, "°C"],
    ["Battery", true, "V"],
  ]);
});

Deno.test("night is where the sun is down: noon and midnight, summer and winter, the far north", () => {
  const vienna = { lat: 48.2, lon: 16.37 };
  const at = (text: string) => Date.parse(text) / 1000;
  assert.equal(isNight(at("2026-06-21T11:00:00Z"), vienna), false);
  assert.equal(isNight(at("2026-06-21T23:00:00Z"), vienna), true);
  // Sunset on that day in Vienna: 18:58 UTC.
  assert.deepEqual(["18:50", "19:06"].map((time) => isNight(at(`2026-06-21T${time}:00Z`), vienna)), [
    false,
    true,
  ]);
  // Sunrise on the shortest day: 06:43 UTC.
  assert.deepEqual(["06:35", "06:50"].map((time) => isNight(at(`2026-12-21T${time}:00Z`), vienna)), [
    true,
    false,
  ]);
  assert.equal(isNight(at("2026-06-21T23:00:00Z"), { lat: 70, lon: 20 }), false);
  const two = nights(at("2026-03-20T00:00:00Z"), at("2026-03-21T12:00:00Z"), vienna);
  assert.equal(two.length, 2);
  assert.ok(two[1]![1] - two[1]![0] > 11 * 3600 && two[1]![1] - two[1]![0] < 12.5 * 3600);
});

const HOSTILE = "<img src=x onerror=alert(1)>\u202Etxet";

for (const [device, screen, lang] of [["phone", PHONE, "en"], ["desktop", DESKTOP, "de"]] as const) {
  Deno.test({
    name:
      `a station's page: path, who heard it, packets field by field, plots with their tables, coverage (${device})`,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inField(async ({ app, phone: take }) => {
        const words = lang === "en"
          ? {
            path: "repeated it",
            table: "As a table",
            covers: "What it covers",
            heard: "Who heard it",
            none: "not heard here",
          }
          : {
            path: "hat es wiederholt",
            table: "Als Tabelle",
            covers: "Was sie abdeckt",
            heard: "Wer sie gehört hat",
            none: "nicht gehört",
          };
        const now = Math.floor(Date.now() / 1000);
        const hear = (raw: string, heardAt: number, site = "OE1GATE-1") =>
          app.ingest.post("/ingest", { packets: [{ ...rf(app, raw, site), heardAt }] });
        await hear("OE1GATE-1>APRS:!4815.00N/01620.00E#gate", now - 4000, "OE3GATE-1");
        for (let i = 0; i < 5; i++) {
          await hear(
            `OE1WX>APRS:@111111z4812.5${i}N/01622.00E_220/004g005t07${i}b09900${HOSTILE}`,
            now - 3600 + i * 600,
          );
          await hear(`OE1WX>APRS:T#00${i},19${i},000,255,073,123,01101001`, now - 3590 + i * 600);
        }
        await hear(`OE1WX>APRS::OE1WX    :PARM.${HOSTILE},Temp`, now - 20);
        await hear(
          "OE1WX>APRS,OE1DIG*,WIDE1*,WIDE2-1:@111111z4812.50N/01622.00E_220/004g005t077b09900last",
          now - 5,
        );
        const phone = await take({ screen, lang, call: "OE3FND" });
        await phone.open("/s/OE1WX");
        await phone.sees(words.path);
        await phone.sees(words.heard);
        await phone.tab.until(`document.querySelectorAll(".plot canvas").length >= 3`);
        await phone.sees(HOSTILE.slice(0, 20));
        await phone.tab.click(".packets summary");
        await phone.tab.until(
          `[...document.querySelectorAll(".fields dt")].some((one) => one.textContent === "weather.tempC")`,
        );
        await phone.tab.click(".plot summary");
        await phone.sees("25");
        assert.equal(
          await phone.tab.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth",
          ),
          0,
        );
        await phone.open("/s/oe1gate-1");
        await phone.sees(words.covers);
        await phone.tab.until(
          `document.querySelectorAll(".covered").length > 0 && document.querySelector("svg.rose") !== null`,
        );
        await phone.open("/s/OE9NOBODY");
        await phone.sees(words.none);
        assert.deepEqual(phone.tab.complaints.filter((one) => !one.includes("404")), []);
      }, { env: { FIRST_PARTY_SITES: "OE1GATE-1,OE3GATE-1" } }),
  });
}
