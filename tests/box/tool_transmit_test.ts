/** What tools of the web app send through a member's box: by every rule of transmitting, each refused once with nothing on the air. */
import assert from "node:assert/strict";
import { readTransmissions } from "../../src/box/transmit/log.ts";
import { boxCommandStore } from "../../src/ingest/commands/store.ts";
import { until } from "../kit/box.ts";
import { type Station, station } from "../kit/box_station.ts";

const packet = (info: string, tool: string) => ({
  kind: "packet",
  tool,
  callsign: "OE1BOX",
  payload: { info },
});
const beacon = (comment: string, tool: string) => ({
  kind: "beacon",
  tool,
  callsign: "OE1BOX",
  payload: { comment },
});

/** Refused by exactly these rules, and nothing more went to the radio. */
async function stays(all: Station, came: Promise<{ status: string; result: string }>, rules: RegExp) {
  const before = all.onAir().length, { status, result } = await came;
  assert.equal(status, "failed");
  assert.match(result, rules);
  assert.equal(all.onAir().length, before, result);
}

station("a tool's packet and beacon go out, and the log names the tool", {
  tx: "on",
  services: { beacon: { lat: 48.2, lon: 16.37 } },
}, async (all) => {
  const { command, onAir, owner, gateway: { app } } = all;
  assert.deepEqual(await command(packet(">on the hill", "hilltop")), { status: "done", result: "sent" });
  assert.deepEqual(await command(packet(":OE3GHI-7 :Grüße", "talker")), { status: "done", result: "sent" });
  const comment = "x".repeat(62);
  assert.deepEqual(await command(beacon(comment, "beacons")), { status: "done", result: "sent" });
  await until("the radio", () => onAir().length === 3);
  assert.deepEqual(onAir(), [
    "OE1BOX>APZSVC,WIDE1-1,WIDE2-1:>on the hill",
    `OE1BOX>APZSVC,WIDE1-1,WIDE2-1::OE3GHI-7 :${String.fromCharCode(...new TextEncoder().encode("Grüße"))}`,
    `OE1BOX>APZSVC,WIDE1-1,WIDE2-1:=4812.00N/01622.20E-${comment}`,
  ]);
  const { body: { commands } } = await owner.get("/api/box/attic/log");
  assert.deepEqual(commands.map(({ kind, tool }: Record<string, string>) => [kind, tool]), [
    ["beacon", "beacons"],
    ["packet", "talker"],
    ["packet", "hilltop"],
  ]);
  // A message that a tool sent is the member's, as one is that they wrote themselves.
  const sent = app.db.sql<never, { n: number }>(
    "SELECT count(*) AS n FROM message WHERE from_call = 'OE1BOX' AND to_call = 'OE3GHI-7'",
  ).get()!;
  assert.equal(sent.n, 1);
});

station("how often: a minute for a tool, ten for its beacon, whatever became of the one before", {
  tx: "on",
  services: { beacon: { lat: 48.2, lon: 16.37 } },
}, async (all) => {
  const { command, owner, onAir, gateway: { app } } = all;
  const refused = async (body: Record<string, unknown>) => {
    const rows = () => app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM box_command").get()!.n;
    const before = rows(),
      { status, body: { reason, retryAfter } } = await owner.post("/api/box/attic/command", body);
    assert.deepEqual([status, rows()], [429, before]);
    return [reason, retryAfter];
  };
  await command(packet(">one", "first"));
  assert.deepEqual(await refused(packet(">two", "first")), ["tool_pace", 60]);
  assert.deepEqual(await refused(beacon("two", "first")), ["tool_pace", 60]);
  await command(beacon("hello", "second"));
  assert.deepEqual(await refused(beacon("again", "second")), ["tool_pace", 600]);
  assert.equal(onAir().length, 2);
  await app.signIn("OE3STR");
  // Another box of the member's is no way around it; another member's tool of that name is another one.
  const { accountId } = app.db.sql<never, { accountId: number }>(
    "SELECT account_id AS accountId FROM box_owner WHERE box = 'attic'",
  ).get()!;
  app.db.writeNow((tx) =>
    app.db.sql<{ account: number }>(
      "INSERT INTO box_owner (box, account_id, since) VALUES ('cellar', :account, 0), ('elsewhere', (SELECT id FROM account WHERE id <> :account LIMIT 1), 0)",
    ).run(tx, { account: accountId })
  );
  const { body } = await owner.post("/api/box/cellar/command", packet(">there", "first"));
  assert.equal(body.reason, "tool_pace");
  const store = boxCommandStore(app.db);
  assert.deepEqual(store.lastOfTool({ box: "elsewhere", tool: "first", since: 0 }), []);
  const { status, result } = await command(packet(">four", "third"));
  assert.deepEqual([status, result], ["done", "sent"]);
});

