/** Spots: answers in the shapes that the sources give, broken ones, sources that are down. */
import assert from "node:assert/strict";
import { parseClusterLine } from "../../src/read/spots/cluster.ts";
import { filterSpots, type SpotConfig, SpotKeeper } from "../../src/read/spots/mod.ts";
import { SPOT_SOURCES, spotOf, thin } from "../../src/read/spots/spot.ts";
import { START, testWorld } from "../kit/world.ts";

const iso = (at: number) => new Date(at * 1000).toISOString();
const T = START - 300;

const POTA = [
  {
    spotId: 1,
    activator: "K1ABC",
    frequency: "14062",
    mode: "CW",
    reference: "US-1234",
    parkName: null,
    spotTime: iso(T).slice(0, 19),
    spotter: "W1XYZ",
    comments: "QRT soon",
    source: "Web",
    invalid: null,
    name: "Some State Park",
    locationDesc: "US-NY",
    grid4: "FN31",
    latitude: 41.5,
    longitude: -73.9,
    count: 3,
    expire: 1700,
  },
  {
    spotId: 2,
    activator: "K2ABC",
    frequency: "",
    mode: null,
    reference: "US-2",
    spotTime: iso(T),
    name: 7,
    latitude: null,
    longitude: "x",
  },
  { spotId: 3, activator: "K3ABC", frequency: "7200", invalid: true, spotTime: iso(T) },
  "rubbish",
  { spotTime: iso(T) },
];
const SOTA = [
  {
    id: 364150,
    timeStamp: `${iso(T).slice(0, 19)}.348572Z`,
    comments: "[SOTA Activator] ",
    callsign: "N0SPOT",
    summitCode: "W7O/WV-096",
    summitName: "Sylvania, Mount",
    activatorCallsign: "KK7ER",
    frequency: 14.062,
    mode: "cw",
    points: 1,
    epoch: "ed06",
  },
  {
    timeStamp: iso(T),
    associationCode: "OE",
    summitCode: "NO-001",
    activatorCallsign: "OE5ABC/P",
    frequency: "145.500",
    mode: "FM",
  },
];
const GMA = {
  RCD: [{
    ACTIVATOR: "DL1ABC/P",
    REF: "DA/TH-001",
    NAME: "Inselsberg",
    QRG: "14285",
    MODE: "SSB",
    TEXT: "cq",
    SPOTTER: "DL2X",
    DATE: iso(T).slice(0, 10).replaceAll("-", ""),
    TIME: iso(T).slice(11, 16).replace(":", ""),
    LAT: "50.85",
    LON: "10.46",
  }, { ACTIVATOR: "DL3ABC", DATE: "kaputt", TIME: "" }],
};
const PSK = `<?xml version="1.0"?><receptionReports currentSeconds="${START}">
  <lastSequenceNumber value="69673623560"/>
  <receptionReport receiverCallsign="F5LZN" receiverLocator="JN24NE" senderCallsign="UR5LP" senderLocator="KN89JK" frequency="14076588" flowStartSeconds="${T}" mode="FT8" isReceiver="1" sNR="-6" />
  <receptionReport receiverCallsign="G4XYZ" senderCallsign="BROKEN" />
  <receptionReport receiverCallsign="G4XYZ" senderCallsign="DL1ABC" frequency="7074000" flowStartSeconds="${T}" mode="FT8"/>
</receptionReports>`;

/** A world whose network is a table of answers. */
function netWorld(answers: Record<string, () => Response | Promise<Response>>) {
  const world = testWorld();
  const asked: string[] = [];
  return Object.assign(world, {
    asked,
    fetch: (input: string | URL | Request) => {
      const url = String(input);
      asked.push(url);
      const host = new URL(url).host;
      const path = new URL(url).pathname;
      const answer = answers[host + path] ?? answers[host];
      return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("no route to host"));
    },
  });
}
const json = (value: unknown) => () => Response.json(value);
const config = (over: Partial<SpotConfig> = {}) => (): SpotConfig => ({
  enabled: true,
  sources: ["pota", "sota", "gma", "pskreporter"],
  ttlSec: 120,
  clusters: {},
  agent: "service-gateway/test",
  ...over,
});

