/** What this gateway sent itself is shown at once, marked as sent, and is evidence of nothing. */
import assert from "node:assert/strict";
import { appTest, type Client, type TestApp } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { hide } from "../kit/seed_game.ts";
import { listen } from "../kit/live_client.ts";

const SITE = "OE1GATE-10", BEACON = { kind: "beacon", lat: 48.2, lon: 16.37, comment: "hut" };
const HEARD = "OE1ALI>APZSVC,qAR,OE1GATE-10:=4812.00N/01622.20E>hut";

const withApp = (name: string, fn: (app: TestApp, alice: Client) => Promise<void>) =>
  appTest(name, { FIRST_PARTY_SITES: SITE }, async (app) => await fn(app, await app.signIn("OE1ALI")));
/** The member's beacon, queued now and acknowledged some seconds later. */
async function send(app: TestApp, member: Client, beacon: Record<string, unknown> = BEACON): Promise<void> {
  const { body: { id } } = await member.post("/api/tx/aprs", beacon);
  app.world.pass(5);
  assert.equal((await app.ingest.post("/outbox/ack", { ids: [id] })).status, 200);
}
const hear = (app: TestApp, raw: string, more = {}) =>
  app.ingest.post("/ingest", { packets: [rf(app, raw, SITE, more)] });
const shown = async (app: TestApp, query = "") =>
  (await app.visitor.get(`/api/stations${query}`)).body.stations;
const detail = async (app: TestApp, call = "oe1ali") => (await app.visitor.get(`/api/stations/${call}`)).body;
/** Every table that holds what was heard. */
const traces = (app: TestApp): number[] =>
  ["station", "fix", "fresh_fix", "coverage", "delivery", "weather_sample", "radio_object"]
    .map((table) =>
      app.db.row<Record<never, never>, { n: number }>(`SELECT count(*) AS n FROM ${table}`)()!.n
    );

withApp("a beacon over APRS-IS is shown once it is acknowledged, not before", async (app, alice) => {
  await alice.post("/api/tx/aprs", BEACON);
  assert.deepEqual(await shown(app), []);
  assert.equal((await app.visitor.get("/api/stations/OE1ALI")).status, 404);
  const at = app.world.now() + 5;
  app.world.pass(5);
  await send(app, alice);
  const [one, ...rest] = await shown(app);
  assert.deepEqual(rest, []);
  assert.deepEqual(
    [one.call, one.lat, one.lon, one.symbol, one.comment, one.placedAt, one.sentByUs],
    ["OE1ALI", 48.2, 16.37, "/>", "hut", at, true],
  );
  assert.deepEqual([one.via, one.direct, one.lastSeen], [null, false, null], "nobody heard it");
  const { packets, firstHeard, track, sentByUs, lastSeen } = await detail(app);
  assert.deepEqual([packets, firstHeard, track, sentByUs, lastSeen], [0, null, [], true, null]);
  assert.deepEqual(await shown(app, "?bbox=17,48,18,49"), []);
  assert.equal((await shown(app, "?bbox=16,48,17,49")).length, 1);
  app.world.pass(3590);
  assert.equal((await shown(app)).length, 1);
  app.world.pass(6);
  assert.deepEqual(await shown(app), [], "older than the hour that was asked for");
});

withApp(
  "a weather report sent over APRS-IS is shown; what went to CWOP, a status and a message are not",
  async (app) => {
    const send = async (
      src: string,
      more: { kind: "wx" | "status" | "message"; payload: string; target?: "cwop" },
    ) => {
      const { stations: { log }, world } = app;
      const item = { at: world.now(), account: null, src, to: "APZSVC", ...more };
      const id = await app.db.write((tx) => log.queue(tx, item));
      await app.ingest.post("/outbox/ack", { ids: [id] });
    };
    const payload = "=4812.00N/01622.20E_220/004g005t077";
    await send("OE1WXA", { kind: "wx", payload });
    await send("OE1WXB", { kind: "wx", payload, target: "cwop" });
    await send("OE1WXC", { kind: "status", payload });
    await send("OE1WXD", { kind: "message", payload });
    await send("OE1WXE", { kind: "wx", payload: "=0000.00N/00000.00E_220/004" });
    await send("OE1WXF", { kind: "wx", payload: "_10090556c220s004g005t077" });
    assert.deepEqual((await shown(app)).map(({ call, symbol }: Record<string, string>) => [call, symbol]), [[
      "OE1WXA",
      "/_",
    ]]);
  },
);

