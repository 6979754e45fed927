/** What the app makes of what a tool sends, without a browser. */
import assert from "node:assert/strict";
import { readCommand } from "../../src/client/tools/command_line.tsx";
import { isMeantFor, readPlan } from "../../src/client/tools/run/around.ts";
import { Bus } from "../../src/client/tools/run/bus.ts";
import { readColours } from "../../src/client/tools/run/colours.ts";
import { readLayer } from "../../src/client/tools/run/layer.ts";
import { readLoaded } from "../../src/client/tools/run/loaded.ts";
import { Pace } from "../../src/client/tools/run/pace.ts";
import { readPanel } from "../../src/client/tools/run/panel.ts";
import { asPassed, isToolName, linesOf, type Permission, textOf } from "../../src/client/tools/run/shapes.ts";

Deno.test("texts of tools are cut, and nothing in them is unseen or turns directions", () => {
  assert.equal(textOf("a\u202Eb\u0000c\u200Bd\ne", 10), "abcd\ne");
  assert.equal(textOf("x".repeat(300), 240).length, 240);
  assert.equal(textOf({ toString: () => "evil" }, 10), "");
  assert.equal(textOf(73, 10), "73");
  assert.equal(textOf("\uD800", 10), "\uFFFD");
  assert.deepEqual(linesOf("no list"), []);
  assert.equal(linesOf(Array(300).fill("x")).length, 200);
  assert.deepEqual(linesOf(["x".repeat(1001)]).map(({ length }) => length), [1000]);
  // A decoder's answer is one text as a rule: all of it together has a length, and a sound has its own.
  const sound = `data:audio/wav;base64,${"A".repeat(30_000)}`;
  assert.deepEqual(linesOf([sound, "x".repeat(19_999), "yz", "z"], 20_000, 20_000), [
    ...[sound, "x".repeat(19_999), "y", ""],
  ]);
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
      { kind: "table", head: Array(20).fill("c"), rows: Array(500).fill(Array(20).fill("r")) },
      { kind: "blocks", cols: 1e9, cells: Array(5000).fill({ ch: "ab", c: 16 }) },
    ],
  })!;
  assert.equal(panel.title.length, 80);
  const [text, full, empty, table, blocks, ...others] = panel.nodes;
  assert.deepEqual(others, []);
  assert.deepEqual(text, { kind: "text", text: "<b>", tone: "default" });
  assert.ok(full?.kind === "bar" && full.value === 10);
  assert.ok(empty?.kind === "bar" && empty.max > 0);
  assert.ok(table?.kind === "table" && table.head.length === 8 && table.rows.length === 100);
  assert.ok(table.rows[0]!.length === 8);
  assert.ok(blocks?.kind === "blocks" && blocks.cols === 200 && blocks.cells.length === 4000);
  assert.deepEqual(blocks.cells[0], { ch: "a" });
  const early = readPanel({ nodes: [{ kind: "table", columns: ["Call"], rows: [] }] })!.nodes[0];
  assert.deepEqual(early, { kind: "table", head: ["Call"], rows: [] });
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
  assert.deepEqual(colour({ src: "DL1ABC", dst: "aprs12", text: "a test" }), { hidden: true });
  assert.equal(
    colour({ src: "DL1ABC", dst: "APRS12", text: "a Test" }),
    undefined,
    "of texts the case counts",
  );
  assert.equal(colour({ src: "DL1ABC", dst: "APRS12", text: "" }), undefined);
  // Rules are flat, and say how something stands too.
  for (const named of ["ok", "warn", "bad"]) {
    assert.deepEqual(readColours([{ src: "x", colorVar: `--${named}` }])({ src: "X", dst: "", text: "" }), {
      colour: named,
    });
  }
  // A token of nobody's colours nothing, and what comes after its rule is not asked.
  const odd = readColours([{ srcPrefix: "OE", colorVar: "--mine" }, { srcPrefix: "O", colorVar: "--bad" }]);
  assert.equal(odd({ src: "OE1ABC", dst: "", text: "" }), undefined);
  assert.deepEqual(odd({ src: "ON1ABC", dst: "", text: "" }), { colour: "bad" });
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
    remote: ["go", "other"],
    decoders: [{ id: "a" }, { id: "a" }, {}],
    panel: { nodes: [] },
    colourRules: [],
  };
  const granted = new Set<Permission>(["command", "decoder", "panel", "monitor"]);
  const all = readLoaded(message, granted, true);
  assert.deepEqual([all.commands, all.remote], [["go"], ["go"]]);
  assert.equal(all.decoders.length, 1);
  // The script alone opens nothing to stations: its manifest has to, and the command.
  assert.deepEqual(readLoaded(message, granted, false).remote, []);
  assert.deepEqual(readLoaded({ ...message, remote: [] }, granted, true).remote, []);
  assert.deepEqual(readLoaded(message, new Set(), true), {
    ...{ commands: [], remote: [], decoders: [], colourRules: undefined, panel: undefined },
  });
  const many = (name: string, one: (n: number) => unknown) => ({
    [name]: Array.from({ length: 300 }, (_, n) => one(n)),
  });
  const full = readLoaded(
    {
      ...many("commands", (n) => `w${n}`),
      ...many("decoders", (id) => ({ id, sample: "x".repeat(3000) })),
      ...many("colourRules", (n) => ({ src: `OE${n}`, hidden: true })),
    },
    granted,
    true,
  );
  assert.deepEqual([full.commands.length, full.decoders.length], [200, 200]);
  assert.equal((full.colourRules as unknown[]).length, 40);
  assert.equal(full.decoders[0]!.sample.length, 2000);
});

