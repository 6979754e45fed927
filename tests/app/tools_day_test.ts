/** A tool that runs for a day, in real Chromium: what is kept of it, on its own side and on ours, does not grow. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import type { Tab } from "../kit/browser.ts";
import { benchScript, running } from "./tools/bench.ts";

/** It draws whoever it hears, keeps few of them, answers callers, and writes down what it does. */
const BUSY = `
  const heard = new Map();
  register({ commands: { count: () => String(heard.get("all") ?? 0) } });
  tool.on("on_frame", ({ peerCall, text }) => {
    heard.set("all", (heard.get("all") ?? 0) + 1);
    heard.set(peerCall, text);
    tool.setPanel({ title: "Heard", nodes: [...heard].slice(-20).map(([key, value]) => ({ kind: "kv", key, value: String(value) })) });
    tool.setMapLayer({ id: "h", points: [{ lat: 48, lon: 16, label: peerCall }] });
    tool.log("heard " + peerCall);
    ipc.emit("station.seen", { call: peerCall });
    ipc.call("station.type", { call: peerCall }).catch(() => {});
  });
  tool.on("on_tick", () => tool.setColourRules([{ match: { src: "OE1XYZ" }, effect: { hidden: true } }]));
  tool.on("on_connect", ({ reply }) => { for (let n = 0; n < 6; n++) reply("line " + n); });
`;
/** Frames of a day where one is heard each second. */
const DAY = 86_400, HOURS = 24;

/** Bytes of the page's heap, and what of the document is alive, once all that is garbage is gone. */
async function held(tab: Tab): Promise<{ bytes: number; nodes: number; listeners: number }> {
  await tab.send("HeapProfiler.collectGarbage");
  const { usedSize } = await tab.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await tab.send("Memory.getDOMCounters");
  return { bytes: usedSize, nodes, listeners: jsEventListeners };
}

journey(
  "a tool hears 86,400 packets in a day, and holds no more at its end than in the morning",
  async (field) => {
    const { tab } = await field.phone();
    await tab.goto(`${field.url}/about`);
    await tab.evaluate(await benchScript());
    const asked = (work: string) => tab.evaluate(`(async () => ${work})()`);
    await asked(`await ${running("busy", BUSY, ["command", "monitor", "event", "panel", "map", "ipc"])}`);
    const hour = () => asked(`await bench.hours("busy", 1, ${DAY / HOURS})`);
    for (let n = 0; n < 4; n++) await hour();
    const morning = await held(tab);
    for (let n = 4; n < HOURS; n++) await hour();
    const night = await held(tab);
    const { ended, log, panel, count, replies } = await asked(
      `({ ...bench.state("busy"), count: (await bench.cmd("busy", "count"))[0], replies: bench.replies() })`,
      // deno-lint-ignore no-explicit-any -- what a page gives has every shape
    ) as any;
    assert.deepEqual([ended, count], [null, String(DAY)], "every packet was told");
    // At most four answers to each of six callers an hour; of what is said too fast some is lost.
    assert.ok(replies > 0 && replies <= HOURS * 6 * 4, `${replies} answers`);
    assert.ok(log.length <= 100 && panel.nodes.length <= 60);
    assert.ok(night.bytes - morning.bytes < 2 << 20, `${morning.bytes} bytes became ${night.bytes}`);
    assert.ok(night.nodes - morning.nodes < 100, `${morning.nodes} nodes became ${night.nodes}`);
    assert.ok(
      night.listeners - morning.listeners < 20,
      `${morning.listeners} listeners became ${night.listeners}`,
    );
  },
);
