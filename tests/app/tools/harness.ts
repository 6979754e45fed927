/** Runs tools in a page of the app for tests: the sandbox as the app has it, told by a test what to run. */
import { Bus } from "../../../src/client/tools/run/bus.ts";
import { Sandbox } from "../../../src/client/tools/run/sandbox.ts";
import type { Permission } from "../../../src/client/tools/run/shapes.ts";

const tools = new Map<string, Sandbox>();
const sent: string[] = [];
let replies = 0;
const bus = new Bus();
bus.offer("app.known", (args) => `known ${JSON.stringify(args)}`);
bus.offer("session.script", () => "ran", "tx");
/** Seconds by which the clock was put forward. */
let ahead = 0;
/** Waiting times are those of the app, so many times shorter. */
let faster = 1;
const around = {
  now: () => performance.now() / 1000 + ahead,
  later(act: () => void, ms: number) {
    const timer = setTimeout(act, ms / faster);
    return () => clearTimeout(timer);
  },
  bus,
  transmit: (tool: string, info: string) => Promise.resolve(sent.push(`${tool}: ${info}`) > 0),
  beacon: (tool: string, plan: { comment: string } | null) =>
    plan?.comment === "closed"
      ? Promise.reject(new Error("the gate is closed"))
      : Promise.resolve(void sent.push(`${tool} beacon ${JSON.stringify(plan)}`)),
};

const settled = (tool: Sandbox) =>
  new Promise<void>((done) => {
    const look = () => tool.loaded.value || tool.ended.value ? done() : setTimeout(look, 20);
    look();
  });

Object.assign(globalThis, {
  bench: {
    faster: (by: number) => void (faster = by),
    async run(name: string, script: string, permissions: Permission[], connect: string[] = []) {
      const tool = new Sandbox({ name, script, permissions, connect, remote: true }, around);
      tools.set(name, tool);
      await settled(tool);
      return this.state(name);
    },
    cmd: (name: string, word: string, args = "") => tools.get(name)!.run(word, args),
    decode: (name: string, id: string, input: string) => tools.get(name)!.decode(id, input),
    /** What it answers to an event; what it sent before the answer to a command has come by then. */
    async event(name: string, event: "on_frame", payload: Record<string, string>) {
      const replies: string[] = [], tool = tools.get(name)!;
      tool.event(event, payload, (text) => void replies.push(text));
      await tool.run("echo", "");
      return replies;
    },
    tell: (name: string, event: "on_frame", payload: Record<string, string>) =>
      tools.get(name)!.event(event, payload),
    /** Answers of a tool to one event that come at once, and so many seconds later. */
    async late(name: string, seconds: number) {
      const tool = tools.get(name)!, told = { within: 0, after: 0 };
      tool.event("on_connect", { peerCall: "OE1XYZ" }, () => {
        // The first moves the clock on: what comes after it is late.
        if (ahead === 0) told.within++;
        else told.after++;
        ahead = seconds;
      });
      await tool.run("echo", "");
      return told;
    },
    /** So many hours, each with so many frames, sixty minutes and six callers; it is asked every ten minutes. */
    async hours(name: string, hours: number, frames: number) {
      const tool = tools.get(name)!;
      for (let minute = 0; minute < hours * 60; minute++) {
        for (let n = 0; n < frames / 60; n++) {
          const text = `>${minute} ${n}`, peerCall = `OE${n % 10}ABC`;
          tool.event("on_frame", { peerCall, source: "RF", dst: "APRS", text });
        }
        tool.event("on_tick", {});
        if (minute % 10 > 0) continue;
        tool.event("on_connect", { peerCall: "OE1XYZ", myCall: "OE1BOX" }, () => void replies++);
        await tool.run("count", "");
      }
    },
    replies: () => replies,
    colour: (name: string, src: string, dst: string, text: string) =>
      tools.get(name)!.colours.value?.({ src, dst, text }),
    state(name: string) {
      const { loaded, ended, panel, layer, log } = tools.get(name)!;
      return {
        loaded: loaded.value,
        ended: ended.value ?? null,
        panel: panel.value ?? null,
        layer: layer.value ?? null,
        log: log.value,
      };
    },
    end: (name: string) => tools.get(name)!.end("stopped"),
    emit: (topic: string, data: unknown) => bus.emit(topic, data, 0),
    sent: () => sent,
    frames: () => document.querySelectorAll("iframe").length,
  },
});
