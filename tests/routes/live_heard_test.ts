/** From a receiver to those who listen: one packet in, and everybody who asked is told. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";
import { listen } from "../kit/live_client.ts";
import { hide } from "../kit/seed_game.ts";
import { becomes, within } from "../kit/waits.ts";

/** Reads a stream until its text matches. */
async function until(reader: ReadableStreamDefaultReader<string>, pattern: RegExp): Promise<string> {
  let text = "";
  while (!pattern.test(text)) {
    const { value, done } = await within(String(pattern), reader.read());
    assert.ok(!done, `ended: ${text}`);
    text += value;
  }
  return text;
}

appTest("a heard station reaches the live room, Cursor-on-Target, its watcher and whoever is near a cache", {
  FIRST_PARTY_SITES: "OE1GATE-10",
  OPERATOR_LINKS_FOR_ANY_CALL: "1",
}, async (app) => {
  const cache = await hide(app, "OE3XYZ", { title: "Bridge", lat: 48.2, lon: 16.37 });
  await hide(app, "OE3XYZ", { title: "Quiet", lat: 48.2, lon: 16.37, unlisted: true });
  const watcher = await app.signIn("DL1XYZ");
  await watcher.post("/api/watch", { callsign: "OE1ABC" });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request, info) => app.handler(request, info as never),
  );
  const host = `127.0.0.1:${server.addr.port}`;

  const { heard, until: messages, closed } = await listen(host, {
    bbox: [16, 48, 17, 49],
    callsign: "OE1ABC-9",
  });
  const stream = await fetch(`http://${host}/api/cot/stream?bbox=16,48,17,49`);
  const cot = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  await until(cot, /retry/);
  await becomes("a stream", () => app.live.cot.size > 0);

  const raw = "OE1ABC-9>APRS:!4812.00N/01622.20E>088/036on the road";
  const reply = await app.ingest.post("/ingest", {
    packets: [{ raw, heardAt: app.world.now(), via: "rf", port: "kiss", site: "OE1GATE-10", direct: true }],
  });
  assert.deepEqual(reply.body.accepted, 1, reply.text);
  await messages(3);
  assert.deepEqual(heard.slice(1).map(({ type, call, code }) => [type, call ?? code]), [[
    "position",
    "OE1ABC-9",
  ], ["near_cache", cache.code]]);
  assert.equal(heard[2]!.distanceM, 0);
  const update = await until(cot, /event: update\n.*<\/event>/);
  assert.match(update, /uid="APRS\.OE1ABC-9" type="a-f-G-E-V-C"/);
  const { body } = await watcher.get("/api/watch/alerts");
  assert.deepEqual([body.unseen, body.alerts[0].kind, body.alerts[0].callsign, body.alerts[0].code], [
    1,
    "near_cache",
    "OE1ABC-9",
    cache.code,
  ]);

  const { body: stations } = await app.visitor.get("/api/v1/stations?bbox=16,48,17,49");
  assert.deepEqual(stations.stations.map((one: { call: string }) => one.call), ["OE1ABC-9"]);
  assert.equal((await app.visitor.get("/api/v1/station/oe1abc-9")).body.symbol, "/>");
  const track = (await app.visitor.get("/api/v1/station/OE1ABC-9/track")).body;
  assert.deepEqual([track.count, track.positions[0].heardVia], [1, "rf"]);
  assert.equal((await app.visitor.get("/api/v1/station/N0BODY")).body.reason, "station_not_found");
  assert.equal((await app.visitor.get("/api/v1/station/OE1ABC-9/track?from=5&to=1")).status, 400);
  assert.equal((await app.visitor.get("/api/search?q=oe1ab")).body.stations[0].callsign, "OE1ABC-9");
  assert.equal((await app.visitor.get("/api/v1/stats")).body.stationsHeard1h, 1);

  await cot.cancel();
  app.hangUp();
  await closed;
  await server.shutdown();
});

