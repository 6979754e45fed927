/** Lights ask the service: with every service dead none of them is well, whatever is set; with all of them alive each is. */
import assert from "node:assert/strict";
import type { CheckItem } from "../../src/admin/mod.ts";
import { newPeer } from "../../src/federation/tables/peer_store.ts";
import { rhythmOf } from "../../src/jobs/mod.ts";
import { type TestApp, testApp } from "../kit/app.ts";
import { partner } from "../kit/bbs.ts";
import { enrolBox } from "../kit/boxes.ts";

const RESOLVERS = ["one.example", "two.example"] as const;
const ENV = {
  SMTP_URL: "smtp://mail.example:25",
  APP_URL: "https://club.example",
  INSTANCE_ID: "club.example",
  VAPID_PRIVATE_KEY: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
  DOH_URL: RESOLVERS.map((host) => `https://${host}/dns-query`).join(","),
  MQTT_URL: "mqtt://127.0.0.1:1",
};
/** Lines that stand for an outside service, or for what runs by itself. */
const LIGHTS = [
  "SMTP_URL",
  "VAPID_PRIVATE_KEY",
  "DOH_URL",
  "MQTT_URL",
  "peers",
  "partners",
  "boxes",
  "BACKUP",
  "JOBS",
];

const linesOf = async (app: TestApp): Promise<Map<string, CheckItem>> => {
  const { items } = (await app.operator.get("/api/admin/setup")).body as { items: CheckItem[] };
  return new Map(items.map((item) => [item.key, item]));
};
const statuses = async (app: TestApp) => {
  const lines = await linesOf(app);
  return Object.fromEntries(LIGHTS.map((key) => [key, lines.get(key)?.status]));
};
const all = (status: string) => Object.fromEntries(LIGHTS.map((key) => [key, status]));

/** An instance that uses each kind of service once. */
async function usingAll(): Promise<TestApp> {
  const app = testApp(ENV), { store } = app.federation;
  app.db.writeNow((tx) =>
    store.peers.add(
      tx,
      newPeer({ url: "https://near.example", addedVia: "manual", addedAt: app.world.now() }),
    )
  );
  await partner(app, "OE5XBB", ["DEU"]);
  await enrolBox(app, "hut");
  return app;
}
const session = (app: TestApp, outcome: "no_link" | "clean") =>
  app.db.writeNow((tx) => {
    const { forwards } = app.bbs.office;
    const { id } = forwards.begin(tx, { partner: "OE5XBB", startedAt: app.world.now() });
    forwards.end(tx, { id, outcome, words: "", seconds: 1, sent: 0, received: 0, bytesOut: 0, bytesIn: 0 });
  });
const pulled = (app: TestApp, told: { lastOk?: number; lastError: string | null }) => {
  const { peers } = app.federation.store;
  app.db.writeNow((tx) =>
    peers.save(tx, { ...peers.byUrl("https://near.example")!, ...told, lastSync: app.world.now() })
  );
};
const boxSeen = (app: TestApp) =>
  app.db.writeNow((tx) => app.db.sql("UPDATE box SET last_seen_at = :at").run(tx, { at: app.world.now() }));
/** Every job that is worth a row ran; the nightly copy is another program's where the database is in memory. */
const ran = (app: TestApp, failed: string | null) =>
  Promise.all(
    ["nightly-backup", ...app.jobs.filter((job) => rhythmOf(job) !== undefined).map(({ name }) => name)].map(
      (job) => app.jobRuns.note({ job, ranAt: app.world.now(), failed }),
    ),
  );