withApp("it leaves no trace among what was heard, and nobody is handed it as heard", async (app, alice) => {
  const before = traces(app);
  await send(app, alice);
  assert.deepEqual(traces(app), before);
  assert.deepEqual(app.stations.fixes(["OE1ALI"], 0, app.world.now() + 60), []);
  assert.equal(app.stations.countHeardSince(0), 0);
  assert.deepEqual(app.stations.netLog({ since: 0, until: app.world.now() + 60 }).heard, []);
  assert.equal((await app.visitor.get("/api/stations/OE1ALI/packets")).body.count, 0);
  assert.deepEqual((await app.visitor.get("/api/node/mheard")).body.mheard, []);
  assert.deepEqual((await app.visitor.get("/api/coverage")).body.squares, []);
  const { ports } = (await app.visitor.get("/api/ports")).body;
  assert.deepEqual(ports.map(({ port, rx, tx }: Record<string, unknown>) => [port, rx, tx]), [[
    "aprs-is",
    0,
    1,
  ]]);
  assert.deepEqual((await app.visitor.get("/api/v1/stations")).body.stations, []);
  assert.equal((await app.visitor.get("/api/v1/station/OE1ALI")).status, 404);
  assert.doesNotMatch((await app.visitor.get("/api/cot?caches=0")).text, /OE1ALI/);
});

withApp("it makes no tier of a find; the same beacon heard does", async (app, alice) => {
  const first = await hide(app, "OE3OWN", { lat: 48.2, lon: 16.37 });
  const second = await hide(app, "OE3OWN", { lat: 48.2, lon: 16.37 });
  const found = async ({ id, code }: { id: number; code: string }) => {
    await hear(app, `OE1ALI>APZSVC::OE1SYS-15:FOUND ${code}`);
    const { logs } = (await alice.get(`/api/caches/${id}/logs`)).body;
    return logs.map((log: { tier: unknown }) => log.tier);
  };
  await send(app, alice);
  assert.deepEqual(await found(first), [null]);
  await hear(app, "OE1ALI>APZSVC:=4812.00N/01622.20E>hut");
  assert.deepEqual(await found(second), ["A"]);
});

withApp(
  "heard later it joins as any packet does: new, counted, attested, and shown as heard",
  async (app, alice) => {
    await send(app, alice);
    const { body } = await hear(app, HEARD, { via: "rf", direct: true });
    assert.deepEqual([body.accepted, body.duplicates], [1, 0], "not swallowed as a copy");
    const [one, ...rest] = await shown(app);
    assert.deepEqual([rest.length, one.sentByUs, one.lastSeen], [0, undefined, app.world.now()]);
    assert.equal((await detail(app)).packets, 1);
    assert.equal((await detail(app)).sentByUs, undefined);
    assert.equal(app.stations.fixes(["OE1ALI"], 0, app.world.now() + 60).length, 1);
  },
);

withApp(
  "what was heard since it was queued is better; what was heard before is older",
  async (app, alice) => {
    await hear(app, "OE1ALI>APRS:=4830.00N/01622.20E>before");
    const heardAt = app.world.now();
    app.world.pass(1);
    await send(app, alice);
    const [one, ...rest] = await shown(app);
    assert.deepEqual([rest.length, one.comment, one.via, one.lastSeen, one.sentByUs], [
      0,
      "hut",
      "rf",
      heardAt,
      true,
    ]);
    assert.deepEqual(await shown(app, "?bbox=16,48.4,17,49"), [], "it is at one place alone");
    assert.deepEqual([(await detail(app)).packets, (await detail(app)).track.length], [1, 1]);
    assert.equal((await app.visitor.get("/api/v1/station/OE1ALI")).body.comment, "before");
    // Heard in the very second in which the next one is queued.
    app.world.pass(1);
    await hear(app, "OE1ALI>APRS:=4815.00N/01622.20E>road");
    await send(app, alice);
    assert.deepEqual((await shown(app)).map((row: { comment: string }) => row.comment), ["road"]);
  },
);

