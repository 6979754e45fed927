/** When a spoke pushes: after writes, after failures, after more than one push takes (FED "Push, relay, packet"). */
import assert from "node:assert/strict";
import { Pusher, type PusherOptions } from "../../src/federation/push/pusher.ts";
import { type Instance, instance, withInstances } from "../routes/federation/instances.ts";
import { hubOf, spokeOf, SUBMIT_SECRET } from "../routes/federation/spokes.ts";
import { cacheBody } from "./node.ts";

interface Timer {
  ms: number;
  run(): void;
  off: boolean;
}
/** A pusher of an instance whose timers are rung by hand. */
function pusherOf(spoke: Instance) {
  const clock = { ms: 0 };
  const timers: Timer[] = [];
  const after: NonNullable<PusherOptions["after"]> = (ms, run) => {
    const timer = { ms, run, off: false };
    timers.push(timer);
    return () => timer.off = true;
  };
  const { options } = spoke.federation.spokes.pusher!;
  const pusher = new Pusher({ ...options, world: { ...options.world, elapsedMs: () => clock.ms }, after });
  /** The one timer that waits. */
  const due = () => {
    const waiting = timers.filter(({ off }) => !off);
    assert.equal(waiting.length, 1, JSON.stringify(waiting));
    return waiting[0]!;
  };
  return { pusher, clock, timers, due };
}

Deno.test("writes are gathered: three seconds after the last, fifteen after the first", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const { pusher, clock, due } = pusherOf(spoke);
    pusher.tell();
    pusher.start();
    assert.equal(due().ms, 3000);
    for (clock.ms = 2500; clock.ms <= 12_000; clock.ms += 2500) {
      pusher.tell();
      assert.equal(due().ms, 3000, `${clock.ms} after the first`);
    }
    clock.ms = 13_000;
    pusher.tell();
    assert.equal(due().ms, 2000);
    clock.ms = 20_000;
    pusher.tell();
    assert.equal(due().ms, 0);
    await pusher.push();
    assert.deepEqual(hub.asked, ["GET /federation/submit/marks"]);
    clock.ms = 60_000;
    pusher.tell();
    assert.equal(due().ms, 3000, "the next writes are counted anew");
    await pusher.close();
  });
});

Deno.test("before it is started, and after it was closed, nothing is pushed by itself", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const { pusher, timers } = pusherOf(spoke);
    pusher.tell();
    assert.deepEqual(timers, []);
    pusher.start();
    await pusher.close();
    assert.ok(timers.every(({ off }) => off));
    pusher.tell();
    assert.ok(timers.every(({ off }) => off));
  });
});

Deno.test("a hub that fails is looked for after half a minute, doubling to ten, and pushed to once it answers", async () => {
  const hub = hubOf({ FED_SUBMIT_SECRET: "another-secret-of-the-tests" }), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const { pusher, due, timers } = pusherOf(spoke);
    spoke.db.writeNow((tx) => spoke.federation.publications.publish(tx, "cache", cacheBody("x")));
    pusher.start();
    timers[0]!.off = true;
    assert.equal((await pusher.push()).ok, false);
    for (const wait of [30, 60, 120, 240, 480, 600, 600]) {
      const { ms } = due();
      assert.ok(ms >= wait * 800 && ms <= wait * 1200, `${ms} ms where ${wait} s were due`);
      pusher.tell();
      assert.equal(due().ms, ms, "writes do not hurry it");
      due().off = true;
      assert.equal((await pusher.push()).ok, false);
    }
    Object.assign(pusher.options, { secret: "another-secret-of-the-tests" });
    // The hub answers again: what looks for it pushes.
    const timer = due();
    timer.off = true;
    timer.run();
    while (spoke.federation.spokes.hubs.state({ url: hub.url })?.pushedAt == null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await pusher.push();
    assert.equal(hub.federation.store.records.countOf("spoke.example"), 1);
    assert.ok(hub.asked.includes("GET /health?live"));
    await pusher.close();
  });
});

Deno.test("callers that come while a push runs share one after it, which brings what they wrote", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const { pusher } = pusherOf(spoke);
    const first = pusher.push();
    spoke.db.writeNow((tx) => spoke.federation.publications.publish(tx, "cache", cacheBody("x")));
    const [second, third] = [pusher.push(), pusher.push()];
    assert.equal(second, third);
    await first;
    const outcome = await second;
    assert.ok(outcome.ok);
    assert.equal(hub.federation.store.records.countOf("spoke.example"), 1);
    await pusher.close();
  });
});

Deno.test("an instance without a key, a secret or a set clock pushes nothing, and says so", async () => {
  const hub = hubOf();
  const keyless = instance("a.example", {
    FED_HUB_URL: hub.url,
    FED_SUBMIT_SECRET: SUBMIT_SECRET,
    FED_PRIVATE_KEY: "",
  });
  const bare = instance("b.example", { FED_HUB_URL: hub.url });
  const unset = spokeOf(hub, "c.example");
  await withInstances([keyless, bare, unset, hub], async () => {
    unset.world.pass(-unset.world.now());
    for (const spoke of [keyless, bare, unset]) {
      const outcome = await spoke.federation.spokes.pusher!.push();
      assert.ok(!outcome.ok && outcome.error.length > 10);
    }
    await unset.federation.spokes.pusher!.collect();
    assert.deepEqual(hub.asked, []);
  });
});