Deno.test("spots: the four HTTP sources are read, rows that do not fit are skipped", async () => {
  const world = netWorld({
    "api.pota.app": json(POTA),
    "api-db2.sota.org.uk/api/spots/50/all/all": json(SOTA),
    "api-db2.sota.org.uk/api/summits/W7O/WV-096": json({ latitude: 44.1, longitude: -121.2 }),
    "www.cqgma.org": json(GMA),
    "retrieve.pskreporter.info": () => new Response(PSK),
  });
  const keeper = new SpotKeeper(world, config());
  const { spots, enabled, down, fetchedAt } = await keeper.read();
  assert.deepEqual([enabled, down, fetchedAt], [true, [], START]);
  const by = (call: string) => spots.find((spot) => spot.callsign === call)!;
  assert.deepEqual(by("K1ABC"), {
    id: `pota:K1ABC:US-1234:${T}`,
    source: "pota",
    callsign: "K1ABC",
    ref: "US-1234",
    name: "Some State Park",
    lat: 41.5,
    lon: -73.9,
    freqHz: 14_062_000,
    mode: "CW",
    band: "20m",
    comment: "QRT soon",
    spottedAt: T,
  });
  assert.equal(by("K2ABC").freqHz, undefined);
  assert.equal(by("K2ABC").lat, undefined);
  assert.equal(by("K3ABC"), undefined);
  assert.deepEqual([by("KK7ER").lat, by("KK7ER").band, by("KK7ER").mode], [44.1, "20m", "CW"]);
  assert.deepEqual([by("OE5ABC/P").ref, by("OE5ABC/P").lat, by("OE5ABC/P").freqHz], [
    "OE/NO-001",
    undefined,
    145_500_000,
  ]);
  assert.deepEqual([by("DL1ABC/P").freqHz, by("DL1ABC/P").lat], [14_285_000, 50.85]);
  assert.equal(by("DL1ABC/P").spottedAt, T - T % 60);
  assert.ok(Math.abs(by("UR5LP").lat! - 49.4375) < 0.03);
  assert.equal(by("UR5LP").comment, "heard by F5LZN, -6 dB");
  assert.equal(by("BROKEN"), undefined);
  assert.equal(spots.length, 7);
});

Deno.test("spots: off by default asks nobody", async () => {
  const world = netWorld({});
  const answer = await new SpotKeeper(world, config({ enabled: false })).read();
  assert.deepEqual(answer, { enabled: false, fetchedAt: null, spots: [], down: [] });
  assert.deepEqual(world.asked, []);
});

Deno.test("spots: a source that is down costs only its own spots and rests", async () => {
  let potaUp = false;
  const world = netWorld({
    "api.pota.app": () => potaUp ? Response.json(POTA) : new Response("busy", { status: 503 }),
    "api-db2.sota.org.uk": () => new Response("<html>maintenance</html>"),
    "www.cqgma.org": json(GMA),
  });
  const keeper = new SpotKeeper(world, config());
  const first = await keeper.read();
  assert.deepEqual(first.spots.map((spot) => spot.source), ["gma"]);
  assert.deepEqual(first.down.map(({ source }) => source), ["pota", "sota", "pskreporter"]);
  const calls = world.asked.length;
  world.pass(200);
  potaUp = true;
  await keeper.read();
  await keeper.settled();
  assert.equal(world.asked.slice(calls).filter((url) => url.includes("pota")).length, 0, "it rests");
  world.pass(101);
  await keeper.read();
  await keeper.settled();
  const later = await keeper.read();
  assert.ok(later.spots.some((spot) => spot.source === "pota"));
  assert.ok(!later.down.some(({ source }) => source === "pota"));
});

