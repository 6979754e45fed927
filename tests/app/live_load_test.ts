/**
 * The live page under load: 2,000 stations, 10,000 caches, 50 packets a second, a processor four times slower. It wants
 * the whole machine for minutes and is run by hand; for each device it prints the longest tasks and the memory:
 *
 *   LIVE_LOAD=600 deno task test tests/app/live_load_test.ts
 *
 * LIVE_LOAD is the length in seconds; LIVE_ON=phone or LIVE_ON=desktop measures one of them; LIVE_CACHES=100 hides fewer
 * caches, for short trials; LIVE_PACKETS=0 lets the page idle, which tells what other programs of the machine do to it:
 * a task's length is what a person waits, whoever takes the time. What holds the page in every test run without
 * measuring time is in `live_work_test.ts`.
 */
import assert from "node:assert/strict";
import { passes } from "../kit/waits.ts";
import { chromiumThere } from "../kit/browser.ts";
import { rf } from "../kit/boxes.ts";
import { DESKTOP, inField, PHONE, type Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

const number = (name: string, otherwise: number) => Number(Deno.env.get(name) ?? otherwise);
const SECONDS = number("LIVE_LOAD", 0),
  CACHES = number("LIVE_CACHES", 10_000),
  DEVICE = Deno.env.get("LIVE_ON");
const STATIONS = 2000, A_SECOND = number("LIVE_PACKETS", 50), BUNDLES = 5;
/** The page settles for so long before it is measured, in milliseconds: towns and rivers of the map come when it is idle. */
const SETTLE_MS = 20_000;
const LONG_MS = 50, MOST_GROWN = 10e6, MOST_HEAP = 80e6;

const letter = (n: number) => String.fromCharCode(65 + n % 26);
const callOf = (i: number) =>
  `OE${1 + i % 9}${letter(i)}${letter(Math.floor(i / 26))}${letter(Math.floor(i / 676))}-${1 + i % 9}`;
/** Spread over a degree each way, and a step further with each turn. */
const minutes = (n: number) => (n % 6000 / 100).toFixed(2).padStart(5, "0");
const lineOf = (i: number, turn: number) =>
  `${callOf(i)}>APRS:!48${minutes(i * 1613 + turn * 3)}N/016${minutes(i * 3571 + turn)}E>088/036turn ${turn}`;
const pause = (ms: number) => passes(ms, "a load that is steady, on a page that has settled");

async function heap(phone: Phone): Promise<number> {
  await phone.tab.send("HeapProfiler.collectGarbage");
  return (await phone.tab.send("Runtime.getHeapUsage")).usedSize;
}

/** Work of the page's main thread so far in seconds, without what it waited for: other programs, or software that draws the map. */
async function worked(phone: Phone): Promise<number> {
  const { metrics } = await phone.tab.send("Performance.getMetrics");
  return metrics.find(({ name }: { name: string }) => name === "ThreadTime").value;
}

for (const [device, screen] of [["phone", PHONE], ["desktop", DESKTOP]] as const) {
  Deno.test({
    name: `50 packets a second of 2,000 stations: no task above 50 ms, and memory stays (${device})`,
    ignore: SECONDS === 0 || !chromiumThere() || (DEVICE !== undefined && DEVICE !== device),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inField(async ({ app, phone: take }) => {
        const hear = (lines: string[]) =>
          app.ingest.post("/ingest", { packets: lines.map((line) => rf(app, line, "OE1GATE-1")) });
        for (let i = 0; i < STATIONS; i += 200) {
          await hear([...Array(200).keys()].map((n) => lineOf(i + n, 0)));
        }
        for (let i = 0; i < CACHES; i++) {
          const place = { lat: 48 + i * 16.13 % 1, lon: 16 + i * 35.71 % 1 };
          await hide(app, "OE1XYZ", { title: `Cache ${i}`, ...place });
        }
        const phone = await take({ screen });
        // Whoever comes from the map brings its caches along: it asks for all that are in its view.
        await phone.open("/map");
        await phone.press("List");
        await phone.tab.until(`document.querySelector(".station-canvas") !== null &&
          document.querySelector(".big-map > [role=status]") === null`);
        // The map begins where most caches are, which is less than the whole degree.
        await phone.sees("things in view");
        for (const words of screen === PHONE ? ["More", "Live"] : ["Live"]) await phone.press(words);
        await phone.sees("2,000 stations");
        await pause(SETTLE_MS);
        await phone.tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
        await phone.tab.send("Performance.enable");
        await phone.tab.evaluate(`globalThis.tasks = []; globalThis.bundles = 0;
          new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => Math.round(one.duration))))
            .observe({ type: "longtask" }), 0`);
        const before = await heap(phone), workBefore = await worked(phone), began = performance.now();
        let next = 0;
        for (let bundle = 0; bundle < SECONDS * BUNDLES; bundle++) {
          const due = began + (bundle + 1) * 1000 / BUNDLES;
          if (A_SECOND > 0) {
            await hear(
              [...Array(A_SECOND / BUNDLES).keys()].map(() =>
                lineOf(next % STATIONS, 1 + Math.floor(next++ / STATIONS))
              ),
            );
          }
          await pause(Math.max(0, due - performance.now()));
        }
        const took = (performance.now() - began) / 1000, work = await worked(phone) - workBefore;
        const after = await heap(phone);
        const tasks = (await phone.tab.evaluate("tasks.sort((a, b) => b - a)")) as number[];
        const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
        console.log(
          `${device}: ${next} packets in ${
            took.toFixed(0)
          } s; tasks over ${LONG_MS} ms by the clock: ${tasks.length}${
            tasks.length > 0 ? ` (${tasks.slice(0, 20)} ms)` : ""
          }; main thread at work ${(100 * work / took).toFixed(1)} %; heap ${mb(before)} MB, then ${
            mb(after)
          } MB`,
        );
        if (A_SECOND > 0) await phone.sees(`turn ${Math.floor((next - 1) / STATIONS) + 1}`);
        assert.ok(after - before < MOST_GROWN, `${after - before} bytes`);
        assert.ok(before < MOST_HEAP, `${before} bytes`);
        assert.deepEqual(tasks, []);
      }, { env: { FIRST_PARTY_SITES: "OE1GATE-1", HIDE_DAILY_LIMIT: "0" }, whole: true }),
  });
}