Deno.test("with every service dead no line of the checklist is well, and none is hidden", async () => {
  using app = await usingAll();
  const { lives } = app.world;
  for (
    const name of [
      "mail",
      "push",
      "broker",
      ...RESOLVERS.map((host) => `dns:${host}` as const),
    ] as const
  ) {
    lives.failed(name, "ECONNREFUSED", { nextTryAt: app.world.now() + 60 });
  }
  pulled(app, { lastError: "not reached" });
  for (let i = 0; i < 3; i++) session(app, "no_link");
  await ran(app, "no room");
  boxSeen(app);
  app.world.pass(3600);
  assert.deepEqual(await statuses(app), all("warn"));
  const said = await linesOf(app);
  assert.match(said.get("SMTP_URL")!.detail, /ECONNREFUSED/);
  assert.equal(said.get("SMTP_URL")!.reason, "SMTP_URL.failing");
  const { body } = await app.visitor.get("/health");
  assert.deepEqual(body.services, { sessions: true, mail: false, dns: false, signing: false });
  for (const kind of ["mail", "push", "dns", "broker", "neighbour", "partner", "box", "backup", "job"]) {
    assert.equal(body.lives[kind].failing, body.lives[kind].all, kind);
    assert.equal(body.lives[kind].lastError, "outage", kind);
  }
  assert.equal(body.lives.dns.all, 2);
  assert.ok(!JSON.stringify(body.lives).includes("ECONNREFUSED"), "the words are for operators");
  const { services } = (await app.operator.get("/api/admin/services")).body;
  assert.deepEqual(
    new Set(services.map(({ standing }: { standing: string }) => standing)),
    new Set(["fails"]),
  );
  const metrics = (await app.operator.get("/metrics")).text;
  assert.match(metrics, /^service_gateway_service_up\{kind="mail",name=""\} 0$/m);
  assert.ok(!/service_up\{[^}]*\} 1$/m.test(metrics), "nothing works");
});

Deno.test("set and never tried is neither well nor a fault, and counts as nothing to look at", async () => {
  using app = await usingAll();
  const { BACKUP, JOBS, ...rest } = await statuses(app);
  assert.deepEqual([...new Set(Object.values(rest))], ["untried"]);
  assert.deepEqual([BACKUP, JOBS], ["warn", "ok"], "no copy was made yet, and no job has failed");
});

Deno.test("with every service alive each line is well, and says since when; one that says no is told from one that is away", async () => {
  using app = await usingAll();
  const { lives } = app.world;
  lives.failed("mail", "gone");
  for (
    const name of [
      "mail",
      "push",
      "broker",
      ...RESOLVERS.map((host) => `dns:${host}` as const),
    ] as const
  ) {
    lives.worked(name);
  }
  pulled(app, { lastOk: app.world.now(), lastError: null });
  session(app, "clean");
  await ran(app, null);
  boxSeen(app);
  assert.equal((await app.operator.post("/api/admin/backup")).status, 201);
  assert.deepEqual(await statuses(app), all("ok"));
  assert.equal((await linesOf(app)).get("SMTP_URL")!.values.okAt, app.world.now());
  lives.failed("mail", "535 5.7.8 no", { shortfall: "refusal" });
  lives.failed("dns:two.example", "silent");
  const lines = await linesOf(app);
  assert.equal(lines.get("SMTP_URL")!.reason, "SMTP_URL.refused");
  assert.equal(lines.get("DOH_URL")!.values.value, "two.example", "that one, and not the other");
  assert.equal((await app.visitor.get("/health")).body.services.dns, true, "one still answers");
});

Deno.test("who blocks the only neighbour reads that it is blocked, with how many are followed, not that none was added", async () => {
  using app = testApp(ENV);
  const { store } = app.federation;
  assert.equal((await linesOf(app)).get("peers")?.reason, "peers.none");
  const one = newPeer({ url: "https://near.example", addedVia: "manual", addedAt: app.world.now() });
  app.db.writeNow((tx) => store.peers.add(tx, { ...one, trust: "blocked", enabled: false }));
  const { status, reason, values } = (await linesOf(app)).get("peers")!;
  assert.deepEqual([status, reason, values], ["missing", "peers.blocked", { n: 1, followed: 0 }]);
});
