/** How long a phone waits for its first list: real Chromium at a quarter of the speed, on a slow line (web app's budgets). */
import { chromiumThere, closeShared, type Tab } from "../../tests/kit/browser.ts";
import { type Field, inField } from "../../tests/kit/phone.ts";
import { hide } from "../../tests/kit/seed_game.ts";
import { SLOW, worked } from "./page_work.ts";
import { median, type Row } from "./row.ts";

const COLD_MS = 1200, WARM_MS = 300;
const ROUNDS = 5;
const CACHES = 60;
/** 1.6 Mbit/s each way, 150 ms. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const LISTED = `document.querySelectorAll("main li a[href^='/c/']").length > 0`;

async function listed(tab: Tab, url: string): Promise<number> {
  const began = performance.now();
  await tab.send("Page.navigate", { url });
  await tab.until(`location.href === ${JSON.stringify(url)} && performance.timeOrigin > 0 && ${LISTED}`);
  return performance.now() - began;
}

/** The first visit of a phone that has nothing yet. Its tab is closed: one that is slowed down keeps a processor busy. */
async function cold({ browser, url }: Field): Promise<number> {
  const phone = browser.part();
  const tab = await phone.tab();
  await tab.send("Emulation.setDeviceMetricsOverride", {
    width: 390,
    height: 844,
    deviceScaleFactor: 1,
    mobile: true,
  });
  await tab.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
  await tab.send("Network.emulateNetworkConditions", LINE);
  const took = await listed(tab, `${url}/`);
  await phone.close();
  return took;
}

/**
 * A later visit without any network, at this part of the machine's speed: the worker answers. With it what the page's main thread
 * has worked until then, all of it since its process began, and not what it waited for while other programs ran.
 */
async function warm(field: Field, tab: Tab, rate: number): Promise<[took: number, work: number]> {
  await tab.send("Emulation.setCPUThrottlingRate", { rate });
  await tab.send("Page.navigate", { url: "about:blank" });
  await tab.until(`location.href === "about:blank"`);
  const took = await listed(tab, `${field.url}/`);
  return [took, await worked(tab)];
}

async function appTimes(): Promise<Row[]> {
  if (!chromiumThere()) return [];
  const colds: number[] = [], warms: number[] = [], slow: number[] = [], work: number[] = [];
  await inField(async (field) => {
    for (let i = 0; i < CACHES; i++) {
      await hide(field.app, `OE1AA${String.fromCharCode(65 + i % 26)}`, {
        title: `Cache ${i}`,
        lat: 48 + i / 200,
      });
    }
    for (let i = 0; i < ROUNDS; i++) colds.push(await cold(field));
    const tab = await field.browser.tab();
    await listed(tab, `${field.url}/`);
    await tab.until("navigator.serviceWorker.controller?.state === 'activated'");
    await field.unplug();
    await tab.send("Performance.enable");
    for (let i = 0; i < ROUNDS; i++) {
      const [took, busy] = await warm(field, tab, 1);
      warms.push(took);
      work.push(SLOW * busy);
      slow.push((await warm(field, tab, SLOW))[0]);
    }
  }, { whole: true });
  await closeShared();
  const row = { unit: "ms", least: 1, smaller: true };
  return [
    { budget: "first list, cold, 4x CPU, 1.6 Mbit/s", measured: median(colds), against: COLD_MS, ...row },
    { budget: "first list, without network", measured: median(warms), against: WARM_MS, ...row },
    { budget: "first list, without network, 4x CPU", measured: median(slow), against: WARM_MS, ...row },
    { budget: "  of it the main thread's work", measured: median(work), against: WARM_MS, ...row },
  ];
}

export const app: Record<string, () => Promise<Row[]>> = { app: appTimes };
