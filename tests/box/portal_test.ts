/**
 * A network that wants a sign-in first answers every request, with a time of its own: it moves no clock, takes no packet and
 * refuses none. The gateway's own answers do, and prove to be its own.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import { loadBoxFile } from "../../src/box/config/box_file.ts";
import { openBoxDatabase, type RunningBox } from "../../src/box/run/box.ts";
import { joinGateway } from "../../src/box/run/join.ts";
import { openFacts } from "../../src/box/spool/facts.ts";
import { readSigningKey, signDocument } from "../../src/wire/mod.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { Portal, type PortalState } from "../kit/portal.ts";
import { withFolder } from "../kit/server.ts";

const SITE = "OE1BOX-10", HOUR_MS = 3_600_000, YEAR_MS = 365 * 24 * HOUR_MS, FRAMES = 20;
const seedOf = (n: number) => Buffer.alloc(32, n).toString("base64url");
const NAMED = { INSTANCE_ID: "gw.example" }, KEYED = { FED_PRIVATE_KEY: seedOf(1), ...NAMED };

const frameOf = (n: number): Uint8Array =>
  encodeKiss(
    encodeFrame({
      source: `OE${n % 10}${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n]}XY`,
      destination: "APRS",
      path: [],
      info: "=4812.50N/01622.43E>",
    })!,
  );

/** A gateway, a portal before it, a box behind that, and the radio that it hears. */
async function behindPortal(
  env: Record<string, string>,
  use: (given: {
    dir: string;
    gateway: ReturnType<typeof listeningApp>;
    portal: Portal;
    tnc: ReturnType<typeof testTnc>;
    start: () => RunningBox;
    /** When the gateway has it that each station was heard, unix seconds. */
    heardAt: () => number[];
  }) => Promise<void>,
): Promise<void> {
  await withFolder(async (dir) => {
    const gateway = listeningApp(env), portal = new Portal(gateway.url, "gw.example"), tnc = testTnc();
    const boxes: RunningBox[] = [];
    const connections = [`${tnc.address}?site=${SITE}`];
    try {
      await makeBox(dir, gateway, { connections, gateways: [portal.url], instance: "gw.example" }, {
        sites: [SITE],
      });
      await use({
        ...{ dir, gateway, portal, tnc },
        start: () => {
          const box = runBox(dir);
          let ended: Promise<void> | undefined;
          const stoppable = { ...box, stop: () => ended ??= box.stop() };
          boxes.push(stoppable);
          return stoppable;
        },
        heardAt: () =>
          gateway.app.db.sql<never, { at: number }>("SELECT at FROM any_fix ORDER BY at").all().map((row) =>
            row.at
          ),
      });
    } finally {
      for (const box of boxes) await box.stop();
      await portal.close();
      await tnc.close();
      await gateway.close();
    }
  });
}

/** Waits until the box listens to its radio. */
const listens = ({ parts: { connections } }: RunningBox) =>
  until("the radio", () => Promise.resolve(connections[0]!.state().word === "connected"));

/** Lets the box ask until the portal has answered so many more requests. */
async function asks({ parts: { sender } }: RunningBox, portal: Portal, more: number): Promise<void> {
  const before = portal.answered;
  await until("the portal's answers", () => {
    sender.again();
    return Promise.resolve(portal.answered >= before + more);
  });
}

const MOODS: PortalState[] = [200, 302, 400, 401, 413, 500, 503, 511, "mimics"];

