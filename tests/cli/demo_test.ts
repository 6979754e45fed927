/** The demonstration as a program: what there is to see, that it lives, and that nothing is left of it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { OPERATOR_LINK_S } from "../../src/accounts/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import { keepLink } from "../../src/cli/demo/kept_link.ts";
import { SITE, StoryClock } from "../../src/demo/mod.ts";
import { micE } from "../../src/demo/radio.ts";
import { decodeTnc2 } from "../../src/aprs/mod.ts";
import { appTest, refused, SYSOP } from "../kit/app.ts";
import { eventually } from "../kit/box_process.ts";
import { FLAGS, gateway, plainEnv, ROOT, startProgram } from "../kit/server.ts";
import { becomes } from "../kit/waits.ts";

// deno-lint-ignore no-explicit-any -- answers of several routes
type Json = any;

const get = async (url: string, headers: Record<string, string> = {}): Promise<Json> => {
  const answer = await fetch(url, { headers });
  assert.equal(answer.status, 200, url);
  return await answer.json();
};

/** Words of a program that reads what this one may not. */
const wordsOf = (program: string, ...args: string[]): string =>
  new TextDecoder().decode(new Deno.Command(program, { args, stderr: "null" }).outputSync().stdout);

/** Addresses on which a process listens and which others than this host reach, as the system writes them. */
function elsewhere(pid: number): string[] {
  const sockets = new Set(wordsOf("ls", "-l", `/proc/${pid}/fd`).match(/(?<=socket:\[)\d+/g));
  const tables = ["tcp", "tcp6", "udp", "udp6"].map((name) => `/proc/${pid}/net/${name}`);
  const open = wordsOf("cat", ...tables).split("\n").map((line) => line.trim().split(/\s+/))
    // Without another end: 0A is a TCP listener, 07 a UDP socket.
    .filter(([, , , state, , , , , , inode]) => ["0A", "07"].includes(state!) && sockets.has(inode!));
  assert.ok(open.length > 5, "its sockets are seen");
  return open.map(([, local]) => local!)
    .filter((local) => !/^(0100007F|0{24}01000000|0{16}FFFF00000100007F):/.test(local));
}

Deno.test("demo: a club with every kind of cache and find, live traffic, a neighbour; Ctrl-C leaves nothing", async () => {
  const args = [...FLAGS, join(ROOT, "main.ts"), "demo", "--no-open", "--json"];
  const program = await startProgram("the demonstration", Deno.execPath(), {
    args,
    env: plainEnv({}),
    clearEnv: true,
    cwd: ROOT,
  }, /^\}/m);
  const said = program.output();
  const { url, neighbour, link, memberLink, box, folder, counts } = JSON.parse(said.slice(said.indexOf("{")));
  try {
    assert.deepEqual(elsewhere(program.pid), [], "it listens on loopback alone");
    const { caches } = await get(`${url}/api/caches?bbox=8,45,18,50`);
    const kinds = new Set(caches.map(({ type }: Json) => type));
    for (
      const type of ["traditional", "multi", "mystery", "letterbox", "virtual", "earth", "audio", "living"]
    ) {
      assert.ok(kinds.has(type), `no ${type} cache`);
    }
    assert.equal(caches.filter((one: Json) => one.mirrored).length, counts.mirrored);
    assert.equal(counts.mirrored, 3);
    const code = (title: string) => caches.find((one: Json) => one.title === title).code;

    // The map of its town lies there, with whom it names beside it, and its caches lie on it.
    const map = await get(`${url}/api/offline/tiles`);
    assert.deepEqual([map.url, map.attribution], ["/tiles/offline.pmtiles", "© OpenStreetMap contributors"]);
    const head = await fetch(`${url}${map.url}`, { headers: { range: "bytes=0-126" } });
    const view = new DataView(await head.arrayBuffer());
    const [west, south, east, north] = [102, 106, 110, 114].map((at) => view.getInt32(at, true) / 1e7);
    const on = caches.filter(({ lat, lon }: Json) =>
      lat > south! && lat < north! && lon > west! && lon < east!
    );
    assert.ok(on.length >= 9, `${on.length} caches on the map`);

    const { activity } = await get(`${url}/api/activity`);
    const tiers = new Set(
      activity.filter(({ kind }: Json) => kind === "found").map(({ tier }: Json) => tier),
    );
    assert.deepEqual(tiers, new Set(["A", "B", null]));
    // It happened over weeks, not just now.
    const times = activity.map(({ ts }: Json) => ts);
    assert.ok(Math.max(...times) - Math.min(...times) > 10 * 86_400);
    const far = (await get(`${url}/api/caches/${code("A long way from home")}/logs`)).logs;
    assert.deepEqual(far.map(({ tier, why }: Json) => [tier, why.method ?? why]), [["A", "aprs_rf_peer"]]);
    const { stages } = await get(`${url}/api/caches/${code("Four ways across the river")}/stages`);
    assert.deepEqual(stages.map(({ unlock }: Json) => unlock), ["geo", "open", "nfc"]);

    // Members of each club were at the other's caches: one was heard there, the other's phone says where it was.
    const visitors = async (club: string, title: string) => {
      const { caches } = await get(`${club}/api/caches?bbox=8,45,18,50`);
      const own = caches.find((one: Json) => one.title === title && !one.mirrored);
      const { logs } = await get(`${club}/api/caches/${own.code}/logs`);
      return logs.filter(({ author }: Json) => author.home).map((
        { author, tier, verified }: Json,
      ) => [author.call, author.home, tier, verified]);
    };
    assert.deepEqual(await visitors(neighbour, "Above the harbour"), [[
      "OE1ANA",
      "oe1dem.example",
      "A",
      true,
    ]]);
    assert.deepEqual(await visitors(url, "The old mast"), [["OE5MIA", "oe5dem.example", "B", true]]);

    // What is on the air comes through the real box, and goes on.
    await eventually(
      "eight stations on the map",
      async () => (await get(`${url}/api/stations`)).stations.length >= 8,
    );
    const { in: before, rejected, dropped } = (await get(`${box}/status.json`)).spool;
    assert.deepEqual([rejected, dropped], [0, 0]);
    await eventually("more frames", async () => (await get(`${box}/status.json`)).spool.in > before);
    await eventually("mesh nodes", async () => (await get(`${url}/api/mesh/nodes`)).nodes.length >= 3);
    // Beside the radio stand a Meshtastic device, which does not hear itself, a GPS and a rig.
    await eventually(
      "Meshtastic nodes",
      async () => (await get(`${url}/api/meshtastic/nodes`)).nodes.length === 4,
    );
    const { messages } = await get(`${url}/api/meshtastic/texts`);
    assert.equal(messages.length, 3);
    await eventually("what GPS and rig say", async () => {
      const { gps, rigs } = await get(`${box}/status.json`);
      return gps?.lat === SITE.lat && gps.mode === 3 && rigs[0]?.hz === 144_800_000;
    });
    assert.equal((await get(`${url}/api/bbs/bulletins`)).bulletins[0].fromCall, "OE5LIA");
    const there = (await get(`${neighbour}/api/caches?bbox=8,45,18,50`)).caches;
    assert.ok(there.some(({ title }: Json) => title === "The old mast"), "the neighbour shows ours");
    assert.ok(!there.some(({ title }: Json) => title === "For the club evening"), "what is local stays");

    for (const [one, callsign, sysop] of [[link, "OE1DEM", true], [memberLink, "OE1ANA", false]]) {
      const opened = await fetch(new URL("/auth/email/verify", one), {
        method: "POST",
        body: JSON.stringify({ token: new URL(one).searchParams.get("token") }),
      });
      await opened.body?.cancel();
      const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
      const session = await get(`${new URL(one).origin}/auth/session`, { cookie });
      assert.deepEqual([session.callsign, session.sysop, session.verified], [callsign, sysop, true]);
    }
  } finally {
    assert.equal(await program.stop("SIGINT"), 0, program.output());
  }
  assert.doesNotMatch(program.output(), /\n\s+at .*:\d+:\d+/);
  await assert.rejects(Deno.stat(folder), Deno.errors.NotFound);
  await assert.rejects(fetch(url), TypeError);
});

