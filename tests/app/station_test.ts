/** A station's page in real Chromium, and the rules behind its drawings. */
import assert from "node:assert/strict";
import { FACTS_S, Paced, PLOTS_S } from "../../src/client/live/following.ts";
import { withNews } from "../../src/client/phone/known/heard.ts";
import { beaconS } from "../../src/client/live/packets.tsx";
import { advice, hopsOf } from "../../src/client/live/path.ts";
import { roseOf, SECTORS, wedge } from "../../src/client/live/rose.ts";
import {
  isNight,
  type Measured,
  nights,
  type Plot,
  plotsOf,
  rangeOf,
  withGaps,
} from "../../src/client/live/series.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { DESKTOP, type Field, inField, PHONE, type Phone } from "../kit/phone.ts";
import { missing } from "../kit/test_data.ts";

Deno.test("a path: who repeated, what was not used, who heard it; used-up aliases are nobody", () => {
  const roles = (path: string[], receiver: string | null) =>
    hopsOf("OE1AAA", path, receiver).map(({ call, role }) => `${call} ${role}`);
  assert.deepEqual(roles(["OE1DIG*", "WIDE1*", "WIDE2-1"], "OE1GATE-1"), [
    "OE1AAA sender",
    "OE1DIG repeated",
    "OE1GATE-1 receiver",
    "WIDE2-1 unused",
  ]);
  assert.deepEqual(roles([], null), ["OE1AAA sender"]);
  // Hops are used up, and nobody left a call: whoever repeated it is not known, but the receiver did not hear the sender.
  assert.deepEqual(roles(["WIDE2-1"], "OE1GATE-1"), [
    "OE1AAA sender",
    "? unnamed",
    "OE1GATE-1 receiver",
    "WIDE2-1 unused",
  ]);
  assert.deepEqual(roles(["WIDE1-1", "WIDE2-1"], null).map((one) => one.split(" ")[1]), [
    "sender",
    "unused",
    "unused",
  ]);
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
    snowMm: null,
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
  const plots = plotsOf(measured);
  assert.deepEqual(plots.map(({ name, own, unit, at }) => [name, own, unit, at.length]), [
    ["temp", false, "°C", 2],
    ["altitude", false, "m", 1],
    ["Battery", true, "V", 2],
  ]);
  // What a device tells in between of itself is no gap in the weather, nor the other way round.
  const device = [{ ts: 0, batt: 80 }, { ts: 300 }, { ts: 600, batt: 79 }, { ts: 900, voltage: 4 }];
  const mixed = plotsOf({
    ...measured,
    wx: [wx(0, null), wx(300, 20), wx(600, null), wx(900, 21)],
    motion: [],
    telemetry: [],
    channels: [],
    device,
  });
  assert.deepEqual(mixed.map(({ name, at, lines }) => [name, at, lines[0]!.values]), [
    ["temp", [300, 900], [20, 21]],
    ["battery", [0, 600], [80, 79]],
    ["voltage", [900], [4]],
  ]);
});

Deno.test("a plot's axis: what was measured and a little room; a constant in the middle of one per cent either way", () => {
  assert.deepEqual(rangeOf(1000, 1000), [990, 1010]);
  assert.deepEqual(rangeOf(-20, -20), [-20.2, -19.8]);
  assert.deepEqual(rangeOf(0, 0), [0, 1]);
  assert.deepEqual(rangeOf(0, 12), [0, 13], "rain is never less than none");
  assert.deepEqual(rangeOf(-6, 6), [-7, 7]);
  assert.deepEqual(rangeOf(null, null), [0, 1], "nothing measured yet");
});

Deno.test("how often a station sends is the middle of the times between its packets", () => {
  const at = (...times: number[]) => times.map((ts) => ({ ts }));
  assert.equal(beaconS(at(0, 30, 60, 60, 600, 630)), 30);
  assert.equal(beaconS(at(0, 30, 60)), undefined);
});

