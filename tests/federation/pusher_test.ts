/** When a spoke pushes: after writes, after failures, after more than one push takes (FED "Push, relay, packet"). */
import assert from "node:assert/strict";
import { Pusher, type PusherOptions } from "../../src/federation/push/pusher.ts";
import { type Instance, instance, withInstances } from "../routes/federation/instances.ts";
import { hubOf, spokeOf, SUBMIT_SECRET } from "../routes/federation/spokes.ts";
import { freePort } from "../kit/free_port.ts";
import { becomes } from "../kit/waits.ts";
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
    const pushed = () => spoke.federation.spokes.hubs.state({ url: hub.url })?.pushedAt != null;
    await becomes("what waits is pushed", pushed);
    await pusher.push();
    assert.equal(hub.federation.store.shares.ofOrigin("spoke.example").records, 1);
    assert.ok(hub.asked.includes("GET /health?live"));
    await pusher.close();
  });
});

/** Something that answers at a hub's address: each request with the status that its path has now. */
async function withStandIn(
  use: (
    hub: { url: string; asked: string[]; answers: Record<string, [status: number, body: string]> },
  ) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const answers: Record<string, [number, string]> = {};
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ method, url }) => {
    const { pathname, search } = new URL(url);
    asked.push(`${method} ${pathname}${search}`);
    const [status, body] = answers[pathname] ?? [404, "{}"];
    return new Response(body, { status });
  });
  try {
    await use({ url: `http://127.0.0.1:${server.addr.port}`, asked, answers });
  } finally {
    await server.shutdown();
  }
}
const SEEN = "GET /seen", HEALTH = "GET /health?live", MARKS = "GET /federation/submit/marks";

Deno.test("a hub whose health is an error of its own is left alone, one that refuses is pushed to; a closed pusher asks nothing", () =>
  withStandIn(async ({ url, asked, answers }) => {
    const spoke = instance("a.example", { FED_HUB_URL: url, FED_SUBMIT_SECRET: SUBMIT_SECRET });
    await withInstances([spoke], async () => {
      const { pusher, due, timers } = pusherOf(spoke);
      /** Rings the timer that waits, and gives what was asked until the next one waits. */
      const ring = async () => {
        const before = asked.length, set = timers.length;
        const timer = due();
        timer.off = true;
        timer.run();
        await becomes("the next timer", () => timers.length > set);
        return asked.slice(before);
      };
      const about = (seconds: number) => {
        const { ms } = due();
        assert.ok(ms >= seconds * 800 && ms <= seconds * 1200, `${ms} ms where ${seconds} s were due`);
      };
      /** What was asked before has arrived, and was answered. */
      const seen = async () => void await (await fetch(`${url}/seen`)).text();
      answers["/federation/submit/marks"] = [500, JSON.stringify({ error: "e".repeat(1000) })];
      pusher.start();
      timers[0]!.off = true;
      assert.equal((await pusher.push()).ok, false);
      const { lastError } = spoke.federation.spokes.hubs.state({ url })!;
      assert.ok(lastError!.includes("500") && lastError!.length <= 300, lastError!);
      about(30);
      answers["/health"] = [500, "{}"];
      assert.deepEqual(await ring(), [HEALTH]);
      about(60);
      answers["/health"] = [503, "{}"];
      assert.deepEqual(await ring(), [HEALTH]);
      about(120);
      answers["/health"] = [499, "{}"];
      assert.deepEqual(await ring(), [HEALTH, MARKS]);
      about(240);
      answers["/health"] = [200, "x".repeat(65_537)];
      assert.deepEqual(await ring(), [HEALTH], "a hub's health is short");
      about(480);
      // Closed while it looks for the hub: what it hears sets no timer any more.
      const last = due();
      last.off = true;
      last.run();
      await becomes("the question", () => asked.length === 7);
      await pusher.close();
      await seen();
      assert.ok(timers.every(({ off }) => off));
      last.run();
      await seen();
      assert.deepEqual(asked.slice(6), [HEALTH, SEEN, SEEN]);
    });
  }));

Deno.test("a push that succeeds ends the waiting, and the next failure begins it anew; before the start nothing waits", () =>
  withStandIn(async ({ url, answers }) => {
    const spoke = instance("a.example", { FED_HUB_URL: url, FED_SUBMIT_SECRET: SUBMIT_SECRET });
    await withInstances([spoke], async () => {
      const { pusher, due, timers } = pusherOf(spoke);
      const marks = (status: number) =>
        answers["/federation/submit/marks"] = [status, `{"marks":{},"gaps":{}}`];
      const isAbout = (seconds: number) => {
        const { ms } = due();
        assert.ok(ms >= seconds * 800 && ms <= seconds * 1200, `${ms} ms where ${seconds} s were due`);
      };
      marks(500);
      assert.equal((await pusher.push()).ok, false);
      assert.deepEqual(timers, []);
      pusher.start();
      isAbout(3);
      assert.equal((await pusher.push()).ok, false);
      isAbout(60);
      assert.equal((await pusher.push()).ok, false);
      isAbout(120);
      marks(200);
      assert.equal((await pusher.push()).ok, true);
      assert.ok(timers.every(({ off }) => off), "nothing waits");
      const pushed = () => spoke.federation.spokes.hubs.state({ url })!.pushedAt;
      const last = pushed();
      assert.ok(last !== null);
      marks(500);
      assert.equal((await pusher.push()).ok, false);
      assert.equal(pushed(), last, "when it was pushed last is not forgotten");
      isAbout(30);
      await pusher.close();
    });
  }));