Deno.test("demo: options that do not fit are refused by name", async () => {
  for (const [option, value] of [["--port", "70000"], ["--port", "x"], ["--minutes", "0"]]) {
    const { code, stderr } = await gateway(["demo", option!, value!]);
    assert.equal(code, 64);
    assert.match(stderr, new RegExp(`^${option} takes a number from 1 to \\d+, not '${value}'\n$`));
  }
});

Deno.test("the story's world ends at this machine, and its clock goes forward alone", async () => {
  let asked = 0;
  const real = {
    ...realWorld(),
    fetch: () => Promise.resolve(new Response(String(++asked))),
    connect: () => Promise.reject(new Error(`dialled ${++asked}`)),
  };
  const clock = new StoryClock(real);
  const { world } = clock;
  assert.throws(() => world.fetch("https://oe1xyz.example/"), /nothing leaves/);
  assert.throws(() => world.fetch(new Request("http://127.0.0.1.example/")), /nothing leaves/);
  assert.throws(() => world.connect!("44.0.0.1", 6300), /nothing leaves/);
  assert.deepEqual(await world.lookup("oe1xyz.example"), []);
  assert.equal(asked, 0);
  await world.fetch("http://127.0.0.1:1/");
  assert.equal(asked, 1);

  // Between two readings a busy machine may pause.
  clock.setBack(1000);
  const [then, elapsed] = [world.nowMs(), world.elapsedMs()];
  assert.ok(Math.abs(Date.now() - then - 1_000_000) < 60_000);
  clock.pass(400);
  assert.ok(Math.abs(world.nowMs() - then - 400_000) < 60_000 && world.elapsedMs() - elapsed >= 400_000);
  assert.throws(() => clock.setBack(700), RangeError);
  clock.pass(9999);
  assert.ok(Math.abs(world.nowMs() - Date.now()) < 60_000, "it never runs ahead");
});

