/** The frame of the app: no page is without a way to it, on a phone and on a wide screen. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";
import { barOf, isOffered, type Menu, PAGES, pagesIn } from "../../src/client/pages/page_table.ts";
import { language } from "../../src/client/ui/say.ts";
import { SYSOP } from "../kit/app.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { DESKTOP, inField, PHONE, type Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";
import { seedNode } from "../kit/shack.ts";
import { missing } from "../kit/test_data.ts";

/** Paths of the links that can be seen within an element. */
const linksIn = (phone: Phone, selector: string) =>
  phone.tab.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector + " a")})]
    .filter((one) => one.getClientRects().length > 0).map((one) => one.pathname)`) as Promise<string[]>;

/** About what an instance has only if its operator wants it, or once it is told. */
const OFF = ["/spots", "/node"];
const pathsOf = (...menus: Menu[]): string[] => pagesIn(...menus).map((name) => PAGES[name].path);

Deno.test("the bar of a phone has at most four pages beside what one can add", () => {
  assert.ok(pagesIn("bar").length <= 4, pagesIn("bar").join());
  assert.equal(pagesIn("bar").at(0), "nearby");
  assert.equal(pagesIn("bar").at(-1), "more");
  for (const name of pagesIn("bar", "add", "more")) assert.doesNotMatch(PAGES[name].path, /:/, name);
});

Deno.test("the bar lights the way to talk on each of its pages, and menus leave out what an instance does not have", () => {
  for (const name of ["messages", "conversation", "mailbox", "bbs", "category", "thread"] as const) {
    assert.equal(barOf(name), "messages", name);
  }
  assert.deepEqual([barOf("cache"), barOf("station"), barOf("me")], [undefined, undefined, undefined]);
  const configured = { mail: false, spots: false, node: true };
  assert.ok(!isOffered("spots", configured) && isOffered("node", configured));
  assert.ok(isOffered("spots", undefined), "nobody has said yet what there is");
});

appTest("a page that is drawn in German leaves the program's own language as it was", {}, async (app) => {
  const before = language.peek().code;
  const { text } = await app.visitor.get("/", { accept: "text/html", "accept-language": "de" });
  assert.match(text, /<html lang="de">/);
  assert.equal(language.peek().code, before);
  assert.notEqual(before, "de");
});

Deno.test({
  name: "every page is offered: on a phone in the bar or the list of all, on a wide screen in the rail",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, phone: take }) => {
      const { code } = await hide(app, "OE1XYZ", { title: "The old mast" });
      const phone = await take({ screen: PHONE });
      await phone.open("/");
      assert.deepEqual(await linksIn(phone, ".bar"), pathsOf("bar"));
      await phone.press("More");
      await phone.sees("About this place");
      const all = await linksIn(phone, "main");
      // Of two pages about what this instance does not have nothing is offered.
      const there = (...menus: Menu[]) => pathsOf(...menus).filter((path) => !OFF.includes(path));
      for (const path of there("add", "more")) assert.ok(all.includes(path), path);
      for (const path of OFF) assert.ok(!all.includes(path), path);

      // What one can add: on a cache's page its log, and Escape closes the sheet again.
      await phone.open(`/c/${code}`);
      await phone.press("New");
      await phone.tab.count(".plus-sheet");
      assert.deepEqual(await linksIn(phone, ".plus-sheet"), [`/c/${code}/log`, ...pathsOf("add")]);
      await phone.tab.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Escape", code: "Escape" });
      await phone.tab.count(".plus-sheet", 0);
      await phone.press("New");
      await phone.press(`Log ${code}`);
      await phone.sees("Sign in to log a cache.");
      await phone.tab.count(`main a[href="/c/${code}"]`, 1);
      await phone.tab.count(".plus-sheet", 0);
      await phone.press("Sign in");
      await phone.tab.until(`location.search === "?to=" + encodeURIComponent("/c/${code}/log")`);

      // Once a packet node has handed its table over, its page is.
      await seedNode(app);
      const wide = await take({ screen: DESKTOP });
      await wide.open("/");
      await wide.tab.count('.bar a[href="/node"]');
      // Until the gateway has said what it has, all of them are there.
      await wide.tab.count('.bar a[href="/spots"]', 0);
      const rail = await linksIn(wide, ".bar");
      assert.deepEqual(rail.toSorted(), [...there("bar", "add", "more"), "/node"].toSorted());

      // Administration is offered to operators alone; within it a wide screen's rail is its own, with the way out of it.
      const [house] = pathsOf("admin");
      const sysop = await take({ call: SYSOP, screen: DESKTOP });
      await sysop.open("/");
      await sysop.press("Administration");
      await sysop.tab.until(
        `location.pathname === "${house}" && document.querySelector(".admin h1") !== null`,
      );
      const within = await linksIn(sysop, ".bar");
      assert.deepEqual(within.toSorted(), ["/", "/more", ...pathsOf("admin")].toSorted());
      const pocket = await take({ call: SYSOP, screen: PHONE });
      await pocket.open("/more");
      await pocket.press("Administration");
      await pocket.tab.until(`document.querySelector(".admin h1") !== null`);
      const listed = await linksIn(pocket, "main");
      for (const path of pathsOf("admin").slice(1)) assert.ok(listed.includes(path), path);
      // A link into it on a cold start, for a member, and for nobody.
      const member = await take({ call: "OE3FND" });
      await member.open(house!);
      await member.sees("Administration is for the operators of this instance. OE3FND is not one of them.");
      await phone.open(house!);
      await phone.sees("Sign in with an operator's callsign.");
      assert.ok(![member, phone].some(({ tab }) => tab.requests.some((one) => one.includes("/api/admin/"))));
    }),
});

appTest(
  "the first paint of what is near names the region's caches, fifty at most, and nothing that the map hides",
  { FED_SYNC_REGION: "47,15,49,18", HIDE_DAILY_LIMIT: "0" },
  async (app) => {
    assert.match((await app.visitor.get("/")).text, /There are no caches here yet/);
    await hide(app, "OE1XYZ", { title: "<b>In</b> the region", lat: 48.2, lon: 16.37 });
    await hide(app, "OE1XYZ", { title: "Unlisted", unlisted: true, lat: 48.2, lon: 16.37 });
    await hide(app, "OE1XYZ", { title: "Elsewhere", lat: 40, lon: 10 });
    const drawn = (await app.visitor.get("/")).text;
    assert.match(drawn, /&lt;b>In&lt;\/b> the region/);
    assert.doesNotMatch(drawn, /Unlisted|Elsewhere/);
    assert.match(drawn, />1 cache</);
    for (let i = 0; i < 50; i++) {
      await hide(app, "OE1XYZ", { title: `Number ${i}`, lat: 48.2, lon: 16.37 });
    }
    const many = (await app.visitor.get("/", { "accept-language": "de" })).text;
    assert.equal(many.match(/class="cache-row"/g)?.length, 50);
    assert.match(many, /Die ersten 50 Caches/);
  },
);