withApp("a box's beacon on request is shown at the place that its ack names", async (app, alice) => {
  const box = await enrolBox(app, "attic", { sites: ["OE3ATTIC"] });
  const { body: { code } } = await box.post("/api/box/attic/pair", {});
  await alice.post("/api/box/attic/claim", { code });
  const command = async (ack: Record<string, unknown>) => {
    const { body: { id } } = await alice.post("/api/box/attic/command", { kind: "beacon" });
    await box.get("/api/box/attic/commands?tx=1&rf=1");
    app.world.pass(2);
    await box.post("/api/box/attic/commands/ack", { id, ...ack });
  };
  const position = { lat: 48.2083, lon: 16.3738 };
  await command({ status: "failed", position });
  await command({ status: "done" });
  assert.deepEqual(await shown(app), []);
  const before = traces(app);
  await command({ status: "done", position });
  const at = app.world.now() - 2;
  const [one] = await shown(app);
  assert.deepEqual([one.call, one.lat, one.lon, one.placedAt, one.sentByUs, one.symbol], [
    "OE1ALI",
    48.2083,
    16.3738,
    at,
    true,
    "",
  ]);
  assert.deepEqual(traces(app), before);
  // The box that hears its own beacon back, repeated: no evidence, as ever, and not shown as sent any more.
  await box.post("/ingest", { packets: [rf(app, "OE1ALI>APRS,OE9DIG*:!4812.50N/01622.43E>", "OE3ATTIC")] });
  assert.equal((await shown(app))[0].sentByUs, undefined);
  assert.deepEqual(
    app.stations.fixes(["OE1ALI"], 0, app.world.now() + 60).map(({ commanded }) => commanded),
    [
      true,
    ],
  );
});

