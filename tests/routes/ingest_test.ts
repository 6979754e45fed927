/** POST /ingest: what is taken, what is refused item by item, and who attests what. */
import assert from "node:assert/strict";
import { appTest, refused, type TestApp } from "../kit/app.ts";
import { signDocument } from "../../src/wire/mod.ts";
import { hide, suspend } from "../kit/seed_game.ts";
import { enrolBox, newKey, rf } from "../kit/boxes.ts";

const SITES = { FIRST_PARTY_SITES: "OE1GATE-10" };
const CAR = "OE1ABC-9>APRS,WIDE1-1:!4812.50N/01622.43E>088/036Test";

const fixesOf = (app: TestApp, base: string) => app.stations.fixes([base], 0, app.world.now() + 3600);

appTest("a packet heard on RF makes a station, a fix and a raw packet", SITES, async (app) => {
  const reply = await app.ingest.post("/ingest", { packets: [rf(app, CAR, "OE1GATE-10")] });
  assert.deepEqual([reply.status, reply.body], [200, { accepted: 1, duplicates: 0, rejected: [] }]);
  const { body: { stations } } = await app.visitor.get("/api/stations?bbox=16,48,17,49");
  assert.equal(stations.length, 1);
  assert.deepEqual(
    [
      stations[0].call,
      stations[0].lat,
      stations[0].lon,
      stations[0].symbol,
      stations[0].course,
      stations[0].speedKmh,
    ],
    ["OE1ABC-9", 48.2083333, 16.3738333, "/>", 88, 66.67],
  );
  const [fix] = fixesOf(app, "OE1ABC");
  assert.equal(fix?.direct, true);
  assert.deepEqual(fix?.hearings.map(({ site, trusted, deliveredBy }) => [site, trusted, deliveredBy.kind]), [
    ["OE1GATE-10", true, "secret"],
  ]);
  const { body: packets } = await app.visitor.get("/api/stations/oe1abc-9/packets");
  assert.deepEqual([packets.count, packets.packets[0].tnc2, packets.packets[0].port], [1, CAR, "kiss"]);
  assert.equal((await app.visitor.get("/api/stations?bbox=0,0,1,1")).body.stations.length, 0);
});

appTest("bad items are refused one by one and the rest is kept", SITES, async (app) => {
  const at = app.world.now();
  const reply = await app.ingest.post("/ingest", {
    packets: [
      "x",
      { raw: "no packet", heardAt: at, via: "rf", site: "OE1GATE-10" },
      rf(app, CAR, "OE1GATE-10"),
      { raw: CAR, heardAt: at, via: "rf" },
      { raw: CAR, heardAt: at, via: "telepathy", site: "OE1GATE-10" },
      { raw: CAR, via: "rf", site: "OE1GATE-10" },
      { raw: "", heardAt: at, via: "aprsis" },
      { raw: CAR, heardAt: at, via: "rf", site: "not a call" },
      { raw: "{}", heardAt: at, via: "meshcom" },
      rf(app, "N0CALL>APRS:" + "x".repeat(2000), "OE1GATE-10"),
    ],
    positions: [
      { call: "OE1XYZ", lat: 48, lon: 16, at, via: "aprsis" },
      { call: "OE1XYZ", lat: 91, lon: 16, at, via: "aprsis" },
      { call: "?", lat: 48, lon: 16, at, via: "aprsis" },
    ],
    finds: [null],
  });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.accepted, 2);
  assert.deepEqual(
    reply.body.rejected.map(({ list, index, reason }: Record<string, string>) =>
      `${list} ${index} ${reason}`
    ),
    [
      "packets 0 not_an_object",
      "packets 1 there is no '>' behind a source call",
      "packets 3 site_missing",
      "packets 4 bad_via",
      "packets 5 bad_time",
      "packets 6 bad_raw",
      "packets 7 bad_site",
      "packets 8 src is not a callsign",
      "packets 9 too_long",
      "positions 1 bad_place",
      "positions 2 bad_call",
      "finds 0 not_an_object",
    ],
  );
});

