/** Stations, series, mesh, members' stations, weather pushes, the node mirror, and how long things are kept. */
import assert from "node:assert/strict";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";

const ENV = { FIRST_PARTY_SITES: "OE1GATE-1,OE1NOD-1" };
const withApp = (name: string, fn: (app: TestApp) => Promise<void>, env: Record<string, string> = {}) =>
  appTest(name, { ...ENV, ...env }, fn);
const hear = (app: TestApp, ...lines: string[]) =>
  app.ingest.post("/ingest", { packets: lines.map((line) => rf(app, line, "OE1GATE-1")) });
const mesh = (app: TestApp, fields: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  app.ingest.post("/ingest", {
    packets: [{
      raw: JSON.stringify(fields),
      heardAt: app.world.now(),
      via: "meshcom",
      site: "OE1NOD-1",
      ...more,
    }],
  });
const POS = {
  type: "pos",
  src_type: "lora",
  src: "OE1MSH-1",
  lat: 48.2,
  lat_dir: "N",
  long: 16.3,
  long_dir: "E",
  aprs_symbol: "#",
  aprs_symbol_group: "/",
  hw_id: 43,
  msg_id: "00000001",
  alt: 600,
  batt: 80,
  firmware: 35,
  fw_sub: "p",
  rssi: -95,
  snr: 7,
};

withApp("a station's detail, series and objects", async (app) => {
  await hear(
    app,
    "OE1WX>APRS:!4812.50N/01622.43E_220/004g005t077r000p000P000h50b09900",
    "OE1WX>APRS:T#005,199,000,255,073,123,01101001",
    "OE1WX>APRS::OE1WX    :PARM.Volts,Amps",
    "OE1EVE>APRS::OE1WX    :PARM.Lies",
    "OE1WX>APDR16:>Hello",
    "OE1WX>APRS:;HUT      *111111z4813.00N/01622.43E-open",
    "OE1WX>APRS:;GONE     *111111z4813.00N/01622.43E-open",
  );
  app.world.pass(40);
  await hear(app, "OE1WX>APRS:;GONE     _111111z4813.00N/01622.43E-closed");
  const detail = (await app.visitor.get("/api/stations/oe1wx")).body;
  assert.deepEqual([detail.call, detail.status, detail.wx.tempC, detail.wx.windMs, detail.packets], [
    "OE1WX",
    "Hello",
    25,
    1.79,
    7,
  ]);
  assert.equal(detail.track.length, 1);
  const series = (await app.visitor.get("/api/stations/OE1WX/series")).body;
  assert.deepEqual([series.wx.length, series.motion.length, series.telemetry[0].analog, series.definitions], [
    1,
    1,
    [199, 0, 255, 73, 123],
    { PARM: ["Volts", "Amps"] },
  ]);
  const { body } = await app.visitor.get("/api/stations");
  assert.deepEqual(body.objects.map(({ name, sender }: Record<string, string>) => [name, sender]), [[
    "HUT",
    "OE1WX",
  ]]);
  await refused(app, 404, "station_unknown", () => app.visitor.get("/api/stations/OE9XXX"));
  await refused(app, 404, "station_unknown", () => app.visitor.get("/api/stations/OE9XXX/series"));
  await refused(app, 400, "invalid_bbox", () => app.visitor.get("/api/stations?bbox=1,2,3"));
  assert.deepEqual(
    (await app.visitor.get("/api/ports")).body.ports.map((
      { port, rx }: Record<string, unknown>,
    ) => [port, rx]),
    [["kiss", 8]],
  );
  assert.equal((await app.visitor.get("/api/node/mheard")).body.mheard[0].count, 7);
});

withApp("a port's day by the hour: empty hours are left out, and what is older than a day", async (app) => {
  const begun = Math.floor(app.world.now() / 3600) * 3600;
  const heard = async (call: string, heardAt: number) =>
    await app.ingest.post("/ingest", {
      packets: [{ ...rf(app, `${call}>APRS:>here`, "OE1GATE-1"), heardAt }],
    });
  await heard("OE1AAA", begun - 25 * 3600);
  await heard("OE1BBB", begun - 5 * 3600 + 1);
  await heard("OE1CCC", begun - 3 * 3600 - 1);
  await heard("OE1DDD", begun - 3 * 3600);
  await heard("OE1EEE", begun);
  const { body: { ports: [kiss] } } = await app.visitor.get("/api/ports");
  assert.deepEqual(kiss.hours, [-5, -4, -3, 0].map((hour) => ({ at: begun + hour * 3600, rx: 1, tx: 0 })));
  assert.deepEqual([kiss.rx, kiss.lastBucket, kiss.lastAt], [4, begun, begun]);
});

withApp("an old batch does not set a station back", async (app) => {
  await hear(app, "OE1AAA>APRS:!4812.50N/01622.43E>now");
  const old = {
    ...rf(app, "OE1AAA>APRS:!4700.00N/01500.00E>then", "OE1GATE-1"),
    heardAt: app.world.now() - 3000,
  };
  await app.ingest.post("/ingest", { packets: [old] });
  const { body } = await app.visitor.get("/api/stations/OE1AAA");
  assert.deepEqual([body.comment, body.lastSeen, body.packets, body.track.length], [
    "now",
    app.world.now(),
    2,
    2,
  ]);
});

withApp(
  "mesh nodes: coarse for visitors, exact for members; relays and servers are no hearings",
  async (app) => {
    await mesh(app, POS);
    await mesh(app, { ...POS, src: "OE1FAR-1,OE1MSH-1", msg_id: "00000002", lat: 48.3 });
    await mesh(app, { ...POS, src: "OE1NET-1", src_type: "udp", msg_id: "00000003", lat: 48.4 });
    await mesh(app, { ...POS, src: "OE1NOD-1", src_type: "node", msg_id: "00000004", lat: 48.25 });
    const coarse = (await app.visitor.get("/api/mesh/nodes")).body;
    assert.equal(coarse.exact, false);
    const node = coarse.nodes.find(({ callsign }: { callsign: string }) => callsign === "OE1MSH-1");
    assert.deepEqual([node.how, node.device, node.quality, node.battLevel, node.rssi, node.batt], [
      "direct",
      "Heltec V3",
      "strong",
      "high",
      undefined,
      undefined,
    ]);
    assert.deepEqual(coarse.nodes.map(({ how }: { how: string }) => how).sort(), [
      "direct",
      "node",
      "relayed",
      "server",
    ]);
    const relayed = coarse.nodes.find(({ how }: { how: string }) => how === "relayed");
    assert.equal(relayed.sentVia, undefined, "a relay in the path is not what the node asked for");
    const alice = await app.signIn("OE1ALI");
    const exact = (await alice.get("/api/mesh/nodes?call=oe1msh-1")).body;
    assert.deepEqual([
      exact.exact,
      exact.nodes.length,
      exact.nodes[0].rssi,
      exact.nodes[0].snr,
      exact.nodes[0].batt,
    ], [true, 1, -95, 7, 80]);
    const links = (await alice.get("/api/mesh/links")).body.links;
    assert.deepEqual(
      links.map(({ from, to, kind }: Record<string, string>) => `${from} ${to} ${kind}`).sort(),
      [
        "OE1FAR-1 OE1MSH-1 relay",
        "OE1MSH-1 OE1NOD-1 direct",
      ],
    );
    assert.equal((await app.visitor.get("/api/mesh/links")).body.links[0].rssi, undefined);
    // As evidence: only what the node heard itself.
    const trusted = (base: string) =>
      app.stations.fixes([base], 0, app.world.now() + 60).flatMap(({ hearings }) => hearings).filter((one) =>
        one.trusted
      ).length;
    assert.deepEqual(["OE1MSH", "OE1FAR", "OE1NET"].map(trusted), [1, 0, 0]);
  },
);

withApp("mesh groups: one row a message, its best hearing kept, control texts left out", async (app) => {
  const text = { type: "msg", src: "OE1MSH-1", dst: "232", msg: "Servus", msg_id: "0000000A" };
  await mesh(app, { ...text, src_type: "udp" });
  app.world.pass(5);
  await mesh(app, { ...text, src_type: "lora" });
  await mesh(app, { ...text, src_type: "lora", dst: "*", msg: "all", msg_id: "0000000B" });
  await mesh(app, {
    ...text,
    src_type: "lora",
    dst: "*",
    msg: "{CET}2026-06-01 12:00:00",
    msg_id: "0000000C",
  });
  const { groups } = (await app.visitor.get("/api/mesh/groups")).body;
  assert.deepEqual(groups.map(({ group, messages }: Record<string, unknown>) => [group, messages]), [
    ["*", 1],
    ["232", 1],
  ]);
  const { body } = await app.visitor.get("/api/mesh/groups/232/messages");
  assert.deepEqual([body.messages.length, body.messages[0].heard, body.messages[0].receiver, body.hasMore], [
    1,
    "direct",
    "OE1NOD-1",
    false,
  ]);
  assert.equal((await app.visitor.get("/api/mesh/groups/%2A/messages")).body.messages[0].text, "all");
  await refused(app, 400, "bad_group", () => app.visitor.get("/api/mesh/groups/0/messages"));
  await refused(app, 400, "bad_group", () => app.visitor.get("/api/mesh/groups/123456/messages"));
});

withApp("a direct message on the mesh is answered through the node's box, or not at all", async (app) => {
  const box = await enrolBox(app, "attic", { sites: ["OE3ATT-1"] });
  const ask = (id: string) =>
    box.post("/ingest", {
      packets: [{
        raw: JSON.stringify({
          type: "msg",
          src_type: "lora",
          src: "OE1ALI-1",
          dst: "OE1SYS-15",
          msg: "HELP{123",
          msg_id: id,
        }),
        heardAt: app.world.now(),
        via: "meshcom",
        site: "OE3ATT-1",
      }],
    });
  await ask("0000000D");
  assert.equal((await app.ingest.get("/outbox")).body.items.length, 0);
  app.world.pass(1900);
  await box.get("/api/box/attic/commands?tx=1&meshcom=OE3ATT-1");
  await ask("0000000E");
  const { body: { commands } } = await box.get("/api/box/attic/commands?tx=1&meshcom=OE3ATT-1");
  assert.deepEqual([commands[0].kind, commands[0].payload.dst, commands[0].payload.text], [
    "meshcom_msg",
    "OE1ALI-1",
    "OE1ALI-1 :ack123",
  ]);
});

withApp("members list stations of verified calls; a weather station needs the call held", async (app) => {
  const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE1BOB", { verified: false });
  const add = (who: typeof alice, body: Record<string, unknown>) =>
    who.post("/api/my/stations", { lat: 48.2, lon: 16.4, ...body });
  const made = await add(alice, { callsign: "oe1ali-10", roles: ["igate"], description: "Roof" });
  assert.deepEqual([made.status, made.body.call, made.body.roles], [201, "OE1ALI-10", ["igate"]]);
  await refused(app, 403, "call_not_held", () => add(alice, { callsign: "OE1BOB-1" }));
  await refused(app, 400, "bad_roles", () => add(alice, { callsign: "OE1ALI-1", roles: ["spy"] }));
  await refused(app, 400, "bad_place", () => alice.post("/api/my/stations", { callsign: "OE1ALI-1" }));
  await refused(
    app,
    403,
    "call_not_verified",
    () => add(bob, { callsign: "OE1BOB-1", roles: ["digipeater"] }),
  );
  assert.equal((await add(bob, { callsign: "OE1BOB-1", roles: ["weather"] })).status, 201);
  const { id } = made.body;
  await refused(
    app,
    404,
    "station_unknown",
    () => bob.patch(`/api/my/stations/${id}`, { description: "mine" }),
  );
  await refused(app, 404, "station_unknown", () => bob.delete(`/api/my/stations/${id}`));
  assert.equal(
    (await alice.patch(`/api/my/stations/${id}`, { roles: ["igate", "digipeater"] })).body.roles.length,
    2,
  );
  assert.deepEqual(app.stations.ownedBy(app.accounts.holder("OE1ALI")!.accountId), [{
    id,
    call: "OE1ALI-10",
    lat: 48.2,
    lon: 16.4,
  }]);
  const sysop = await app.sysop();
  assert.equal(
    (await sysop.post("/api/admin/stations", { owner: "OE1ALI", callsign: "OE1ALI-11", lat: 48, lon: 16 }))
      .status,
    201,
  );
  await refused(
    app,
    404,
    "owner_unknown",
    () => sysop.post("/api/admin/stations", { owner: "OE9XXX", callsign: "OE9XXX", lat: 48, lon: 16 }),
  );
  assert.equal((await alice.delete(`/api/my/stations/${id}`)).status, 200);
  assert.equal((await alice.get("/api/my/stations")).body.stations.length, 1);
});

withApp("weather that came under a clock that was ahead keeps none out once it is set right", async (app) => {
  const alice = await app.signIn("OE1ALI");
  const { body: { id } } = await alice.post("/api/my/stations", {
    ...{ callsign: "OE1ALI-13", lat: 48.2, lon: 16.4, roles: ["weather"] },
  });
  const { body: { key } } = await alice.post(`/api/my/stations/${id}/wx-key`, {});
  await alice.post("/api/wx/tx", { stationId: id, txIs: true });
  const push = async (tempf: number) => {
    assert.equal((await app.visitor.post("/api/wx/submit", { key, tempf })).status, 200);
    const count = (sql: string) =>
      app.db.sql<never, { n: number }>(`SELECT count(*) AS n FROM ${sql}`).get()!.n;
    return [count("weather_sample"), count("outbox")];
  };
  app.world.pass(86_400);
  assert.deepEqual(await push(50), [1, 1]);
  app.world.pass(59);
  assert.deepEqual(await push(51), [1, 1], "a sample in a minute");
  app.world.pass(1);
  assert.deepEqual(await push(52), [2, 1], "a beacon in five");
  app.world.pass(-86_000);
  assert.deepEqual(await push(53), [3, 2]);
});

withApp("a console high up has a pressure once its station's height explains it", async (app) => {
  const alice = await app.signIn("OE1ALI");
  const { body: { id } } = await alice.post("/api/my/stations", {
    callsign: "OE1ALI-13",
    lat: 47.1,
    lon: 11.4,
    roles: ["weather"],
  });
  const { body: { key } } = await alice.post(`/api/my/stations/${id}/wx-key`, {});
  const pressure = async (baromin: number) => {
    app.world.pass(61);
    assert.equal((await app.visitor.post("/api/wx/submit", { key, baromin, tempf: 20 })).status, 200);
    return (await app.visitor.get("/api/stations/OE1ALI-13")).body.wx.pressureHpa;
  };
  assert.equal(await pressure(21.26), null, "nobody knows how high it stands");
  // Nothing else in the push: not weather, as long as no height explains it.
  await refused(app, 400, "no_weather", () => app.visitor.post("/api/wx/submit", { key, baromin: 21.26 }));
  const raw = "OE1ALI-13>APRS:!4706.00N/01124.00E_/A=009186";
  const packets = [{ raw, heardAt: app.world.now(), via: "aprsis" }];
  assert.equal((await app.ingest.post("/ingest", { packets })).body.accepted, 1);
  assert.equal(await pressure(21.26), 719.9);
  assert.equal(await pressure(17.8), null, "the air of 4,200 m is none of this station");
  assert.equal(await pressure(21.35), 723, "a push takes nothing of what is known of its height");
});

withApp("a weather console pushes under its key; values go on only under a verified call", async (app) => {
  const alice = await app.signIn("OE1ALI"), bob = await app.signIn("OE1BOB", { verified: false });
  const { body: { id } } = await alice.post("/api/my/stations", {
    callsign: "OE1ALI-13",
    lat: 48.2,
    lon: 16.4,
    roles: ["weather"],
  });
  const { body: { key } } = await alice.post(`/api/my/stations/${id}/wx-key`, {});
  assert.match(key, /^wx_[0-9a-f]{24}$/);
  assert.ok(!JSON.stringify(app.db.sql("SELECT * FROM my_station").all()).includes(key));
  const push =
    `ID=OE1ALI-13&PASSWORD=${key}&dateutc=now&tempf=50&humidity=80&baromin=29.92&winddir=90&windspeedmph=10&action=updateraw`;
  await refused(
    app,
    401,
    "bad_token",
    () => app.visitor.get("/api/wx/updateweatherstation?PASSWORD=wx_0&tempf=50"),
  );
  await refused(app, 400, "no_weather", () => app.visitor.get(`/api/wx/submit?key=${key}&x=1`));
  const answer = await app.visitor.get(`/api/wx/updateweatherstation?${push}`);
  assert.deepEqual([answer.status, answer.text.trim()], [200, "success"]);
  const { body } = await app.visitor.get("/api/stations/OE1ALI-13");
  assert.deepEqual([body.wx.tempC, body.wx.humidity, body.symbol, body.lat], [10, 80, "/_", 48.2]);
  assert.deepEqual((await app.ingest.get("/outbox")).body.items, []);
  app.world.pass(61);
  assert.equal((await alice.post("/api/wx/tx", { stationId: id, txIs: true, txCwop: true })).body.txIs, true);
  const form = await app.visitor.post("/api/wx/submit", push, {
    "content-type": "application/x-www-form-urlencoded",
  });
  assert.equal(form.status, 200, form.text);
  const { items } = (await app.ingest.get("/outbox")).body;
  assert.deepEqual(items.map(({ kind, target }: Record<string, string>) => [kind, target]), [["wx", "is"], [
    "wx",
    "cwop",
  ]]);
  assert.equal(items[0].payload, "!4812.00N/01624.00E_090/010g...t050h80b10132");
  app.world.pass(61);
  await app.visitor.post("/api/wx/submit", { key, tempf: 60 });
  assert.equal((await app.ingest.get("/outbox")).body.items.length, 2);
  assert.equal((await app.visitor.get("/api/stations/OE1ALI-13/series")).body.wx.length, 3);
  const theirs = await bob.post("/api/my/stations", {
    callsign: "OE1BOB-13",
    lat: 48,
    lon: 16,
    roles: ["weather"],
  });
  await refused(
    app,
    403,
    "call_not_verified",
    () => bob.post("/api/wx/tx", { stationId: theirs.body.id, txIs: true }),
  );
  // Consoles that can be told nothing but a host, and firmware that forgets the question mark.
  for (
    const path of [
      `/weatherstation/updateweatherstation.php?${push}`,
      `/weatherstation/updateweatherstation.php&${push}`,
      `/api/wx/updateweatherstation&${push}`,
    ]
  ) {
    app.world.pass(61);
    assert.equal((await app.visitor.get(path)).text.trim(), "success", path);
  }
  assert.equal((await app.visitor.get("/api/stations/OE1ALI-13/series")).body.wx.length, 6);
  assert.equal((await app.visitor.get("/api/wx/updateweatherstation&PASSWORD=wx_0&tempf=50")).status, 401);
  // A new key ends the old one.
  await alice.post(`/api/my/stations/${id}/wx-key`, {});
  assert.equal((await app.visitor.get(`/api/wx/submit?key=${key}&tempf=1`)).status, 401);
});

withApp("the node mirror takes routes from services, shows them to all, and drops quality 0", async (app) => {
  const route = { dest: "OE1XYZ-4", alias: "WIEN", neighbor: "OE3ABC-7", quality: 192, port: "1" };
  await refused(app, 401, "no_credential", () => app.visitor.post("/api/node/nodes", route));
  const box = await enrolBox(app, "attic");
  const denied = await box.post("/api/node/nodes", route);
  assert.deepEqual([denied.status, denied.body.reason], [403, "not_services"]);
  assert.deepEqual((await app.visitor.get("/api/node/nodes")).body.nodes, []);
  assert.equal((await app.ingest.post("/api/node/nodes", route)).status, 201);
  await refused(
    app,
    400,
    "invalid_body",
    () => app.operator.post("/api/node/nodes", { ...route, dest: "##TEMP" }),
  );
  assert.deepEqual((await app.visitor.get("/api/node/nodes")).body.nodes, [route]);
  await app.operator.post("/api/node/nodes", { nodes: [{ ...route, quality: 0 }] });
  assert.deepEqual((await app.visitor.get("/api/node/nodes")).body.nodes, []);
});

withApp(
  "retention: positions a week, packets a day, sensors a month, silent stations a year",
  async (app) => {
    const run = async () => {
      for (const name of ["positions-prune", "stations-prune"]) {
        await app.jobs.find((job) => job.name === name)!.run();
      }
    };
    const counts = () =>
      ["any_fix", "message", "weather_sample", "station", "radio_object", "mesh_node", "mesh_link"]
        .map((table) => app.db.sql<never, { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()!.n);
    await hear(
      app,
      "OE1WX>APRS:!4812.50N/01622.43E_220/004g005t077",
      "OE1WX>APRS::OE1AAA   :hello",
      "OE1WX>APRS:;HUT      *111111z4813.00N/01622.43E-open",
    );
    await app.ingest.post("/ingest", {
      packets: [rf(app, "OE1WX>APRS,D*:!4812.50N/01622.43E_220/004g005t077", "OE1NOD-1")],
    });
    await mesh(app, POS);
    assert.deepEqual(counts(), [3, 1, 1, 2, 1, 1, 1]);
    app.world.pass(86_400 + 3600);
    await run();
    assert.equal(app.stations.ring.countOf("OE1WX"), 0);
    assert.deepEqual(counts(), [3, 1, 1, 2, 1, 1, 1]);
    app.world.pass(6 * 86_400);
    await run();
    assert.deepEqual(counts(), [0, 0, 1, 2, 0, 0, 0]);
    app.world.pass(24 * 86_400);
    await run();
    assert.equal(counts()[2], 0);
    const alice = await app.signIn("OE1WX");
    await alice.post("/api/my/stations", { callsign: "OE1WX", lat: 48, lon: 16 });
    app.world.pass(366 * 86_400);
    await run();
    // One is on a member's list, the other is forgotten.
    assert.deepEqual(
      app.db.sql<never, { call: string }>("SELECT call FROM station").all().map(({ call }) => call),
      ["OE1WX"],
    );
  },
);

withApp("what was heard for a find that is open stays as long as it is", async (app) => {
  const prune = () => app.jobs.find((job) => job.name === "positions-prune")!.run();
  const left = () => app.stations.fixes(["OE1WX", "OE1AAA"], 0, app.world.now()).map(({ call }) => call);
  await hear(app, "OE1WX-7>APRS:!4812.50N/01622.43E[", "OE1AAA-7>APRS:!4812.50N/01622.43E[");
  let since: number | undefined = app.world.now() - 60;
  Object.assign(app.stations.awaits, { since: (base: string) => base === "OE1WX" ? since : undefined });
  app.world.pass(8 * 86_400);
  await prune();
  assert.deepEqual(left(), ["OE1WX-7"]);
  since = undefined;
  await prune();
  assert.deepEqual(left(), []);
});

withApp("an empty weather report is no weather", async (app) => {
  await hear(app, "OE1WX-13>APRS:!4812.00N/01622.00E_090/004g005t077b10150");
  app.world.pass(60);
  await hear(app, "OE1WX-13>APRS:_10090556", "OE1WX-13>APRS:!4812.00N/01622.00E_no sensor");
  const { body } = await app.visitor.get("/api/stations/OE1WX-13");
  assert.deepEqual([body.wx.tempC, body.comment], [25, "no sensor"]);
  assert.equal((await app.visitor.get("/api/stations/OE1WX-13/series")).body.wx.length, 1);
});

withApp("a node's relays are those that it names itself in a copy that nobody relayed", async (app) => {
  const sentVia = async (fields: Record<string, unknown>) => {
    await mesh(app, { ...POS, ...fields });
    return (await app.visitor.get("/api/mesh/nodes?call=OE1MSH-1")).body.nodes[0].sentVia;
  };
  assert.equal(await sentVia({ msg_id: "00000001", src: "OE1MSH-1,OE1RLY-1", via: "OE9BAD-1" }), undefined);
  assert.deepEqual(await sentVia({ msg_id: "00000002", via: "oe1rly-1, OE2RLY-1,not a call" }), [
    "OE1RLY-1",
    "OE2RLY-1",
  ]);
  assert.deepEqual(await sentVia({ msg_id: "00000003", src: "OE1MSH-1,OE1XYZ-1" }), ["OE1RLY-1", "OE2RLY-1"]);
  assert.deepEqual(await sentVia({ msg_id: "00000004", src_type: "udp", via: ["OE9BAD-1"] }), [
    "OE1RLY-1",
    "OE2RLY-1",
  ]);
  assert.deepEqual(await sentVia({ msg_id: "00000005", via: ["OE3RLY-1"] }), ["OE3RLY-1"]);
  assert.equal(await sentVia({ msg_id: "00000006" }), undefined);
});

withApp("a pressure from 500 to 800 hPa is kept where the station's height explains it", async (app) => {
  const pressures = (call: string) =>
    app.db.sql<{ call: string }, { hPa: number | null }>(
      `SELECT pressure_hpa AS hPa FROM weather_sample JOIN station ON station.id = station_id
       WHERE call = :call ORDER BY at`,
    ).all({ call }).map(({ hPa }) => hPa);
  const hear = async (line: string) => {
    app.world.pass(60);
    const { status, text } = await app.ingest.post("/ingest", { packets: [rf(app, line, "OE1GATE-1")] });
    assert.equal(status, 200, text);
  };
  const report = (b: string, height = "") => `!4703.00N/01257.00E_090/005g010t020r000h50${b}${height}`;
  // 3106 m: 694 hPa in the standard atmosphere.
  await hear(`OE7SON>APRS:${report("b06940", "/A=010190")}`);
  await hear(`OE7SON>APRS:${report("b06325", "/A=010190")}`);
  await hear(`OE7SON>APRS:${report("b06310", "/A=010190")}`);
  assert.deepEqual(pressures("OE7SON"), [694, 632.5, null], "60 hPa off at most");
  // Without a height of its own the packet stands under what the station said last.
  await hear("OE7TAL>APRS:!4703.00N/01257.00E-/A=010190");
  await hear("OE7TAL>APRS:_06011200c090s005g010t020b06940");
  assert.deepEqual(pressures("OE7TAL"), [694]);
  await hear(`OE7LOW>APRS:${report("b06940")}`);
  await hear(`OE7LOW>APRS:${report("b06940", "/A=001000")}`);
  await hear(`OE7LOW>APRS:${report("b08000")}`);
  await hear("OE7LOW>APRS:_06011200b06940");
  assert.deepEqual(pressures("OE7LOW"), [null, null, 800], "nothing else of the last was weather");
  await hear(`OE7TOP>APRS:${report("b04990", "/A=018500")}`);
  await hear(`OE7TOP>APRS:${report("b05000", "/A=018500")}`);
  assert.deepEqual(pressures("OE7TOP"), [null, 500]);
});