Deno.test("a beacon's plan is one line of 62 characters, each ten minutes to a day", () => {
  assert.deepEqual(readPlan({ comment: `a\nb${"c".repeat(80)}`, intervalSec: 5 }), {
    comment: `a b${"c".repeat(59)}`,
    intervalSec: 600,
  });
  assert.deepEqual([1e9, NaN, "900"].map((intervalSec) => readPlan({ intervalSec })?.intervalSec), [
    ...[86_400, 86_400, 900],
  ]);
  assert.equal(readPlan(null), null);
});

Deno.test("a line of a command: its word in any letter case, with a slash or without", () => {
  assert.deepEqual(readCommand("/Watch OE1ABC-9 "), { word: "watch", args: "OE1ABC-9" });
  assert.deepEqual(readCommand("  WATCH"), { word: "watch", args: "" });
  assert.deepEqual(readCommand("beacon 10  on the hill\n/x"), {
    word: "beacon",
    args: "10  on the hill\n/x",
  });
  assert.deepEqual(readCommand("/"), { word: "", args: "" });
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
    hear: (topic: string, data: unknown, from: string, depth: number) =>
      void heard.push(`${name} ${topic} ${JSON.stringify(data)} ${from} ${depth}`),
    serve: (service: string) => Promise.resolve(`${name} ${service}`),
  });
  const a = tool("a"), b = tool("b");
  bus.offer("station.type", () => "ours");
  assert.ok(!bus.provide("station.type", a) && bus.provide("x", a) && !bus.provide("x", b));
  assert.deepEqual(await bus.call("station.type", {}, 0, a), "ours");
  assert.deepEqual(await bus.call("x", {}, 0, a), "a x");
  await assert.rejects(bus.call("x", {}, 16, a), /too deep/);
  assert.equal(await bus.call("y", {}, 0, a), undefined, "what nobody offers");
  // A service may ask for more than being on the bus.
  bus.offer("session.script", () => "ran", "tx");
  await assert.rejects(bus.call("session.script", {}, 0, a), /lacks the permission tx/);
  assert.equal(await bus.call("session.script", {}, 0, tool("c", "tx")), "ran");
  bus.subscribe("t", a);
  bus.subscribe("t", b);
  assert.equal(bus.emit("t", 1, 0, a), 1);
  assert.equal(bus.emit("t", new Date(0), 0), 2);
  assert.equal(bus.emit("t", 1, 16), undefined);
  assert.equal(bus.emit("t", "x".repeat(65_535), 0), undefined);
  assert.equal(bus.emit("", 1, 0, a), undefined);
  const date = '"1970-01-01T00:00:00.000Z"';
  assert.deepEqual(heard.splice(0), ["b t 1 a 1", `a t ${date} (host) 1`, `b t ${date} (host) 1`]);
  // What begins with a name of the app's is told by the app, but for one question; anybody listens.
  for (const topic of ["session.progress", "host.x", "link.rtt"]) {
    assert.ok(bus.subscribe(topic, b) && !bus.provide(topic, a));
    assert.equal(bus.emit(topic, 1, 0, a), undefined);
  }
  assert.equal(bus.emit("link.ping.request", {}, 0, a), 0);
  assert.ok(!bus.provide("link.ping.request", a) && bus.provide("sessions", a));
  assert.equal(bus.emit("link.rtt", { ms: 420 }, 0), 1);
  assert.deepEqual(heard, ['b link.rtt {"ms":420} (host) 1']);
  bus.leave(a);
  assert.equal(await bus.call("x", {}, 0, a), undefined);
  assert.ok(bus.provide("x", b));
  // b hears four already, and provides one.
  const many = (work: (name: string) => boolean) =>
    Array.from({ length: 60 }, (_, n) => work(`t${n}`)).filter(Boolean).length;
  assert.deepEqual([many((name) => bus.subscribe(name, b)), many((name) => bus.provide(name, b))], [28, 15]);
  const round: Record<string, unknown> = {};
  round.self = round;
  assert.deepEqual([round, () => {}, Symbol("x"), 1n].map(asPassed), Array(4).fill(undefined));
  assert.deepEqual(asPassed({ a: [1, "x", null], at: new Date(0), no: undefined }), {
    value: { a: [1, "x", null], at: "1970-01-01T00:00:00.000Z" },
  });
  assert.deepEqual(asPassed(undefined), { value: undefined });
});
