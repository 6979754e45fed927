/**
 * Tools beside other pages: from the moment somebody's tools run, their panels, colours and layers are where the pages have room
 * for them, and what is heard is told them. Pages know nothing of it, so that none of them loads a byte for tools.
 */
import { effect, untracked } from "@preact/signals";
import type { App } from "../../phone/app.ts";
import { pinnedTools, rowLook } from "../../phone/known/from_tools.ts";
import { type Bench, benchOf } from "../install/bench.ts";
import { styleTools } from "../style.ts";
import { layOverMap } from "./over_map.tsx";
import { standBeside } from "./panels.tsx";
import type { LiveMessage } from "../../../live/mod.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import type { Permission } from "../run/shapes.ts";
import type { Bus } from "../run/bus.ts";

// The services of the app itself on the bus of tools.

function offerServices(bus: Bus): void {
  // Scripts of a terminal: this app has none in which one could run.
  bus.offer("session.script", () => {
    throw new Error("there is no session here");
  }, "tx");
}

// What is heard and what happens, told to the tools that may know; nothing is asked for while none does.

const MINUTE_MS = 60_000;
/** Spots are read every so many minutes, while a tool wants to hear of them. */
const SPOTS_MIN = 5;
/** Seconds back from which packets are wanted: what comes from now on. */
const FROM_NOW_S = 1;
/** What was heard longer ago, in seconds, is part of what another page asked for: no tool hears the past. */
const LATE_S = 120;
/** What a tool has to be granted to be told anything of the live socket. */
const HEARING: readonly Permission[] = ["monitor", "event"];
/** Stations whose last packet is remembered at most: what two receivers brought is told once. */
const HEARD_MOST = 5000;

function hear(app: App, bench: Bench): void {
  const begun = app.gateway.now(), heardAt = new Map<string, number>();
  let leave: (() => void) | undefined;
  effect(() => {
    const wants = [...bench.running.value.values()].some(({ granted, ended }) =>
      !ended.value && HEARING.some((one) => granted.has(one))
    );
    if (wants) leave ??= app.wire.want({ every: true, maxAgeS: FROM_NOW_S });
    else {
      leave?.();
      leave = undefined;
    }
  });
  app.wire.listen((messages) => {
    const since = Math.max(begun, app.gateway.now() - LATE_S);
    for (const message of messages) if (message.at >= since) tell(bench, message, heardAt);
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

function tell(bench: Bench, message: LiveMessage, heardAt: Map<string, number>): void {
  const all = [...bench.running.peek().values()];
  switch (message.type) {
    case "heard": {
      // Of live stations a tool is told who, at each packet of whatever kind, and not what it says.
      const { call, at } = message;
      if ((heardAt.get(call) ?? -Infinity) >= at) return;
      heardAt.delete(call);
      heardAt.set(call, at);
      if (heardAt.size > HEARD_MOST) heardAt.delete(heardAt.keys().next().value!);
      for (const tool of all) tool.event("on_frame", { peerCall: call, source: "APRS" });
      return;
    }
    case "sent":
      for (const tool of all) tool.event("on_beacon", { peerCall: message.call, text: message.comment });
      return;
    case "find": {
      const { call, code, title, tier } = message;
      for (const tool of all) tool.event("on_find", { peerCall: call, code, title, tier: tier ?? "" });
    }
  }
}

// Rows of lists of packets in the colours that tools give them: the first tool that says something of a packet is
// heard.

function colourRows(bench: Bench): void {
  effect(() => {
    const rules = [...bench.running.value.values()].flatMap(({ colours: { value } }) => value ? [value] : []);
    rowLook.value = rules.length === 0 ? undefined : (packet) => {
      for (const rule of rules) {
        const look = rule(packet);
        if (look) return look;
      }
      return undefined;
    };
  });
}

/** So often it is looked whether whoever runs the instance still lets the tools run. */
const AGAIN_MS = 3_600_000;

const begun = new WeakSet<App>();
/** Begins it, once for each opening of the app, and starts what is installed and switched on; `false` where it is begun. */
export function beginTools(app: App): boolean {
  if (begun.has(app)) return false;
  begun.add(app);
  void styleTools();
  const bench = benchOf(app);
  offerServices(bench.bus);
  standBeside(app, bench);
  colourRows(bench);
  layOverMap(bench);
  hear(app, bench);
  void import("./on_terminal.ts").then(({ tellOfTerminal }) => tellOfTerminal(app, bench), () => {});
  effect(() => {
    pinnedTools.value = bench.installed.value.filter(({ name, on, pin }) =>
      on && pin && bench.running.value.has(name)
    )
      .map((tool) => ({ name: tool.name, title: bench.titleOf(tool) }));
  });
  let whose: string | undefined;
  effect(() => {
    const now = app.call.value ?? "";
    untracked(() => {
      // Whoever comes next has tools of their own.
      if (whose !== undefined && whose !== now) bench.endAll();
      whose = now;
      void bench.startAll();
    });
  });
  const again = () => {
    void bench.startAll();
    app.world.later(again, AGAIN_MS);
  };
  app.world.later(again, AGAIN_MS);
  return true;
}
