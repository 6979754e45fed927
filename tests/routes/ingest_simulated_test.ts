/** What a box plays from a recording is read at the gateway, and nothing of it is kept, however far the box is trusted. */
import assert from "node:assert/strict";
import { type TestApp, testApp } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { digest } from "../kit/people.ts";

const SITE = "OE1XYZ-10";
const PLAYED = [
  "OE1ABC-9>APRS,WIDE1-1:!4812.50N/01622.43E>088/036Test",
  "OE1ABC-9>APRS::OE1SVC   :FOUND BCD2345 nice{1",
  "OE3WX>APRS:@271607z4828.82N/01657.64W_272/003g004t036r000P000p000h62b10206v31",
  '{"src_type":"lora","type":"msg","src":"OE1MSH-1","dst":"*","msg":"hello","msg_id":"0A1B2C3D"}',
];
const played = (app: TestApp, raw: string, more: Record<string, unknown> = {}) => ({
  raw,
  heardAt: app.world.now(),
  via: "simulated",
  port: "simulated",
  site: null,
  direct: true,
  ...more,
});

async function withTrusted(fn: (app: TestApp, box: Awaited<ReturnType<typeof enrolBox>>) => Promise<void>) {
  using app = testApp({ SERVICE_CALL: "OE1SVC" });
  const box = await enrolBox(app, "attic", { sites: [SITE], services: true });
  // The gateway notes by this that it was there.
  assert.equal((await box.post("/ingest", { packets: [] })).status, 200);
  await fn(app, box);
}

Deno.test("played packets of a trusted box leave nothing in the whole database but the spent nonce", () =>
  withTrusted(async (app, box) => {
    const before = digest(app, ["spent_nonce"]);
    // Also where it names the station that is trusted, and says that it heard the sender directly.
    const packets = [undefined, SITE].flatMap((site) =>
      PLAYED.map((raw) => played(app, raw, site === undefined ? {} : { site }))
    );
    const { status, body } = await box.post("/ingest", { packets });
    assert.deepEqual([status, body], [200, { accepted: 0, duplicates: 0, simulated: 8, rejected: [] }]);
    assert.equal(digest(app, ["spent_nonce"]), before);
    assert.deepEqual(app.ingest && (await app.operator.get("/api/admin/sites")).body.heard, []);
    // The same packet, really heard, is no copy of what was played.
    const heard = await box.post("/ingest", { packets: [rf(app, PLAYED[0]!, SITE)] });
    assert.deepEqual([heard.body.accepted, heard.body.duplicates], [1, 0]);
    assert.notEqual(digest(app, ["spent_nonce"]), before);
  }));

Deno.test("played packets that nobody could read are refused with the reason, as heard ones are", () =>
  withTrusted(async (app, box) => {
    const before = digest(app, ["spent_nonce"]);
    const packets = [
      played(app, "no packet"),
      played(app, "{}"),
      played(app, PLAYED[0]!, { heardAt: "now" }),
      { ...played(app, ""), raw: 7 },
      played(app, PLAYED[0]!),
    ];
    const { body } = await box.post("/ingest", { packets });
    assert.deepEqual(body.rejected.map(({ index }: { index: number }) => index), [0, 1, 2, 3]);
    assert.equal(body.simulated, 1);
    assert.equal(digest(app, ["spent_nonce"]), before);
  }));

Deno.test("only a box plays: the ingest secret, positions and finds have no such way", () =>
  withTrusted(async (app, box) => {
    const before = digest(app, ["spent_nonce"]);
    const reasons = async (by: { post: typeof box.post }, body: unknown) =>
      (await by.post("/ingest", body)).body.rejected.map(({ reason }: { reason: string }) => reason);
    assert.deepEqual(await reasons(app.ingest, { packets: [played(app, PLAYED[0]!)] }), ["bad_via"]);
    const at = app.world.now();
    const position = { call: "OE1ABC-9", lat: 48.2, lon: 16.4, at, via: "simulated", site: SITE };
    assert.deepEqual(await reasons(box, { positions: [position] }), ["bad_via"]);
    const find = { call: "OE1ABC", cache: "BCD2345", at, via: "simulated" };
    assert.deepEqual(await reasons(app.ingest, { finds: [find] }), ["bad_via"]);
    assert.equal(digest(app, ["spent_nonce"]), before);
  }));

Deno.test("a report of a box that plays says so, counts no traffic, shows no beacon, and is no return of a silent box", () =>
  withTrusted(async (app, box) => {
    const report = (heard: number, more: Record<string, unknown> = {}) => ({
      version: "0.1.0",
      clock: { offsetMs: 0 },
      spool: { in: heard, sent: heard, waiting: 0, rejected: 0, dropped: 0 },
      tx: { on: false, locks: ["box_off"] },
      ports: [{
        address: "kiss://127.0.0.1:8001",
        state: "hearing",
        in: heard,
        lastHeardAt: app.world.now(),
      }],
      ...more,
    });
    const say = async (said: unknown) =>
      assert.deepEqual((await box.post("/ingest", { packets: [], box: said })).body.rejected, []);
    const count = (table: string) =>
      app.db.sql<never, { n: number }>(
        `SELECT coalesce(sum(${table === "box_port_hour" ? "heard" : "1"}), 0) AS n
        FROM ${table}`,
      ).get()!.n;
    const toldAt = () =>
      app.db.sql<never, { at: number | null }>("SELECT silent_told_at AS at FROM box_report").get()!.at;
    await say(report(10));
    app.world.pass(901);
    await app.jobs.find(({ name }) => name === "box-silence")!.run();
    const told = toldAt();
    assert.notEqual(told, null);
    const beacon = {
      seq: 1,
      at: app.world.now(),
      port: "simulate:recorded",
      purpose: "beacon",
      frame: `${SITE}>APZSVC:!4812.50N/01622.43E-`,
      verdict: "handed_over",
      rules: [],
      airMs: 0,
    };
    const stations = count("station");
    await say(report(50, { simulated: true, transmissions: [beacon] }));
    const { body } = await app.operator.get("/api/admin/boxes");
    assert.equal(body.boxes[0].state.simulated, true);
    assert.deepEqual([count("box_port_hour"), count("box_transmission"), count("station")], [0, 0, stations]);
    assert.equal(toldAt(), told, "it is still away");
    await say(report(60));
    assert.equal(toldAt(), null, "now it hears again");
    assert.equal((await app.operator.get("/api/admin/boxes")).body.boxes[0].state.simulated, undefined);
  }));
