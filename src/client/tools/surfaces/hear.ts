/** What is heard and what happens, told to the tools that may know; nothing is asked for while none does. */
import { effect } from "@preact/signals";
import type { LiveMessage } from "../../../live/mod.ts";
import type { App } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import type { Bench } from "../install/bench.ts";
import type { Permission } from "../run/shapes.ts";
import { typeOf } from "./services.ts";

const MINUTE_MS = 60_000;
/** Spots are read every so many minutes, while a tool wants to hear of them. */
const SPOTS_MIN = 5;
/** Seconds back from which packets are wanted: what comes from now on. */
const FROM_NOW_S = 1;
/** What was heard longer ago, in seconds, is part of what another page asked for: no tool hears the past. */
const LATE_S = 120;
/** What a tool has to be granted to be told anything of the live socket. */
const HEARING: readonly Permission[] = ["monitor", "event", "ipc"];

export function hear(app: App, bench: Bench): void {
  const begun = app.gateway.now();
  let leave: (() => void) | undefined;
  effect(() => {
    const wants = [...bench.running.value.values()].some(({ granted, ended }) =>
      !ended.value && HEARING.some((one) => granted.has(one))
    );
    if (wants) leave ??= app.wire.want({ maxAgeS: FROM_NOW_S });
    else {
      leave?.();
      leave = undefined;
    }
  });
  app.wire.listen((messages) => {
    const since = Math.max(begun, app.gateway.now() - LATE_S);
    for (const message of messages) if (message.at >= since) tell(bench, message);
  });
  let minutes = 0;
  const tick = () => {
    if (minutes++ % SPOTS_MIN === 0) void spots(app, bench, begun);
    for (const tool of bench.running.peek().values()) tool.event("on_tick", {});
    app.world.later(tick, MINUTE_MS);
  };
  app.world.later(tick, MINUTE_MS);
}

/** The newest spot that was told, unix seconds, for each workbench. */
const toldTo = new WeakMap<Bench, number>();
/** Tells spots of other programmes that came since the last look. */
async function spots({ gateway }: App, bench: Bench, begun: number): Promise<void> {
  const all = [...bench.running.peek().values()].filter((tool) => tool.hears("on_spot"));
  if (all.length === 0) return;
  const answer = await gateway.get(routeTo("GET /api/spots"));
  const since = toldTo.get(bench) ?? begun;
  const fresh = answer.ok ? answer.value.spots.filter(({ spottedAt }) => spottedAt > since) : [];
  toldTo.set(bench, Math.max(since, ...fresh.map(({ spottedAt }) => spottedAt)));
  for (const { callsign, source, ref = "", band = "", mode = "", comment = "" } of fresh) {
    for (const tool of all) {
      tool.event("on_spot", { peerCall: callsign, source, ref, band, mode, text: comment });
    }
  }
}

/** By which way a packet came, in the words of tools; none for what no radio and no network of radios carried. */
const SOURCES: Readonly<Record<string, "RF" | "APRS">> = { rf: "RF", meshcom: "RF", aprsis: "APRS" };

function tell(bench: Bench, message: LiveMessage): void {
  const all = [...bench.running.peek().values()];
  const frame = (payload: Record<string, string>) => {
    for (const tool of all) tool.event("on_frame", payload);
  };
  switch (message.type) {
    case "position": {
      const { call, via, comment, symbol } = message, source = SOURCES[via];
      if (!source) return;
      frame({ peerCall: call, source, dst: "", text: comment });
      bench.bus.emit("station.seen", { call, type: typeOf(symbol ?? ""), source }, 0);
      return;
    }
    case "message":
      if (message.direction === "rx") {
        frame({ peerCall: message.from, source: "RF", dst: message.to, text: message.text });
      }
      return;
    case "sent":
      for (const tool of all) tool.event("on_beacon", { peerCall: message.call, text: message.comment });
      return;
    case "find": {
      const { call, code, title, tier } = message;
      for (const tool of all) tool.event("on_find", { peerCall: call, code, title, tier: tier ?? "" });
    }
  }
}
