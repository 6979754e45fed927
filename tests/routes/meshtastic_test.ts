/** Meshtastic at the gateway: copies are one, bad packets are refused one by one, own nodes hide, what is old or erased goes. */
import assert from "node:assert/strict";
import { digest } from "../kit/people.ts";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { moderatedMessages } from "../../src/stations/moderate.ts";
import { pruneRest } from "../../src/stations/jobs.ts";

const FROM = 0x7c5acfb8, NODE = "!7c5acfb8";
const item = (app: TestApp, packet: Record<string, unknown>) => ({
  raw: JSON.stringify({ from: FROM, id: 1, direct: true, mqtt: false, ...packet }),
  heardAt: app.world.now(),
  via: "meshtastic",
  port: "meshtastic",
});
const post = (app: TestApp, ...packets: Record<string, unknown>[]) =>
  app.ingest.post("/ingest", { packets: packets.map((one) => item(app, one)) });
const USER = {
  kind: "user",
  longName: "OE1ALI Dach",
  shortName: "ALI",
  hardware: 43,
  licensed: true,
  role: 2,
};
const nodesOf = async (app: TestApp, query = "") =>
  (await app.visitor.get(`/api/meshtastic/nodes${query}`)).body.nodes as Record<string, unknown>[];
const textsOf = async (app: TestApp) => (await app.visitor.get("/api/meshtastic/texts")).body.messages;

appTest(
  "one packet by radio, by a relay and by a broker is one; the best way is kept, whatever comes first",
  {},
  async (app) => {
    const text = { content: { kind: "text", text: "hello" }, hops: 0 };
    const broker = { ...text, direct: false, mqtt: true }, relay = { ...text, direct: false, hops: 2 };
    const outcomes = [];
    for (const one of [broker, relay, { ...text, rssi: -80, snr: 6 }, relay, broker]) {
      const { body } = await post(app, one);
      outcomes.push([body.accepted, body.duplicates]);
    }
    assert.deepEqual(outcomes, [[1, 0], [0, 1], [0, 1], [0, 1], [0, 1]]);
    const [node] = await nodesOf(app);
    assert.deepEqual([node!.how, node!.hops, node!.quality], ["direct", 0, "strong"]);
    assert.equal((await textsOf(app)).length, 1);
    // In one batch too.
    const { body } = await post(app, { ...text, id: 2 }, { ...text, id: 2, direct: false, mqtt: true });
    assert.deepEqual([body.accepted, body.duplicates], [1, 1]);
  },
);

appTest(
  "what a device remembers does not make a node younger, and replaces no better hearing",
  {},
  async (app) => {
    const then = app.world.now() - 3000;
    await post(app, { id: 0, direct: false, lastHeard: then, content: USER });
    let [node] = await nodesOf(app);
    assert.deepEqual([node!.how, node!.lastHeard, node!.name], ["remembered", then, "OE1ALI Dach"]);
    await post(app, { id: 5, content: { kind: "device", battery: 101 } });
    await post(app, { id: 0, direct: false, lastHeard: then, content: USER });
    [node] = await nodesOf(app);
    assert.deepEqual([node!.how, node!.lastHeard, node!.battLevel], ["direct", app.world.now(), "mains"]);
  },
);

appTest(
  "bad packets are refused one by one, and change nothing; a device of a member hands over none",
  {},
  async (app) => {
    const bad: Record<string, unknown>[] = [
      { from: 0, content: { kind: "encrypted" } },
      { from: 2 ** 32, content: { kind: "encrypted" } },
      { content: { kind: "text", text: "x".repeat(241) } },
      { content: { kind: "text", text: "" } },
      { content: { kind: "position", lat: 91, lon: 0 } },
      { content: { kind: "environment", tempC: 999 } },
      { content: { kind: "neighbours", nodes: Array.from({ length: 41 }, () => ({ node: 1, snr: 0 })) } },
      { content: { kind: "telepathy" } },
      { hops: 8, content: { kind: "encrypted" } },
      {},
    ];
    const before = digest(app), { body } = await post(app, ...bad);
    assert.equal(body.accepted, 0);
    assert.equal(body.rejected.length, bad.length, JSON.stringify(body.rejected));
    const more = await app.ingest.post("/ingest", {
      packets: [
        { ...item(app, { content: { kind: "encrypted" } }), raw: "{" },
        { ...item(app, { content: { kind: "encrypted" } }), raw: " ".repeat(4097) },
        { ...item(app, { content: { kind: "encrypted" } }), heardAt: "now" },
      ],
    });
    assert.deepEqual(more.body.rejected.map((one: { reason: string }) => one.reason), [
      "bad_raw",
      "too_long",
      "bad_time",
    ]);
    assert.equal(digest(app), before, "nothing is half written");
  },
);

