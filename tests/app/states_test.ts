/** Empty and error states: each says what happened, what was kept, and what to do. Real Chromium. */
import assert from "node:assert/strict";
import { isTime, WEEK_S } from "../../src/client/packs/keep_hint.tsx";
import { sayRefusal } from "../../src/client/ui/say.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { signedIn } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

/** Answers these requests so, in place of the gateway. */
function answering(field: Field, is: (request: Request) => boolean, answer: () => Response): void {
  const handler = field.app.handler;
  field.app.handler = (request, info) => is(request) ? Promise.resolve(answer()) : handler(request, info);
}

const kept = (phone: Phone, what: string) => phone.tab.evaluate(what);

journey(
  "where there is no cache: the first one, the nearest, all of them",
  async (field) => {
    const { browser: _, ...rest } = field;
    const nobody = await rest.phone({ place: PLACE });
    await nobody.open("/");
    await nobody.sees("There are no caches here yet.");
    await nobody.press("Hide the first one");
    await nobody.tab.until(`location.pathname === "/hide"`);
    await hide(field.app, "OE1XYZ", { title: "Far away", lat: 48.2, lon: 17.37 });
    await nobody.open("/");
    await nobody.press("Sort by distance");
    await nobody.sees("Nothing within 20 km. The nearest is 74 km away: ");
    await nobody.sees("Hide the first one here");
    await nobody.fill("#search", "nothing of the kind");
    await nobody.sees("No cache fits.");
    await nobody.press("Show all caches");
    await nobody.sees("Far away");
    assert.deepEqual(nobody.tab.complaints, []);
  },
  { devices: ["phone"] },
);

journey(
  "a phone that may not say where it is: what happened, how to allow it, and all that works without",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    await hide(field.app, "OE1XYZ", { title: "A far bridge", lat: 48.2, lon: 17.37 });
    const phone = await field.phone({ call: "OE3FND" });
    await phone.tab.refuse(field.url);
    await phone.open("/");
    await phone.press("Sort by distance");
    await phone.sees("Your browser does not share your location. Allow it for this site: ");
    await phone.sees("2 caches · sorted by name");
    const titles = () =>
      phone.tab.evaluate(`[...document.querySelectorAll("main a")].map((one) => one.innerText)
      .filter((text) => /mast|bridge/.test(text)).map((text) => /mast/.test(text) ? "mast" : "bridge").join()`);
    assert.equal(await titles(), "bridge,mast");
    // A place that is named stands for the phone's own.
    await phone.fill("#search", "JN88");
    await phone.sees("By distance from JN88");
    await phone.open(`/c/${code}/go`);
    await phone.sees("Allow it for this site");
    await phone.open(`/c/${code}/log`);
    await phone.sees("Allow it for this site: ");
    await phone.sees("The log counts without it, but proves less.");
    await phone.press("Log find");
    await phone.tab.until(`document.querySelector("[data-state=settled]") !== null`);
    const { logs } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map(({ kind, tier }: { kind: string; tier: string | null }) => [kind, tier]), [[
      "found",
      null,
    ]]);
  },
  { devices: ["phone"] },
);

