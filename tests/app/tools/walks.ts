/** What tools are led through, in whichever browser. */
import assert from "node:assert/strict";
import { REACHING } from "./attacks.ts";
import { running } from "./bench.ts";
import { EVERY_MEMBER, EVERY_PERMISSION } from "./every_member.ts";

interface Page {
  evaluate(expression: string): Promise<unknown>;
}
// deno-lint-ignore no-explicit-any -- what a page gives has every shape
type Given = any;
const asked = (page: Page, work: string): Promise<Given> => page.evaluate(`(async () => ${work})()`);
const cmd = (page: Page, tool: string, word: string, args = "") =>
  asked(page, `await bench.cmd(${JSON.stringify(tool)}, ${JSON.stringify(word)}, ${JSON.stringify(args)})`);

/** Each member of the interface, once. */
export async function everyMember(page: Page): Promise<void> {
  const { loaded, panel, ended } = await asked(
    page,
    `await ${running("every", EVERY_MEMBER, EVERY_PERMISSION)}`,
  );
  assert.equal(ended, null);
  assert.equal(loaded.commands.length, 25);
  assert.deepEqual(loaded.remote, ["open"]);
  assert.deepEqual(loaded.decoders, [
    { id: "up", label: "Upper case", kind: "text", sample: "abc", placeholder: "any text" },
    { id: "later", label: "Later", kind: "lines", sample: "", placeholder: "" },
  ]);
  assert.deepEqual(panel, { title: "At first", nodes: [] });
  const says = async (word: string, args: string, ...lines: string[]) =>
    assert.deepEqual(await cmd(page, "every", word, args), lines, word);
  await says("echo", "73", "echo 73");
  await says("later", "x", "x", "done");
  await says("quiet", "", "here only");
  await says("fails", "", "error: no such thing");
  await says("shouts", "", `error: ${"x".repeat(500)}`);
  await says("missing", "", "error: there is no such command");
  await says("granted", "", EVERY_PERMISSION.join(" "));
  assert.deepEqual(await asked(page, `await bench.decode("every", "up", "grüß 73")`), ["GRÜSS 73"]);
  assert.deepEqual(await asked(page, `await bench.decode("every", "later", "x")`), ["x", "then"]);
  await says("log", "x".repeat(400), "logged");
  await says("panel", "", "drawn");
  await says("map", "", "drawn");
  assert.deepEqual(await asked(page, `bench.colour("every", "oe5abc-9", "APRS", "")`), { colour: "igate" });
  await says("colours", "", "set");
  assert.deepEqual(await asked(page, `bench.colour("every", "OE3ABC", "APRS", "")`), { hidden: true });
  assert.equal(await asked(page, `bench.colour("every", "OE5ABC-9", "APRS", "") ?? null`), null);
  await says("tx", "CQ", "true");
  await says("beacon", "", "set");
  await says("silent", "", "set");
  await says("closed", "", "no: the gate is closed");
  const { 0: version, length } = await cmd(page, "every", "api");
  assert.deepEqual([version, length], ["1.0", 17]);
  await says("far", "", "drawn");
  assert.equal((await asked(page, `bench.state("every")`)).panel.title, "By the bus");
  await says("panel", "", "drawn");
  await says("takes", "", "tried");
  assert.match((await cmd(page, "every", "round"))[0], /^error: .*(circular|cyclic)/i);
  assert.deepEqual(await asked(page, "bench.sent()"), [
    "every: CQ",
    `every beacon ${JSON.stringify({ comment: "73 de OE1XYZ".padEnd(62, "!"), intervalSec: 600 })}`,
    "every beacon null",
  ]);
  await says("call", "app.known", 'known {"call":"OE1XYZ"}');
  await says("asks", "app.known", 'known "OE1XYZ"');
  await says("call", "none", "undefined");
  await says("call", "session.script", "ran");
  await says("emit", "x", "told");
  assert.equal(await asked(page, `bench.emit("station.seen", { call: "OE5DEF" })`), 1);
  assert.equal(await asked(page, `bench.emit("link.rtt", { call: "OE5DEF" })`), 1);
  // Names are cut on both sides.
  assert.equal(await asked(page, `bench.emit("n".repeat(64), {})`), 1);
  // One frame, of which the fifth answer is too many.
  assert.deepEqual(
    await asked(
      page,
      `await bench.event("every", "on_frame", { peerCall: "OE1ABC", source: "RF", dst: "APRS", text: "" })`,
    ),
    ["answer 1", "answer 2", "answer 3", "answer 4"],
  );
  for (
    const [event, payload] of [
      ["on_tick", {}],
      ["on_connect", { peerCall: "OE2C", myCall: "OE1BOX", channel: "1", surface: "bbs" }],
      ["on_disconnect", { peerCall: "OE2C", myCall: "OE1BOX", channel: "1", surface: "bbs" }],
      ["on_beacon", { peerCall: "OE2B", text: "x".repeat(600) }],
      ["on_find", { peerCall: "OE2F", code: "SG1", title: "Hut" }],
      ["on_spot", { peerCall: "OE2S" }],
    ] as const
  ) {
    const replies = await asked(page, `await bench.event("every", "${event}", ${JSON.stringify(payload)})`);
    assert.equal(replies.length, 4, event);
  }
  await says(
    "heard",
    "",
    "seen OE5DEF by (host)",
    "rtt OE5DEF",
    "a long name",
    "OE1ABC RF APRS  on_frame",
    " on_tick",
    "OE2C OE1BOX 1 bbs on_connect",
    "OE2C OE1BOX 1 bbs on_disconnect",
    `OE2B ${"x".repeat(512)} on_beacon`,
    "OE2F SG1 Hut on_find",
    "OE2S on_spot",
  );
  // Two minutes later nobody waits for an answer any more.
  const late = await asked(page, `await bench.late("every", 121)`);
  assert.deepEqual([late.within, late.after], [1, 0]);
  const state = await asked(page, `bench.state("every")`);
  assert.equal(state.log[0].length, 300);
  assert.ok(state.log.includes("provide session.script: the bus does not take it"));
  assert.ok(state.log.includes("emit link.rtt: the bus does not take it"));
  assert.deepEqual(state.panel.nodes.map(({ kind }: { kind: string }) => kind), [
    ...["text", "kv", "badge", "bar", "table", "blocks"],
  ]);
  assert.deepEqual(state.layer, {
    id: "mine",
    points: [{ lat: 48.2, lon: 16.37, label: "Vienna", glyph: "V", tone: "accent" }],
  });
  // Another tool asks the service that this one provides, and a third one has the name no longer to give.
  await asked(
    page,
    `await ${
      running(
        "other",
        `register({ commands: { go: async () => [await ipc.call("twice", { n: 21 }), await tool.call("thrice", { n: 21 }),
          await ipc.call("session.script", {}).catch(String)], dates: () => dates } });
        const dates = [];
        ipc.subscribe("dates", (data, from) => dates.push(from + " " + JSON.stringify(data)));
        ipc.provide("twice", () => 0); ipc.provide("app.known", () => "forged");`,
        ["command", "ipc"],
      )
    }`,
  );
  assert.deepEqual(await cmd(page, "other", "go"), ["42", "63", "Error: the tool lacks the permission tx"]);
  await says("date", "", "told");
  assert.deepEqual(await cmd(page, "other", "dates"), ['every {"at":"1970-01-01T00:00:00.000Z"}']);
  // Without the grant there is no bus, and the members of the interface are there all the same.
  await asked(
    page,
    `await ${
      running(
        "bare",
        `register({ commands: { go: () => [typeof ipc, Object.keys(tool).sort().join(" "), String(Object.isFrozen(tool))] } });`,
        ["command"],
      )
    }`,
  );
  assert.deepEqual(await cmd(page, "bare", "go"), [
    "undefined",
    "api call emit has log on permissions provide requestTx scheduleBeacon setColourRules setMapLayer setPanel subscribe",
    "true",
  ]);
  assert.deepEqual(await cmd(page, "every", "call", "app.known"), ['known {"call":"OE1XYZ"}']);
  await asked(page, `bench.faster(20)`);
  await says("never", "", "error: the tool did not answer");
  await asked(page, `bench.faster(1)`);
  await asked(page, `["every", "other", "bare"].forEach((name) => bench.end(name))`);
  assert.equal(await asked(page, "bench.frames()"), 0);
  assert.deepEqual(await cmd(page, "every", "echo"), ["error: the tool does not run"]);
}