for (const [how, env] of [["a gateway with a key", KEYED], ["a gateway without one", NAMED]] as const) {
  Deno.test(`portals of every kind lie about the time: nothing is dropped, refused or stamped by it; ${how}`, () =>
    behindPortal(env, async ({ portal, tnc, start, heardAt }) => {
      // Two hours ahead, as a portal in another time zone is, and years.
      portal.lieMs = 2 * HOUR_MS;
      portal.state = 511;
      const first = start();
      await listens(first);
      const from = Math.floor(Date.now() / 1000);
      for (let n = 0; n < FRAMES / 2; n++) await tnc.hears(frameOf(n));
      const sums = ({ parts }: RunningBox) => parts.spool.sums();
      await until("ten frames", () => Promise.resolve(sums(first).in === FRAMES / 2));
      await asks(first, portal, 2);
      await first.stop();

      // What an earlier run heard is older than a week by the second lie.
      portal.lieMs = YEAR_MS;
      const box = start(), { clock, sender } = box.parts;
      await listens(box);
      for (let n = FRAMES / 2; n < FRAMES; n++) await tnc.hears(frameOf(n));
      await until("all frames", () => Promise.resolve(sums(box).in === FRAMES));
      // Without a key the name alone is the proof: who knows it already is no sign-in page any more.
      for (const mood of env === KEYED ? MOODS : MOODS.slice(0, -1)) {
        portal.state = mood;
        await asks(box, portal, 3);
        assert.equal(clock.gatewayNow(), undefined, `${mood} is believed`);
        assert.ok(Math.abs(clock.signingNow() - Date.now() / 1000) < 60, `${mood} is signed by`);
        assert.deepEqual(
          sums(box),
          { in: FRAMES, sent: 0, waiting: FRAMES, rejected: 0, dropped: 0 },
          `${mood}`,
        );
        assert.notEqual(sender.state.word, "ok");
        assert.notEqual(sender.state.word, "refused", `${mood} is no refusal of the gateway`);
      }
      portal.state = "well";
      sender.again();
      await until("all of it to be there", () => Promise.resolve(sums(box).sent === FRAMES));
      assert.deepEqual(sums(box), { in: FRAMES, sent: FRAMES, waiting: 0, rejected: 0, dropped: 0 });
      const times = heardAt(), to = Date.now() / 1000;
      assert.equal(times.length, FRAMES);
      // The kit's gateway stands a second back.
      assert.ok(times.every((at) => at >= from - 5 && at <= to + 5), `${times} are not of ${from} to ${to}`);

      // A belief stands against any lie.
      const known = clock.offsetMs!;
      portal.state = 200;
      await asks(box, portal, 3);
      assert.equal(clock.offsetMs, known);
    }));
}

Deno.test("who sits on a way without https and writes the time anew moves nothing: the gateway's signature does not fit it", () =>
  behindPortal(KEYED, async ({ portal, tnc, start, dir }) => {
    const first = start();
    await until("the first check", () => Promise.resolve(first.parts.sender.state.word === "ok"));
    await first.stop();
    const db = openBoxDatabase(dir, realWorld());
    assert.equal(openFacts(db).get("gateway_key"), readSigningKey(KEYED.FED_PRIVATE_KEY)!.publicKey);
    db.close();
    portal.state = "rewrites";
    portal.lieMs = 2 * HOUR_MS;
    const box = start();
    await listens(box);
    await tnc.hears(frameOf(1));
    await until("a frame", () => Promise.resolve(box.parts.spool.sums().in === 1));
    await asks(box, portal, 4);
    assert.deepEqual([box.parts.clock.offsetMs, box.parts.spool.sums().waiting], [undefined, 1]);
    await until(
      "the reason",
      () => Promise.resolve(box.parts.sender.state.why?.includes("not as gw.example")),
    );
  }));

Deno.test("a host that woke up in 1970 mends its clock by the refusals of the gateway", () =>
  behindPortal(KEYED, async ({ dir, gateway, tnc, heardAt }) => {
    const real = realWorld(), nowMs = () => Math.floor(real.elapsedMs());
    const box = runBox(dir, { world: { ...real, nowMs, now: () => Math.floor(nowMs() / 1000) } });
    try {
      await listens(box);
      await tnc.hears(frameOf(1));
      await until("the frame to be there", () => Promise.resolve(box.parts.spool.sums().sent === 1));
      assert.ok(Math.abs(heardAt()[0]! - gateway.app.world.now()) < 30);
      assert.equal(box.parts.sender.state.word, "ok");
    } finally {
      await box.stop();
    }
  }));

