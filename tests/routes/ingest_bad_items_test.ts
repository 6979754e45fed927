/** An item that nobody can keep costs no other: whatever strangers put on the air, a receiver's batch is answered. */
import assert from "node:assert/strict";
import { decodeTnc2, isUnreadable } from "../../src/aprs/mod.ts";
import { appTest, type TestApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { random } from "../kit/random.ts";

const SITE = "OE1GATE-10", SITES = { FIRST_PARTY_SITES: SITE };
const GOOD = (n: number) =>
  `OE9AA${String.fromCharCode(65 + n % 26)}-${n % 15 + 1}>APRS,WIDE1-1:!4812.50N/01622.43E>good ${n}`;
const post = (app: TestApp, batch: Record<string, unknown>) => app.ingest.post("/ingest", batch);
const mesh = (app: TestApp, packet: Record<string, unknown>) => ({
  ...rf(app, JSON.stringify({ src_type: "lora", ...packet }), SITE),
  ...{ via: "meshcom", port: "meshcom" },
});
const meshtastic = (app: TestApp, content: Record<string, unknown>, more = {}) => ({
  ...rf(app, JSON.stringify({ from: 7, id: 9, direct: true, mqtt: false, content, ...more }), SITE),
  ...{ via: "meshtastic", port: "meshtastic" },
});
const nmea = (info: string) => {
  let sum = 0;
  for (const char of info.slice(1)) sum ^= char.charCodeAt(0);
  return `OE9NMA-1>APRS,WIDE1-1:${info}*${sum.toString(16).toUpperCase().padStart(2, "0")}`;
};

const POS = { type: "pos", src: "OE9MCG-12", lat: 48.2043, lat_dir: "N", long: 16.3701, long_dir: "E" };
const PLACE = { call: "OE9POS-9", lat: 48.2, lon: 16.37, via: "rf", site: SITE };

/** Every number from outside that goes to a column of whole numbers, with a fraction, and the column that has it then. */
const FRACTIONS: [
  why: string,
  table: string,
  column: string,
  value: number,
  (app: TestApp) => Record<string, unknown>,
][] = [
  [
    "RMC with a course",
    "station",
    "course",
    45,
    (app) => ({
      packets: [rf(app, nmea("$GPRMC,092204.999,A,4812.3083,N,01622.3706,E,1.23,45.3,281126,,"), SITE)],
    }),
  ],
  [
    "RMC without decimals of the time",
    "any_fix",
    "course",
    46,
    (app) => ({
      packets: [rf(app, nmea("$GPRMC,173000.00,A,4812.5000,N,01622.3000,E,015.2,045.7,281126,,,A"), SITE)],
    }),
  ],
  [
    "MeshCom humidity",
    "weather_sample",
    "humidity",
    50,
    (app) => ({ packets: [mesh(app, { type: "tele", src: "OE9MDA-15", batt: 92, temp1: 0, hum: 49.8 })] }),
  ],
  ...([["batt", "battery", 92.5, 93], ["rssi", "rssi", -88.5, -89], ["hw_id", "hardware", 3.5, 4]] as const)
    .map((
      [member, column, said, kept],
    ): typeof FRACTIONS[number] => [
      `MeshCom ${member}`,
      "mesh_node",
      column,
      kept,
      (app) => ({ packets: [mesh(app, { ...POS, msg_id: "43758101", rssi: -88, snr: 6, [member]: said })] }),
    ]),
  ...(["course", "speedKmh", "altitudeM"] as const).map((member): typeof FRACTIONS[number] => [
    `a position's ${member}`,
    "any_fix",
    { course: "course", speedKmh: "speed_kmh", altitudeM: "altitude_m" }[member],
    46,
    (app) => ({ positions: [{ ...PLACE, at: app.world.now(), [member]: 45.5 }] }),
  ]),
  [
    "a position's course, of the station",
    "station",
    "course",
    46,
    (app) => ({ positions: [{ ...PLACE, at: app.world.now(), course: 45.5 }] }),
  ],
  [
    "Meshtastic altitude",
    "meshtastic_node",
    "altitude_m",
    181,
    (app) => ({ packets: [meshtastic(app, { kind: "position", lat: 48.2, lon: 16.3, altitudeM: 180.5 })] }),
  ],
  ...([["battery", 92.5, 93], ["uptimeS", 100.5, 101], ["uptimeS", 4_294_967_295, 4_294_967_295]] as const)
    .map((
      [member, said, kept],
    ): typeof FRACTIONS[number] => [
      `Meshtastic ${member} ${said}`,
      "meshtastic_node",
      member === "battery" ? "battery" : "uptime_s",
      kept,
      (app) => ({ packets: [meshtastic(app, { kind: "device", [member]: said })] }),
    ]),
];

for (const [why, table, column, value, batch] of FRACTIONS) {
  appTest(`${why}: brought to its column's kind`, SITES, async (app) => {
    const { packets = [], positions = [] } = batch(app) as Record<string, unknown[]>;
    const reply = await post(app, {
      packets: [rf(app, GOOD(1), SITE), ...packets, rf(app, GOOD(2), SITE)],
      positions,
    });
    assert.deepEqual([reply.status, reply.body], [200, { accepted: 3, duplicates: 0, rejected: [] }]);
    const rows = app.db.rows<Record<never, never>, { v: number | null }>(
      `SELECT ${column} AS v FROM ${table}`,
    )();
    assert.ok(rows.some(({ v }) => v === value), JSON.stringify(rows));
  });
}

appTest(
  "wind, sunlight and an object's course with fractions are rounded in a station's own tables",
  SITES,
  async (app) => {
    await post(app, { packets: [rf(app, "OE9OBJ>APRS:>here", SITE)] });
    const { id } = app.stations.store.byCall({ call: "OE9OBJ" })!;
    app.db.writeNow((tx) => {
      app.stations.samples.putWeather(tx, id, 5, { windDirection: 12.5, humidity: 49.5, luminosityWm2: 3.4 });
      const object = decodeTnc2("OE9OBJ>APRS:;LEADER   *092345z4812.50N/01622.43E>088/036");
      assert.ok(!isUnreadable(object) && object.content.kind === "object");
      app.stations.objects.put(tx, { ...object.content, course: 88.5 }, "OE9OBJ", 5, "rf", undefined);
    });
    const [row] = app.stations.samples.weather({ stationId: id, from: 0, limit: 1 });
    assert.deepEqual([row!.windDirection, row!.humidity, row!.luminosityWm2], [13, 50, 3]);
    const world = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
    assert.equal(app.stations.objects.inBox(world, 0, 1)[0]!.course, 89);
  },
);

/** A column of numbers that an unforeseen packet does not fit: what the database refuses is told from the rest. */
const refuse = (app: TestApp, table: string, when: string) =>
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      `CREATE TRIGGER poison BEFORE INSERT ON ${table} WHEN ${when} BEGIN SELECT RAISE(FAIL, 'no'); END`,
    )
  );