appTest("a sysop sees who listens to Cursor-on-Target, since when, and when it was sent an event last", {
  FIRST_PARTY_SITES: "OE1GATE-10",
  ADMIN_CALLSIGNS: "OE1SYS",
}, async (app) => {
  const sysop = await app.signIn("OE1SYS"), alice = await app.signIn("OE1ALI");
  const start = app.world.now();
  const open = async (headers: Record<string, string>, query = "") =>
    await app.handler(new Request(`http://localhost:8787/api/cot/stream${query}`, { headers }), {
      remoteAddr: { hostname: "198.51.100.7" },
    });
  const streams = [
    await open({}),
    await open(alice.headers as Record<string, string>, "?bbox=10,40,11,41&caches=1"),
  ];
  try {
    const clients = async () => (await sysop.get("/api/cot/streams")).body.clients;
    const told = [
      { who: "OE1ALI", since: start, lastAt: null, caches: true },
      { who: "198.51.100.7", since: start, lastAt: null, caches: false },
    ];
    assert.deepEqual(await clients(), told);
    app.world.pass(40);
    const raw = "OE1ABC-9>APRS:!4812.00N/01622.20E>";
    await app.ingest.post("/ingest", {
      packets: [{ ...{ raw, heardAt: app.world.now(), via: "rf", port: "kiss", site: "OE1GATE-10" } }],
    });
    app.live.hub.flush();
    assert.deepEqual(
      await clients(),
      [told[0], { ...told[1], lastAt: start + 40 }],
      "the other box heard nothing",
    );
    await streams[0]!.body!.cancel();
    assert.deepEqual((await clients()).map(({ who }: { who: string }) => who), ["OE1ALI"]);
  } finally {
    for (const { body } of streams) await body!.cancel().catch(() => {});
  }
});

appTest(
  "who looks at one station is told of its packets, with a place or without, wherever it is, and of no other",
  { FIRST_PARTY_SITES: "OE1GATE-10" },
  async (app) => {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      (request, info) => app.handler(request, info as never),
    );
    const host = `127.0.0.1:${server.addr.port}`;
    const only = await listen(host, { own: true, station: "oe1abc-9" });
    const beside = await listen(host, { bbox: [10, 40, 11, 41], station: "OE1ABC-9" });
    const wrong = await listen(host, { station: 7 });
    await wrong.until(2);
    assert.match(String(wrong.heard[1]!.error), /^station is the name/);
    for (const one of [only, beside]) {
      one.socket.send("?"); // answered in turn: by then the subscription was taken
      await one.until(2);
    }
    const hear = (...lines: string[]) =>
      app.ingest.post("/ingest", {
        packets: lines.map((raw) => ({
          ...{ raw, heardAt: app.world.now(), via: "rf", port: "kiss", site: "OE1GATE-10", direct: true },
        })),
      });
    await hear("OE1ABC-9>APRS:>no place", "OE1ABC-7>APRS:>another", "OE1ABC-9>APRS:>once more");
    await hear("OE1ABC-7>APRS:!4812.00N/01622.20E>", "OE1ABC-9>APRS:!4812.00N/01622.20E>");
    for (const one of [only, beside]) {
      await one.until(5);
      assert.deepEqual(one.heard.slice(2).map(({ type, call }) => `${type} ${call}`), [
        "heard OE1ABC-9",
        "heard OE1ABC-9",
        "position OE1ABC-9",
      ]);
    }
    // It looks at another one now.
    only.socket.send(JSON.stringify({ type: "subscribe", own: true, station: "OE1ABC-7" }));
    only.socket.send("?");
    await only.until(6);
    await hear("OE1ABC-9>APRS:>gone on", "OE1ABC-7>APRS:>looked at");
    await only.until(7);
    assert.deepEqual([only.heard[6]!.type, only.heard[6]!.call], ["heard", "OE1ABC-7"]);
    app.hangUp();
    await Promise.all([only.closed, beside.closed, wrong.closed]);
    await server.shutdown();
  },
);

appTest("alerts of packets that were acknowledged just before a stop are kept", {
  FIRST_PARTY_SITES: "OE1GATE-10",
}, async (app) => {
  const watcher = await app.signIn("DL1XYZ");
  await watcher.post("/api/watch", { callsign: "OE1ABC" });
  const packet = {
    raw: "OE1ABC-9>APRS:!4812.00N/01622.20E>",
    heardAt: app.world.now(),
    via: "rf",
    site: "OE1GATE-10",
  };
  assert.equal((await app.ingest.post("/ingest", { packets: [packet] })).body.accepted, 1);
  // As the server stops: those who listen are hung up, requests end, then everything is closed.
  app.hangUp();
  app.live.close();
  await app.db.write(() => {});
  const { body } = await watcher.get("/api/watch/alerts");
  assert.deepEqual(body.alerts.map(({ callsign }: { callsign: string }) => callsign), ["OE1ABC-9"]);
});
