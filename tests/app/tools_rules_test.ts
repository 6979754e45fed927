/** What the app makes of what a tool sends, without a browser. */
import assert from "node:assert/strict";
import { isMeantFor } from "../../src/client/tools/run/around.ts";
import { Bus } from "../../src/client/tools/run/bus.ts";
import { readColours } from "../../src/client/tools/run/colours.ts";
import { readLayer } from "../../src/client/tools/run/layer.ts";
import { readLoaded } from "../../src/client/tools/run/loaded.ts";
import { Pace } from "../../src/client/tools/run/pace.ts";
import { readPanel } from "../../src/client/tools/run/panel.ts";
import { isToolName, linesOf, passesOn, type Permission, textOf } from "../../src/client/tools/run/shapes.ts";

Deno.test("texts of tools are cut, and nothing in them is unseen or turns directions", () => {
  assert.equal(textOf("a\u202Eb\u0000c\u200Bd\ne", 10), "abcd\ne");
  assert.equal(textOf("x".repeat(300), 240).length, 240);
  assert.equal(textOf({ toString: () => "evil" }, 10), "");
  assert.equal(textOf(73, 10), "73");
  assert.equal(textOf("\uD800", 10), "\uFFFD");
  assert.deepEqual(linesOf("no list"), []);
  assert.equal(linesOf(Array(300).fill("x")).length, 200);
  for (const bad of ["A", "a", "-ab", "a_b", "a".repeat(41), 7, null]) {
    assert.ok(!isToolName(bad), String(bad));
  }
  assert.ok(isToolName("morse-2"));
});

Deno.test("a panel has at most sixty nodes of the kinds that are drawn", () => {
  assert.equal(readPanel({ title: "x" }), undefined);
  assert.equal(readPanel("x"), undefined);
  const panel = readPanel({
    title: "t".repeat(100),
    nodes: [
      { kind: "html", text: "<b>" },
      null,
      { kind: "text", text: "<b>", tone: "shout" },
      { kind: "bar", label: "l", value: 20, max: 10 },
      { kind: "bar", label: "l", value: NaN, max: -1 },
      { kind: "table", columns: Array(20).fill("c"), rows: Array(500).fill(Array(20).fill("r")) },
      { kind: "blocks", cols: 1e9, cells: Array(5000).fill({ ch: "ab", c: 16 }) },
    ],
  })!;
  assert.equal(panel.title.length, 80);
  const [text, full, empty, table, blocks, ...others] = panel.nodes;
  assert.deepEqual(others, []);
  assert.deepEqual(text, { kind: "text", text: "<b>", tone: "default" });
  assert.ok(full?.kind === "bar" && full.value === 10);
  assert.ok(empty?.kind === "bar" && empty.max > 0);
  assert.ok(table?.kind === "table" && table.columns.length === 8 && table.rows.length === 100);
  assert.ok(table.rows[0]!.length === 8);
  assert.ok(blocks?.kind === "blocks" && blocks.cols === 200 && blocks.cells.length === 4000);
  assert.deepEqual(blocks.cells[0], { ch: "a" });
  assert.equal(readPanel({ nodes: Array(61).fill({ kind: "badge", text: "x" }) })!.nodes.length, 60);
  // What is inherited is not read.
  assert.equal(readPanel(Object.create({ nodes: [] })), undefined);
});

Deno.test("a map layer has at most 2,000 points, all of them on earth", () => {
  const bad = [{ lat: 91, lon: 0 }, { lat: 0, lon: -181 }, { lat: NaN, lon: 0 }, { lat: "1", lon: 1 }, 7];
  assert.deepEqual(readLayer({ points: bad }), { id: "", points: [] });
  const layer = readLayer({
    id: "m",
    points: Array(3000).fill({ lat: 1, lon: 2, label: "l".repeat(50), glyph: "abc" }),
  });
  assert.equal(layer!.points.length, 2000);
  assert.deepEqual(layer!.points[0], { lat: 1, lon: 2, label: "l".repeat(40), glyph: "ab", tone: "default" });
  assert.equal(readLayer({ points: "x" }), undefined);
});

