/**
 * The live page under load: 2,000 stations, 50 packets a second, a processor four times slower. Takes minutes of the whole
 * machine, and is run by hand: LIVE_LOAD=<seconds> deno task test tests/app/live_load_test.ts
 */
import assert from "node:assert/strict";
import { chromiumThere } from "../kit/browser.ts";
import { rf } from "../kit/boxes.ts";
import { DESKTOP, inField, PHONE, type Phone } from "../kit/phone.ts";

const SECONDS = Number(Deno.env.get("LIVE_LOAD") ?? 0);
const STATIONS = 2000, A_SECOND = 50, BUNDLES = 5;
/** The page settles for so long before it is measured, in milliseconds. */
const SETTLE_MS = 8000;

const callOf = (i: number) => {
  const letter = (n: number) => String.fromCharCode(65 + n % 26);
  return `OE${1 + i % 9}${letter(i)}${letter(Math.floor(i / 26))}${letter(Math.floor(i / 676))}-${1 + i % 9}`;
};
const lineOf = (i: number, turn: number) => {
  const minutes = (n: number) => (n % 6000 / 100).toFixed(2).padStart(5, "0");
  return `${callOf(i)}>APRS:!48${minutes(i * 7 + turn * 3)}N/016${
    minutes(i * 11 + turn)
  }E>088/036on the road ${turn}`;
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function heap(phone: Phone): Promise<number> {
  await phone.tab.send("HeapProfiler.collectGarbage");
  return (await phone.tab.send("Runtime.getHeapUsage")).usedSize;
}

for (const [device, screen] of [["phone: list", PHONE], ["desktop: list and map", DESKTOP]] as const) {
  Deno.test({
    name: `50 packets a second of 2,000 stations: no task above 50 ms, and memory stays (${device})`,
    ignore: SECONDS === 0 || !chromiumThere(),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inField(async ({ app, phone: take }) => {
        const hear = (lines: string[]) =>
          app.ingest.post("/ingest", { packets: lines.map((line) => rf(app, line, "OE1GATE-1")) });
        for (let i = 0; i < STATIONS; i += 200) {
          await hear([...Array(200).keys()].map((n) => lineOf(i + n, 0)));
        }
        const phone = await take({ screen });
        await phone.open("/live");
        await phone.sees("2,000 stations");
        await pause(SETTLE_MS);
        await phone.tab.send("Emulation.setCPUThrottlingRate", { rate: 4 });
        await phone.tab.evaluate(`globalThis.tasks = [];
          new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => Math.round(one.duration))))
            .observe({ type: "longtask" }), 0`);
        const before = await heap(phone);
        let next = 0;
        for (let bundle = 0; bundle < SECONDS * BUNDLES; bundle++) {
          const began = performance.now();
          const lines = [...Array(A_SECOND / BUNDLES).keys()].map(() =>
            lineOf(next % STATIONS, 1 + Math.floor(next++ / STATIONS))
          );
          await hear(lines);
          await pause(Math.max(0, 1000 / BUNDLES - (performance.now() - began)));
        }
        const grown = (await heap(phone)) - before;
        const tasks = (await phone.tab.evaluate("tasks.sort((a, b) => b - a)")) as number[];
        console.log(
          `${device}: ${tasks.length} long tasks ${tasks.slice(0, 20)}, heap ${
            Math.round(before / 1e6)
          } MB, grown ${(grown / 1e6).toFixed(1)} MB`,
        );
        assert.ok(grown < 10e6, `${grown} bytes`);
        assert.ok(before < 80e6, `${before} bytes`);
        assert.deepEqual(tasks, []);
      }, { env: { FIRST_PARTY_SITES: "OE1GATE-1" } }),
  });
}
