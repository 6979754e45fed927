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
const beacon = (comment: string) => ({ kind: "beacon", callsign: "OE1BOX", payload: { comment } });

/** Refused by exactly these rules, and nothing more went to the radio. */
async function stays(all: Station, came: Promise<{ status: string; result: string }>, rules: RegExp) {
  const before = all.onAir().length, { status, result } = await came;
  assert.equal(status, "failed");
  assert.match(result, rules);
  assert.equal(all.onAir().length, before, result);
}

station("a tool's status and message go out, and the log names the tool", {
  tx: "on",
  services: { beacon: { lat: 48.2, lon: 16.37 } },
}, async (all) => {
  const { command, onAir, owner, gateway: { app } } = all;
  assert.deepEqual(await command(packet(">on the hill", "hilltop")), { status: "done", result: "sent" });
  assert.deepEqual(await command(packet(":OE3GHI-7 :Grüße", "talker")), { status: "done", result: "sent" });
  const longest = "x".repeat(62);
  assert.deepEqual(await command(packet(`>${longest}`, "beacons")), { status: "done", result: "sent" });
  await until("the radio", () => onAir().length === 3);
  assert.deepEqual(onAir(), [
    "OE1BOX>APZSVC,WIDE1-1,WIDE2-1:>on the hill",
    `OE1BOX>APZSVC,WIDE1-1,WIDE2-1::OE3GHI-7 :${String.fromCharCode(...new TextEncoder().encode("Grüße"))}`,
    `OE1BOX>APZSVC,WIDE1-1,WIDE2-1:>${longest}`,
  ]);
  const { body: { commands } } = await owner.get("/api/box/attic/log");
  assert.deepEqual(commands.map(({ kind, tool }: Record<string, string>) => [kind, tool]), [
    ["packet", "beacons"],
    ["packet", "talker"],
    ["packet", "hilltop"],
  ]);
  // A message that a tool sent is the member's, as one is that they wrote themselves.
  const sent = app.db.sql<never, { n: number }>(
    "SELECT count(*) AS n FROM message WHERE from_call = 'OE1BOX' AND to_call = 'OE3GHI-7'",
  ).get()!;
  assert.equal(sent.n, 1);
});

station("how often: once a minute, six times an hour, whatever became of the one before", {
  tx: "on",
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
  const [soon, left] = await refused(packet(">two", "first"));
  assert.ok(soon === "tool_pace" && left > 0 && left <= 60);
  assert.equal(onAir().length, 1);
  // Six within the hour, each a minute and more after the one before.
  const move = (byS: number) =>
    app.db.writeNow((tx) =>
      app.db.sql<{ by: number }>("UPDATE box_command SET created_at = created_at - :by WHERE tool = 'often'")
        .run(tx, { by: byS })
    );
  for (let n = 0; n < 6; n++) {
    const { status } = await owner.post("/api/box/attic/command", packet(`>${n}`, "often"));
    assert.equal(status, 201, `number ${n}`);
    move(60);
  }
  const [reason, after] = await refused(packet(">seven", "often"));
  assert.ok(reason === "tool_pace" && after > 3000, "longer than the minute");
  move(after);
  assert.equal((await owner.post("/api/box/attic/command", packet(">seven", "often"))).status, 201);
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
  assert.deepEqual(store.ofTool({ box: "elsewhere", tool: "first", since: 0, limit: 6 }), []);
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
        ">",
        "> ",
        `>${"x".repeat(63)}`,
        ">JN88",
        ">jn88ee/- home",
        ">JN88EE on the hill",
        "`123`123",
        "T#001,1,2,3,4,5,00000000",
        ";OBJECT   *111111z4812.00N/01622.00E-",
        ")ITEM!4812.00N/01622.00E-",
        "_10090556c220s004g005t077",
        "?APRS?",
        `:OE3GHI-7 :${"x".repeat(68)}`,
        `:OE3GHI-7 :${"x".repeat(68)}{1`,
        ":OE3GHI-7 :a | b",
        ":OE3GHI-7 :about ~ five",
        ":OE3GHI-7 :a {b} c",
        ":OE3GHI-7 :hi{123456",
        ":OE3GHI-7 :",
        ":OE3 GHI  :two words",
        ":OE3GHI-7:nine",
        ":         :nobody",
        ":BLN1     :all of you",
        ":BLNQCLUB :all of you",
        ":NWS-WARN :storm",
        ":SKYVIE   :clear",
        ":CWAVIE   :storm",
        ":BOMVIE   :storm",
        ":NTSGTE   :traffic",
        ":OE1BOX   :PARM.Volts",
        ":OE1BOX   :UNIT.V",
        ":OE1BOX   :EQNS.0,1,0",
        ":OE1BOX   :BITS.11111111,box",
        7,
        ["x"],
      ]
    ) {
      await refused(packet(info as string, "bad"), 400, "bad_info");
    }
    await refused({ ...packet(">x", "bad"), tool: undefined }, 400, "bad_payload");
    await refused({ ...packet(">x", "bad"), kind: "tx" }, 400, "bad_payload");
    // A position is the box's to say, and never a tool's.
    await refused({ ...beacon("x"), tool: "bad" }, 400, "bad_payload");
    await refused({ ...packet(">x", "Bad Name") }, 400, "invalid_body");
    await refused({ ...packet(">x", "bad"), callsign: "OE9BAD" }, 403, "call_not_held");
    const stranger = await app.signIn("OE3STR");
    await refused(packet(">x", "bad"), 403, "not_paired", stranger);
    await refused(packet(">x", "bad"), 403, "not_paired", owner, "cellar");
    await refused(beacon("Hütte"), 400, "bad_comment");
    await refused({ ...beacon("x"), lat: 1 }, 400, "beacon_place");
    assert.deepEqual(onAir(), []);
    // What is close to all that is taken, acknowledgements too.
    const rowsBefore = rows();
    const taken = [
      ">QRV on 144.800 | 73 ~",
      ">OE1ABC portable",
      `:OE3GHI-7 :${"x".repeat(67)}{1`,
      ":OE3GHI-7 :hi{AB}CD",
      ":OE3GHI-7 :ack12",
      ":OE3GHI-7 :rejAB}",
      ":EMAIL-2  :a@example.org hi",
    ];
    for (const [n, info] of taken.entries()) {
      assert.equal((await owner.post("/api/box/attic/command", packet(info, `good-${n}`))).status, 201, info);
    }
    assert.equal(rows() - rowsBefore, taken.length);
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
  assert.equal((await command(beacon("two"))).status, "done");
  await stays(all, command(beacon("three")), /^beacon_floor: again in \d+ s$/);
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
  await stays(all, all.command(packet(`:OE3GHI-7 :${"\u{1f4fb}".repeat(40)}`, "long")), /airtime: .*5 %/);
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