Deno.test("spots: asked again only after the time to live, and no sooner than the source likes", async () => {
  const world = netWorld({
    "api.pota.app": json(POTA),
    "retrieve.pskreporter.info": () => new Response(PSK),
  });
  const keeper = new SpotKeeper(world, config({ sources: ["pota", "pskreporter"], ttlSec: 120 }));
  await keeper.read();
  await Promise.all([keeper.read(), keeper.read()]);
  assert.equal(world.asked.length, 2);
  world.pass(121);
  await keeper.read();
  await keeper.settled();
  assert.equal(world.asked.length, 3, "PSK Reporter wants five minutes");
  world.pass(180);
  await keeper.read();
  await keeper.settled();
  assert.equal(world.asked.length, 5);
  world.pass(-86_400); // the clock was ahead, and is set right
  await keeper.read();
  await keeper.settled();
  assert.equal(world.asked.length, 7);
});

Deno.test("spots: a slow source does not hold the answer", async () => {
  let release = (_: Response) => {};
  const world = netWorld({
    "api.pota.app": () => new Promise((done) => release = done),
    "www.cqgma.org": json(GMA),
  });
  const keeper = new SpotKeeper(world, config({ sources: ["pota", "gma"] }));
  const answer = await keeper.read(20);
  assert.deepEqual(answer.spots.map((spot) => spot.source), ["gma"]);
  release(Response.json(POTA));
  await keeper.settled();
  assert.equal((await keeper.read()).spots.length, 3);
});

Deno.test("cluster lines: announced and shown, with drifting columns and noise", () => {
  const now = Date.UTC(2026, 5, 1, 14, 33) / 1000;
  const at = now - 60;
  assert.deepEqual(
    parseClusterLine(
      "DX de OE1ABC:     14025.0  DL1XYZ       CW up 2                        1432Z JN88\x07\x07",
      now,
    ),
    {
      callsign: "DL1XYZ",
      freqHz: 14_025_000,
      mode: "CW",
      comment: "CW up 2 de OE1ABC",
      spottedAt: at,
    },
  );
  assert.deepEqual(
    parseClusterLine("DX de W3LPL-#:   7012.3  K1TTT        CW    22 dB  28 WPM  CQ      1432Z", now),
    {
      callsign: "K1TTT",
      freqHz: 7_012_300,
      mode: "CW",
      comment: "CW 22 dB 28 WPM CQ de W3LPL",
      spottedAt: at,
    },
  );
  assert.deepEqual(
    parseClusterLine("  14205.0 EA8/DL1ABC   1-Jun-2026 1432Z  ssb loud             <OE3XYZ>", now),
    {
      callsign: "EA8/DL1ABC",
      freqHz: 14_205_000,
      mode: "ssb",
      comment: "ssb loud de OE3XYZ",
      spottedAt: at,
    },
  );
  assert.equal(
    parseClusterLine("DX de OE1ABC:  14025.0 DL1XYZ  2359Z", now)!.spottedAt,
    Date.UTC(2026, 4, 31, 23, 59) / 1000,
  );
  for (
    const other of [
      "Hello OE1ABC, this is GB7XYZ",
      "WWV de W0MU <18Z> : SFI=150",
      "To ALL de OE1ABC: DX de nobody",
      "",
    ]
  ) {
    assert.equal(parseClusterLine(other, now), undefined);
  }
});

Deno.test("cluster lines: tabs are blanks, and a line longer than any cluster's is none", () => {
  const at = 1_780_315_200;
  const spot = (line: string) => parseClusterLine(line, at);
  assert.equal(spot("DX de OE1ABC:\t14025.0\tDL1XYZ\tCW up 2\t1432Z")!.comment, "CW up 2 de OE1ABC");
  const padded = (length: number) => {
    const line = "DX de OE1ABC: 14025.0 DL1XYZ CW";
    return `${line}${" ".repeat(length - line.length - 5)}1432Z`;
  };
  assert.equal(spot(padded(200))!.callsign, "DL1XYZ");
  assert.equal(spot(padded(201)), undefined);
  // Each of these made an earlier pattern try every place for every other.
  for (const filler of [" ", "1", "A", "-", "<", "1432", "x "]) {
    for (const head of ["", "DX de ", "DX de OE1ABC: 14025.0 DL1XYZ ", "14025.0 DL1XYZ 1-Jun-2026 1432Z "]) {
      assert.equal(spot(`${head}${filler.repeat(200_000)}`), undefined);
    }
  }
});