withApp(
  "a box's own beacon is shown once the box has told of it, under its people's calls alone",
  async (app, alice) => {
    const box = await enrolBox(app, "attic", { sites: ["OE3ATTIC-10"] });
    const { body: { code } } = await box.post("/api/box/attic/pair", {});
    await alice.post("/api/box/attic/claim", { code });
    const told: string[] = [];
    app.live.hub.listen({ sent: ({ call }) => told.push(call) });
    const before = traces(app);
    let seq = 0;
    const beacon = (call: string, more: Record<string, unknown> = {}) => ({
      ...{ seq: ++seq, at: app.world.now(), port: "kiss://127.0.0.1:8001", purpose: "beacon" },
      ...{ frame: `${call}>APZSVC,WIDE1-1:=4812.50N/01622.43E-on the roof`, verdict: "handed_over" },
      ...{ rules: [], airMs: 400, ...more },
    });
    const tell = async (...transmissions: unknown[]) => {
      const { body } = await box.post("/ingest", {
        packets: [],
        box: {
          ...{
            version: "0.1.0",
            clock: { offsetMs: 0 },
            tx: { on: true, locks: [] },
            ports: [],
            transmissions,
          },
          spool: { in: 0, sent: 0, waiting: 0, rejected: 0, dropped: 0 },
        },
      });
      assert.deepEqual(body.rejected, []);
    };
    await tell(
      beacon("OE3OWN"),
      beacon("OE1ALI", { verdict: "refused" }),
      beacon("OE1ALI", { verdict: "shown" }),
      beacon("OE1ALI", { verdict: "unknown" }),
      beacon("OE1ALI", { purpose: "gated" }),
      beacon("OE1ALI", { frame: "OE1ALI>APZSVC:>no place" }),
      beacon("OE1ALI", { frame: ">APZSVC:=4812.50N/01622.43E-" }),
    );
    assert.deepEqual([await shown(app), told], [[], []]);
    app.world.pass(60);
    const at = app.world.now(), own = beacon("OE1ALI-10", { at: at - 30 });
    await tell(own, beacon("OE3ATTIC", { at: at + 500 }));
    const calls = async () => (await shown(app)).map(({ call }: { call: string }) => call).sort();
    assert.deepEqual(await calls(), ["OE1ALI-10", "OE3ATTIC"]);
    const { placedAt, symbol, comment, sentByUs, packets } = await detail(app, "OE1ALI-10");
    assert.deepEqual([placedAt, symbol, comment, sentByUs, packets], [at - 30, "/-", "on the roof", true, 0]);
    assert.equal(
      (await detail(app, "OE3ATTIC")).placedAt,
      at,
      "a clock that is ahead tells nothing of later",
    );
    assert.deepEqual(traces(app), before);
    await tell(own);
    assert.deepEqual(told, ["OE1ALI-10", "OE3ATTIC"], "what comes again is told once");
    await hear(app, "OE1ALI-10>APRS:=4812.50N/01622.43E-on the roof");
    assert.equal((await detail(app, "OE1ALI-10")).sentByUs, undefined);
    assert.deepEqual((await shown(app)).length, 2);
    // On the equator there is a place, where both are 0 there is none.
    await tell(
      beacon("OE1ALI-1", { frame: "OE1ALI-1>APZSVC:=0000.00N/01622.43E-" }),
      beacon("OE1ALI-2", { frame: "OE1ALI-2>APZSVC:=4812.50N/00000.00E-" }),
      beacon("OE1ALI-3", { frame: "OE1ALI-3>APZSVC:=0000.00N/00000.00E-" }),
    );
    assert.deepEqual(await calls(), ["OE1ALI-1", "OE1ALI-10", "OE1ALI-2", "OE3ATTIC"]);
  },
);

withApp("however much others send, one station's page says what was sent for it", async (app, alice) => {
  await send(app, alice);
  const { stations: { sentPlaces }, world } = app;
  world.pass(1);
  await app.db.write((tx) => {
    for (let i = 0; i < 600; i++) {
      sentPlaces.tookLine(tx, `OE${i % 10}X${i}>APZSVC:=4812.50N/01622.43E-`, world.now());
    }
  });
  assert.equal((await detail(app)).sentByUs, true);
  assert.equal((await shown(app, "?limit=2000")).length, 500);
});

withApp("retention removes it with what was sent, and erasure with the person", async (app, alice) => {
  await app.signIn("OE1BOB").then((bob) => send(app, bob));
  await send(app, alice);
  assert.equal((await shown(app)).length, 2);
  await app.db.write((tx) =>
    app.stations.personalData().erase(tx, {
      accountId: app.accounts.holder("OE1BOB")!.accountId,
      bases: ["OE1BOB"],
    })
  );
  assert.deepEqual((await shown(app)).map(({ call }: { call: string }) => call), ["OE1ALI"]);
  app.world.pass(7 * 86_400 - 10);
  assert.equal((await shown(app, "?maxAge=604800")).length, 1);
  app.world.pass(20);
  assert.deepEqual(await shown(app, "?maxAge=604800"), []);
  assert.equal((await app.visitor.get("/api/stations/OE1ALI")).status, 404);
  await app.jobs.find(({ name }) => name === "outbox-settle")!.run();
  for (const table of ["outbox", "sent_place"]) {
    assert.equal(
      app.db.row<Record<never, never>, { n: number }>(`SELECT count(*) AS n FROM ${table}`)()!.n,
      0,
    );
  }
});