/** Every place that a tool tries to reach, without the network and with a network that is granted elsewhere. */
export async function attacked(page: Page, site: string): Promise<void> {
  const names = Object.keys(REACHING);
  assert.ok(names.length >= 40, `${names.length} attacks`);
  const scripts = names.map((name) => REACHING[name]!.replaceAll("SITE", site));
  const body = `register({ commands: { ${
    scripts.map((script, n) =>
      `a${n}: async () => { let got; try { got = await Promise.race([(async () => ${script})(),
        new Promise((_, no) => setTimeout(no, 3000))]); } catch { return "nowhere"; }
        return got === undefined || got === null || got === false || got === 0 || got === "" ? "nowhere" : "got " + got; }`
    ).join(",\n")
  } } });`;
  for (
    const [tool, permissions, connect] of [["inside", ["command"], []], [
      "online",
      ["command", "network"],
      ["https://tools.example"],
    ]] as const
  ) {
    const { loaded } = await asked(page, `await ${running(tool, body, permissions, connect)}`);
    assert.equal(loaded?.commands.length, names.length);
    // No more at once than a tool may be asked.
    const answers: string[][] = [];
    for (let from = 0; from < names.length; from += 20) {
      answers.push(
        ...await asked(
          page,
          `await Promise.all(Array.from({ length: ${Math.min(20, names.length - from)} }, (_, n) =>
            bench.cmd("${tool}", "a" + (${from} + n))))`,
        ),
      );
    }
    const got = names.flatMap((name, n) => answers[n]![0] === "nowhere" ? [] : [`${name}: ${answers[n]}`]);
    // With the network granted, the names are there; where they lead is the policy's to say.
    const may = tool === "online" ? /from a prototype/ : /^$/;
    assert.deepEqual(got.filter((one) => !may.test(one)), [], tool);
    await asked(page, `bench.end("${tool}")`);
  }
  assert.deepEqual(await asked(page, "bench.sent().filter((one) => one.includes('TX'))"), []);
}