Deno.test("cluster: logs in over telnet, reads what comes, leaves when silent", async () => {
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const port = (server.addr as Deno.NetAddr).port;
  let login = "";
  const served = (async () => {
    const socket = await server.accept();
    const encode = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    await socket.write(encode("\xff\xfd\x01login: "));
    const buffer = new Uint8Array(100);
    login = new TextDecoder().decode(buffer.subarray(0, (await socket.read(buffer))!));
    await socket.write(
      encode("Hello \xd6E\r\nDX de OE1ABC:  14025.0  DL1XYZ   CW gr\xfc\xdfe   1155Z\r\nDX de OE1A"),
    );
    await socket.write(encode("BC:  7030.0  DL2XYZ  1156Z\r\n"));
    await socket.read(buffer).catch(() => {});
    socket.close();
  })();
  const world = Object.assign(testWorld(), {
    connect: (hostname: string, port: number) => Deno.connect({ hostname, port }),
  });
  const keeper = new SpotKeeper(
    world,
    config({
      sources: ["dxcluster", "rbn"],
      clusters: { dxcluster: `127.0.0.1:${port}` },
      login: "OE1SVC",
      listenMs: 500,
    }),
  );
  const answer = await keeper.read(20_000);
  server.close();
  await served;
  assert.equal(login, "OE1SVC\r\nsh/dx 50\r\n");
  assert.deepEqual(answer.spots.map((spot) => [spot.callsign, spot.band]), [["DL2XYZ", "40m"], [
    "DL1XYZ",
    "20m",
  ]]);
  assert.equal(answer.spots[1]!.comment, "CW grüße de OE1ABC");
  assert.deepEqual(answer.down.map(({ source }) => source), ["rbn"], "RBN has no address set");
});

Deno.test("spots: thinned by call, reference and band; filters; hostile values", () => {
  const raw = { callsign: "dl1abc", freqHz: 14_010_000, spottedAt: T };
  const older = spotOf("rbn", { ...raw, spottedAt: T - 60 }, START)!;
  const newer = spotOf("rbn", raw, START)!;
  const other = spotOf("pota", { ...raw, ref: "us-1", lat: 48, lon: 16, mode: "ssb" }, START)!;
  assert.deepEqual(
    thin([older, newer, other], 10).map((spot) => spot.id).sort(),
    [newer.id, other.id].sort(),
  );
  assert.equal(thin([older, newer, other], 1).length, 1);
  const box = { minLon: 10, minLat: 40, maxLon: 20, maxLat: 50 };
  assert.deepEqual(filterSpots([newer, other], { box }), [other]);
  assert.deepEqual(filterSpots([newer, other], { modes: ["SSB"] }), [other]);
  assert.deepEqual(filterSpots([newer, other], { bands: ["20m"], sources: ["rbn"] }), [newer]);
  for (const callsign of ["", "<b>", "DL1ABC'; drop", "12345", "ABCDEF"]) {
    assert.equal(spotOf("rbn", { ...raw, callsign }, START), undefined);
  }
  assert.equal(spotOf("rbn", { ...raw, spottedAt: START + 7200 }, START), undefined);
  assert.equal(spotOf("rbn", { ...raw, spottedAt: NaN }, START), undefined);
  assert.equal(spotOf("pota", { ...raw, lat: 0, lon: 0 }, START)!.lat, undefined);
  assert.equal(SPOT_SOURCES.length, 6);
});