station(
  "the gateway takes what a member may say alone, for a box of their own",
  { tx: "on" },
  async (all) => {
    const { owner, gateway: { app }, onAir } = all;
    const rows = () => app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM box_command").get()!.n;
    const before = rows();
    const refused = async (
      body: Record<string, unknown>,
      status: number,
      reason: string,
      by = owner,
      box = "attic",
    ) => {
      const answer = await by.post(`/api/box/${box}/command`, body);
      assert.deepEqual([answer.status, answer.body.reason], [status, reason], JSON.stringify(body));
      assert.equal(rows(), before);
    };
    for (
      const info of [
        "",
        "CQ",
        "!4812.00N/01622.00E-here",
        "}OE9BAD>APRS,TCPIP,OE1BOX*:>x",
        ">bell\x07",
        ">line\nline",
        `>${"x".repeat(256)}`,
        `>${"ü".repeat(128)}`,
        7,
        ["x"],
      ]
    ) {
      await refused(packet(info as string, "bad"), 400, "bad_info");
    }
    await refused({ ...packet(">x", "bad"), tool: undefined }, 400, "bad_payload");
    await refused({ ...packet(">x", "bad"), kind: "tx" }, 400, "bad_payload");
    await refused({ ...packet(">x", "Bad Name") }, 400, "invalid_body");
    await refused({ ...packet(">x", "bad"), callsign: "OE9BAD" }, 403, "call_not_held");
    const stranger = await app.signIn("OE3STR");
    await refused(packet(">x", "bad"), 403, "not_paired", stranger);
    await refused(packet(">x", "bad"), 403, "not_paired", owner, "cellar");
    await refused(beacon("Hütte", "bad"), 400, "bad_comment");
    await refused({ ...beacon("x", "bad"), lat: 1 }, 400, "beacon_place");
    assert.deepEqual(onAir(), []);
  },
);

station("no lock is open after join", {}, async (all) => {
  await stays(all, all.command(packet(">x", "one")), /^box_off, gate: /);
});

station("quiet, dry, and a hand edit of the file", { tx: "on" }, async (all) => {
  const { switches } = all.box.parts;
  switches.change({ quiet: true });
  await stays(all, all.command(packet(">a", "quiet-1")), /^(gate, )?quiet: /);
  switches.change({ quiet: false, tx: "dry" });
  await stays(all, all.command(packet(">b", "dry-1")), /^dry$/);
  switches.change({ tx: "off" });
  await stays(all, all.command(packet(">c", "off-1")), /^box_off: /);
});

station("whose call, how old, and what it says", { tx: "on" }, async (all) => {
  const queued = (info: string, more: object = {}) =>
    all.queued({ call: "OE1BOX", kind: "packet", payload: { info }, ...more });
  // Somebody else's call, proven at the gateway: what nobody proved is not even handed out.
  await all.gateway.app.signIn("OE9BAD");
  await stays(all, queued(">x", { call: "OE9BAD" }), /^(gate, )?source: /);
  await stays(all, queued(">x", { ageS: 905 }), /^age: /);
  await stays(all, queued(""), /^text: /);
  await stays(all, queued("x".repeat(257)), /^text: /);
  await stays(all, queued(">bell\x07"), /^text: /);
  await stays(all, queued("!4812.00N/01622.00E-"), /^content: /);
  await stays(all, queued("}OE9BAD>APRS,TCPIP,OE1BOX-10*:>x"), /^third_party, content: /);
});

station("a path that no box sends", { tx: "on", services: { transmit: { path: "TCPIP" } } }, async (all) => {
  await stays(all, all.command(packet(">x", "one")), /^path: /);
});

station("the same text, the pace, and the beacon's distance", {
  tx: "on",
  services: { beacon: { lat: 48.2, lon: 16.37 } },
}, async (all) => {
  const { command } = all;
  assert.equal((await command(packet(">one", "t-1"))).status, "done");
  await stays(all, command(packet(">one", "t-2")), /^same_text: again in \d+ s$/);
  assert.equal((await command(beacon("two", "t-3"))).status, "done");
  await stays(all, command(beacon("three", "t-4")), /^beacon_floor: again in \d+ s$/);
  assert.equal((await command(packet(">four", "t-5"))).status, "done");
  await stays(all, command(packet(">five", "t-6")), /^pace: again in \d+ s$/);
  // Refusals are rows of the box's own log too.
  const wanted = ["pace", "beacon_floor", "same_text"].join();
  await until(
    "the rows",
    () =>
      readTransmissions(all.box.parts.db, 20).filter(({ verdict }) => verdict === "refused")
        .map((row) => row.rules).join() === wanted,
  );
});

station("the air's share", { tx: "on", services: {} }, async (all) => {
  const { switches, connections } = all.box.parts;
  const ports = { [connections[0]!.address.text]: { bitsPerSecond: 50 } };
  switches.change({ services: { transmit: { ports } } });
  await stays(all, all.command(packet(`>${"x".repeat(200)}`, "long")), /^airtime: /);
  assert.equal((await all.command(packet(">x", "short"))).status, "done");
});

station("the gateway's no is the end of it", { tx: "on" }, async (all) => {
  const { gateway: { app }, box } = all;
  app.db.writeNow((tx) => app.boxes.store.dropOwner(tx, { box: "attic" }));
  await box.parts.transmitter.gate.ask(["OE1BOX-10", "OE1BOX"]);
  await stays(
    all,
    all.queued({ call: "OE1BOX", kind: "packet", payload: { info: ">x" } }),
    /^gate: the gateway refuses this call: not_held/,
  );
});