appTest("a batch that is none changes nothing", {}, async (app) => {
  await refused(app, 400, "bad_batch", () => app.ingest.post("/ingest", "[1,2]"));
  await refused(app, 400, "bad_batch", () => app.ingest.post("/ingest", '{"packets": 1}'));
  await refused(app, 400, "bad_batch", () => app.ingest.post("/ingest", "{"));
  const many = Array.from({ length: 1001 }, () => ({}));
  await refused(app, 400, "batch_too_large", () => app.ingest.post("/ingest", { packets: many }));
  await refused(app, 401, "no_credential", () => app.visitor.post("/ingest", { packets: [] }));
  await refused(
    app,
    401,
    "bad_secret",
    () => app.visitor.with({ "x-ingest-secret": "x" }).post("/ingest", { packets: [] }),
  );
});

appTest("one packet heard by two sites is one packet with two hearings", {
  FIRST_PARTY_SITES: "OE1GATE-10,OE3GATE-10",
}, async (app) => {
  const first = rf(app, CAR, "OE1GATE-10");
  await app.ingest.post("/ingest", { packets: [first] });
  // The other site heard it digipeated, through another path, two seconds later; and the first is sent again.
  const digipeated = "OE1ABC-9>APRS,OE3DIGI*,WIDE1*:!4812.50N/01622.43E>088/036Test";
  const second = rf(app, digipeated, "OE3GATE-10", { heardAt: app.world.now() + 2 });
  const reply = await app.ingest.post("/ingest", { packets: [second, first, second] });
  assert.deepEqual(reply.body, { accepted: 0, duplicates: 3, rejected: [] });
  const fixes = fixesOf(app, "OE1ABC");
  const at = app.world.now();
  assert.deepEqual(
    fixes.map((fix) => [fix.at, ...fix.hearings.map(({ site, direct }) => [site, direct])]),
    [[at + 2, ["OE3GATE-10", false]], [at, ["OE1GATE-10", true]]],
    "each with its own time",
  );
  assert.equal((await app.visitor.get("/api/stations/OE1ABC-9")).body.packets, 1);
  // Half a minute later it is another packet.
  app.world.pass(60);
  const later = await app.ingest.post("/ingest", { packets: [rf(app, CAR, "OE1GATE-10")] });
  assert.equal(later.body.accepted, 1);
});