Deno.test("news of a station: newer places count at once, older ones and what was sent never", () => {
  const known = {
    ...{ lat: null, lon: null, lastSeen: 100, via: "rf", direct: true, course: null, speedKmh: null },
    ...{ comment: "old", packets: 3 },
  };
  const news = {
    ...{ call: "OE1AAA", at: 101, lat: 48, lon: 16, symbol: "/>", course: 90, speedKmh: 5, via: "aprsis" },
    ...{ direct: false, comment: "new", mhz: null, emergency: false, trail: [] },
  };
  assert.deepEqual(withNews(known, news), {
    ...{ lat: 48, lon: 16, lastSeen: 101, via: "aprsis", direct: false, course: 90, speedKmh: 5 },
    ...{ comment: "new", packets: 3 },
  });
  for (const other of [undefined, { ...news, at: 100 }, { ...news, at: null }, { ...news, via: "sent" }]) {
    assert.equal(withNews(known, other), known);
  }
  assert.equal(withNews({ ...known, lastSeen: null }, news).lastSeen, 101);
});

Deno.test("readings that news ask for: a moment after the first, then no oftener than told, the last never forgotten", () => {
  let now = 1000, read = 0;
  let planned: { at: number; act: () => void } | undefined;
  const world = {
    clock: () => now,
    later: (act: () => void, ms: number) => {
      planned = { at: now + ms / 1000, act };
      return () => planned = undefined;
    },
  };
  const paced = new Paced(world, 30, () => read++);
  const run = () => {
    const { at, act } = planned!;
    planned = undefined;
    now = at;
    act();
  };
  paced.ask();
  paced.ask();
  run();
  assert.deepEqual([now, read, planned], [1001, 1, undefined]);
  now = 1010;
  paced.ask();
  paced.ask();
  run();
  assert.deepEqual([now, read], [1031, 2]);
  now = 1060.5;
  paced.ask();
  run();
  assert.deepEqual([now, read], [1061.5, 3], "a moment, also where more time has passed");
  paced.ask();
  paced.end();
  assert.equal(planned, undefined);
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

/**
 * A packet with no place appears by itself, and what was opened stays open; twenty of them cost a reading or two each of
 * facts and packets and none of the plots, which are read every half minute at most.
 */
async function followsByItself(
  phone: Phone,
  hear: (raw: string, at: number) => Promise<unknown>,
  now: number,
): Promise<void> {
  await phone.tab.until(`document.querySelector(".station-facts") !== null`);
  const before = await phone.tab.evaluate(`performance.getEntriesByType("resource").length`) as number;
  await phone.tab.evaluate(`performance.setResourceTimingBufferSize(1000)`);
  const began = performance.now();
  for (let i = 0; i < 20; i++) await hear(`OE1WX>APRS:>status ${i}`, now + i - 20);
  await phone.sees("status 19");
  await phone.tab.until(
    `[...document.querySelectorAll(".packets details[open]")].some((one) => one.innerText.includes("last"))`,
  );
  const asked = (await phone.tab.evaluate(
    `performance.getEntriesByType("resource").slice(${before}).map(({ name }) => new URL(name).pathname)`,
  )) as string[];
  const times = (path: string) => asked.filter((one) => one === `/api/stations/OE1WX${path}`).length;
  // On a busy machine the packets themselves take long to come.
  const most = (everyS: number) => 1 + Math.ceil((performance.now() - began) / 1000 / everyS);
  for (const path of ["", "/packets"]) {
    assert.ok(times(path) >= 1 && times(path) <= most(FACTS_S), `${path} ${asked}`);
  }
  assert.ok(times("/series") <= most(PLOTS_S), `${asked}`);
  // Five are shown, with what was opened, and the others when they are asked for.
  assert.ok(await phone.tab.evaluate(`document.querySelectorAll(".packets > li").length`) as number < 10);
  await phone.tab.click(".packets + .button");
  await phone.tab.until(`document.querySelectorAll(".packets > li").length === 30`);
}

/** Over a plot: its values in words, and the row of its table is marked; over a row: the plot's cursor is there. */
async function isOneCursor(phone: Phone): Promise<void> {
  const middle = await phone.tab.evaluate(`(() => {
    const over = document.querySelector(".plot .u-over");
    over.scrollIntoView({ block: "center" });
    const { left, top, width, height } = over.getBoundingClientRect();
    return { x: left + width * 0.97, y: top + height / 2 };
  })()`) as { x: number; y: number };
  await phone.tab.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...middle });
  await phone.tab.until(`(() => {
    const marked = [...document.querySelector(".plot").querySelectorAll("tr.plot-row")];
    return marked.length === 1 && document.querySelector(".plot .plot-under")?.innerText ===
      [...marked[0].cells].map((cell, i) => i === 0 ? cell.firstChild.data : cell.innerText).join(": ");
  })()`);
  const lineAt = `document.querySelector(".plot .u-cursor-x").style.transform`;
  const there = await phone.tab.evaluate(lineAt) as string;
  const row = await phone.tab.evaluate(`(() => {
    const last = document.querySelector(".plot tbody tr:last-child");
    last.scrollIntoView({ block: "center" });
    const { left, top, height } = last.getBoundingClientRect();
    return { x: left + 5, y: top + height / 2 };
  })()`) as { x: number; y: number };
  await phone.tab.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...row });
  await phone.tab.until(`document.querySelector(".plot tbody tr:last-child.plot-row") !== null &&
    ${lineAt} !== ${JSON.stringify(there)}`);
  // Over another time the plots are drawn anew in their places, and never gone meanwhile.
  await phone.tab.evaluate(`(() => {
    globalThis.fewest = Infinity;
    const plots = () => document.querySelectorAll(".plot").length;
    new MutationObserver(() => globalThis.fewest = Math.min(fewest, plots()))
      .observe(document.querySelector("main"), { childList: true, subtree: true });
  })()`);
  const hour =
    `performance.getEntriesByType("resource").some(({ name }) => name.endsWith("series?window=3600"))`;
  assert.equal(await phone.tab.evaluate(hour), false);
  await phone.tab.click("input[name=window]");
  await phone.tab.until(`${hour} && document.querySelector("input[name=window]").checked && fewest >= 3`);
}