Deno.test("a hub that cannot be reached is a push that failed; what goes wrong here is thrown", () =>
  withStandIn(async ({ url, answers }) => {
    const nowhere = instance("a.example", {
      FED_HUB_URL: `http://127.0.0.1:${freePort()}`,
      FED_SUBMIT_SECRET: SUBMIT_SECRET,
    });
    const spoke = instance("b.example", { FED_HUB_URL: url, FED_SUBMIT_SECRET: SUBMIT_SECRET });
    await withInstances([nowhere, spoke], async () => {
      const outcome = await pusherOf(nowhere).pusher.push();
      assert.ok(!outcome.ok && outcome.error.length > 10, JSON.stringify(outcome));
      const { pusher } = pusherOf(spoke);
      answers["/federation/submit/marks"] = [200, `{"marks":{},"gaps":{}}`];
      const { serving } = pusher.options;
      const broken = Object.create(serving, { feed: { value: () => assert.fail("the disk") } });
      Object.assign(pusher.options, { serving: broken });
      await assert.rejects(pusher.push(), /the disk/);
      assert.equal(pusher.isRunning, false);
      Object.assign(pusher.options, { serving });
      assert.equal((await pusher.push()).ok, true);
      await pusher.close();
    });
  }));

Deno.test("what one push could not send goes with the next, five seconds later", () =>
  withStandIn(async ({ url, asked, answers }) => {
    const spoke = instance("a.example", { FED_HUB_URL: url, FED_SUBMIT_SECRET: SUBMIT_SECRET });
    await withInstances([spoke], async () => {
      const { pusher, due, timers } = pusherOf(spoke);
      spoke.db.writeNow((tx) => {
        for (let n = 0; n < 60; n++) spoke.federation.publications.publish(tx, "cache", cacheBody(`${n}`));
      });
      // A hub that says after each page that it holds one record less: fifty pages end a push.
      let holds = spoke.federation.store.numbers.last("cache") - 1;
      const mark = () => ({ type: "cache", cursor: holds-- });
      answers["/federation/submit/marks"] = [200, JSON.stringify({ marks: { cache: mark() }, gaps: {} })];
      Object.defineProperty(answers, "/federation/submit", {
        get: () => [200, JSON.stringify({ applied: 0, rejected: 0, mark: mark() })],
      });
      pusher.start();
      timers[0]!.off = true;
      const outcome = await pusher.push();
      assert.ok(outcome.ok && outcome.result.more, JSON.stringify(outcome));
      assert.equal(asked.filter((one) => one === "POST /federation/submit").length, 50);
      assert.equal(due().ms, 5000);
      answers["/federation/submit/marks"] = [500, "{}"];
      const next = due();
      next.off = true;
      next.run();
      await becomes("a push that fails", () => timers.length > 2);
      assert.ok(due().ms > 5000, "what looks for the hub");
      await pusher.close();
    });
  }));

Deno.test("callers that come while a push runs share one after it, which brings what they wrote", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const { pusher } = pusherOf(spoke);
    const first = pusher.push();
    spoke.db.writeNow((tx) => spoke.federation.publications.publish(tx, "cache", cacheBody("x")));
    const [second, third] = [pusher.push(), pusher.push()];
    assert.equal(second, third);
    await first;
    assert.equal(pusher.isRunning, true, "the second one");
    const outcome = await second;
    assert.equal(pusher.isRunning, false);
    assert.ok(outcome.ok);
    assert.equal(hub.federation.store.shares.ofOrigin("spoke.example").records, 1);
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
      const { pusher, timers } = pusherOf(spoke);
      if (spoke !== unset) pusher.start();
      assert.deepEqual(timers, []);
      const outcome = await pusher.push();
      assert.ok(!outcome.ok && outcome.error.length > 10);
      await pusher.close();
    }
    await unset.federation.spokes.pusher!.collect();
    assert.deepEqual(hub.asked, []);
  });
});

Deno.test("the hub's secret is shown to the hub alone, and only where it is asked for", async () => {
  const seen: [string, boolean][] = [];
  const listening = (answer: (path: string) => Response) =>
    Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url, headers }) => {
      const { port, pathname } = new URL(url);
      seen.push([port + pathname, headers.has("x-fed-secret")]);
      return answer(pathname);
    });
  const stranger = listening(() => Response.json({ marks: {}, gaps: {} }));
  const hub = listening((path) =>
    path.endsWith("/marks")
      ? Response.redirect(`http://127.0.0.1:${stranger.addr.port}${path}`, 307)
      : Response.json({ error: "none" }, { status: 404 })
  );
  const url = `http://127.0.0.1:${hub.addr.port}`;
  const spoke = instance("a.example", { FED_HUB_URL: url, FED_SUBMIT_SECRET: SUBMIT_SECRET });
  try {
    await withInstances([spoke], async () => {
      const { pusher } = pusherOf(spoke);
      assert.equal((await pusher.push()).ok, false);
      await pusher.collect();
      await pusher.close();
    });
  } finally {
    await hub.shutdown();
    await stranger.shutdown();
  }
  assert.deepEqual(seen, [
    [`${hub.addr.port}/federation/submit/marks`, true],
    [`${hub.addr.port}/federation/relay/lease`, false],
  ]);
});
