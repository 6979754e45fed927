/** What hands do to a phone besides touching what it shows: keys, and drawing a finger over it. */
import { eventually } from "./eventually.ts";
import type { Phone } from "./phone.ts";

const KEYS = {
  Tab: { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 },
  Enter: { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  Space: { key: " ", code: "Space", windowsVirtualKeyCode: 32, text: " " },
  Left: { key: "ArrowLeft", code: "ArrowLeft", windowsVirtualKeyCode: 37 },
  Escape: { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 },
  Slash: { key: "/", code: "Slash", windowsVirtualKeyCode: 191, text: "/" },
  Up: { key: "ArrowUp", code: "ArrowUp", windowsVirtualKeyCode: 38 },
  Down: { key: "ArrowDown", code: "ArrowDown", windowsVirtualKeyCode: 40 },
};

export async function key(phone: Phone, name: keyof typeof KEYS): Promise<void> {
  const { text, ...pressed } = KEYS[name] as { text?: string };
  await phone.tab.send("Input.dispatchKeyEvent", { type: "keyDown", ...pressed, ...(text && { text }) });
  await phone.tab.send("Input.dispatchKeyEvent", { type: "keyUp", ...pressed });
}

/** Name of what has the focus, as a reader would say it. */
const FOCUSED = `(() => {
  const it = document.activeElement;
  if (!it || it === document.body) return "";
  const names = [it.getAttribute("aria-label"), it.innerText, it.labels?.[0]?.innerText];
  return names.find((name) => name?.trim())?.trim() ?? "";
})()`;

/** Goes by Tab to what begins with these words; fails where a walk round the page does not meet it. */
export async function tabTo(phone: Phone, words: string): Promise<void> {
  // It has to be there before the walk begins: a page that is still being drawn has nothing to walk to.
  await phone.tab.until(`(document.body.innerText.includes(${JSON.stringify(words)}) ||
    [...document.querySelectorAll("[aria-label]")].some((one) => one.ariaLabel.startsWith(${
    JSON.stringify(words)
  })))`);
  const met: string[] = [];
  for (let steps = 0; steps < 120; steps++) {
    await key(phone, "Tab");
    const name = await phone.tab.evaluate(FOCUSED) as string;
    if (name.startsWith(words)) return;
    met.push(name.split("\n")[0]!);
  }
  throw new Error(`no stop begins with "${words}": ${met.join(" | ")}`);
}

/** Goes there and presses Enter. */
export async function enter(phone: Phone, words: string): Promise<void> {
  await tabTo(phone, words);
  await key(phone, "Enter");
}

/** Waits until a measurement has a reading; with each further one it says a shorter distance. */
export const measured = (phone: Phone): Promise<void> =>
  phone.tab.until(`/^± \\d+ m/.test(document.querySelector(".hide-accuracy")?.innerText)`);

/** Types into what has the focus. */
export const type = (phone: Phone, text: string): Promise<unknown> =>
  phone.tab.send("Input.insertText", { text });

/**
 * Draws a finger to the right over what the selector finds, by a part of its width, once it lies still; from its middle, or
 * from another part of its height.
 */
export async function drag(phone: Phone, selector: string, part: number, down = 0.5): Promise<void> {
  const box = `(() => {
    const it = document.querySelector(${JSON.stringify(selector)});
    it?.scrollIntoView({ block: "center" });
    const { x, y, width, height } = it?.getBoundingClientRect() ?? {};
    return { x: x + width / 2, y: y + height * ${down}, width };
  })()`;
  let found = { x: NaN, y: NaN, width: NaN }, before = "";
  for (let looks = 0; looks < 200; looks++) {
    found = await phone.tab.evaluate(
      `new Promise((done) => requestAnimationFrame(() => done(${box})))`,
    ) as typeof found;
    if (found.width > 0 && JSON.stringify(found) === before) break;
    before = JSON.stringify(found);
  }
  const mouse = (type: string, x: number) =>
    phone.tab.send("Input.dispatchMouseEvent", {
      type,
      x,
      y: found.y,
      button: "left",
      buttons: 1,
      clickCount: 1,
    });
  await mouse("mousePressed", found.x);
  await mouse("mouseMoved", found.x + found.width * part);
  await mouse("mouseReleased", found.x + found.width * part);
}

/** Presses a map, the big one unless told, in its middle or at these parts of its width and height. */
export async function pressMap(phone: Phone, selector = ".big-map", across = 0.5, down = 0.5): Promise<void> {
  const place = await phone.tab.evaluate(`(() => {
    const map = document.querySelector(${JSON.stringify(selector)});
    map.scrollIntoView({ block: "center" });
    const box = map.getBoundingClientRect();
    return { x: box.x + box.width * ${across}, y: box.y + box.height * ${down} };
  })()`) as { x: number; y: number };
  for (const type of ["mousePressed", "mouseReleased"]) {
    await phone.tab.send("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
  }
}

/** Presses the middle of a map until something is so: its things are drawn a moment after it is there. */
export async function pressMapUntil(phone: Phone, so: string): Promise<void> {
  await eventually(`${so}, with a press on the map`, async () => {
    await pressMap(phone);
    // What a press does is there soon or not at all; it is not pressed away again meanwhile.
    return await eventually(so, () => phone.tab.evaluate(so) as Promise<boolean>, 400).catch(() => false);
  });
}

/** By keys: the search for everything, and from there into the search of the page. */
export async function searchOnPage(phone: Phone): Promise<void> {
  // What listens for it comes once the page stands.
  await phone.tab.count(".toasts");
  await key(phone, "Slash");
  await phone.tab.until(`document.activeElement.matches(".palette[open] input") &&
    document.querySelector(".palette [aria-selected=true]")?.id === "palette-act-on_page"`);
  await key(phone, "Enter");
}

/** Whether a test holds for `rows`, the drafts and forms that a phone keeps: an expression for `comes`. */
export const kept = (test: string) =>
  `new Promise((done) => {
    const open = indexedDB.open("service-gateway-drafts");
    open.onsuccess = () => {
      const read = open.result.transaction("drafts").objectStore("drafts").getAll();
      read.onsuccess = () => {
        open.result.close();
        const rows = read.result;
        done(${test});
      };
    };
  })`;