appTest("a batch that the database cannot take loses nothing of the batches that came along with it", {
  FIRST_PARTY_SITES: "OE1GATE-10,OE3GATE-10",
}, async (app) => {
  await app.ingest.post("/ingest", { packets: [rf(app, CAR, "OE1GATE-10")] });
  app.db.writeNow((tx) =>
    app.db.exec(
      tx,
      "CREATE TRIGGER bad BEFORE INSERT ON station WHEN new.call = 'OE1BAD' BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
  );
  const post = (...packets: unknown[]) => app.ingest.post("/ingest", { packets });
  const bad = rf(app, "OE1BAD>APRS:!4812.50N/01622.43E>", "OE1GATE-10");
  const before = rf(app, "OE1NEW>APRS:!4811.50N/01622.43E>", "OE1GATE-10");
  const replies = await Promise.all([
    post(before),
    post(bad, rf(app, "OE1WITH>APRS:>with it", "OE1GATE-10")),
    post(rf(app, CAR, "OE3GATE-10")),
    post(before),
  ]);
  assert.deepEqual(replies.map(({ status }) => status), [200, 200, 200, 200]);
  assert.deepEqual(replies.map(({ body }) => [body.accepted, body.duplicates, body.rejected.length]), [
    [1, 0, 0],
    [1, 0, 1],
    [0, 1, 0],
    [0, 1, 0],
  ]);
  const sites = (base: string) => fixesOf(app, base).map(({ hearings }) => hearings.map(({ site }) => site));
  assert.deepEqual(sites("OE1ABC"), [["OE1GATE-10", "OE3GATE-10"]]);
  assert.deepEqual(sites("OE1NEW"), [["OE1GATE-10"]]);
  for (const [call, status] of [["OE1BAD", 404], ["OE1WITH", 200]] as const) {
    assert.equal(
      (await app.visitor.get(`/api/stations/${call}`)).status,
      status,
      "the rest of a batch is kept",
    );
  }
  // The receiver sends it again once the trouble is over: nothing of it is held for a copy.
  app.db.writeNow((tx) => app.db.exec(tx, "DROP TRIGGER bad"));
  assert.equal((await post(bad, rf(app, "OE1WITH>APRS:>with it", "OE1GATE-10"))).body.accepted, 1);
});

appTest("a copy from the Internet and one from radio: the radio one counts", SITES, async (app) => {
  const line = "OE1ABC-9>APRS,TCPIP*,qAC,T2AUSTRIA:!4812.50N/01622.43E>088/036Test";
  await app.ingest.post("/ingest", { packets: [{ raw: line, heardAt: app.world.now(), via: "aprsis" }] });
  assert.deepEqual(fixesOf(app, "OE1ABC").map(({ via, hearings }) => [via, hearings.length]), [[
    "aprsis",
    0,
  ]]);
  await app.ingest.post("/ingest", { packets: [rf(app, CAR, "OE1GATE-10")] });
  const [fix] = fixesOf(app, "OE1ABC");
  assert.deepEqual([fix!.via, fix!.direct, fix!.hearings[0]?.trusted], ["rf", true, true]);
});

appTest("the path in a packet is never believed about who received it", SITES, async (app) => {
  await app.ingest.post("/ingest", {
    packets: [
      { raw: "OE1ABC-1>APRS,qAR,OE1GATE-10:!4812.50N/01622.43E>a", heardAt: app.world.now(), via: "aprsis" },
      // A gate relays an Internet packet on RF: the gate was heard, not the speaker.
      rf(app, "OE9GATE>APRS:}OE1ABC-2>APRS,TCPIP,OE9GATE*:!4812.50N/01622.43E>b", "OE1GATE-10"),
      rf(app, "OE1ABC-3>APRS,TCPIP*:!4812.50N/01622.43E>c", "OE1GATE-10"),
      rf(app, "OE1ABC-4>APRS:!4812.50N/01622.43E>d", "OE1GATE-10", { port: "axudp" }),
      rf(app, "OE1ABC-5>APRS:!4812.50N/01622.43E>e", "OE1GATE-11"),
    ],
  });
  const fixes = fixesOf(app, "OE1ABC");
  assert.equal(fixes.length, 5);
  assert.deepEqual(fixes.flatMap(({ hearings }) => hearings.filter(({ trusted }) => trusted)), []);
});

appTest(
  "a box's frames attest only its own trusted sites; trust and services grant nothing of each other",
  SITES,
  async (app) => {
    const attic = await enrolBox(app, "attic", { sites: ["OE3ATTIC"] });
    const cellar = await enrolBox(app, "cellar", { services: true });
    const post = (box: typeof attic, call: string, site: string) =>
      box.post("/ingest", { packets: [rf(app, `${call}>APRS:!4812.50N/01622.43E>${call}`, site)] });
    for (
      const [box, call, site] of [
        [attic, "OE1AAA", "OE3ATTIC"],
        [attic, "OE1BBB", "OE1GATE-10"],
        [cellar, "OE1CCC", "OE3ATTIC"],
        [cellar, "OE1DDD", "OE1GATE-10"],
      ] as const
    ) {
      assert.equal((await post(box, call, site)).body.accepted, 1);
    }
    const trusted = ["OE1AAA", "OE1BBB", "OE1CCC", "OE1DDD"].map((base) =>
      fixesOf(app, base)[0]!.hearings[0]!.trusted
    );
    assert.deepEqual(trusted, [true, false, false, false]);
    // Trusted, but not a service box; a service box, but not trusted.
    assert.equal((await attic.get("/outbox")).status, 403);
    assert.equal((await cellar.get("/outbox")).status, 200);
    // Distrust acts at once, on what was heard before too.
    await app.operator.post("/api/admin/boxes/attic/trust", { trusted: false });
    assert.equal(fixesOf(app, "OE1AAA")[0]!.hearings[0]!.trusted, false);
  },
);

appTest("a box enrolled for a call names only that call's sites", {}, async (app) => {
  const box = await enrolBox(app, "attic", { callsign: "OE3ATT", sites: ["OE3ATT-10"] });
  await refused(
    app,
    403,
    "foreign_call",
    () => app.operator.post("/api/admin/boxes/attic/trust", { trusted: true, sites: ["OE9XXX"] }),
  );
  await box.post("/ingest", {
    packets: [
      rf(app, "OE1AAA>APRS:!4812.50N/01622.43E>", "OE3ATT-10"),
      rf(app, "OE1BBB>APRS:!4812.50N/01622.43E>", "OE9XXX"),
    ],
  });
  assert.deepEqual([
    fixesOf(app, "OE1AAA")[0]!.hearings[0]!.trusted,
    fixesOf(app, "OE1BBB")[0]!.hearings[0]!.site,
  ], [true, ""]);
});

appTest(
  "frames are bytes before they are text: nothing that is not UTF-8 crashes or is lost",
  SITES,
  async (app) => {
    const at = app.world.now();
    const latin = new Uint8Array([
      ...new TextEncoder().encode(`{"packets":[{"via":"aprsis","heardAt":${at},"raw":"OE1ABC>APRS:>gr`),
      0xfc,
      0xdf,
      0x65,
      ...new TextEncoder().encode('"}]}'),
    ]);
    const reply = await app.ingest.post("/ingest", latin);
    assert.equal(reply.body.accepted, 1, reply.text);
    assert.equal((await app.visitor.get("/api/stations/OE1ABC")).body.status, "grüße");
    // The same text from a receiver that read the bytes itself is the same packet.
    const again = await app.ingest.post("/ingest", {
      packets: [{ via: "aprsis", heardAt: at, raw: "OE1ABC>APRS:>grüße" }],
    });
    assert.equal(again.body.duplicates, 1);
    // ISO 8859-1 in a fixed column, sent on as UTF-8.
    const object = "OE1ABC>APRS:;Bärental *111111z4812.50N/01622.43E-";
    assert.equal(
      (await app.ingest.post("/ingest", { packets: [{ via: "aprsis", heardAt: at, raw: object }] })).body
        .accepted,
      1,
    );
    assert.equal((await app.visitor.get("/api/stations")).body.objects[0]?.name, "Bärental");
  },
);

appTest("fixes are thinned by distance and time, and never those heard directly or of members", {
  ...SITES,
  POS_MIN_MOVE_M: "25",
  POS_MIN_INTERVAL_S: "600",
}, async (app) => {
  const post = async (call: string, minutes: string, via: string) => {
    app.world.pass(60);
    const raw = `${call}>APRS:!4812.${minutes}N/01622.43E>`;
    await app.ingest.post("/ingest", {
      packets: [{ raw, heardAt: app.world.now(), via, site: "OE1GATE-10" }],
    });
  };
  await app.signIn("OE1MEM");
  for (const minutes of ["50", "51", "50", "51"]) {
    await post("OE1FAR", minutes, "aprsis");
    await post("OE1MEM", minutes, "aprsis");
    await post("OE1NEAR", minutes, "rf");
  }
  await post("OE1FAR", "60", "aprsis");
  assert.deepEqual(["OE1FAR", "OE1MEM", "OE1NEAR"].map((base) => fixesOf(app, base).length), [2, 4, 4]);
  app.world.pass(600);
  await post("OE1FAR", "60", "aprsis");
  assert.equal(fixesOf(app, "OE1FAR").length, 3);
});

appTest("a batch that a member's device signed: own calls only, once, fresh, and never attested", {
  FIRST_PARTY_SITES: "OE1GATE-10",
}, async (app) => {
  const alice = await app.signIn("OE1ALI");
  const key = newKey();
  const registered = await alice.post("/keys/register", { callsign: "OE1ALI-7", publicKey: key.publicKey });
  assert.ok(registered.status < 300, registered.text);
  const sign = (batch: Record<string, unknown>) => {
    const document = { at: app.world.now(), call: "OE1ALI-7", key: key.publicKey, ...batch };
    return { ...document, sig: signDocument("svc-ing/1", document, key) };
  };
  const packets = [
    rf(app, "OE1ALI-9>APRS:!4812.50N/01622.43E>mine", "OE1GATE-10", { port: "webserial-kiss" }),
    rf(app, "OE1EVE>APRS:!4812.50N/01622.43E>not mine", "OE1GATE-10", { port: "webserial-kiss" }),
  ];
  const batch = sign({ packets });
  const reply = await app.visitor.post("/ingest", batch);
  assert.deepEqual(reply.body, {
    accepted: 1,
    duplicates: 0,
    rejected: [{ list: "packets", index: 1, reason: "foreign_call" }],
  });
  const [fix] = fixesOf(app, "OE1ALI");
  assert.deepEqual([fix!.signedByDevice, fix!.hearings.map(({ trusted, site }) => [trusted, site])], [true, [[
    false,
    "",
  ]]]);
  await refused(app, 401, "bad_signature", () => app.visitor.post("/ingest", batch));
  await refused(
    app,
    401,
    "bad_signature",
    () => app.visitor.post("/ingest", { ...sign({ packets }), packets: [] }),
  );
  const stranger = newKey();
  const document = { at: app.world.now(), call: "OE1ALI-7", key: stranger.publicKey, packets };
  await refused(
    app,
    401,
    "unknown_key",
    () => app.visitor.post("/ingest", { ...document, sig: signDocument("svc-ing/1", document, stranger) }),
  );
  const old = sign({ packets });
  app.world.pass(301);
  await refused(app, 401, "bad_signature", () => app.visitor.post("/ingest", old));
});

appTest("a station that was forgotten for its silence is made anew when it is heard again", {
  FIRST_PARTY_SITES: "OE1GAT-1",
}, async (app) => {
  const hear = (minutes: string) =>
    app.ingest.post("/ingest", {
      packets: [{
        raw: `OE9OLD>APRS:!48${minutes}N/01622.43E>`,
        heardAt: app.world.now(),
        via: "rf",
        site: "OE1GAT-1",
      }],
    });
  assert.equal((await hear("12.50")).body.accepted, 1);
  app.world.pass(366 * 86_400);
  await app.db.write((tx) => app.stations.forgetSilent(tx, app.world.now() - 365 * 86_400));
  assert.equal((await app.visitor.get("/api/stations/OE9OLD")).status, 404);
  const again = await hear("13.50");
  assert.equal(again.body.accepted, 1, again.text);
  assert.equal((await app.visitor.get("/api/stations/OE9OLD")).status, 200);
});

appTest(
  "a find that did not find is taken in both spellings; a hearing by nobody in particular attests nothing",
  {
    FIRST_PARTY_SITES: "OE1GATE-10",
  },
  async (app) => {
    const caches = [await hide(app, "OE3XYZ"), await hide(app, "OE3XYZ", { title: "Other" })];
    const finder = await app.signIn("OE1ABC");
    const finds = caches.map(({ code }, n) => ({
      call: "OE1ABC",
      cache: code,
      kind: ["DNF", "dnf"][n],
      at: app.world.now(),
      via: "rf",
      site: null,
    }));
    const reply = await app.ingest.post("/ingest", { finds });
    assert.deepEqual(reply.body, { accepted: 2, duplicates: 0, rejected: [] });
    for (const { id } of caches) {
      const { body } = await finder.get(`/api/caches/${id}/logs`);
      assert.deepEqual(body.logs.map((log: { kind: string }) => log.kind), ["DNF"], JSON.stringify(body));
    }
    await app.ingest.post("/ingest", { packets: [rf(app, CAR, "OE1GATE-10", { site: null })] });
    const [fix] = fixesOf(app, "OE1ABC");
    assert.deepEqual(fix!.hearings.map(({ site, trusted, flaw }) => [site, trusted, flaw?.text]), [
      ["", false, "no receiving site was named"],
    ]);
    assert.equal((await app.visitor.get("/api/stations")).body.stations.length, 1);
  },
);

appTest("a suspended member's device hands nothing over", SITES, async (app) => {
  const alice = await app.signIn("OE1ALI");
  const key = newKey();
  const registered = await alice.post("/keys/register", { callsign: "OE1ALI-7", publicKey: key.publicKey });
  assert.ok(registered.status < 300, registered.text);
  const batch = () => {
    const document = {
      at: app.world.now(),
      call: "OE1ALI-7",
      key: key.publicKey,
      packets: [],
      positions: [],
      finds: [],
    };
    return { ...document, sig: signDocument("svc-ing/1", document, key) };
  };
  assert.equal((await app.visitor.post("/ingest", batch())).status, 200);
  suspend(app, "OE1ALI");
  app.world.pass(1);
  await refused(app, 403, "suspended", () => app.visitor.post("/ingest", batch()));
});
