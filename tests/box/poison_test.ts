/**
 * A packet at which the gateway fails blocks nobody: it is found by halving and set aside with the answer. A gateway that fails
 * at everything, or is away, costs no packet.
 */
import assert from "node:assert/strict";
import { getLogger } from "@logtape/logtape";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { GatewayClient } from "../../src/box/gateway/client.ts";
import { newBoxKey } from "../../src/box/gateway/enrol.ts";
import { Sender } from "../../src/box/gateway/sender.ts";
import { Sift } from "../../src/box/gateway/sift.ts";
import { BOX_MIGRATIONS } from "../../src/box/migrations.ts";
import { openFacts } from "../../src/box/spool/facts.ts";
import { Spool } from "../../src/box/spool/spool.ts";
import { Database, migrate } from "../../src/db/mod.ts";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { statusLines } from "../../src/box/state/lines.ts";
import { statusOf } from "../../src/box/state/status.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { withFolder } from "../kit/server.ts";
import { provenBy } from "../kit/boxes.ts";
import { testWorld } from "../kit/world.ts";

interface Faults {
  /** Whether the gateway fails at a batch of these. */
  failsAt: (raws: readonly string[]) => boolean;
  /** Who fails: the gateway itself, or a proxy before it. */
  status: number;
  byProxy: boolean;
  /** Whether its check is answered well. */
  checks: boolean;
}

/** A box's spool and sender, and a gateway that fails at what the test says. */
function senderAt(faults: Partial<Faults>) {
  const how: Faults = { failsAt: () => false, status: 500, byProxy: false, checks: true, ...faults };
  const world = testWorld(), taken: string[] = [];
  let batches = 0;
  const fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(String(input)), headers = provenBy(init?.headers, { nowMs: world.nowMs() });
    const fails = () =>
      Promise.resolve(
        how.byProxy
          ? new Response("<h1>nginx</h1>", { status: how.status })
          : Response.json({ error: "internal error" }, { status: how.status, headers }),
      );
    if (pathname === "/ingest/check") {
      return how.checks ? Promise.resolve(Response.json({ ok: true, sites: [] }, { headers })) : fails();
    }
    batches++;
    const raws = (JSON.parse(String(init?.body)) as { packets: { raw: string }[] }).packets.map(({ raw }) =>
      raw
    );
    if (how.failsAt(raws)) return fails();
    taken.push(...raws);
    return Promise.resolve(
      Response.json({ accepted: raws.length, duplicates: 0, rejected: [] }, { headers }),
    );
  };
  const db = new Database(":memory:"), log = getLogger("test");
  migrate(db, BOX_MIGRATIONS, world);
  const clock = new BoxClock(world), spool = new Spool(db, clock, { log });
  const who = {
    box: "attic",
    addresses: ["http://10.0.0.1"],
    key: newBoxKey(world).key,
    instance: "gw.example",
  };
  const client = new GatewayClient(who, clock, { random: world.random, fetch });
  const io = { wait: () => Promise.resolve() }, facts = openFacts(db);
  const sender = new Sender({ client, spool, facts, io, world: { ...world, log } });
  const stop = new AbortController().signal;
  const hears = (...raws: string[]) => {
    for (const raw of raws) {
      spool.take({
        atMs: clock.nowMs(),
        urgent: false,
        body: JSON.stringify({ raw }),
        site: null,
        source: "",
      });
    }
  };
  return {
    ...{ how, spool, sender, taken, hears },
    batches: () => batches,
    rejected: () =>
      spool.store.rejected(100).map(({ body, reason }) => [JSON.parse(body).raw as string, reason]),
    /** So many turns of 1.5 s; the equation holds after each. */
    async turns(count: number) {
      for (; count > 0; count--) {
        sender.turn(stop);
        await sender.settled();
        world.pass(1.5);
        const { in: all, sent, waiting, rejected, dropped } = spool.sums();
        assert.equal(all, sent + waiting + rejected + dropped);
        assert.equal(dropped, 0);
      }
    },
    close: () => db.close(),
  };
}

const good = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `good${from + n}`);
const isPoison = (raw: string): boolean => raw.startsWith("poison");
const ANSWER = "the gateway answers 500: internal error";

