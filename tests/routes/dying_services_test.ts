/** Every light, with the real service behind it: it works, it dies and the light is red with all four of its times, it comes back. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createECDH } from "node:crypto";
import { join } from "node:path";
import { heededMail, smtpMailer } from "../../src/accounts/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import { migrate, MIGRATIONS, openOurs } from "../../src/db/mod.ts";
import { runJob, startJobs } from "../../src/jobs/mod.ts";
import { type TestApp, testApp } from "../kit/app.ts";
import { partner } from "../kit/bbs.ts";
import { enrolBox, type TestBox } from "../kit/boxes.ts";
import { fakeBroker, fakeMailServer, fakePushService, fakeResolver } from "../kit/fake_services.ts";
import { eventually } from "../kit/eventually.ts";
import { freePort } from "../kit/free_port.ts";
import { withFolder } from "../kit/server.ts";
import { START, testWorld } from "../kit/world.ts";
import { type Instance, instance, seedOf } from "./federation/instances.ts";

const VAPID = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
/** Each light: its line of the checklist, and whether it says when it is tried again by itself. A box comes when it likes. */
const LIGHTS: Record<string, { line: string; again: boolean }> = {
  "mail": { line: "SMTP_URL", again: true },
  "push": { line: "VAPID_PRIVATE_KEY", again: true },
  "dns:one.example": { line: "DOH_URL", again: true },
  "neighbour:near.example": { line: "peers", again: true },
  "partner:OE5XBB": { line: "partners", again: true },
  "box:hut": { line: "boxes", again: false },
  "broker": { line: "MQTT_URL", again: true },
  "backup": { line: "BACKUP", again: true },
  "job:nightly-backup": { line: "JOBS", again: true },
};

interface Service {
  standing: string;
  lastOkAt: number | null;
  lastFailedAt: number | null;
  lastError: string | null;
  nextTryAt: number | null;
}

/** The operator's view of each, by its name. */
async function servicesOf(app: TestApp): Promise<Map<string, Service>> {
  const { services } = (await app.operator.get("/api/admin/services")).body;
  return new Map(
    services.map((one: Service & { kind: string; name: string | null }) => [
      one.name === null ? one.kind : `${one.kind}:${one.name}`,
      one,
    ]),
  );
}
async function linesOf(app: TestApp): Promise<Map<string, string>> {
  const { items } = (await app.operator.get("/api/admin/setup")).body;
  return new Map(items.map(({ key, status }: { key: string; status: string }) => [key, status]));
}
const runs = (app: TestApp, name: string) =>
  runJob(app.jobs.find((job) => job.name === name)!, app.world, app.jobRuns);

/** Uses each service once, as the program and those around it do. */
async function use(app: TestApp, { near, box, up }: { near: Instance; box: TestBox; up: boolean }) {
  const { lives } = app.world, before = app.world.now();
  await runs(app, "services-look");
  await runs(app, "nightly-backup");
  // The time of a copy is its file's, and the host's clock is not this world's.
  if (up) {
    const folder = join(app.dataDir, "backups");
    for (const { name } of Deno.readDirSync(folder)) Deno.utimeSync(join(folder, name), before, before);
  }
  await runs(app, "home-tell");
  await runs(app, "push-again");
  // Somebody is heard whom a member watches: a message for the push service, unless one has waited for it to come back.
  if (lives.standing("push") !== "works" || !up) {
    app.live.hub.position({ call: "DL1XYZ-9", at: before, lat: 48, lon: 16, via: "rf" });
    app.live.hub.flush();
    await app.db.write(() => {});
  }
  await app.operator.post("/federation/peers/sync", { url: near.url });
  for (let n = 0; n < 3; n++) {
    const session = await app.ingest.post("/api/bbs/forward/session", {
      partner: "OE5XBB",
      ...{ seconds: 0, sent: 0, received: 0 },
      outcome: up ? "clean" : "no_link",
    });
    assert.equal(session.status, 200, session.text);
  }
  if (up) assert.equal((await box.post("/ingest", { packets: [] })).status, 200);
  await eventually("the push", () => {
    const push = lives.of("push");
    return Promise.resolve((up ? push?.lastOkAt : push?.lastFailedAt) === before);
  });
}