appTest(
  "what the database refuses is refused by itself, and memory knows nothing of it",
  SITES,
  async (app) => {
    refuse(app, "station", "NEW.call = 'OE9BAD'");
    const bad = "OE9BAD>APRS,WIDE1-1:!4812.50N/01622.43E>poison";
    const packets = [GOOD(1), bad, GOOD(2), bad, GOOD(1), GOOD(3)].map((raw) => rf(app, raw, SITE));
    const reply = await post(app, { packets, positions: [{ ...PLACE, at: app.world.now() }] });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, {
      accepted: 4,
      duplicates: 1,
      rejected: [1, 3].map((index) => ({ list: "packets", index, reason: "not_storable" })),
    });
    const heard = () => app.db.sql<never, { n: number }>("SELECT sum(packets) AS n FROM station").get()!.n;
    assert.equal(heard(), 4);
    assert.equal(app.stations.taken, 4);
    assert.equal(app.stations.fixes(["OE9BAD"], 0, app.world.now() + 60).length, 0);
    // Refused, it was not heard: it is a new packet once it can be stored, and the others are copies.
    app.db.writeNow((tx) => app.db.exec(tx, "DROP TRIGGER poison"));
    assert.deepEqual((await post(app, { packets })).body, { accepted: 1, duplicates: 5, rejected: [] });
    assert.equal(app.stations.fixes(["OE9BAD"], 0, app.world.now() + 60)[0]!.hearings[0]!.site, SITE);
    app.stations.tidy();
    assert.equal((await app.visitor.get("/api/stations/oe9bad/packets")).body.count, 1);
  },
);

