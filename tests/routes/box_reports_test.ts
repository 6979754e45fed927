/** What a box says of itself with a batch, who sees it, and who is told when it falls silent. */
import assert from "node:assert/strict";
import { type TestApp, testApp } from "../kit/app.ts";
import { enrolBox, rf, type TestBox } from "../kit/boxes.ts";

const RADIO = "kiss://127.0.0.1:8001?site=OE1XYZ-10";
const report = (app: TestApp, heard = 0, more: Record<string, unknown> = {}) => ({
  version: "0.1.0",
  clock: { offsetMs: -120 },
  spool: { in: heard, sent: heard, waiting: 0, rejected: 0, dropped: 0 },
  tx: { on: false, locks: ["box_off", "port_off", "gate"] },
  ports: [{ address: RADIO, state: "hearing", in: heard, lastHeardAt: app.world.now() }],
  ...more,
});
const transmission = (app: TestApp, seq: number, more: Record<string, unknown> = {}) => ({
  seq,
  at: app.world.now(),
  port: RADIO,
  purpose: "command",
  frame: "OE1XYZ-10>APZSVC::OE3GHI-7 :hello",
  verdict: "refused",
  rules: ["quiet", "pace"],
  airMs: 0,
  ...more,
});
const say = async (box: TestBox, said: unknown) => {
  const reply = await box.post("/ingest", { packets: [], box: said });
  assert.equal(reply.status, 200, reply.text);
  return reply.body.rejected;
};
const watch = (app: TestApp) => app.jobs.find(({ name }) => name === "box-silence")!.run();
const stateOf = async (app: TestApp, id = "attic") =>
  (await app.operator.get("/api/admin/boxes")).body.boxes.find((one: { box: string }) => one.box === id)
    .state;

function withBox(name: string, fn: (app: TestApp, box: TestBox) => Promise<void>): void {
  Deno.test(name, async () => {
    using app = testApp();
    await fn(app, await enrolBox(app, "attic"));
  });
}
const pairTo = async (app: TestApp, box: TestBox, call: string) => {
  const person = await app.signIn(call);
  const { body: { code } } = await box.post("/api/box/attic/pair", {});
  assert.equal((await person.post("/api/box/attic/claim", { code })).status, 200);
  return person;
};

withBox("what a box says is shown to operators and its owner", async (app, box) => {
  const alice = await pairTo(app, box, "OE1ALI");
  assert.equal(await stateOf(app), null);
  const said = report(app, 7);
  assert.deepEqual(await say(box, { ...said, transmissions: [transmission(app, 1)] }), []);
  const shown = {
    ...said,
    at: app.world.now(),
    silent: false,
    ports: [{ ...said.ports[0], unusuallyQuiet: false }],
  };
  assert.deepEqual(await stateOf(app), shown);
  const { body: log } = await alice.get("/api/box/attic/log");
  assert.deepEqual(log.state, shown);
  assert.deepEqual(log.transmissions, [transmission(app, 1)]);
  app.world.pass(900);
  assert.equal((await stateOf(app)).silent, false);
  app.world.pass(1);
  assert.equal((await stateOf(app)).silent, true);
});

withBox("a report goes with the packets, and a bad one costs them nothing", async (app, box) => {
  const packets = [rf(app, "OE3GHI-7>APRS:>hello", "OE1XYZ-10")];
  const { body } = await box.post("/ingest", { packets, box: { ...report(app), version: 7 } });
  assert.deepEqual([body.accepted, body.rejected], [1, [{ list: "box", index: 0, reason: "bad_box" }]]);
  assert.equal(await stateOf(app), null);
});

withBox("a box speaks for itself alone; the ingest secret says for whom", async (app, box) => {
  const reason = (rejected: { reason: string }[]) => rejected.map((one) => one.reason);
  assert.deepEqual(reason(await say(box, { ...report(app), id: "cellar" })), ["not_yours"]);
  const named = (said: unknown) => app.ingest.post("/ingest", { packets: [], box: said });
  assert.deepEqual(reason((await named(report(app))).body.rejected), ["box_missing"]);
  assert.deepEqual(reason((await named({ ...report(app), id: "a b" })).body.rejected), ["bad_box"]);
  assert.equal(await stateOf(app), null);
  assert.deepEqual((await named({ ...report(app, 3), id: "attic" })).body.rejected, []);
  assert.equal((await stateOf(app)).ports[0].in, 3);
});

