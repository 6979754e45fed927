/** What a tab is asked from within its page: where something lies, whether a press met it, and to look until something is so. */
import type { Tab } from "./browser.ts";

/**
 * Where the middle of what an expression gives lies, and whether nothing lies over it. Of a link that runs over two lines it
 * is the middle of the longer one: between them lies nothing to press.
 */
const placeOf = (found: string): string =>
  `(() => {
    const it = ${found};
    it?.scrollIntoView({ block: "center" });
    const [box] = [...it?.getClientRects() ?? []].sort((a, b) => b.width * b.height - a.width * a.height);
    if (!box) return { x: 0, y: 0, free: false };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const over = document.elementFromPoint(x, y);
    return { x, y, free: over !== null && (it.contains(over) || over.contains(it)) };
  })()`;

/** Notes whether the next press meets what an expression gives then. */
const watching = (found: string): string =>
  `void (globalThis.wasPressed = false, document.addEventListener("click", ({ target }) => {
    const it = ${found};
    // What moves away between down and up makes the click one of what holds both: that is no press.
    globalThis.wasPressed = !it || it.contains(target) ||
      (target.contains(it) && target.matches("a, button, summary, label, select, [role]"));
  }, { capture: true, once: true }))`;

/** How often a page looks, and how many times before it is asked anew: the document may be another one by then. */
export const LOOK_MS = 25, LOOKS = 40;
/**
 * Looks in the page until an expression is true: each question from outside is work of four threads of the browser and one
 * of ours, some 70 ms for each second of waiting.
 */
export const looking = (expression: string): string =>
  `new Promise((done) => {
    let looks = 0;
    const look = () => {
      let so = false;
      try {
        so = Boolean(${expression}
        );
      } catch { /* not yet */ }
      if (so || ++looks === ${LOOKS}) done(so);
      else setTimeout(look, ${LOOK_MS});
    };
    setTimeout(look, ${LOOK_MS});
  })`;

interface Place {
  x: number;
  y: number;
  free: boolean;
}

/**
 * Presses what an expression gives, once it is there, stands still and nothing lies over it: a page that is still being
 * drawn moves what somebody is about to press. What never rests is pressed where it is after ten seconds. What moved away
 * under the finger, or could not be pressed yet, is pressed again where scripts run to tell; what has gone with its page was
 * pressed.
 */
export async function pressOn(
  { until, evaluate, scripts }: Pick<Tab, "until" | "evaluate"> & { scripts: boolean },
  found: string,
  finger: (place: Place) => Promise<unknown>,
): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    await until(`document.readyState === "complete" && (${found} ?? null) !== null`);
    let before = "", place = await evaluate(placeOf(found)) as Place;
    for (const end = performance.now() + 10_000; performance.now() < end;) {
      const now = place.free ? JSON.stringify(place) : "";
      if (now !== "" && now === before) break;
      before = now;
      await new Promise((done) => setTimeout(done, 20));
      place = await evaluate(placeOf(found)) as Place;
    }
    await evaluate(watching(found));
    await finger(place);
    if (!scripts || await evaluate("globalThis.wasPressed !== false").catch(() => true)) return;
  }
}