appTest("each way of taking something refuses the one that cannot be stored", SITES, async (app) => {
  refuse(app, "meshtastic_node", "NEW.node = 8");
  const reply = await post(app, {
    packets: [7, 8, 9].map((from) => meshtastic(app, { kind: "encrypted" }, { from, id: from })),
  });
  assert.deepEqual([reply.status, reply.body], [200, {
    ...{ accepted: 2, duplicates: 0 },
    rejected: [{ list: "packets", index: 1, reason: "not_storable" }],
  }]);
});

appTest("a database that cannot be written at all is no item's fault", SITES, async (app) => {
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      "CREATE TRIGGER full BEFORE INSERT ON station BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
    )
  );
  assert.equal((await post(app, { packets: [rf(app, GOOD(1), SITE)] })).status, 503);
  app.db.writeNow((tx) => app.db.exec(tx, "DROP TRIGGER full"));
  assert.deepEqual(
    (await post(app, { packets: [rf(app, GOOD(1), SITE)] })).body.accepted,
    1,
    "nothing was kept before",
  );
});

const NUMBERS = [45.3, -88.5, 1e308, -1e308, 5e-324, 2 ** 53, -0, 4e9, 360.5, 0.1, 180.5];
const SEEDS: ((app: TestApp) => Record<string, unknown>)[] = [
  (app) => rf(app, nmea("$GPRMC,092204.999,A,4812.3083,N,01622.3706,E,1.23,45.3,281126,,"), SITE),
  (app) => rf(app, nmea("$GPGGA,092204.999,4812.3083,N,01622.3706,E,1,8,1.2,180.5,M,,,,"), SITE),
  (app) =>
    rf(app, "OE9MUT-9>APRS,WIDE1-1:!4812.50N/01622.43E_220/004g005t077r000p000P000h50b09900L123", SITE),
  (app) => rf(app, "OE9MUT-9>SX2P5X,WIDE1-1:`'7Zl \x1c-/`\"4V}145.500MHz_%", SITE),
  (app) => rf(app, "OE9MUT-9>APRS,WIDE1-1:=/5L!!<*e7>7P[/A=001234|ss11|", SITE),
  (app) => rf(app, "OE9MUT-9>APRS,WIDE1-1:T#005,199,000,255,073,123,01101001", SITE),
  (app) => rf(app, "OE9MUT-9>APRS,WIDE1-1:;LEADER   *092345z4903.50N/07201.75W>088/036", SITE),
  (app) => mesh(app, { ...POS, msg_id: "43758101", alt: 1673, batt: 92, hw_id: 3, rssi: -88, snr: 6 }),
  (app) =>
    mesh(app, { type: "tele", src: "OE9MDA-15", batt: 92, temp1: 1, hum: 49, qnh: 1013, gas: 5, co2: 7 }),
  (app) =>
    mesh(app, { type: "msg", src: "OE9MCA-12", dst: "9", msg: "L", msg_id: "4375807A", rssi: -88, snr: 6 }),
  (app) =>
    meshtastic(app, { kind: "device", battery: 92, voltage: 4.1, channelUse: 1, airUse: 2, uptimeS: 3 }),
  (app) => meshtastic(app, { kind: "position", lat: 48.2, lon: 16.3, altitudeM: 180 }),
  (app) => meshtastic(app, { kind: "environment", tempC: 20, humidity: 49, windDirection: 12, rain1hMm: 1 }),
  (app) => ({
    ...PLACE,
    at: app.world.now(),
    course: 45,
    speedKmh: 3,
    altitudeM: 180,
    symbol: "/>",
    comment: "c",
  }),
];