withBox("a transmission that is told again is one", async (app, box) => {
  const log = async () => (await app.ingest.get("/api/box/attic/log")).body.transmissions;
  const one = transmission(app, 1),
    two = transmission(app, 2, { verdict: "handed_over", rules: [], airMs: 640 });
  await say(box, { ...report(app), transmissions: [one] });
  await say(box, { ...report(app), transmissions: [one, two] });
  assert.deepEqual(await log(), [two, one]);
  app.world.pass(30 * 86_400);
  await watch(app);
  assert.equal((await log()).length, 2);
  app.world.pass(1);
  await watch(app);
  assert.deepEqual(await log(), []);
});

withBox(
  "a box that falls silent is an alert to its owner and the operator, once for each silence",
  async (app, box) => {
    const alice = await pairTo(app, box, "OE1ALI"),
      sysop = await app.sysop(),
      bob = await app.signIn("OE1BOB");
    const told = async (who: typeof alice) =>
      (await who.get("/api/watch/alerts")).body.alerts.map((one: { kind: string }) => one.kind);
    await watch(app); // never reported: not silent
    await say(box, report(app));
    app.world.pass(900);
    await watch(app);
    assert.deepEqual(await told(alice), []);
    app.world.pass(1);
    await watch(app);
    await watch(app);
    assert.deepEqual([await told(alice), await told(sysop), await told(bob)], [
      ["box_silent"],
      ["box_silent"],
      [],
    ]);
    await say(box, report(app));
    await say(box, report(app));
    assert.deepEqual(await told(alice), ["box_back", "box_silent"]);
    app.world.pass(901);
    await watch(app);
    assert.deepEqual(await told(alice), ["box_silent", "box_back", "box_silent"]);
  },
);

withBox("an owner who is the operator too is told once", async (app, box) => {
  const sysop = await app.sysop();
  const { body: { code } } = await box.post("/api/box/attic/pair", {});
  assert.equal((await sysop.post("/api/box/attic/claim", { code })).status, 200);
  await say(box, report(app));
  app.world.pass(901);
  await watch(app);
  assert.equal((await sysop.get("/api/watch/alerts")).body.alerts.length, 1);
});

withBox(
  "a port's traffic is what its counter rose by; a recording is neither traffic nor a sign of life",
  async (app, box) => {
    const alice = await pairTo(app, box, "OE1ALI");
    const kept = () =>
      app.db.sql<never, { n: number }>("SELECT coalesce(sum(heard), 0) AS n FROM box_port_hour").get()!.n;
    const counts: number[] = [];
    for (const heard of [50, 53, 4, 6]) {
      await say(box, report(app, heard));
      counts.push(kept());
    }
    assert.deepEqual(
      counts,
      [0, 3, 7, 9],
      "a new port says nothing, one that begins anew what it counted since",
    );
    app.world.pass(901);
    await watch(app);
    const told = async () => (await alice.get("/api/watch/alerts")).body.alerts.length;
    assert.equal(await told(), 1);
    await say(box, report(app, 100, { simulated: true }));
    assert.deepEqual([kept(), await told()], [9, 1]);
    app.world.pass(901);
    await watch(app);
    assert.equal(await told(), 1, "it is silent still");
    await say(box, report(app, 100));
    assert.equal(await told(), 2);
  },
);

withBox("of a box's transmissions the newest twenty thousand are kept", async (app, box) => {
  const from = app.world.now() - 20_001;
  app.db.writeNow((tx) =>
    app.db.sql<{ from: number }>(
      `INSERT INTO box_transmission (box, at, seq, port, purpose, frame, verdict, rules, air_ms)
       WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       SELECT 'attic', :from + i, i, '', 'command', '', 'shown', '', 0 FROM n`,
    ).run(tx, { from })
  );
  await say(box, { ...report(app), transmissions: [transmission(app, 1)] });
  const { oldest } = app.db.sql<never, { oldest: number }>("SELECT min(at) AS oldest FROM box_transmission")
    .get()!;
  assert.equal(oldest, from + 1);
});