Deno.test("colour rules: the first that fits, names of tokens alone, forty and two thousand", () => {
  const rule = (match: object, effect: object) => ({ match, effect });
  const colour = readColours([
    rule({ srcPrefix: "OE" }, { colorVar: "red" }),
    rule({ srcPrefix: "OE1" }, { colorVar: "--st-digi" }),
    rule({ dstPrefix: "APRS", textIncludes: "test" }, { hidden: true }),
    rule({ src: "OE1XYZ" }, { colorVar: "--st-dx" }),
    rule({}, { hidden: true }),
  ]);
  assert.deepEqual(colour({ src: "oe1abc", dst: "", text: "" }), { colour: "digi" });
  assert.deepEqual(colour({ src: "OE1XYZ", dst: "", text: "" }), { colour: "dx" });
  assert.deepEqual(colour({ src: "DL1ABC", dst: "APRS12", text: "a Test" }), { hidden: true });
  assert.equal(colour({ src: "DL1ABC", dst: "APRS12", text: "" }), undefined);
  const many = readColours(
    Array.from({ length: 60 }, (_, n) => rule({ srcPrefix: `X${n}X` }, { hidden: true })),
  );
  assert.deepEqual(many({ src: "X39X", dst: "", text: "" }), { hidden: true });
  assert.equal(many({ src: "X40X", dst: "", text: "" }), undefined);
});

Deno.test("a tool for the app is seen on every page, one for a page there alone", () => {
  const seen = (...surfaces: string[]) =>
    (["web", "map", "bbs", "node"] as const).filter((one) => isMeantFor(surfaces, one)).join();
  assert.equal(seen("web"), "web,map,bbs,node");
  assert.equal(seen("bbs", "map"), "map,bbs");
  assert.equal(seen("terminal"), "");
});

Deno.test("what a tool registers counts where it was granted", () => {
  const message = {
    commands: ["go", "go", "\u202Eevil", "two words", 7],
    remoteOff: ["go", "other"],
    decoders: [{ id: "a" }, { id: "a" }, {}],
    panel: { nodes: [] },
    colourRules: [],
  };
  const all = readLoaded(message, new Set(["command", "decoder", "panel", "monitor"]));
  assert.deepEqual([all.commands, all.remoteOff], [["go"], ["go"]]);
  assert.equal(all.decoders.length, 1);
  assert.deepEqual(readLoaded(message, new Set()), {
    ...{ commands: [], remoteOff: [], decoders: [], colourRules: undefined, panel: undefined },
  });
});

Deno.test("two hundred messages a second, and a clock that was set back stops nobody", () => {
  const pace = new Pace(100);
  const taken = (at: number) => Array.from({ length: 300 }, () => pace.take(at)).filter(Boolean).length;
  assert.equal(taken(100), 200);
  assert.equal(taken(100.5), 100);
  assert.equal(taken(50), 0);
  assert.equal(taken(51), 200);
});

Deno.test("the bus: depth, size, names that are taken, and who left", async () => {
  const bus = new Bus(), heard: string[] = [];
  const tool = (name: string, ...granted: Permission[]) => ({
    name,
    granted: new Set(granted),
    hear: (topic: string, data: unknown, depth: number) =>
      void heard.push(`${name} ${topic} ${data} ${depth}`),
    serve: (service: string) => Promise.resolve(`${name} ${service}`),
  });
  const a = tool("a"), b = tool("b");
  bus.offer("station.type", () => "ours");
  assert.ok(!bus.provide("station.type", a) && bus.provide("x", a) && !bus.provide("x", b));
  assert.deepEqual(await bus.call("station.type", {}, 0, a), "ours");
  assert.deepEqual(await bus.call("x", {}, 0, a), "a x");
  await assert.rejects(bus.call("x", {}, 16, a), /too deep/);
  await assert.rejects(bus.call("y", {}, 0, a), /no such service/);
  // A service may ask for more than being on the bus.
  bus.offer("session.script", () => "ran", "tx");
  await assert.rejects(bus.call("session.script", {}, 0, a), /lacks the permission tx/);
  assert.equal(await bus.call("session.script", {}, 0, tool("c", "tx")), "ran");
  bus.subscribe("t", a);
  bus.subscribe("t", b);
  assert.equal(bus.emit("t", 1, 0, a), 1);
  assert.equal(bus.emit("t", 1, 16), 0);
  assert.equal(bus.emit("t", "x".repeat(1e5), 0), 0);
  assert.deepEqual(heard, ["b t 1 1"]);
  bus.leave(a);
  await assert.rejects(bus.call("x", {}, 0, a), /no such service/);
  assert.ok(bus.provide("x", b));
  const many = Array.from({ length: 120 }, (_, n) => bus.subscribe(`t${n}`, b));
  assert.equal(many.filter(Boolean).length, 99);
  assert.ok(passesOn({ a: [1, "x", null] }) && !passesOn(new Date()) && !passesOn(() => {}));
  assert.ok(!passesOn(JSON.parse('{"__proto__": 1}')));
});