async function ended(near: Instance): Promise<void> {
  await near.db.write(() => {});
  await near.end();
}

Deno.test("each light is well while its service works, red with all of its times when that dies, and well again after it", async () => {
  await withFolder(async (dataDir) => {
    const mail = fakeMailServer(), broker = fakeBroker(), resolver = fakeResolver(), push = fakePushService();
    const servers = [mail, broker, resolver, push], nearPort = freePort();
    const nearWorld = testWorld("near");
    let near = instance("near.example", {}, nearWorld, nearPort);
    const at: Record<string, () => number> = {
      "one.example": () => resolver.port,
      "push.example": () => push.port,
    };
    const redirected = (url: string) => {
      const { hostname } = new URL(url);
      return `http://127.0.0.1:${at[hostname]!()}/`;
    };
    const world = testWorld();
    Object.assign(world, {
      connect: realWorld().connect,
      fetch: (url: string, init: RequestInit) => fetch(redirected(url), init),
      lookup: () => Promise.resolve(["93.184.216.34"]),
      mail: heededMail(smtpMailer(`smtp://127.0.0.1:${mail.port}`, "club@club.example"), world.lives),
    });
    const db = openOurs(join(dataDir, "gateway.db"), MIGRATIONS);
    migrate(db, MIGRATIONS, world);
    const app = testApp({
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      APP_URL: "https://club.example",
      INSTANCE_ID: "club.example",
      FED_PRIVATE_KEY: seedOf("club.example"),
      FED_ALLOW_PRIVATE: "1",
      VAPID_PRIVATE_KEY: VAPID,
      DOH_URL: "https://one.example/dns-query",
      MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    }, {
      world,
      db,
      dataDir,
      fetch: async ({ url, body }) => {
        const answer = await fetch(redirected(url), {
          method: "POST",
          body: new Uint8Array(body as Uint8Array),
        });
        await answer.body?.cancel();
        return { status: answer.status, bytes: new Uint8Array(), headers: {}, url };
      },
    });
    try {
      const pass = (seconds: number) => [app.world, nearWorld].forEach((one) => one.pass(seconds));
      const added = await app.operator.post("/federation/peers", {
        url: near.url,
        fingerprint: near.keyPrint,
      });
      assert.ok(added.status < 300, added.text);
      await partner(app, "OE5XBB", ["DEU"], { requestReverse: true });
      const box = await enrolBox(app, "hut");
      const alice = await app.signIn("OE1ABC"), browser = createECDH("prime256v1");
      const subscribed = await alice.post("/api/push/subscribe", {
        endpoint: "https://push.example/1",
        expirationTime: null,
        keys: {
          p256dh: browser.generateKeys().toString("base64url"),
          auth: Buffer.alloc(16, 9).toString("base64url"),
        },
      });
      assert.equal(subscribed.status, 201, subscribed.text);
      assert.equal((await alice.post("/api/watch", { callsign: "DL1XYZ" })).status, 201);

      // Nothing was asked yet: what is set stands there as untried, and has not failed.
      const untried = (await app.visitor.get("/health")).body;
      assert.deepEqual([untried.services.mail, untried.services.dns], [true, true]);
      for (const kind of ["mail", "push", "dns", "broker", "partner"]) {
        assert.deepEqual([untried.lives[kind].all, untried.lives[kind].untried], [1, 1], kind);
      }

      const worked = app.world.now();
      await use(app, { near, box, up: true });
      const holds = async (standing: "works" | "fails", failedAt: number | null, okAt: number) => {
        const services = await servicesOf(app), lines = await linesOf(app);
        const { lives, services: sums } = (await app.visitor.get("/health")).body;
        for (const [name, { line, again }] of Object.entries(LIGHTS)) {
          const its = services.get(name), kind = name.split(":")[0]!;
          assert.ok(its, `${name} is no light`);
          assert.equal(its.standing, standing, `${name}: ${its.lastError}`);
          assert.equal(its.lastOkAt, okAt, `${name} worked`);
          // A box is no service that is asked: what it missed is over once it comes.
          const missed = name === "box:hut";
          if (!missed) assert.equal(its.lastFailedAt, failedAt, `${name} failed`);
          assert.equal(its.lastError === null, standing === "works", name);
          if (standing === "fails") {
            assert.ok(its.lastFailedAt! > okAt, `${name} failed`);
            assert.equal(its.nextTryAt !== null, again, `${name} is tried again`);
          }
          assert.equal(lines.get(line), standing === "works" ? "ok" : "warn", line);
          const sum = lives[kind];
          assert.equal(sum.failing > 0, standing === "fails", `${kind} in /health`);
          assert.equal(sum.lastError !== null, standing === "fails", kind);
          assert.ok(sum.lastOkAt >= okAt, kind);
          if (!missed) assert.equal(sum.lastFailedAt, failedAt, kind);
          if (standing === "fails") assert.equal(sum.nextTryAt !== null, again, kind);
        }
        assert.deepEqual([sums.mail, sums.dns], [standing === "works", standing === "works"]);
      };
      await holds("works", null, worked);

      for (const one of servers) await one.end();
      await ended(near);
      await Deno.remove(join(dataDir, "backups"), { recursive: true });
      await Deno.writeTextFile(join(dataDir, "backups"), "no folder");
      pass(2 * 3600);
      const failed = app.world.now();
      await use(app, { near, box, up: false });
      await holds("fails", failed, worked);

      for (const one of servers) one.begin();
      near = instance("near.example", {}, nearWorld, nearPort);
      await Deno.remove(join(dataDir, "backups"));
      pass(24 * 3600);
      await use(app, { near, box, up: true });
      await holds("works", failed, app.world.now());
    } finally {
      for (const one of servers) await one.end();
      await app.federation.close();
      await ended(near);
      // What a request left to be written is written before its database goes.
      await db.write(() => {});
      app.close();
      db.close();
    }
  });
});

