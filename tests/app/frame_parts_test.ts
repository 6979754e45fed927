/** What belongs to no page: the bell with its list, pulling a page down, and coming back to where one was. */
import assert from "node:assert/strict";
import { follow, isFar } from "../../src/client/app/pulling.ts";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";

Deno.test("a pull begins at a finger that goes down, springs, and reads anew from where it is far enough", () => {
  const from = { x: 100, y: 100 }, begun = { from, way: 0 };
  const to = (x: number, y: number) => follow(begun, { x, y });
  assert.deepEqual(to(100, 112), begun, "a tremble");
  assert.equal(to(100, 87), undefined, "up: it scrolls");
  assert.equal(to(140, 130), undefined, "aside: it turns a page");
  const short = to(110, 200)!, long = to(110, 260)!;
  assert.ok(short.way > 0 && short.way < long.way);
  assert.deepEqual([isFar(short), isFar(long)], [false, true]);
  assert.equal(to(100, 2000)!.way, to(100, 3000)!.way, "it ends somewhere");
  assert.equal(follow(long, { x: 300, y: 260 })?.way, long.way, "once it goes, aside no longer matters");
  assert.equal(follow(long, { x: 100, y: 90 })?.way, 0, "taken back by the way it came");
});

/** Puts a finger down at one height, moves it to another in steps, and lifts it. */
async function drag({ tab }: Phone, from: number, to: number): Promise<void> {
  const touch = (type: string, y?: number) =>
    tab.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x: 150, y }] });
  await touch("touchStart", from);
  for (let step = 1; step <= 8; step++) await touch("touchMove", from + (to - from) * step / 8);
  await touch("touchEnd");
}

journey(
  "the bell counts what is new, shows the latest over any page, and is silent once they were seen",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1AAA", { title: "The old mast" });
    await find(field.app, "OE3FND", code);
    const phone = await field.phone({ call: "OE1AAA", screen });
    await phone.open("/packs");
    await phone.tab.until(`document.querySelector(".top-bell .count")?.innerText === "1"`);
    await phone.press("You have 1 new alert");
    await phone.sees(`OE3FND found The old mast (${code})`);
    await phone.tab.count(".top-bell .count", 0);
    const escape = { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 };
    for (const type of ["keyDown", "keyUp"]) {
      await phone.tab.send("Input.dispatchKeyEvent", { type, ...escape });
    }
    await phone.tab.until(`document.querySelector(".bell-list:popover-open") === null`);
    assert.equal(await phone.tab.evaluate(`document.activeElement.closest(".top-bell") !== null`), true);
    await phone.press("Alerts");
    await phone.press(`OE3FND found The old mast (${code})`);
    await phone.tab.until(`location.pathname.startsWith("/find/") &&
    document.querySelector(".bell-list:popover-open") === null`);
  },
  { devices: ["phone"], besides: ["desktop"] },
);

journey(
  "a page that is pulled down at its top is read anew; one that is scrolled is not",
  async (field, screen) => {
    await hide(field.app, "OE1AAA", { title: "The first" });
    const phone = await field.phone({ call: "OE1AAA", screen });
    await phone.tab.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await phone.open("/me/caches");
    await phone.sees("The first");
    await phone.tab.count(".pull-anew", 1);
    await hide(field.app, "OE1AAA", { title: "The second" });
    const asked = () => phone.tab.requests.filter((one) => one.includes("/api/my/hides")).length;
    const before = asked();
    await drag(phone, 200, 260);
    assert.equal(asked(), before, "not far enough");
    await drag(phone, 200, 600);
    await phone.sees("The second");
  },
  { devices: ["phone"] },
);

journey(
  "back in a list stands what was left: the same place, and the focus on what was opened",
  async (field, screen) => {
    for (let n = 10; n < 50; n++) await hide(field.app, "OE1AAA", { title: `Number ${n}` });
    const phone = await field.phone({ call: "OE1AAA", screen });
    await phone.open("/me/caches");
    await phone.sees("Number 48");
    await phone.press("Number 48");
    await phone.tab.until(
      `location.pathname.startsWith("/c/") || location.pathname.startsWith("/me/caches/")`,
    );
    const left = await phone.tab.evaluate(
      `history.state.y === undefined && history.state.from === "/me/caches" && scrollY === 0`,
    );
    assert.equal(left, true, "another page begins at its top");
    await phone.tab.evaluate("history.back()");
    await phone.tab.until(`location.pathname === "/me/caches" && scrollY > 500 &&
    document.activeElement.innerText.includes("Number 48")`);
  },
  { env: { HIDE_DAILY_LIMIT: "0" }, devices: ["phone"] },
);