for (
  const [where, poisons, waiting] of [
    ["first", ["poison1"], 999],
    ["alone among few", ["poison1"], 3],
    ["five in a crowd", ["poison1", "poison2", "poison3", "poison4", "poison5"], 900],
    ["thirty", Array.from({ length: 30 }, (_, n) => `poison${n}`), 500],
  ] as [string, string[], number][]
) {
  Deno.test(`poison, ${where}: it is set aside with the answer, and everything else arrives once`, async () => {
    const { spool, taken, hears, rejected, turns, batches, close } = senderAt({
      failsAt: (raws) => raws.some(isPoison),
    });
    // Strewn evenly among what waits.
    const each = Math.floor(waiting / poisons.length);
    poisons.forEach((raw, n) => hears(raw, ...good(n * each, each)));
    await turns(60 * poisons.length + 100);
    const all = each * poisons.length;
    assert.deepEqual(spool.sums(), {
      in: all + poisons.length,
      sent: all,
      waiting: 0,
      rejected: poisons.length,
      dropped: 0,
    });
    assert.deepEqual(taken.toSorted(), good(0, all).toSorted());
    assert.deepEqual(rejected().toSorted(), poisons.map((raw) => [raw, ANSWER]).toSorted());
    // Two tries, then a half each time, and its sibling, and the last one twice.
    assert.ok(batches() <= poisons.length * 40 + 20, `${batches()} requests`);
    close();
  });
}

Deno.test("what comes meanwhile goes on, and is not held up by what is suspected", async () => {
  const { sender, spool, taken, hears, turns, close } = senderAt({ failsAt: (raws) => raws.some(isPoison) });
  hears("poison1", ...good(0, 999));
  await turns(4);
  assert.deepEqual([spool.sums().sent, sender.state.word, sender.state.failing], [0, "ok", true]);
  assert.match(sender.state.why!, /fails at something that waits/);
  hears("fresh");
  await turns(6);
  assert.ok(taken.includes("fresh"), "it waits behind a search");
  await turns(100);
  assert.deepEqual([sender.state.word, sender.state.why, sender.state.failing], ["ok", undefined, false]);
  close();
});

Deno.test("one failure is none: the same batch again, whole", async () => {
  let fails = 1;
  const { spool, batches, hears, turns, close } = senderAt({ failsAt: () => fails-- > 0 });
  hears(...good(0, 50));
  await turns(8);
  assert.deepEqual([batches(), spool.sums().sent], [2, 50]);
  close();
});

for (
  const [what, faults] of [
    ["a gateway that fails at its check too", { checks: false }],
    ["a proxy whose gateway is away", { checks: false, byProxy: true, status: 502 }],
    ["a proxy that is busy", { checks: false, byProxy: true, status: 503 }],
    ["a gateway that is busy", { status: 503 }],
    ["a gateway whose disk is full", { status: 507 }],
  ] as [string, Partial<Faults>][]
) {
  Deno.test(`${what}: nothing is set aside, and all of it arrives when it is well`, async () => {
    const { how, sender, spool, hears, turns, rejected, close } = senderAt({
      failsAt: () => true,
      ...faults,
    });
    how.checks = true;
    hears(...good(0, 100));
    await turns(2);
    how.checks = faults.checks ?? true;
    await turns(3000);
    assert.deepEqual([spool.sums().waiting, rejected()], [100, []]);
    assert.equal(sender.state.word, "unreachable");
    how.failsAt = () => false;
    how.checks = true;
    await turns(400);
    assert.deepEqual([spool.sums().sent, rejected()], [100, []]);
    close();
  });
}

Deno.test("a gateway that answers its check and fails at every packet costs one at most, and says what it is", async () => {
  const { how, sender, spool, hears, turns, rejected, close } = senderAt({ failsAt: () => true });
  hears(...good(0, 40));
  await turns(5000);
  assert.ok(rejected().length <= 1, `${rejected().length} were set aside`);
  assert.match(sender.state.why!, /fails at all it is given: the gateway answers 500/);
  assert.deepEqual([sender.state.word, sender.state.failing], ["unreachable", true]);
  how.failsAt = () => false;
  await turns(400);
  assert.equal(spool.sums().sent + rejected().length, 40);
  assert.equal(sender.state.word, "ok");
  close();
});

