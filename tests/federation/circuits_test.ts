/** Packet circuits between whole instances, over a channel of 1200 baud that loses lines, repeats them and dies. */
import assert from "node:assert/strict";
import { driveCircuit, pullCircuit, type Pulled, serveCircuit, VHF } from "../../src/link/mod.ts";
import type { TestApp } from "../kit/app.ts";
import { publishWeek } from "../kit/lifelike.ts";
import { type Channel, ShapedLine } from "../kit/shaped_line.ts";
import { alone, knows, mirrored } from "../routes/federation/neighbours.ts";
import { seeded } from "../wire/test_data.ts";

const A = "a.example", B = "b.example";

interface Session {
  pulled: Pulled;
  line: ShapedLine;
  applied: number;
  held: number;
}

/** `who` calls `whom` once, as `federation link pull` and `serve` do it. */
async function call(
  who: TestApp,
  whom: TestApp,
  id: string,
  draw: () => number,
  channel: Channel = {},
): Promise<Session> {
  const line = new ShapedLine(draw, channel);
  let applied = 0, brought = 0;
  const { cursors, hands } = who.federation.carriers.pulling(id, (delivery) => {
    applied += delivery.applied;
  });
  const counting = {
    deliver: (one: Parameters<NonNullable<typeof hands.deliver>>[0]) => {
      brought += one.frames;
      return hands.deliver!(one);
    },
  };
  const ends = [line.end(0), line.end(1)] as const;
  const [, pulled] = await Promise.all([
    driveCircuit(serveCircuit(VHF), ends[0], whom.federation.carriers.servingHands())
      .finally(() => ends[0].close()),
    driveCircuit(pullCircuit({ caps: VHF, cursors, pages: 20 }), ends[1], counting)
      .finally(() => ends[1].close()),
  ]);
  return { pulled, line, applied, held: brought - applied };
}

/** Two instances that know each other's key, and have no other way to each other. */
function two(count: number, draw: () => number): [TestApp, TestApp] {
  const a = alone(A), b = alone(B);
  knows(a, B);
  knows(b, A);
  for (const app of [a, b]) week(app, count, draw);
  return [a, b];
}
const week = (app: TestApp, count: number, draw: () => number) =>
  app.db.writeNow((tx) => publishWeek(app.federation.publications, tx, count, draw, app.world.now() - 60));
const close = (...apps: TestApp[]) => apps.forEach((app) => app.close());
const own = (app: TestApp, id: string) => mirrored(app, id).filter((line) => line.startsWith(`${id}:`));

Deno.test("two instances converge over 1200 baud with lines lost and repeated, and no record comes twice", async () => {
  const draw = seeded(1), [a, b] = two(60, draw);
  const bad = { lost: 0.05, twice: 0.05, chatter: "Welcome to OE1XNR\r\n*** Connected to SVC\r" };
  let sessions = 0, seconds = 0;
  const applied = { [A]: 0, [B]: 0 };
  for (const [who, whom, id] of [[b, a, A], [a, b, B]] as const) {
    for (;;) {
      assert.ok(++sessions < 40, "never complete");
      const session = await call(who, whom, id, draw, bad);
      applied[id] += session.applied;
      seconds += session.line.now;
      assert.equal(session.held, 0, "a record came twice");
      await who.federation.carriers.noteCircuit(id, { ok: session.pulled.how === "done", cursors: {} });
      if (session.pulled.how === "done") break;
    }
    assert.deepEqual(own(who, id), own(whom, id));
    assert.equal(applied[id], own(whom, id).length);
  }
  assert.ok(seconds > 60, "the channel is as slow as it is");
  // What is new goes over the next time, and nothing else does.
  week(a, 7, draw);
  const next = await call(b, a, A, draw);
  assert.deepEqual([next.pulled.how, next.held, next.pulled.frames], ["done", 0, next.applied]);
  assert.deepEqual(own(b, A), own(a, A));
  assert.equal((await call(b, a, A, draw)).pulled.frames, 0);
  close(a, b);
});

Deno.test("a link that dies at fifty places goes on where it was, with no record twice", async () => {
  const draw = seeded(2), a = alone(A);
  week(a, 120, draw);
  let deaths = 0, fruitful = 0;
  while (deaths < 50) {
    const b = alone(B);
    knows(b, A);
    let applied = 0, whole = 9000;
    for (let done = false; !done;) {
      const session = await call(b, a, A, draw, { cutAfter: Math.floor(draw() * whole) });
      assert.equal(session.held, 0, "a record came twice");
      applied += session.applied;
      done = session.pulled.how === "done";
      whole *= 1.3;
      if (done) break;
      deaths++;
      if (session.applied > 0) fruitful++;
    }
    assert.deepEqual(own(b, A), own(a, A));
    assert.equal(applied, own(a, A).length);
    b.close();
  }
  assert.ok(fruitful >= 10, `${fruitful} of ${deaths} died with something brought`);
  a.close();
});

Deno.test("a hundred records as a club writes them take three quarters of their frames' bytes on the line, or less", async () => {
  for (const seed of [3, 4, 5]) {
    const draw = seeded(seed), a = alone(A), b = alone(B);
    knows(b, A);
    week(a, 100, draw);
    const { pulled, line } = await call(b, a, A, draw);
    const { bytes } = b.db.sql<never, { bytes: number }>(
      "SELECT sum(length(frame)) AS bytes FROM fed_record",
    ).get()!;
    assert.equal(pulled.frames, 100);
    assert.ok(line.bytes <= 0.75 * bytes, `${line.bytes} for ${bytes}: ${(line.bytes / bytes).toFixed(3)}`);
    close(a, b);
  }
});

Deno.test("whose key is not known, of that nothing is taken and no cursor moves; a stranger is not called", async () => {
  const draw = seeded(6), a = alone(A), b = alone(B);
  week(a, 5, draw);
  assert.throws(() => b.federation.carriers.pulling(A), /no such neighbour/);
  knows(b, A, { pin: null });
  const before = b.fingerprint();
  const { pulled } = await call(b, a, A, draw);
  assert.deepEqual([pulled.how, pulled.cursors], ["refused", {}]);
  assert.match(pulled.words!, /could be verified/);
  assert.equal(b.fingerprint(), before);
  close(a, b);
});
