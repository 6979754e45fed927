/**
 * Looks at pages in Debian's Chromium and prints what it saw as JSON: `look.ts <gateway> <framing page> <cache code>`.
 * A process of its own, since the driver wants every permission.
 */
import type { Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";

const [home, framing, code] = Deno.args as [string, string, string];
const browser = await launchChromium();

/** Notes everything that goes wrong on a page, and every address that it asks. */
function watch(page: Page) {
  const wrong: string[] = [], asked: string[] = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrong.push(message.text());
  });
  page.on("request", (request) => asked.push(request.url()));
  return { wrong, asked };
}

async function box() {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
  const seen = watch(page);
  await page.goto(`${home}/embed?bbox=16,48,17,49`);
  await page.waitForSelector("html[data-ready=true]");
  const circles = page.locator("#map .cache circle");
  const places = await circles.evaluateAll((all) =>
    all.map((one) => [Number(one.getAttribute("cx")), Number(one.getAttribute("cy"))])
  );
  const titles = await page.locator("#map .cache title").allTextContents();
  const before = await circles.first().getAttribute("cx");
  await page.getByLabel("Zoom in").click();
  await page.mouse.move(300, 200);
  await page.mouse.down();
  await page.mouse.move(350, 220, { steps: 4 });
  await page.mouse.up();
  const after = await circles.first().getAttribute("cx");
  return {
    ...seen,
    places,
    moved: before !== after,
    note: await page.locator("#note").textContent(),
    titles,
    images: await page.locator("img").count(),
    title: await page.title(),
  };
}

/** Where the titles end on a phone's map, whose right edge cuts through the caches. */
async function phone() {
  const page = await browser.newPage({ viewport: { width: 320, height: 560 } });
  await page.goto(`${home}/embed?bbox=16.3,48,16.51,49`);
  await page.waitForSelector("html[data-ready=true]");
  return await page.locator("#map .cache text").evaluateAll((all) =>
    all.map((one) => {
      const { left, right } = one.getBoundingClientRect();
      return { left, right, text: one.textContent };
    })
  );
}

async function card() {
  const page = await browser.newPage();
  const seen = watch(page);
  await page.goto(`${home}/embed?cache=${code}`);
  await page.waitForSelector("html[data-ready=true]");
  return {
    ...seen,
    heading: await page.locator("#card h1").textContent(),
    circles: await page.locator("#map .cache circle").count(),
    images: await page.locator("img").count(),
  };
}

async function unknown() {
  const page = await browser.newPage();
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(String(error)));
  await page.goto(`${home}/embed?cache=NOSUCH1`);
  await page.waitForSelector("html[data-ready=failed]");
  return { thrown, note: await page.locator("#note").textContent() };
}

async function framed() {
  const page = await browser.newPage();
  const seen = watch(page);
  await page.goto(framing);
  const circles = page.frameLocator("iframe").locator("#map .cache circle");
  await circles.first().waitFor();
  return { ...seen, circles: await circles.count() };
}

async function docs() {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 400, height: 800 },
  });
  const page = await context.newPage();
  const seen = watch(page);
  await page.goto(`${home}/api/docs`);
  await page.getByText("/api/v1/caches/{code}.gpx").first().click();
  const { scrollWidth } = await page.locator("html").evaluate((html) => ({ scrollWidth: html.scrollWidth }));
  return {
    ...seen,
    open: await page.locator("details[open]").count(),
    routes: await page.locator("details").count(),
    scrollWidth,
  };
}

try {
  const seen = {
    box: await box(),
    phone: await phone(),
    card: await card(),
    unknown: await unknown(),
    framed: await framed(),
    docs: await docs(),
  };
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