/** Tools that are too much: too long, too many, too often, and for ever. */
export async function hostile(page: Page): Promise<void> {
  const run = (
    name: string,
    script: string,
    permissions: readonly string[] = ["command", "panel", "map", "decoder", "ipc"],
  ) => asked(page, `await ${running(name, script, permissions)}`);
  const big = await run(
    "big",
    `register({ commands: { "\\u202Eevil": () => "", " blank": () => "", "help\\u0000": () => "", go: () => "x".repeat(5e6),
      many: () => Array(1e6).fill("y") }, decoders: Array.from({ length: 5000 }, (_, id) => ({ id, decode: () => "q".repeat(1e6) })) });
     tool.setPanel({ title: "<b>".repeat(1e5), nodes: Array.from({ length: 1e6 }, () => ({ kind: "text", text: "<img src=x onerror=alert(1)>" })) });
     tool.setMapLayer({ id: "m", points: Array.from({ length: 1e5 }, () => ({ lat: 1, lon: 1, label: "<script>" })) });`,
  );
  assert.deepEqual(big.loaded.commands, ["go", "many"]);
  assert.equal(big.loaded.decoders.length, 200);
  assert.equal((await cmd(page, "big", "go"))[0].length, 1000);
  assert.equal((await cmd(page, "big", "many")).length, 200);
  assert.equal((await asked(page, `await bench.decode("big", "0", "x")`))[0].length, 20_000);
  const drawn = await asked(page, `bench.state("big")`);
  assert.equal(drawn.panel.nodes.length, 60);
  assert.equal(drawn.panel.title.length, 80);
  assert.equal(drawn.layer.points.length, 2000);

  await run(
    "polluter",
    `register({ commands: { go: () => "x" } });
     const bad = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');
     tool.setPanel({ ...bad, title: "t", nodes: [Object.assign(bad, { kind: "text", text: "x" })] });
     ipc.emit("station.seen", bad); ipc.call("app.known", bad).catch(() => {});`,
  );
  await cmd(page, "polluter", "go");
  assert.equal(await asked(page, "({}).polluted ?? null"), null);

  // A flood is slowed: the log stays short, and the tool still answers once its turn comes.
  await run(
    "flood",
    `register({ commands: { go: () => "still here" } }); for (let n = 0; n < 1e5; n++) tool.log("n" + n);`,
  );
  assert.deepEqual(await cmd(page, "flood", "go"), ["still here"]);
  assert.ok((await asked(page, `bench.state("flood")`)).log.length <= 100);

  // Words without end, in one go and again and again: the page goes on, and the tool is asked as any other.
  const storm = await run(
    "storm",
    `const all = { stop: () => "stopped" };
     for (let n = 0; n < 1e5; n++) all["w" + n] = () => n;
     register({ commands: all });
     let left = 300;
     const again = () => {
       for (let n = 0; n < 100; n++) register({ commands: { ["r" + Math.random().toString(36).slice(2)]: () => 1 } });
       if (--left > 0) setTimeout(again, 1);
     };
     again();`,
    ["command"],
  );
  assert.equal(storm.loaded.commands.length, 200);
  assert.deepEqual(await cmd(page, "storm", "stop"), ["stopped"]);
  assert.equal(await asked(page, "await new Promise((done) => requestAnimationFrame(() => done(1)))"), 1);

  // Two tools that answer each other for ever stop after sixteen steps.
  const echo = (from: string, to: string) =>
    `let n = 0; register({ commands: { go: () => String(n), start: () => (ipc.emit("${to}", {}), "") } });
     ipc.subscribe("${from}", () => { n++; ipc.emit("${to}", {}); });`;
  await run("ping", echo("a", "b"));
  await run("pong", echo("b", "a"));
  await cmd(page, "ping", "start");
  let seen = "";
  for (let tries = 0; tries < 50 && seen !== (seen = (await cmd(page, "pong", "go"))[0]); tries++);
  assert.ok(Number(seen) > 0 && Number(seen) <= 8, `${seen} turns`);

  // What never ends is ended, and named: at load, later, and a script that is none.
  await asked(page, "bench.faster(10)");
  assert.equal((await run("bomb", "for (;;) {}")).ended, "load");
  assert.equal((await run("broken", "this is no script")).ended, "load");
  await run("loop", `register({ commands: { go: () => { for (;;) {} } } });`);
  assert.match((await cmd(page, "loop", "go"))[0], /did not answer|was stopped/);
  await asked(
    page,
    `await new Promise((done) => { const look = () => bench.state("loop").ended ? done() : setTimeout(look, 50); look(); })`,
  );
  assert.equal((await asked(page, `bench.state("loop")`)).ended, "silent");
}