/** An item with one thing changed, as a radio, a broken node or a hostile hand might: a character, or a number. */
function mutated(item: Record<string, unknown>, next: () => number): Record<string, unknown> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const { raw } = item;
  if (typeof raw !== "string") {
    const member = pick(["course", "speedKmh", "altitudeM", "lat", "lon", "accuracyM"]);
    return { ...item, [member]: pick(NUMBERS) };
  }
  if (raw.startsWith("{") && next() < 0.7) {
    const numbers = [...raw.matchAll(/(?<=[:,[])-?\d+(\.\d+)?(?=[,}\]])/g)];
    const one = pick(numbers);
    return { ...item, raw: raw.slice(0, one.index) + pick(NUMBERS) + raw.slice(one.index + one[0].length) };
  }
  let text = raw;
  for (let n = Math.floor(next() * 4); n >= 0; n--) {
    const at = raw.startsWith("{")
      ? Math.floor(next() * text.length)
      : text.indexOf(":") + 1 + Math.floor(next() * 40);
    const char = String.fromCharCode(next() < 0.8 ? 32 + Math.floor(next() * 95) : Math.floor(next() * 256));
    text = text.slice(0, at) + char + text.slice(at + (next() < 0.8 ? 1 : 0));
  }
  // A wrong checksum ends most of the sentences before their numbers are looked at.
  return {
    ...item,
    raw: /:\$G/.test(text) ? nmea(text.slice(text.indexOf(":") + 1, text.lastIndexOf("*"))) : text,
  };
}

for (let seed = 1; seed <= 6; seed++) {
  appTest(
    `mutated items between good ones: never a 500, and every good one is kept (${seed})`,
    SITES,
    async (app) => {
      const next = random(seed);
      for (let round = 0; round < 12; round++) {
        app.world.pass(60);
        const good = Array.from(
          { length: 15 },
          (_, n) => rf(app, GOOD(n).replace("good", `good ${round}`), SITE),
        );
        const bad = Array.from(
          { length: 60 },
          () => mutated(SEEDS[Math.floor(next() * SEEDS.length)]!(app), next),
        );
        const packets = [...good, ...bad.filter((one) => "raw" in one)];
        for (let i = packets.length - 1; i > 0; i--) {
          const j = Math.floor(next() * (i + 1));
          [packets[i], packets[j]] = [packets[j]!, packets[i]!];
        }
        const reply = await post(app, { packets, positions: bad.filter((one) => !("raw" in one)) });
        assert.equal(reply.status, 200, JSON.stringify(bad));
        for (const { list, index } of reply.body.rejected) {
          assert.ok(list !== "packets" || !good.includes(packets[index] as typeof good[number]));
        }
        assert.deepEqual(
          reply.body.rejected.filter(({ reason }: { reason: string }) => reason === "not_storable"),
          [],
          "what was read could be stored",
        );
        for (let n = 0; n < 15; n++) {
          const call = GOOD(n).slice(0, GOOD(n).indexOf(">"));
          assert.equal(app.stations.store.byCall({ call })!.packets, round + 1);
        }
      }
      // What was taken can be read again.
      for (
        const path of ["/api/stations", "/api/mesh/nodes", "/api/meshtastic/nodes", "/api/stations/OE9POS-9"]
      ) {
        assert.ok([200, 404].includes((await app.visitor.get(path)).status), path);
      }
    },
  );
}