appTest(
  "only a node in licensed mode is somebody's: its holder hides and shows it; everybody else may not",
  {},
  async (app) => {
    const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE1BOB");
    const unproved = await app.signIn("OE1UNP", { verified: false });
    await post(
      app,
      { id: 1, content: USER },
      { id: 2, content: { kind: "text", text: "from the roof" } },
      { from: 7, id: 1, content: { ...USER, longName: "OE1BOB", licensed: false } },
      { from: 8, id: 1, content: { ...USER, longName: "OE1UNP-7/p" } },
      { from: FROM, id: 9, content: { kind: "neighbours", nodes: [{ node: 7, snr: 3 }] } },
    );
    const put = (who: typeof alice, node: string, hidden = true) =>
      who.put(`/api/meshtastic/nodes/${node}`, { hidden });
    await refused(app, 401, "no_session", () => put(app.visitor, NODE));
    await refused(app, 403, "not_your_node", () => put(bob, NODE));
    await refused(app, 403, "not_your_node", () => put(bob, "!00000007"));
    await refused(app, 403, "not_your_node", () => put(unproved, "!00000008"));
    await refused(app, 404, "unknown_node", () => put(alice, "!00000009"));
    await refused(app, 404, "unknown_node", () => put(alice, "roof"));
    assert.deepEqual(
      (await nodesOf(app)).map((one) => one.callsign).toSorted(),
      ["OE1ALI", "OE1UNP-7", null].toSorted(),
    );
    assert.equal((await put(alice, NODE)).status, 200);
    const { body } = await app.visitor.get("/api/meshtastic/nodes");
    assert.deepEqual(body.nodes.map((one: { node: string }) => one.node).toSorted(), [
      "!00000007",
      "!00000008",
    ]);
    assert.deepEqual([body.links, await textsOf(app)], [[], []]);
    assert.equal((await put(alice, NODE, false)).status, 200);
    assert.equal((await textsOf(app))[0].text, "from the roof");
  },
);

appTest(
  "members read exact values, others words; a box holds only what has a place in it",
  {},
  async (app) => {
    await post(app, {
      snr: -9,
      rssi: -120,
      content: { kind: "position", lat: 48.2, lon: 16.37, precisionBits: 13 },
    }, { from: 9, id: 4, content: { kind: "device", battery: 20 } });
    const [first] = await nodesOf(app, "?bbox=16,48,17,49");
    assert.deepEqual([first!.node, first!.quality, first!.snr], [NODE, "weak", undefined]);
    assert.equal((await nodesOf(app, "?bbox=0,0,1,1")).length, 0);
    assert.equal((await nodesOf(app)).length, 2);
    const { body } = await (await app.signIn("OE1ALI")).get("/api/meshtastic/nodes");
    assert.deepEqual([body.exact, body.nodes.find((one: { node: string }) => one.node === NODE).snr], [
      true,
      -9,
    ]);
  },
);

appTest(
  "a text that is removed is gone; nodes and texts that are old go with those of the other mesh",
  {},
  async (app) => {
    await post(app, { content: { kind: "text", text: "rude words" } });
    const kind = moderatedMessages(app.stations).find((one) => one.kind === "mesh")!;
    assert.equal(kind.find("t1")!.preview, "rude words");
    assert.equal(kind.find("1"), undefined, "the other mesh has a numbering of its own");
    await app.db.write((tx) => void kind.remove(tx, "t1", undefined as never));
    assert.deepEqual([await textsOf(app), kind.find("t1")], [[], undefined]);
    app.world.pass(8 * 86_400);
    await pruneRest(app.stations);
    assert.deepEqual(await nodesOf(app, "?maxAge=604800"), []);
    assert.equal(app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM meshtastic_node").get()!.n, 0);
  },
);

appTest(
  "one node: whom it hears and who hears it, what it measured; battery for members; hidden it is unknown to everybody",
  {},
  async (app) => {
    const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE1BOB");
    await post(
      app,
      { id: 1, content: USER },
      { id: 2, content: { kind: "environment", tempC: 21.5, humidity: 40 } },
      { id: 3, content: { kind: "device", battery: 77, voltage: 3.9 } },
      { id: 4, content: { kind: "neighbours", nodes: [{ node: 7, snr: 3 }, { node: FROM, snr: 9 }] } },
      { from: 7, id: 1, content: { ...USER, longName: "Hut", licensed: false } },
      { from: 7, id: 2, content: { kind: "neighbours", nodes: [{ node: FROM, snr: -4 }] } },
    );
    app.world.pass(600);
    await post(app, { id: 5, content: { kind: "environment", tempC: 22 } });
    const path = `/api/meshtastic/nodes/${NODE}`;
    const { body } = await app.visitor.get(path);
    assert.deepEqual([body.node.name, body.exact, body.own], ["OE1ALI Dach", false, false]);
    assert.deepEqual(body.hears.map(({ node, name, snr }: Record<string, unknown>) => [node, name, snr]), [[
      "!00000007",
      "Hut",
      3,
    ]]);
    assert.deepEqual(body.heardBy.map(({ node, snr }: Record<string, unknown>) => [node, snr]), [[
      "!00000007",
      -4,
    ]]);
    const values = ({ ts: _, ...one }: Record<string, unknown>) => one;
    assert.deepEqual(
      body.samples.map(values),
      [{ tempC: 21.5, humidity: 40 }, { tempC: 22 }],
      "two within five minutes are one",
    );
    const mine = (await alice.get(path)).body;
    assert.deepEqual([mine.own, mine.samples[0].batt, mine.samples[0].voltage], [true, 77, 3.9]);
    assert.equal((await bob.get(path)).body.own, false);
    app.world.pass(3700);
    assert.deepEqual((await app.visitor.get(`${path}?window=3600`)).body.samples, []);
    await refused(app, 404, "unknown_node", () => app.visitor.get("/api/meshtastic/nodes/!00000009"));
    await refused(app, 404, "unknown_node", () => app.visitor.get("/api/meshtastic/nodes/7c5acfb8"));
    await refused(app, 401, "no_session", () => app.visitor.get("/api/meshtastic/hidden"));
    await alice.put(path, { hidden: true });
    await refused(app, 404, "unknown_node", () => alice.get(path));
    assert.deepEqual(
      (await app.visitor.get("/api/meshtastic/nodes/!00000007")).body.heardBy,
      [],
      "nor by its neighbours",
    );
    assert.deepEqual((await alice.get("/api/meshtastic/hidden")).body.nodes, [{
      node: NODE,
      name: "OE1ALI Dach",
    }]);
    assert.deepEqual((await bob.get("/api/meshtastic/hidden")).body.nodes, []);
  },
);