withApp(
  "the live room is told it as sent; no watcher, no prompt near a cache, no stream",
  async (app, alice) => {
    await hide(app, "OE3XYZ", { lat: 48.2, lon: 16.37 });
    const watcher = await app.signIn("DL1XYZ");
    await watcher.post("/api/watch", { callsign: "OE1ALI" });
    await alice.post("/api/near-radio", { on: true });
    const told: string[] = [];
    app.live.hub.listen({ position: ({ call }) => told.push(call) });
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      (request, info) => app.handler(request, info as never),
    );
    const { socket, heard, until: messages, closed } = await listen(`127.0.0.1:${server.addr.port}`, {
      bbox: [16, 48, 17, 49],
      callsign: "OE1ALI",
    });
    try {
      socket.send("?"); // answered in turn: by then the subscription was taken
      await messages(2);
      const at = app.world.now();
      await send(app, alice);
      await messages(3);
      assert.deepEqual(heard[2], {
        type: "sent",
        at,
        call: "OE1ALI",
        lat: 48.2,
        lon: 16.37,
        symbol: "/>",
        via: "sent",
        direct: false,
        course: null,
        speedKmh: null,
        comment: "hut",
        mhz: null,
        emergency: false,
      });
      // Heard, it is news to all of them: that they were silent before was for no other reason.
      await hear(app, HEARD, { direct: true });
      await messages(6);
      assert.deepEqual(heard.slice(3).map(({ type }) => type).sort(), ["message", "near_cache", "position"]);
      assert.deepEqual(told, ["OE1ALI"], "watchers and streams: once, when it was heard");
      const { body } = await watcher.get("/api/watch/alerts");
      assert.equal(body.alerts.length, 1);
      assert.equal(
        (await app.ingest.get("/outbox")).body.items.length,
        1,
        "the near-radio message of the hearing",
      );
    } finally {
      socket.close();
      await closed;
      await server.shutdown();
    }
  },
);

withApp(
  "of several the newest counts, and nobody is told of what was heard before its ack came",
  async (app, alice) => {
    const told: string[] = [];
    app.live.hub.listen({ sent: ({ call, symbol, comment }) => told.push(`${call} ${symbol}${comment}`) });
    const queue = async (comment: string) => {
      app.world.pass(10);
      return (await alice.post("/api/tx/aprs", { ...BEACON, comment })).body.id;
    };
    const ack = (...ids: number[]) => app.ingest.post("/outbox/ack", { ids });
    const comments = async () => (await shown(app)).map((row: { comment: string }) => row.comment);
    const [older, newer] = [await queue("older"), await queue("newer")];
    await ack(newer);
    await ack(older, older, 999);
    assert.deepEqual(await comments(), ["newer"]);
    const late = await queue("late");
    app.world.pass(1);
    await hear(app, HEARD);
    await ack(late);
    assert.deepEqual(await comments(), ["hut"]);
    assert.deepEqual(told, ["OE1ALI />newer", "OE1ALI />older"]);

    // A box's beacon: told with the symbol that the station had, and only where nothing was heard meanwhile.
    const box = await enrolBox(app, "attic");
    const { body: { code } } = await box.post("/api/box/attic/pair", {});
    await alice.post("/api/box/attic/claim", { code });
    for (const isHeard of [false, true]) {
      app.world.pass(10);
      const { body: { id } } = await alice.post("/api/box/attic/command", { kind: "beacon" });
      await box.get("/api/box/attic/commands?tx=1&rf=1");
      if (isHeard) await hear(app, "OE1ALI>APRS:=4812.00N/01622.20E>again");
      await box.post("/api/box/attic/commands/ack", {
        id,
        status: "done",
        position: { lat: 48.2, lon: 16.4 },
      });
      assert.equal((await detail(app)).sentByUs, isHeard ? undefined : true);
    }
    assert.deepEqual(told.slice(2), ["OE1ALI />"]);
    app.world.pass(10);
    await send(app, await app.signIn("OE1BOB"));
    assert.deepEqual([(await detail(app, "OE1BOB")).call, (await detail(app)).call], ["OE1BOB", "OE1ALI"]);
  },
);
