/** When a box calls its partners, and what is left of a transfer that broke off. */
import assert from "node:assert/strict";
import { drive, type FbbMessage, type Line, session } from "../../src/fbb/mod.ts";
import { brokenOff } from "../../src/box/services/mail/broken_off.ts";
import { MailBackend } from "../../src/box/services/mail/backend.ts";
import { MailDesk } from "../../src/box/services/mail/desk.ts";
import { forwarding } from "../../src/box/services/mail/forwarding.ts";
import { openBoxDatabase } from "../../src/box/run/box.ts";
import { realWorld, tcpLine } from "../../src/base/mod.ts";
import { partner } from "../kit/bbs.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { count } from "../kit/people.ts";
import { withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

Deno.test("a partner is called once in its interval, also by a box that starts anew, and nobody twice at once", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), { app } = gateway, dialled: string[] = [];
    // A mailbox that hangs up: being called is what counts.
    const door = (call: string) => {
      const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const serving = (async () => {
        for await (const conn of listener) {
          dialled.push(call);
          conn.close();
        }
      })();
      const { port } = listener.addr as Deno.NetAddr;
      return { way: { address: `127.0.0.1:${port}` }, close: () => (listener.close(), serving) };
    };
    const calls = ["DL1AAA", "DL2BBB", "DL3CCC"], doors = calls.map(door);
    const tcp = Object.fromEntries(calls.map((call, i) => [call, doors[i]!.way]));
    await makeBox(dir, gateway, { connections: [], services: { forward: { tcp } } }, { services: true });
    for (const call of calls) {
      await partner(app, call, [], { intervalMin: 30, requestReverse: true, enabled: true });
    }
    const run = () => runBox(dir, { services: [forwarding("1", { known: new Set() }, 1)] });
    const now = Math.floor(Date.now() / 1000);
    const called = (ago: Record<string, number>) => {
      const db = openBoxDatabase(dir, testWorld());
      const at = Object.fromEntries(Object.entries(ago).map(([call, s]) => [call, now - s]));
      db.writeNow((tx) =>
        db.sql<{ value: string }>(
          "INSERT INTO box_fact (name, value) VALUES ('tx.forwarded', :value) " +
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        ).run(tx, { value: JSON.stringify(at) })
      );
      db.close();
    };
    const forwarded = (box: ReturnType<typeof run>) =>
      JSON.parse(box.parts.facts.get("tx.forwarded") ?? "{}") as Record<string, number>;
    try {
      called({ DL1AAA: 60, DL2BBB: 1800, DL3CCC: 1700 });
      const first = run();
      await until("the call", () => dialled.length > 0);
      await until("its time to be written down", () => forwarded(first).DL2BBB! >= now);
      // The gateway's page tells how it went.
      await until(
        "its report",
        () => app.bbs.office.forwards.attempts({ partner: "DL2BBB", limit: 1 }).length === 1,
      );
      await first.stop();
      // What it learnt it knows when it starts anew; another one is due then.
      called({ ...JSON.parse(JSON.stringify(forwardedOf(dir, now))), DL3CCC: 1800 });
      const second = run();
      await until("the other call", () => dialled.includes("DL3CCC"));
      await second.stop();
      assert.deepEqual(dialled, ["DL2BBB", "DL3CCC"]);
      // Where it can't be written down that one is called, nobody is: else each look would call again.
      called({ DL1AAA: 1800 });
      refuseWrites(dir);
      let looks = 0;
      const world = realWorld(), { log } = world;
      const counting = new Proxy(log, {
        get(log, name) {
          const said = Reflect.get(log, name, log);
          return name === "warn" ? () => void looks++ : typeof said === "function" ? said.bind(log) : said;
        },
      });
      const third = runBox(dir, {
        services: [forwarding("1", { known: new Set() }, 1)],
        world: { ...world, log: counting },
      });
      await until("three looks", () => looks >= 3);
      await third.stop();
      assert.deepEqual(dialled, ["DL2BBB", "DL3CCC"]);
    } finally {
      await Promise.all(doors.map(({ close }) => close()));
      await gateway.close();
    }
  }));

