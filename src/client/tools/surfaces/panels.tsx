/** Panels of tools below the pages Live, of a station, of the BBS and of the node. */
import { effect } from "@preact/signals";
import { render } from "preact";
import type { App } from "../../phone/app.ts";
import { place } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import type { Bench } from "../install/bench.ts";
import { isMeantFor } from "../run/around.ts";
import { PanelDrawn } from "../panel_drawn.tsx";

/** Pages beside which panels stand. */
const WITH_PANELS = /^\/(?:live|bbs|node|s\/[^/]{1,20})$/;
/** What tools call the page that is shown. */
const surfaceOf = (path: string) => path === "/bbs" ? "bbs" : path === "/node" ? "node" : "web";

export function standBeside({ world }: App, bench: Bench): void {
  const beside = document.createElement("aside");
  beside.className = "tool-surfaces";
  render(<Panels bench={bench} />, beside);
  const put = () => {
    const main = document.querySelector("main");
    if (!main || !WITH_PANELS.test(place.peek().path)) beside.remove();
    // What the page draws later comes before it.
    else if (main.lastElementChild !== beside) main.append(beside);
  };
  const main = document.querySelector("main");
  if (main) new MutationObserver(put).observe(main, { childList: true });
  effect(() => {
    place.value.path;
    // After the page has drawn itself: what is appended stays behind it.
    world.later(put, 0);
  });
}

function Panels({ bench }: { bench: Bench }) {
  const surface = surfaceOf(place.value.path);
  const shown = [...bench.running.value.values()].filter(({ surfaces }) => isMeantFor(surfaces, surface))
    .flatMap(({ name, panel: { value } }) => value ? [{ name, value }] : []);
  if (shown.length === 0) return null;
  return (
    <section aria-label={say("page.tools")}>
      {shown.map(({ name, value }) => <PanelDrawn key={name} panel={value} tool={name} />)}
    </section>
  );
}