Deno.test("Mic-E frames of the demonstration are read as they are meant, on every side of the globe", () => {
  for (const [lat, lon] of [[48.2, 16.37], [-33.5, 5.25], [59.99, -103.4], [0.5, 125.75], [-12.25, -179.5]]) {
    for (const [course, knots] of [[0, 0], [359, 28], [90, 107]]) {
      const packet = decodeTnc2(micE("OE1GUS-9", { lat: lat!, lon: lon! }, course!, knots!, "van"));
      assert.ok(!("unreadable" in packet) && packet.content.kind === "position", JSON.stringify(packet));
      const { content } = packet;
      assert.ok(Math.abs(content.lat! - lat!) < 0.0002 && Math.abs(content.lon! - lon!) < 0.0002);
      assert.equal(content.symbol, "/>");
      if (knots! > 0) {
        assert.ok(Math.abs(content.speedKmh! - knots! * 1.852) < 1 && content.course === course);
      }
    }
  }
});

appTest("demo: a sign-in link lives until somebody has used it", {}, async (app) => {
  const link = async () =>
    (await app.operator.post("/auth/operator-link", { callsign: SYSOP })).body.link as string;
  const open = (link: string) =>
    app.visitor.post("/auth/email/verify", { token: new URL(link).searchParams.get("token")! });
  const kept = await link(), left = await link();
  const late = app.db.sql<{ at: number }, { n: number }>(
    "SELECT count(*) AS n FROM sign_in_link WHERE expires_at > :at",
  );
  app.world.pass(OPERATOR_LINK_S - 1);
  let spent = 0;
  const stop = keepLink(app, app, { link: kept, call: SYSOP }, () => spent++, 1);
  await becomes("it lives on", () => late.get({ at: app.world.now() + 1 })!.n === 1);
  stop();
  // What it had begun to write is written before a refusal is held against the rows.
  await app.db.write(() => {});
  app.world.pass(1);
  await refused(app, 400, "link_unknown", () => open(left));
  assert.equal((await open(kept)).status, 200);
  // Who signed in is asked to sign in again after 15 minutes: by then there is a further link.
  assert.equal(spent, 0);
  const end = keepLink(app, app, { link: kept, call: SYSOP }, () => spent++, 1);
  await becomes("a further link is asked for", () => spent === 1);
  end();
});