withBox("the silence of a revoked box concerns nobody", async (app, box) => {
  const sysop = await app.sysop();
  await say(box, report(app));
  assert.equal((await app.operator.post("/api/admin/boxes/attic/revoke")).status, 200);
  assert.equal(await stateOf(app), null);
  app.world.pass(10_000);
  await watch(app);
  assert.deepEqual((await sysop.get("/api/watch/alerts")).body.alerts, []);
});

withBox("a port that hears nothing when it usually hears much is unusually quiet", async (app, box) => {
  let heard = 0;
  await say(box, report(app, heard)); // a port that is new says nothing of an hour
  for (let hour = 1; hour <= 4 * 24; hour++) {
    app.world.pass(3600);
    await say(box, report(app, heard += 60));
  }
  const last = app.world.now();
  const quiet = async (seconds: number) => {
    app.world.pass(seconds);
    const port = { ...report(app, heard).ports[0], lastHeardAt: last };
    await say(box, { ...report(app, heard), ports: [port] });
    return (await stateOf(app)).ports[0].unusuallyQuiet;
  };
  assert.equal(await quiet(599), false);
  assert.equal(await quiet(1), true);
  // A counter that begins anew counts from there.
  await say(box, report(app, 5));
  assert.equal((await stateOf(app)).ports[0].unusuallyQuiet, false);
});

withBox("a box that is paired again keeps nothing of its former owner", async (app, box) => {
  const count = () =>
    ["box_command", "box_abilities", "box_report", "box_port_hour", "box_transmission", "site_hour"].map((
      table,
    ) => app.db.sql<never, { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()!.n);
  const live = async () => {
    const order = { kind: "message", payload: { to: "OE3XYZ", text: "hello" } };
    assert.equal((await alice.post("/api/box/attic/command", order)).status, 201);
    await box.get("/api/box/attic/commands?tx=1&rf=1");
    assert.equal((await alice.post("/api/box/attic/command", order)).status, 201);
    await box.post("/ingest", { packets: [rf(app, "OE1ABC>APRS:>x", "OE1GATE-1")] });
    await app.jobs.find(({ name }) => name === "heard-hours")!.run();
    await say(box, { ...report(app), transmissions: [transmission(app, 1)] });
  };
  const alice = await pairTo(app, box, "OE1ALI");
  await app.operator.post("/api/admin/boxes/attic/services", { services: true });
  await live();
  assert.deepEqual(count(), [2, 1, 1, 1, 1, 1]);
  const { id } = (await alice.get("/api/box/attic/log")).body.commands.at(-1);
  const before = app.world.now();

  // The same owner again loses nothing.
  await pairTo(app, box, "OE1ALI");
  assert.deepEqual(count(), [2, 1, 1, 1, 1, 1]);

  app.world.pass(60);
  const bob = await pairTo(app, box, "OE1BOB");
  assert.deepEqual(count(), [0, 0, 0, 0, 0, 0]);
  assert.equal((await box.get("/outbox")).status, 403, "services were given to other hands");
  assert.deepEqual((await box.get("/api/box/attic/commands?tx=1")).body.commands, []);
  assert.equal((await box.post("/api/box/attic/commands/ack", { id, status: "done" })).body.ok, false);
  await say(box, { ...report(app), transmissions: [transmission(app, 2, { at: before })] });
  const { commands, transmissions } = (await bob.get("/api/box/attic/log")).body;
  assert.deepEqual([commands, transmissions], [[], []], "what it did in other hands is not told late either");

  // Nor does one that is enrolled again after it was revoked.
  await say(box, { ...report(app), transmissions: [transmission(app, 3)] });
  await app.operator.post("/api/admin/boxes/attic/revoke", {});
  app.world.pass(60);
  await enrolBox(app, "attic");
  assert.deepEqual(count().slice(0, 5), [0, 0, 0, 0, 0]);
});
