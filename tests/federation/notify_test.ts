/** Pings: sent once for all that is written in two seconds, followed at once or a moment later, never dropped. */
import assert from "node:assert/strict";
import { FetchGuard } from "../../src/base/mod.ts";
import { newPeer, type Peer } from "../../src/federation/tables/peer_store.ts";
import { Notifier } from "../../src/federation/pull/notify.ts";
import { testWorld } from "../kit/world.ts";

const peer = (instance: string, over: Partial<Peer> = {}): Peer => ({
  id: 1,
  ...newPeer({
    url: `https://${instance}`,
    addedVia: "admin",
    addedAt: 0,
    instance,
    trust: "trusted",
    ...over,
  }),
});

/** A notifier under a clock of its own: `pass` moves it and runs what is due. */
function notifier(peers: Peer[], everyMs = 300_000) {
  let ms = 1000;
  const world = { ...testWorld("notify"), elapsedMs: () => ms };
  const pulled: string[] = [];
  let timers: { at: number; run: () => void }[] = [];
  const notifier = new Notifier({
    self: "me.example",
    world,
    guard: new FetchGuard({ world, allowPrivate: true }),
    isExempt: () => false,
    peers: () => peers,
    everyMs: () => everyMs,
    pull: (url) => {
      pulled.push(`${url} ${ms}`);
      return Promise.resolve();
    },
    after: (wait, run) => {
      const timer = { at: ms + wait, run };
      timers.push(timer);
      return () => timers = timers.filter((one) => one !== timer);
    },
  });
  const pass = (by: number) => {
    ms += by;
    const due = timers.filter(({ at }) => at <= ms);
    timers = timers.filter(({ at }) => at > ms);
    for (const { run } of due) run();
  };
  return { notifier, pulled, pass, waiting: () => timers.length };
}

Deno.test("a ping that comes too soon after another ends in one pull, when its time has come", () => {
  const { notifier: n, pulled, pass, waiting } = notifier([peer("a.example")]);
  assert.deepEqual(n.take("a.example"), { ok: true, syncing: true });
  pass(500);
  assert.deepEqual(n.take("a.example"), { ok: true, coalesced: true });
  pass(500);
  assert.deepEqual(n.take("a.example"), { ok: true, coalesced: true });
  assert.equal(waiting(), 1);
  pass(999);
  assert.deepEqual(pulled, ["https://a.example 1000"]);
  pass(1);
  assert.deepEqual(pulled, ["https://a.example 1000", "https://a.example 3000"]);
  assert.equal(waiting(), 0);
  pass(2000);
  assert.deepEqual(n.take("a.example"), { ok: true, syncing: true }, "and the next one is followed at once");
});

Deno.test("each instance has a time of its own", () => {
  const { notifier: n, pulled } = notifier([peer("a.example"), peer("b.example")]);
  assert.deepEqual(n.take("a.example"), { ok: true, syncing: true });
  assert.deepEqual(n.take("b.example"), { ok: true, syncing: true });
  assert.deepEqual(pulled, ["https://a.example 1000", "https://b.example 1000"]);
});

Deno.test("only instances that are followed are pulled", () => {
  const { notifier: n, pulled } = notifier([
    peer("off.example", { enabled: false }),
    peer("bad.example", { trust: "blocked" }),
  ]);
  assert.deepEqual(n.take("me.example"), { ok: true, ignored: "self" });
  for (const name of ["off.example", "bad.example", "new.example"]) {
    assert.deepEqual(n.take(name), { ok: true, ignored: "unknown" });
  }
  assert.deepEqual(pulled, []);
});

Deno.test("a notifier that was closed follows nothing later and tells nobody", async () => {
  const { notifier: n, pass, waiting } = notifier([peer("a.example")]);
  n.tell();
  assert.equal(waiting(), 0, "no server runs");
  n.start();
  n.tell();
  n.tell();
  assert.equal(waiting(), 1);
  n.take("a.example");
  n.take("a.example");
  assert.equal(waiting(), 2);
  await n.close();
  assert.equal(waiting(), 0);
  pass(5000);
});

Deno.test("an instance that nobody vetted is pulled no faster than the schedule pulls it, however often it pings", () => {
  const row = peer("a.example", { trust: "unvetted", lastSync: null });
  const { notifier: n, pulled, pass } = notifier([row]);
  assert.deepEqual(n.take("a.example"), { ok: true, syncing: true }, "never pulled: at once");
  for (let s = 0; s < 600; s++) {
    pass(1000);
    n.take("a.example");
  }
  assert.deepEqual(pulled.map((one) => Number(one.split(" ")[1])), [1000, 301_000, 601_000]);
});

Deno.test("what the schedule pulled meanwhile is not pulled for an old ping of an unvetted one", () => {
  const row = peer("a.example", { trust: "unvetted" });
  const { notifier: n, pulled, pass, waiting } = notifier([row]);
  row.lastSync = n.options.world.now() - 10;
  assert.deepEqual(n.take("a.example"), { ok: true, coalesced: true });
  assert.equal(waiting(), 1);
  pass(290_000);
  assert.deepEqual(pulled, [], "its own clock says that it was pulled ten seconds ago");
  assert.equal(waiting(), 0);
});