/** The disk takes no call's time any more. */
function refuseWrites(dir: string): void {
  const db = openBoxDatabase(dir, testWorld());
  db.writeNow((tx) =>
    db.exec(
      tx,
      "CREATE TRIGGER full BEFORE UPDATE ON box_fact WHEN new.name = 'tx.forwarded' " +
        "BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
  );
  db.close();
}

/** How long ago each partner was called, as the box's file has it. */
function forwardedOf(dir: string, now: number): Record<string, number> {
  const db = openBoxDatabase(dir, testWorld());
  const row = db.sql<never, { value: string }>("SELECT value FROM box_fact WHERE name = 'tx.forwarded'")
    .get();
  db.close();
  return Object.fromEntries(
    Object.entries(JSON.parse(row!.value) as Record<string, number>).map(([call, at]) => [call, now - at]),
  );
}

const text = Array.from({ length: 900 }, (_, n) => `${(n * 7919 % 99_991).toString(36)} `).join("");
const long: FbbMessage = {
  ...{ type: "P", from: "DL1AAA", at: "OE1BOX", to: "OE3XYZ", bid: "1_DL1AAA" },
  subject: new TextEncoder().encode("Long"),
  body: new TextEncoder().encode(`${text}\r\n`),
};

/** Calls over TCP as DL1AAA with the long message; the line dies after `cutAfter` bytes of ours. */
async function bring(
  desk: MailDesk,
  cutAfter: number,
): Promise<{ end: string; bytes: number; answers: string }> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const [ours, theirs] = await Promise.all([
    listener.accept(),
    Deno.connect({ hostname: "127.0.0.1", port }),
  ]);
  listener.close();
  const software = { name: "T", version: "1" };
  const here = tcpLine(ours, 20_000), there = tcpLine(theirs, 20_000);
  const serving = drive(
    session({ side: "called", call: "OE1BOX", partner: "DL1AAA", software, mode: "b1" }),
    here,
    desk,
  ).finally(() => here.close());
  let bytes = 0, answers = "";
  const cutting: Line = {
    async read() {
      const chunk = await there.read();
      if (chunk) answers += new TextDecoder("latin1").decode(chunk);
      return chunk;
    },
    async write(chunk) {
      const part = chunk.subarray(0, Math.max(0, cutAfter - bytes));
      bytes += part.length;
      await there.write(Uint8Array.from(part));
      if (part.length < chunk.length) await there.close();
    },
  };
  const offered = {
    offer: (ask: { offered: ReadonlySet<string> }) => ask.offered.has(long.bid) ? [] : [long],
  };
  const end = await drive(
    session({ side: "calls", call: "DL1AAA", partner: "OE1BOX", software, mode: "b1" }),
    cutting,
    { ...offered, judge: () => [], received: () => {}, settle: () => {}, keep: () => {} },
  );
  await there.close();
  await serving;
  return { end: end.how, bytes, answers };
}

Deno.test("mail whose transfer broke off goes on where it ended, after a restart too, and is whole", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), { app } = gateway;
    await makeBox(dir, gateway, { connections: [] }, { services: true });
    await partner(app, "DL1AAA", ["DEU"]);
    const session = async (cutAfter: number) => {
      const box = runBox(dir);
      await until("the gateway", () => box.parts.sender.state.word === "ok");
      const desk = new MailDesk(new MailBackend(box.parts.client), "DL1AAA", {
        ...{ federation: false, known: new Set<string>() },
        brokenOff: brokenOff(box.parts.db, box.parts.clock),
      });
      const done = await bring(desk, cutAfter);
      const parts = box.parts.db.sql<never, { n: number }>("SELECT count(*) AS n FROM mail_part").get()!.n;
      await box.stop();
      return { ...done, parts };
    };
    try {
      const broken = await session(2000);
      assert.deepEqual([broken.end, broken.parts], ["cut", 1]);
      assert.equal(count(app, "bbs_message", "bid = '1_DL1AAA'"), 0);
      const rest = await session(Infinity);
      const asked = Number(/FS !(\d+)\r/.exec(rest.answers)?.[1]);
      assert.ok(asked > 1000 && asked < 2000, rest.answers);
      assert.deepEqual([rest.end, rest.parts], ["clean", 0]);
      const whole = broken.bytes + rest.bytes - asked;
      assert.ok(rest.bytes < whole, `${rest.bytes} of ${whole}`);
      const stored = app.db.sql<never, { body: Uint8Array }>(
        "SELECT CAST(body AS BLOB) AS body FROM bbs_message WHERE bid = '1_DL1AAA'",
      ).all();
      assert.equal(stored.length, 1);
      assert.ok(new TextDecoder().decode(stored[0]!.body).includes(text.trim()));
    } finally {
      await gateway.close();
    }
  }));

Deno.test("parts are kept by partner, twenty of them, a week, none over 200 kB", () =>
  withFolder(async (dir) => {
    let now = 1_000_000_000_000;
    const db = openBoxDatabase(dir, testWorld()), kept = brokenOff(db, { nowMs: () => now });
    const part = (length: number) => new Uint8Array(length).fill(7);
    const has = (partner: string, bid: string) => kept.part(partner, bid)?.length;
    await kept.keep("A", "1", part(10));
    await kept.keep("A", "1", part(20));
    assert.deepEqual([has("A", "1"), has("B", "1"), has("A", "2")], [20, undefined, undefined]);
    await kept.keep("A", "1", part(200_001));
    assert.equal(has("A", "1"), undefined, "what grew too long begins anew");
    await kept.keep("A", "big", part(200_000));
    for (let n = 0; n < 19; n++) await kept.keep("A", `n${n}`, part(7));
    assert.equal(has("A", "big"), 200_000);
    await kept.keep("A", "n19", part(7));
    assert.deepEqual([has("A", "big"), has("A", "n0")], [undefined, 7]);
    await kept.keep("A", "n0", undefined);
    assert.equal(has("A", "n0"), undefined);
    now += 7 * 86_400_000;
    assert.equal(has("A", "n5"), 7);
    now++;
    assert.equal(has("A", "n5"), undefined);
    db.close();
  }));
