/**
 * The terminal, told to tools: frames of the member's own radio, and connections as they come and go. A tool only hears of them:
 * it gets no way to answer a caller, for nothing goes on the air by a tool. How long a peer takes is what the connection itself has
 * measured, so that to ask for it sends nothing.
 */
import type { App } from "../../phone/app.ts";
import { hearTerminal, sessionShown, type TerminalSession } from "../../phone/known/from_terminal.ts";
import type { Bench } from "../install/bench.ts";
import type { ToolEvent } from "../run/around.ts";

/** Where tools are told that it happens, and that what is told is of the air. */
const SURFACE = "terminal", SOURCE = "RF";
/** Seconds between two answers to whoever asks how long a peer takes. */
const PING_S = 10;

export function tellOfTerminal(app: App, bench: Bench): void {
  const tell = (event: ToolEvent, payload: Record<string, string>) => {
    for (const tool of bench.running.peek().values()) {
      tool.event(event, { surface: SURFACE, source: SOURCE, ...payload });
    }
  };
  const of = ({ channel, own, peer, direction }: TerminalSession) => ({
    peerCall: peer,
    myCall: own,
    direction,
    channel: String(channel),
  });
  hearTerminal({
    frame: ({ from, to, text }) => tell("on_frame", { peerCall: from, dst: to, text }),
    connected: (session) => tell("on_connect", of(session)),
    ended: (session) => tell("on_disconnect", of(session)),
  });
  let pingAt = -Infinity;
  bench.bus.subscribe("link.ping.request", {
    name: "(host)",
    granted: new Set(),
    hear() {
      const now = app.world.clock(), session = sessionShown();
      if (now - pingAt < PING_S || session?.roundMs === undefined) return;
      pingAt = now;
      const { peer, channel, roundMs } = session;
      const rtt = { ms: Math.round(roundMs), kind: "link", peerCall: peer, channel, surface: SURFACE };
      bench.bus.emit("link.rtt", rtt, 0);
    },
    serve: () => Promise.reject(new Error("there is no such service")),
  });
}