Deno.test("one packet alone in the night: the third failure of its own sets it aside, and no second one after it", async () => {
  const { spool, hears, turns, rejected, close } = senderAt({ failsAt: (raws) => raws.some(isPoison) });
  hears("poison1");
  await turns(100);
  assert.deepEqual(rejected(), [["poison1", ANSWER]]);
  hears("poison2");
  await turns(500);
  assert.deepEqual(rejected().length, 1, "it may be the gateway that is ill");
  hears("good1");
  await turns(100);
  assert.deepEqual(rejected().map(([raw]) => raw).toSorted(), ["poison1", "poison2"]);
  assert.deepEqual(spool.sums(), { in: 3, sent: 1, waiting: 0, rejected: 2, dropped: 0 });
  close();
});

Deno.test("a proxy that takes less at once than the gateway halves, and refuses no packet", async () => {
  const { spool, hears, turns, rejected, taken, how, close } = senderAt({
    ...{ byProxy: true, status: 413 },
    failsAt: (raws) => raws.length > 7,
  });
  hears(...good(0, 100));
  await turns(60);
  assert.equal(taken.length, 100);
  how.failsAt = () => true;
  hears("large");
  await turns(60);
  assert.deepEqual([spool.sums().waiting, rejected()], [1, []]);
  close();
});

Deno.test("a real gateway that cannot write one station: it loses that one packet, whether as an item or as a batch", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), tnc = testTnc();
    gateway.app.db.writeNow((tx) =>
      gateway.app.db.sql(
        `CREATE TRIGGER poison BEFORE INSERT ON station WHEN NEW.call = 'OE9BAD'
         BEGIN SELECT RAISE(ABORT, 'poison'); END`,
      ).run(tx)
    );
    await makeBox(dir, gateway, { connections: [`${tnc.address}?site=OE1BOX-10`] }, { sites: ["OE1BOX-10"] });
    const box = runBox(dir), { spool, connections } = box.parts;
    const heard = (source: string) =>
      tnc.hears(encodeKiss(
        encodeFrame({ source, destination: "APRS", path: [], info: "=4812.50N/01622.43E>" })!,
      ));
    try {
      await until("the radio", () => Promise.resolve(connections[0]!.state().word === "connected"));
      for (const call of ["OE1AAA", "OE2AAA", "OE9BAD", "OE3AAA", "OE4AAA"]) await heard(call);
      await until(
        "all of it to be settled",
        () => Promise.resolve(spool.sums().in === 5 && spool.sums().waiting === 0),
      );
      assert.deepEqual(spool.sums(), { in: 5, sent: 4, waiting: 0, rejected: 1, dropped: 0 });
      const there = gateway.app.db.sql<never, { call: string }>("SELECT call FROM station ORDER BY call")
        .all();
      assert.deepEqual(there.map(({ call }) => call), ["OE1AAA", "OE2AAA", "OE3AAA", "OE4AAA"]);
      const status = statusOf(box.parts);
      assert.deepEqual([status.gateway.state, status.spool.rejected], ["ok", 1]);
      assert.match(statusLines(status, Date.now() / 1000).join("\n"), /1 were set aside/);
    } finally {
      await box.stop();
      await tnc.close();
      await gateway.close();
    }
  }));

Deno.test("sifting: what was sent otherwise, or dropped meanwhile, is forgotten", () => {
  const sift = new Sift(), ids = [1, 2, 3, 4];
  const all = (some: readonly number[]) => [...some];
  assert.equal(sift.failed(ids), false);
  assert.deepEqual(sift.next(all), ids);
  assert.equal(sift.failed(ids), false);
  assert.deepEqual([sift.next(all), [...sift.held]], [[1, 2], ids]);
  assert.deepEqual(sift.next((some) => some.filter((id) => id > 1)), [2]);
  assert.deepEqual(sift.next(() => []), undefined);
  assert.equal(sift.isOn, false);
});
