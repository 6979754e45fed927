/** A tool that uses every member of the script interface, written from the public description of the format alone. */

/** Names that a tool may ask for, and two that nobody has. */
const FEATURE_NAMES = [
  ...["command", "monitor", "event", "decoder", "panel", "map", "ipc", "beacon", "network", "tx"],
  ...["commands.async", "commands.remote", "decoders.sample", "events.reply", "colours.src", "bus.provide"],
  ...["geo", "constructor"],
].join(" ");

/** Runs with every permission but `network`. */
export const EVERY_MEMBER = `
  const heard = [];
  register({
    commands: {
      echo: (args) => "echo " + args,
      later: async (args) => [args, "done"],
      quiet: { run: () => "here only", remote: false },
      open: { run: () => "for all", remote: true },
      fails: () => { throw new Error("no such thing"); },
      shouts: () => { throw new Error("x".repeat(600)); },
      never: () => new Promise(() => {}),
      heard: () => heard,
      granted: () => tool.permissions.join(" "),
      log: (args) => (tool.log(args), "logged"),
      panel: () => (tool.setPanel({ title: "Heard", nodes: [
        { kind: "text", text: "plain", tone: "muted" }, { kind: "kv", key: "calls", value: "3" },
        { kind: "badge", text: "new", tone: "ok" }, { kind: "bar", label: "busy", value: 3, max: 10 },
        { kind: "table", head: ["call"], rows: [["OE1XYZ"]] },
        { kind: "blocks", cols: 2, cells: [{ ch: "#", c: 2 }, { ch: " " }] },
      ] }), "drawn"),
      map: () => (tool.setMapLayer({ id: "mine", points: [
        { lat: 48.2, lon: 16.37, label: "Vienna", glyph: "V", tone: "accent" }, { lat: 91, lon: 0 },
      ] }), "drawn"),
      colours: () => (tool.setColourRules([{ src: "OE3ABC", hidden: true }]), "set"),
      tx: async (args) => String(await tool.requestTx(args)),
      beacon: async () => (await tool.scheduleBeacon({ comment: "73 de OE1XYZ".padEnd(70, "!"), intervalSec: 5 }), "set"),
      closed: () => tool.scheduleBeacon({ comment: "closed", intervalSec: 600 }).then(() => "set", (e) => "no: " + e.message),
      silent: async () => (await tool.scheduleBeacon(null), "set"),
      api: () => [tool.api.major + "." + tool.api.minor, ..."${FEATURE_NAMES}".split(" ").filter((one) => tool.has(one))],
      far: () => (ipc.setPanel({ title: "By the bus", nodes: [] }), "drawn"),
      date: () => (tool.emit("dates", { at: new Date(0), none: undefined }), "told"),
      round: () => { const all = {}; all.all = all; tool.emit("x", all); },
      takes: () => (tool.provide("session.script", () => 1), tool.emit("link.rtt", {}), "tried"),
      call: async (args) => String(await ipc.call(args, { call: "OE1XYZ" })),
      asks: async (args) => String(await tool.call(args, "OE1XYZ")),
      emit: (args) => (tool.emit(args, { n: 1 }), "told"),
    },
    decoders: [{ id: "up", label: "Upper case", kind: "text", decode: (input) => input.toUpperCase(), sample: "abc",
      placeholder: "any text" }, { id: "later", label: "Later", kind: "lines", decode: async (input) => [input, "then"] }],
    colourRules: [{ srcPrefix: "OE5", colorVar: "--st-igate" }],
    panel: { title: "At first", nodes: [] },
  });
  for (const event of ["on_frame", "on_tick", "on_connect", "on_disconnect", "on_beacon", "on_find", "on_spot"]) {
    tool.on(event, (about) => {
      heard.push(Object.entries(about).flatMap(([name, value]) => name === "reply" ? [] : [value]).join(" ") + " " + event);
      for (let n = 1; about.reply && n < 6; n++) about.reply("answer " + n);
    });
  }
  ipc.subscribe("station.seen", ({ call }, from) => heard.push("seen " + call + " by " + from));
  const leave = tool.subscribe("link.rtt", ({ call }) => heard.push("rtt " + call));
  tool.subscribe("n".repeat(80), () => heard.push("a long name"));
  ipc.provide("twice", ({ n }) => n * 2);
  tool.provide("thrice", async ({ n }) => n * 3);
`;
export const EVERY_PERMISSION = [
  ...["command", "monitor", "event", "decoder", "panel", "map", "ipc", "beacon", "tx", "geo"],
];
