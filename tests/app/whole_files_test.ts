/** Somebody in between answers for the gateway, with status 200: nothing of that stays on the phone. */
import assert from "node:assert/strict";
import { NAMES } from "../../dist/app/names.ts";
import sizes from "../../dist/app/sizes.json" with { type: "json" };
import type { App } from "../../src/app.ts";
import { journey } from "../kit/journey.ts";
import type { Field } from "../kit/phone.ts";
import { becomes } from "../kit/waits.ts";

const MAINTENANCE = "<!doctype html><title>Back soon</title><h1>Maintenance</h1>";
const fileOf = (beginning: string) =>
  Object.keys(sizes).find((path) => path.startsWith(`/assets/${beginning}-`))!;
/** A file that the worker alone asks for at first, and one that is kept once it was needed. */
const KEPT = fileOf("cache_page"), LATER = fileOf("map_worker");

/** From here on what the worker asks for under these addresses is answered so; gives how often, and ends it. */
function answerFor({ app }: Field, answers: Record<string, () => Response>) {
  const serve = app.handler, asked: string[] = [];
  const handler: App["handler"] = (request, info) => {
    const { pathname } = new URL(request.url);
    const made = request.headers.get("referer")?.includes("/sw.js") ? answers[pathname] : undefined;
    if (!made) return serve(request, info);
    asked.push(pathname);
    return Promise.resolve(made());
  };
  app.handler = handler;
  return { asked, end: () => void (app.handler = serve) };
}

/** As a proxy gives it, which lets the browser keep it for good. */
const page = (type = "text/html") => () =>
  new Response(MAINTENANCE, {
    headers: { "content-type": type, "cache-control": "public, max-age=31536000, immutable" },
  });

/** Where the phone has this text under an address, in any of the worker's caches. */
const keptUnder = (path: string) =>
  `caches.match(${JSON.stringify(path)}).then((kept) => kept ? kept.text() : "")`;

for (
  const [what, path, answer] of [
    ["a page in the place of a script", KEPT, page()],
    ["other content of the right type", KEPT, page("text/javascript; charset=utf-8")],
    ["a page in the place of the frame", "/frame", page()],
    ["a page in the place of the radio card", "/print/radio", page()],
  ] as const
) {
  journey(`${what} is not kept, and what belongs there is fetched again`, async (field, screen) => {
    const between = answerFor(field, { [path]: answer });
    const phone = await field.phone({ screen });
    await phone.open("/");
    await phone.keepApp();
    await becomes("the worker was answered by somebody else", () => between.asked.length > 1);
    await phone.comes("navigator.serviceWorker.getRegistration().then((there) => there === undefined)");
    assert.doesNotMatch(String(await phone.tab.evaluate(keptUnder(path))), /Maintenance/);
    between.end();
    await phone.ready();
    assert.doesNotMatch(String(await phone.tab.evaluate(keptUnder(path))), /^$|Maintenance/);
    await field.unplug();
    await phone.open("/packs");
    await phone.sees("No packs on this phone yet.");
  }, { devices: ["phone"] });
}

journey("what an earlier version kept of somebody else's answer is fetched anew", async (field, screen) => {
  const phone = await field.phone({ screen });
  await phone.tab.goto(`${phone.url}/privacy`);
  await phone.tab.evaluate(`caches.open("app-earlier").then((cache) =>
    cache.put(${JSON.stringify(KEPT)}, new Response(${JSON.stringify(MAINTENANCE)})))`);
  await phone.open("/");
  await phone.ready();
  await phone.comes(`caches.keys().then((names) => names.join() === "app-${NAMES.version}")`);
  assert.doesNotMatch(String(await phone.tab.evaluate(keptUnder(KEPT))), /^$|Maintenance/);
}, { devices: ["phone"] });

journey("a file that is kept once it was needed is kept only as it was built", async (field, screen) => {
  const phone = await field.phone({ screen });
  await phone.open("/");
  await phone.ready();
  const between = answerFor(field, { [LATER]: page("text/javascript") });
  const read = `fetch(${JSON.stringify(LATER)}).then((answer) => answer.text())`;
  assert.match(String(await phone.tab.evaluate(read)), /Maintenance/);
  assert.equal(await phone.tab.evaluate(keptUnder(LATER)), "");
  assert.ok(between.asked.length > 0);
  between.end();
  assert.doesNotMatch(String(await phone.tab.evaluate(read)), /Maintenance/);
  assert.doesNotMatch(String(await phone.tab.evaluate(keptUnder(LATER))), /^$|Maintenance/);
}, { devices: ["phone"] });
