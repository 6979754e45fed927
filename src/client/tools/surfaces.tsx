/**
 * Tools beside other pages, once the page of tools was opened: their panels, and what is heard. Pages know nothing of it, so
 * that none of them loads a byte for tools.
 */
import { effect } from "@preact/signals";
import { render } from "preact";
import type { App } from "../phone/app.ts";
import { place } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { type Bench, benchOf } from "./install/bench.ts";
import { PanelDrawn } from "./panel_drawn.tsx";

/** Pages beside which panels stand. */
const WITH_PANELS = /^\/(?:live|bbs|node|s\/[^/]{1,20})$/;
const MINUTE_MS = 60_000;
/** Seconds back from which packets are wanted: what comes from now on. */
const FROM_NOW_S = 1;

const begun = new WeakSet<App>();
/** Begins it, once for each opening of the app. */
export function beginSurfaces(app: App): void {
  if (begun.has(app)) return;
  begun.add(app);
  const bench = benchOf(app), beside = document.createElement("aside");
  beside.className = "tool-surfaces";
  render(<Panels bench={bench} />, beside);
  effect(() => {
    const { path } = place.value;
    const put = () => {
      const main = document.querySelector("main");
      if (main && WITH_PANELS.test(path)) main.append(beside);
      else beside.remove();
    };
    // After the page has drawn itself: what is appended stays behind it.
    app.world.later(put, 0);
  });
  hear(app, bench);
}

function Panels({ bench }: { bench: Bench }) {
  const shown = [...bench.running.value.values()].flatMap(({ name, panel: { value } }) =>
    value ? [{ name, value }] : []
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label={say("page.tools")}>
      {shown.map(({ name, value }) => <PanelDrawn key={name} panel={value} tool={name} />)}
    </section>
  );
}

/** What is heard goes to tools that may see it; nothing is asked for while none does. */
function hear(app: App, bench: Bench): void {
  let leave: (() => void) | undefined;
  effect(() => {
    const wants = [...bench.running.value.values()].some(({ granted, ended }) =>
      !ended.value && (granted.has("monitor") || granted.has("ipc"))
    );
    if (wants) leave ??= app.wire.want({ maxAgeS: FROM_NOW_S });
    else {
      leave?.();
      leave = undefined;
    }
  });
  app.wire.listen((messages) => {
    for (const message of messages) {
      if (message.type === "position") {
        const { call, via, comment } = message;
        // What the room says came over the internet is no radio's.
        tell(bench, { peerCall: call, source: via === "is" ? "APRS" : "RF", dst: "", text: comment });
        bench.bus.emit("station.seen", { call, type: "station", source: via }, 0);
      } else if (message.type === "message" && message.direction === "rx") {
        const { from, to, text } = message;
        tell(bench, { peerCall: from, source: "RF", dst: to, text });
      }
    }
  });
  const tick = () => {
    for (const tool of bench.running.peek().values()) tool.event("on_tick", {});
    app.world.later(tick, MINUTE_MS);
  };
  app.world.later(tick, MINUTE_MS);
}

function tell(bench: Bench, payload: Record<string, string>): void {
  for (const tool of bench.running.peek().values()) tool.event("on_frame", payload);
}