/** From the page of a receiver in administration one comes to what it covers. */
async function isLinkedFromReceiver(
  app: Field["app"],
  take: Field["phone"],
  covers: string,
): Promise<void> {
  const box = await enrolBox(app, "attic", { sites: ["OE3GATE-1"] });
  await box.post("/ingest", { packets: [rf(app, "OE1WX>APRS:@111111z4812.50N/01622.00E_", "OE3GATE-1")] });
  const sysop = await take({ screen: DESKTOP, lang: "de", call: "OE1SYS" });
  await sysop.open("/admin/receivers/attic");
  await sysop.tab.click(".box-covers a");
  await sysop.tab.until(`location.pathname === "/s/OE3GATE-1"`);
  await sysop.open("/s/OE1GATE-1");
  await sysop.sees(covers);
  await sysop.tab.until(
    `document.querySelector(".small-map .small-map-land")?.getAttribute("d").length > 20`,
  );
}

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
            heard: "Heard by",
            none: "not heard here",
          }
          : {
            path: "hat es wiederholt",
            table: "Als Tabelle",
            covers: "Was sie abdeckt",
            heard: "Gehört von",
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
        // Beside each time of the reader's clock stands UTC.
        await phone.tab.until(
          `[".plot tbody td", "section:has(.track-map) tbody td", "section:has(.tiles) h2"].every((one) =>
          /\\d\\d:\\d\\d UTC/.test(document.querySelector(one)?.textContent ?? ""))`,
        );
        await followsByItself(phone, hear, now);
        await isOneCursor(phone);
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
        if (device === "desktop") await isLinkedFromReceiver(app, take, words.covers);
        await phone.open("/s/OE9NOBODY");
        await phone.sees(words.none);
        assert.deepEqual(phone.tab.complaints.filter((one) => !one.includes("404")), []);
      }, { env: { FIRST_PARTY_SITES: "OE1GATE-1,OE3GATE-1", ADMIN_CALLSIGNS: "OE1SYS" } }),
  });
}