journey("a fault and a limit: what happened, what an operator asks for, when it goes on", async (field) => {
  const phone = await field.phone({ call: "OE3FND" });
  await phone.open("/me/profile");
  await phone.sees("Save");
  const answers = [
    Response.json({ error: "internal error" }, { status: 500 }),
    Response.json({ error: "Slower", reason: "rate_limited" }, {
      status: 429,
      headers: { "retry-after": "40" },
    }),
  ];
  answering(field, ({ url }) => url.endsWith("/auth/profile") && answers.length > 0, () => answers.shift()!);
  await phone.press("Save");
  await phone.sees("That went wrong at the gateway. Nothing was saved.");
  await phone.sees("Z 500 http_500 /me/profile");
  await phone.press("Save");
  await phone.sees("Too many requests. Try again at");
  // A page that cannot be read says as much as an action.
  const isRanks = ({ url }: Request) => url.includes("/api/leaderboard");
  answering(field, isRanks, () => Response.json({ error: "internal error" }, { status: 500 }));
  await phone.open("/ranks");
  await phone.sees("The gateway has a problem (500).");
  await phone.tab.until(`/\\dZ 500 http_500 \\/api\\/leaderboard/.test(document.body.innerText)`);
  await phone.sees("Copy for the operator");
  // So does a panel that cannot be drawn; the rest of the page stands.
  answering(field, isRanks, () => Response.json({ leaderboard: [null], period: "all", metric: "finds" }));
  await phone.open("/ranks");
  await phone.sees("Something broke here. Nothing was lost.");
  await phone.tab.until(
    `/\\dZ \\/ranks TypeError/.test(document.querySelector(".notice code, .notice .code")?.innerText)`,
  );
  await phone.sees("Copy for the operator");
}, { devices: ["phone"] });

journey(
  "what waits outlives another person's session and /reset; the browser's promise is asked for once",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND" });
    await phone.open(`/c/${code}/log`);
    await phone.ready();
    await phone.tab.until(`document.querySelector("#text") !== null`);
    await field.unplug();
    await phone.fill("#text", "In the rain");
    await phone.press("Log find");
    await phone.sees("Waits for the gateway");
    await phone.open("/");
    await phone.sees("This browser may delete what the app has stored on this device");
    await phone.press("Not now");
    await phone.open("/");
    await phone.sees("1 waits");
    // The line at the top goes out of sight with the page; the bar does not.
    await phone.tab.until(`document.querySelector('nav.bar a[href="/more"] .count')?.innerText === "1"`);
    assert.equal(await kept(phone, `document.body.innerText.includes("throw away")`), false, "once a week");
    // Somebody else signs in on this phone: the log is locked, not lost.
    await phone.tab.goto("about:blank");
    field.plugIn();
    const cookie = await signedIn(field.app, field.url, "OE5OTH");
    const at = cookie.indexOf("=");
    await phone.tab.send("Network.setCookie", {
      url: field.url,
      name: cookie.slice(0, at),
      value: cookie.slice(at + 1),
      httpOnly: true,
    });
    await phone.open("/waiting");
    await phone.sees("OE5OTH");
    await phone.sees("In the rain");
    await phone.sees("1 log belongs to OE3FND. Saved on this phone, and sent once you sign in.");
    await phone.sees("Belongs to OE3FND at");
    // An app that is stuck: the worker and its files go, what waits stays.
    await phone.tab.goto(`${field.url}/reset`);
    await phone.sees("Done.");
    const left = `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])
    .then(([names, workers]) => names.length + workers.length)`;
    assert.equal(await kept(phone, left), 0);
    await phone.open("/waiting");
    await phone.sees("In the rain");
  },
  { devices: ["phone"] },
);

Deno.test("a suspension says until when, why, and what still works", () => {
  const said = (until: number | null) =>
    sayRefusal({ reason: "suspended", sentence: "", value: { suspended: { reason: "Spam.", until } } });
  assert.match(
    said(1_800_000_000),
    /^Your account is suspended until Jan 15, 2027\. The reason: “Spam\.” You can still download/,
  );
  assert.match(said(null), /until an operator lifts it\. The reason: “Spam\.”/);
  assert.equal(
    sayRefusal({ reason: "suspended", sentence: "" }),
    "This account is suspended. Its data can still be downloaded and erased.",
  );
});

Deno.test("the hint on storage is said once a week, also by a clock that was wrong", () => {
  assert.equal(isTime(undefined, 1000), true);
  assert.deepEqual([WEEK_S - 1, WEEK_S].map((after) => isTime(1000, 1000 + after)), [false, true]);
  assert.equal(isTime(1000 + WEEK_S, 1000), true);
});
