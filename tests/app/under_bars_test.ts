/** What has the keyboard's focus is never under a bar; and on paper a cache is black on white, chips and notes too. */
import assert from "node:assert/strict";
import { key } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import { find, hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

/** The stop of the Tab key, and what fixed or sticky thing lies over its middle. */
const STOP = `(() => {
  const it = document.activeElement;
  if (!it || it === document.body) return "";
  const { left, top, width, height } = it.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  const over = at && !it.contains(at) && !at.contains(it) ? at.closest(".act-bar, .bar, .top, .new-message") : null;
  return [it.tagName, (it.getAttribute("aria-label") || it.innerText || it.id).trim().slice(0, 30), over ? "under " + over.className : "", Math.round(top)].join("|");
})()`;

journey("by keyboard nothing is reached that lies under a bar", async (field, screen) => {
  const { code } = await hide(field.app, "OE1XYZ", {
    ...{ title: "The old mast", hint: "Magnetic", description: "A box below the old mast. ".repeat(12) },
    ...PLACE,
  });
  await find(field.app, "OE5ABC", code, { text: "The view is worth it. ".repeat(9) });
  for (const [call, path] of [["OE3FND", ""], ["OE3FND", "/go"], ["OE3FND", "/log"], ["OE1XYZ", "/edit"]]) {
    const phone = await field.phone({ call: call!, screen, place: PLACE });
    await phone.open(`/c/${code}${path}`);
    await phone.tab.until(
      `document.querySelector("main h1") !== null && document.querySelector("main .button-main, main .act-bar") !== null`,
    );
    const stops: string[] = [];
    for (let i = 0; i < 45 && (stops.length < 2 || stops.at(-1) !== stops[0]); i++) {
      await key(phone, "Tab");
      const stop = await phone.tab.evaluate(STOP) as string;
      if (stop !== "") stops.push(stop);
    }
    assert.ok(stops.length > 4, `${path}: ${stops.join("; ")}`);
    assert.deepEqual(stops.filter((one) => one.includes("|under ")), [], `/c/…${path}`);
  }
});

journey("a cache's page goes to paper black on white in every look", async (field) => {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", hint: "Magnetic", ...PLACE });
  await find(field.app, "OE5ABC", code, { text: "Seen" });
  const phone = await field.phone({ call: "OE3FND", place: PLACE });
  await phone.open(`/c/${code}`);
  await phone.sees("Seen");
  for (const look of ["light", "dark", "sun", "night"]) {
    await phone.tab.evaluate(`document.documentElement.dataset.theme = "${look}"`);
    await phone.tab.send("Emulation.setEmulatedMedia", { media: "print" });
    const coloured = await phone.tab.evaluate(
      `[...document.querySelectorAll("main *:not(svg *)")].filter((one) => {
      if (one.getClientRects().length === 0 || one.closest("svg")) return false;
      const { color, backgroundColor } = getComputedStyle(one);
      const text = [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== "");
      const dark = text && color !== "rgb(0, 0, 0)";
      const inked = !/^rgba\\(0, 0, 0, 0\\)$|^rgb\\(255, 255, 255\\)$/.test(backgroundColor);
      return dark || inked;
    }).map((one) => one.className + " " + getComputedStyle(one).color + " on " + getComputedStyle(one).backgroundColor)`,
    );
    assert.deepEqual(coloured, [], look);
    await phone.tab.send("Emulation.setEmulatedMedia", { media: "" });
  }
});