Deno.test("a gateway whose clock jumped teaches no time, and is the gateway all the same", () =>
  behindPortal(NAMED, async ({ gateway, start }) => {
    const box = start(), { sender, clock } = box.parts;
    await until("the first check", () => Promise.resolve(sender.state.word === "ok"));
    const known = clock.offsetMs;
    gateway.app.world.clock.state();
    gateway.app.world.jump(2 * 86_400);
    assert.equal(gateway.app.world.clock.state(), "jumped");
    const answer = await box.parts.client.ask({ path: "/ingest/check" });
    assert.ok(answer.kind === "answer" && answer.status === 401, "signed two days before its time");
    assert.deepEqual([answer.proof.saidMs, clock.offsetMs, clock.isAlone], [undefined, known, false]);
  }));

Deno.test("a key that follows the known one is taken; one that nobody signed for is not", () =>
  withFolder(async (dir) => {
    const [old, next, alien] = [1, 2, 3].map((n) => readSigningKey(seedOf(n))!);
    const record = { at: 1_790_000_000, key: next!.publicKey, prevKey: old!.publicKey };
    const rotations = JSON.stringify([{ ...record, sig: signDocument("svc-rot/1", record, old!) }]);
    const first = listeningApp(KEYED);
    await makeBox(dir, first, { connections: [], instance: "gw.example" });
    const { db } = first.app;
    let lives = 0;
    const known = async (env: Record<string, string>) => {
      // The same instance, started anew under other settings. Which gateway it is the box has learnt; a hand changes nothing of
      // that.
      const gateway = listeningApp({ ...KEYED, ...env }, { db });
      const instance = lives++ === 0 ? "gw.example" : "changed by hand";
      const file = { ...loadBoxFile(dir)!, gateways: [gateway.url], instance };
      Deno.writeTextFileSync(join(dir, "box.json"), JSON.stringify(file));
      const box = runBox(dir), { sender, client } = box.parts;
      try {
        await until("the gateway's word", () => {
          sender.again();
          return Promise.resolve(sender.settled().then(() => sender.state.why ?? sender.state.word === "ok"));
        });
        await sender.settled();
        for (let n = 0; n < 3 && sender.state.word !== "ok"; n++) {
          sender.again();
          sender.turn(new AbortController().signal);
          await sender.settled();
        }
        return [sender.state.word, client.joined.instanceKey];
      } finally {
        await box.stop();
        await gateway.close();
      }
    };
    try {
      assert.deepEqual(await known({}), ["ok", old!.publicKey], "the first one, as it was met");
      assert.deepEqual(
        await known({ FED_PRIVATE_KEY: seedOf(3) }),
        ["unreachable", old!.publicKey],
        alien!.publicKey,
      );
      const rotated = { FED_PRIVATE_KEY: seedOf(2), FED_ROTATIONS: rotations };
      assert.deepEqual(await known(rotated), ["ok", next!.publicKey]);
      assert.deepEqual(await known(rotated), ["ok", next!.publicKey], "and kept");
    } finally {
      await first.close();
    }
  }));

Deno.test("join takes no time from a portal and spends no code at it; from the gateway it takes time, name and key", () =>
  behindPortal(KEYED, ({ gateway, portal }) =>
    withFolder(async (folder) => {
      const dir = join(folder, "new");
      const { body: { code } } = await gateway.app.operator.post("/api/admin/boxes/codes", {});
      const real = realWorld(), nowMs = () => Math.floor(real.elapsedMs());
      const world = { ...real, nowMs, now: () => Math.floor(nowMs() / 1000) };
      const ask = { dir, address: portal.url, code, call: "OE3NEW-1", connections: [], again: false };
      portal.lieMs = 2 * HOUR_MS;
      for (const mood of [200, 302, 511] as const) {
        portal.state = mood;
        await assert.rejects(joinGateway(ask, world), /not as a gateway/);
        assert.equal(loadBoxFile(dir), undefined);
      }
      portal.state = "well";
      const { file } = await joinGateway(ask, world);
      assert.equal(file.instance, "gw.example");
      const db = openBoxDatabase(dir, real);
      assert.equal(openFacts(db).get("gateway_key"), readSigningKey(KEYED.FED_PRIVATE_KEY)!.publicKey);
      db.close();
    })));