Deno.test("soon after each start outside services are asked once, whenever that was last, and not before the time is known", async () => {
  for (const begun of [START, 100]) {
    const world = testWorld("seed", begun);
    let looks = 0;
    world.mail = {
      transport: "test",
      send: () => Promise.resolve(),
      look: () => {
        looks++;
        return Promise.resolve();
      },
    };
    using app = testApp({}, { world });
    const look = app.jobs.filter(({ name }) => name === "services-look");
    // It ran within the hour: nothing was missed.
    await app.jobRuns.note({ job: "services-look", ranAt: begun, failed: null });
    const timers: (() => void)[] = [];
    const stop = startJobs(look, world, {
      prefix: `look ${begun} `,
      runs: app.jobRuns,
      after: (_ms, fn) => {
        timers.push(fn);
        return () => {};
      },
    });
    const passes = async () => {
      for (const fn of timers.splice(0)) fn();
      await app.db.write(() => {});
    };
    assert.equal(looks, 0, "the start itself asks nobody");
    if (begun === 100) {
      for (let n = 0; n < 5; n++) await passes();
      assert.equal(looks, 0, "the time is not known");
      world.jump(START);
    }
    for (let n = 0; n < 5; n++) await passes();
    assert.equal(looks, 1);
    await stop();
  }
});

Deno.test("a service that the settings name no more is no light any more", async () => {
  using app = testApp({ DOH_URL: "https://one.example/dns-query" });
  app.world.lives.failed("dns:one.example", "gone");
  app.world.lives.failed("dns:old.example", "gone");
  app.world.lives.failed("broker", "gone");
  const { lives } = (await app.visitor.get("/health")).body;
  assert.deepEqual([lives.dns.all, lives.broker], [1, undefined]);
  assert.equal((await servicesOf(app)).has("dns:old.example"), false);
});
