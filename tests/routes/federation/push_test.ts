/** A spoke behind a hub: two whole programs over loopback (FED "Push, relay, packet"). */
import assert from "node:assert/strict";
import { newGap } from "../../../src/federation/gaps/rules.ts";
import { type Instance, withInstances } from "./instances.ts";
import { hidden } from "./members.ts";
import { HUB, hubOf, keyOf, rotation, Spoke, spokeOf } from "./spokes.ts";
import { newPeer, type Sighting } from "../../../src/federation/tables/peer_store.ts";
import { fingerprintOf } from "../../../src/wire/mod.ts";
import { appTest, refused } from "../../kit/app.ts";

const push = async (spoke: Instance) => {
  const outcome = await spoke.federation.spokes.pusher!.push();
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.error);
  return outcome.result;
};
const titles = async (hub: Instance, query = "&includeUnvetted=1"): Promise<string[]> => {
  const reply = await hub.visitor.get(`/api/caches?bbox=16,48,17,49${query}`);
  return reply.body.caches.map(({ title }: { title: string }) => title).sort();
};
/** What the setup checklist says of a hub, or of those behind it. */
const checked = async (one: Instance, key: string) => {
  const { body } = await one.operator.get("/api/admin/setup");
  const { status, detail } = body.items.find((item: { key: string }) => item.key === key);
  return `${status}: ${detail}`;
};
const syncState = async (one: Instance) => (await one.operator.get("/api/admin/federation/sync")).body;

Deno.test("a spoke's records come to its hub by marks, changes and deletions too, and nothing twice", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const alice = await spoke.signIn("OE1ABC");
    const mill = await hidden(alice, "Mill");
    await hidden(alice, "Quarry");
    assert.deepEqual((await syncState(spoke)).hub.waiting, { cache: 2 });
    const first = await push(spoke);
    assert.deepEqual([first.applied, first.rejected], [2, 0]);
    assert.deepEqual(await titles(hub), ["Mill", "Quarry"]);
    assert.deepEqual(await titles(hub, ""), [], "nobody has judged the spoke yet");

    const asked = hub.asked.length;
    assert.equal((await push(spoke)).sent, 0);
    assert.deepEqual(hub.asked.slice(asked), ["GET /federation/submit/marks"]);
    const state = await syncState(spoke);
    assert.deepEqual([state.hub.waiting, state.hub.offlineSince], [{}, null]);
    assert.equal(state.hub.lastPushAt, spoke.world.now());

    assert.equal((await alice.patch(`/api/caches/${mill.code}`, { title: "Old mill" })).status, 200);
    await push(spoke);
    assert.deepEqual(await titles(hub), ["Old mill", "Quarry"]);
    assert.equal((await alice.patch(`/api/caches/${mill.code}`, { scope: "local" })).status, 200);
    await push(spoke);
    assert.deepEqual(await titles(hub), ["Quarry"]);

    const [seen] = (await syncState(hub)).spokes;
    assert.deepEqual([seen.instance, seen.trust, seen.stale, seen.signs], [
      "spoke.example",
      "unvetted",
      false,
      true,
    ]);
    hub.world.pass(25 * 3600);
    assert.equal((await syncState(hub)).spokes[0].stale, true);
    assert.match(
      await checked(hub, "spokes"),
      /^warn: 1 of 1 did not come for 24 h, spoke\.example among them$/,
    );
    assert.match(await checked(spoke, "hub"), /^ok: last push to http/);
  });
});

Deno.test("a hub that lost everything, or only its last days, is filled again from its own marks", async () => {
  const hub = hubOf(), spoke = spokeOf(hub);
  await withInstances([spoke, hub], async () => {
    const alice = await spoke.signIn("OE1ABC");
    for (const title of ["Mill", "Quarry", "Tower"]) await hidden(alice, title);
    await push(spoke);
    const { v } = hub.db.sql<never, { v: number }>("SELECT v FROM fed_record ORDER BY v DESC LIMIT 1").get()!;
    // As a backup would have it that was made before the third.
    hub.db.writeNow((tx) => {
      hub.federation.deps.appliers.cache!.drop(tx, `spoke.example:cache:${v}`);
      hub.db.sql("DELETE FROM fed_record WHERE v = :v").run(tx, { v });
      hub.db.sql("UPDATE fed_mark SET mark = :before").run(tx, { before: v - 1 });
    });
    assert.deepEqual(await titles(hub), ["Mill", "Quarry"]);
    assert.equal((await push(spoke)).sent, 1);
    assert.deepEqual(await titles(hub), ["Mill", "Quarry", "Tower"]);

    // And as one of another year: it has never heard of this spoke.
    hub.db.writeNow((tx) => {
      for (const { gid } of hub.federation.store.records.ofOrigin({ origin: "spoke.example" })) {
        hub.federation.deps.appliers.cache!.drop(tx, gid);
      }
      for (const table of ["fed_record", "fed_mark", "fed_position", "fed_feed", "fed_spoke", "fed_peer"]) {
        hub.db.sql(`DELETE FROM ${table}`).run(tx);
      }
      hub.db.sql("DELETE FROM fed_origin").run(tx);
    });
    const again = await push(spoke);
    assert.equal(again.applied, 3);
    assert.equal((await syncState(hub)).spokes.length, 1);
  });
});

Deno.test("a push that fails is noted, waits for the hub, and is the next one's to bring", async () => {
  const hub = hubOf(),
    spoke = spokeOf(hub, "spoke.example", { FED_SUBMIT_SECRET: "another-secret-of-the-tests" });
  await withInstances([spoke, hub], async () => {
    const alice = await spoke.signIn("OE1ABC");
    await hidden(alice, "Mill");
    const outcome = await spoke.federation.spokes.pusher!.push();
    assert.ok(!outcome.ok && /401/.test(outcome.error), JSON.stringify(outcome));
    const since = spoke.world.now();
    spoke.world.pass(60);
    await spoke.federation.spokes.pusher!.push();
    const { hub: shown } = await syncState(spoke);
    assert.deepEqual([shown.offlineSince, shown.lastPushAt, shown.waiting], [since, null, { cache: 1 }]);
    assert.match(shown.lastError, /secret/);
    assert.match(await checked(spoke, "hub"), /^warn: pushes to http\S+ fail since 2026-06-01: .*secret/);
    assert.deepEqual((await syncState(hub)).spokes, []);
  });
});

appTest("a signed page moves marks to its end, an unsigned one as far as its frames go", HUB, async (app) => {
  const open = new Spoke(app, "plain.example");
  assert.equal((await open.push([open.cache(5), open.cache(7)], 0, 90, { sign: false })).body.held, 7);
  const spoke = new Spoke(app, "spoke.example");
  const reply = await spoke.push([spoke.cache(5)], 0, 90);
  assert.deepEqual(reply.body, {
    ok: true,
    applied: 1,
    rejected: 0,
    mark: { type: "cache", cursor: 90 },
    held: 90,
  });
  assert.deepEqual((await spoke.marks()).body.marks, { cache: { cursor: 90 } });
});

appTest("a forged frame in an unsigned page moves the mark to no number of its own", HUB, async (app) => {
  const open = new Spoke(app, "plain.example");
  const forged = open.cache(80, "forged", { key: keyOf("mallory.example") });
  const reply = await open.push([open.cache(5), forged], 0, 90, { sign: false });
  assert.deepEqual([reply.body.applied, reply.body.rejected, reply.body.held], [1, 1, 5], reply.text);
  assert.equal(
    (await open.push([open.cache(6)], 5, 6, { sign: false })).body.held,
    6,
    "what comes is read on",
  );
});

appTest(
  "a frame that is refused unread closes a gap in a signed page, never in an unsigned one",
  HUB,
  async (app) => {
    const spoke = new Spoke(app, "plain.example");
    assert.equal((await spoke.push([spoke.cache(5)], 0, 5)).body.held, 5);
    const { gaps } = app.federation.store;
    await app.db.write((tx) =>
      gaps.put(tx, newGap("plain.example", "cache", 3, "unsettled", app.world.now()))
    );
    const gap = () => gaps.byPlace({ origin: "plain.example", kind: "cache", v: 3 });
    const page = [spoke.cache(6), spoke.cache(3, "x", { gid: "mallory.example:cache:20" })];
    const push = (sign: boolean) => spoke.push(page, 2, 6, sign ? {} : { sign });
    assert.equal((await push(false)).body.rejected, 1);
    assert.notEqual(gap(), undefined);
    assert.equal((await push(true)).body.rejected, 1);
    assert.equal(gap(), undefined);
  },
);

appTest(
  "a gap that a page passes over is closed by a signed page alone: of one that never signed it stays, though its mark goes on",
  HUB,
  async (app) => {
    const { gaps } = app.federation.store;
    const open = (origin: string) =>
      app.db.write((tx) => gaps.put(tx, newGap(origin, "cache", 3, "unsettled", app.world.now())));
    const gap = (origin: string) => gaps.byPlace({ origin, kind: "cache", v: 3 });
    for (const sign of [false, undefined] as const) {
      const id = sign === undefined ? "signs.example" : "plain.example";
      const spoke = new Spoke(app, id), how = sign === undefined ? {} : { sign } as const;
      assert.equal((await spoke.push([spoke.cache(5)], 0, 5, how)).body.held, 5);
      await open(id);
      assert.equal((await spoke.push([spoke.cache(6)], 2, 6, how)).body.held, 6);
      if (sign === undefined) assert.equal(gap(id), undefined, "its own word that there is nothing");
      else assert.notEqual(gap(id), undefined, "anybody who knows the secret may have left it out");
      assert.equal((await spoke.push([spoke.cache(3)], 2, 3, how)).body.held, 6);
      assert.equal(gap(id), undefined, "its record fills it, signed or not");
    }
  },
);

appTest(
  "unsigned pages follow each other until the spoke signs: then it is read as if it had brought nothing",
  HUB,
  async (app) => {
    const spoke = new Spoke(app, "spoke.example");
    const unsigned = { sign: false } as const;
    const first = spoke.cache(5);
    assert.equal((await spoke.push([first], 0, 5, unsigned)).body.held, 5);
    assert.equal((await spoke.push([spoke.cache(9)], 5, 9, unsigned)).body.held, 9, "6 to 8 were left out");
    assert.equal((await spoke.push([first, spoke.cache(6)], 0, 6)).body.held, 6);
    assert.equal((await spoke.push([spoke.cache(7)], 6, 7)).body.held, 7, "once only");
    const { store } = app.federation;
    const hops = [5, 6, 9].map((v) => store.records.byGid({ gid: `spoke.example:cache:${v}` })!.hops);
    assert.deepEqual(hops, [1, 1, 1], "from the spoke itself, not by way of another");
  },
);

appTest(
  "a spoke that signs its look at the marks and not its pages keeps its marks, look by look and page by page",
  HUB,
  async (app) => {
    const spoke = new Spoke(app, "plain.example");
    const marks = async () => (await spoke.marks()).body.marks.cache?.cursor;
    for (const [since, v] of [[0, 5], [5, 6], [6, 7]] as const) {
      assert.equal((await spoke.push([spoke.cache(v)], since, v, { sign: false })).body.held, v);
      app.world.pass(600);
      assert.deepEqual([await marks(), await marks()], [v, v]);
    }
  },
);

appTest(
  "a spoke that has signed once has its marks moved by signed pages alone, whatever unsigned ones came between",
  HUB,
  async (app) => {
    const spoke = new Spoke(app, "spoke.example");
    const unsigned = { sign: false } as const;
    assert.equal((await spoke.push([spoke.cache(5)], 0, 5)).body.held, 5);
    for (const v of [6, 7, 8]) {
      assert.equal((await spoke.push([spoke.cache(v)], 5, v, unsigned)).body.held, 5, String(v));
      assert.deepEqual((await spoke.marks()).body.marks, { cache: { cursor: 5 } });
    }
    assert.equal((await spoke.push([6, 7, 8].map((v) => spoke.cache(v)), 5, 8)).body.held, 8);
  },
);

appTest(
  "a frame of somebody else in a spoke's page is refused, and the spoke's own are taken",
  HUB,
  async (app) => {
    const spoke = new Spoke(app, "spoke.example"), stranger = new Spoke(app, "stranger.example");
    const reply = await spoke.push([spoke.cache(5), stranger.cache(5), spoke.cache(6)], 0, 6);
    assert.deepEqual([reply.status, reply.body.applied, reply.body.rejected], [200, 2, 1], reply.text);
    assert.equal(app.federation.store.records.byGid({ gid: "stranger.example:cache:5" }), undefined);
    const noted = () => {
      const row = app.db.sql<never, { applied: number; rejected: number; firstAt: number; seenAt: number }>(
        "SELECT applied, rejected, first_at AS firstAt, seen_at AS seenAt FROM fed_spoke",
      ).all();
      return row.map(({ applied, rejected, firstAt, seenAt }) => [applied, rejected, firstAt, seenAt]);
    };
    const began = app.world.now();
    assert.deepEqual(noted(), [[2, 1, began, began]]);
    app.world.pass(100);
    assert.equal((await spoke.push([spoke.cache(7), stranger.cache(8)], 6, 7)).body.held, 7);
    assert.deepEqual(noted(), [[3, 2, began, began + 100]], "counted over all its pages");
  },
);

appTest(
  "without x-fed-since nothing moves, past the mark neither, and a mark never goes back",
  HUB,
  async (app) => {
    const spoke = new Spoke(app, "spoke.example");
    assert.equal((await spoke.submit(spoke.page([spoke.cache(5)], 5))).body.held, 0);
    assert.equal((await spoke.push([spoke.cache(9)], 8, 9)).body.held, 0);
    assert.equal((await spoke.push([spoke.cache(5)], 0, 7)).body.held, 7);
    assert.equal((await spoke.push([spoke.cache(5)], 0, 5)).body.held, 7);
  },
);

appTest(
  "what did not settle is a gap that the marks name, and is filled when it is sent again",
  HUB,
  async (app) => {
    const spoke = new Spoke(app, "spoke.example");
    const ahead = spoke.cache(6, "ahead", { at: app.world.now() + 3600 });
    const reply = await spoke.push([spoke.cache(5), ahead], 0, 6);
    assert.deepEqual([reply.body.applied, reply.body.rejected, reply.body.held], [1, 1, 6]);
    assert.deepEqual((await spoke.marks()).body.gaps, { cache: [6] });
    assert.deepEqual((await spoke.marks()).body.gaps, {}, "named once, then after five minutes");
    app.world.pass(300);
    assert.deepEqual((await spoke.marks()).body.gaps, { cache: [6] });
    app.world.pass(3600);
    assert.equal((await spoke.push([ahead], 5, 6)).body.applied, 1);
    app.world.pass(86_400);
    assert.deepEqual((await spoke.marks()).body.gaps, {});
  },
);

appTest(
  "keys and bulletins go on from where the hub holds them, up to the first that lies ahead",
  HUB,
  async (app) => {
    const spoke = new Spoke(app, "spoke.example");
    const now = app.world.now();
    const key = (v: number, at = now) =>
      spoke.frame(
        "key",
        v,
        { call: "OE1ABC", key: keyOf(`key ${v}`).publicKey, addedAt: now, verified: true },
        { at },
      );
    const first = await spoke.push([key(3), key(4, now + 900), key(5)], 0, 5);
    assert.deepEqual(first.body.mark, { type: "key", cursor: 3 });
    assert.equal(first.body.held, undefined, "only numbered kinds are held");
    app.world.pass(900);
    assert.deepEqual((await spoke.push([key(4, now + 900)], 3, 4)).body.mark, { type: "key", cursor: 4 });
    const bulletin = spoke.frame("bulletin", now, {
      bid: "1_OE1ABC",
      from: "OE1ABC",
      to: "ALL",
      subject: "net",
      text: "tonight",
      postedAt: now,
      expiresAt: now + 86_400,
    }, { gid: "spoke.example:bulletin:12" });
    const posted = await spoke.submit(spoke.page([bulletin], now, { nextId: "12" }), { since: 0 });
    assert.deepEqual(posted.body.mark, { type: "bulletin", cursor: now, id: "12" });
    assert.deepEqual((await spoke.marks()).body.marks, {
      key: { cursor: 4 },
      bulletin: { cursor: now, id: "12" },
    });
  },
);

appTest(
  "a spoke's key moves along rotation records in the header, and its marks begin again",
  HUB,
  async (app) => {
    const [old, fresh] = [keyOf("spoke.example"), keyOf("spoke.example 2")];
    const before = new Spoke(app, "spoke.example", old), after = new Spoke(app, "spoke.example", fresh);
    await before.push([before.cache(5, "Mill")], 0, 5);
    assert.equal((await after.marks()).body.reason, "bad_signature");
    const records = JSON.stringify([rotation(old, fresh, app.world.now())]);
    const reply = await after.push([after.cache(5, "Mill")], 0, 5, {
      headers: { "x-fed-rotations": records },
    });
    assert.deepEqual([reply.status, reply.body.held], [200, 5], reply.text);
    assert.deepEqual((await after.marks()).body.marks, { cache: { cursor: 5 } });
    const kept = app.db.sql<never, { signer: string }>("SELECT signer FROM fed_record").all();
    assert.deepEqual(kept.map(({ signer }) => signer), [fresh.publicKey]);
    // The former key still counts wherever the spoke's records come from elsewhere; a submission has frames of one key.
    const mixed = await after.push([after.cache(6, "Mill"), after.cache(7, "Weir", { key: old })], 5, 7);
    assert.deepEqual([mixed.status, mixed.body.applied, mixed.body.rejected], [200, 1, 1], mixed.text);
  },
);

appTest("a row that others named becomes the spoke's own; a pulled peer keeps its row", HUB, async (app) => {
  const spoke = new Spoke(app, "spoke.example");
  const { peers } = app.federation.store;
  const made = app.db.writeNow((tx) => [
    peers.add(tx, {
      ...newPeer({ url: "transit:spoke.example", addedVia: "transit", addedAt: 1 }),
      instance: "spoke.example",
      enabled: false,
      pin: spoke.key.publicKey,
    }),
    peers.add(tx, {
      ...newPeer({ url: "http://192.0.2.9", addedVia: "admin", addedAt: 1, trust: "trusted" }),
      instance: "pulled.example",
      pin: keyOf("pulled.example").publicKey,
    }),
  ]);
  await spoke.push([spoke.cache(5)], 0, 5);
  const pulled = new Spoke(app, "pulled.example");
  await pulled.push([pulled.cache(5)], 0, 5);
  const rows = peers.all().map(({ id, url, enabled, trust }) => ({ id, url, enabled, trust }));
  assert.deepEqual(rows, [
    { id: made[0]!.id, url: "submit:spoke.example", enabled: false, trust: "unvetted" },
    { id: made[1]!.id, url: "http://192.0.2.9", enabled: true, trust: "trusted" },
  ]);
});

appTest(
  "whom others named with a key or its fingerprint comes under that one alone; the local network's word binds nobody",
  HUB,
  async (app) => {
    const { peers } = app.federation.store;
    const named = (
      instance: string,
      addedVia: "transit" | "discovered" | "mdns",
      pin: string | null,
      fps: [string, string][],
    ) =>
      app.db.writeNow((tx) =>
        peers.add(tx, {
          ...newPeer({ url: `${addedVia}:${instance}`, addedVia, addedAt: 1 }),
          instance,
          enabled: false,
          pin,
          accept: pin === null ? [] : [{ x: pin }],
          sightings: fps.map(([via, fp]): Sighting => ({ via, fp, at: 1 })),
        })
      );
    const own = (id: string) => fingerprintOf(keyOf(id).publicKey), other = own("somebody else");
    const push = (id: string) => new Spoke(app, id).push([new Spoke(app, id).cache(5)], 0, 5);
    named("a.example", "transit", keyOf("somebody else").publicKey, [["hub.example", other]]);
    await refused(app, 403, "key_unproven", () => push("a.example"));
    named("b.example", "discovered", null, [["x.example", other], ["mdns", own("b.example")]]);
    await refused(app, 403, "key_unproven", () => push("b.example"));
    named("c.example", "discovered", null, [["x.example", other], ["y.example", own("c.example")]]);
    named("d.example", "mdns", null, [["mdns", other]]);
    for (const id of ["c.example", "d.example"]) {
      assert.equal((await push(id)).body.applied, 1, id);
      const { pin, addedVia, lastOk, lastSync } = peers.live(id)!;
      const now = app.world.now();
      assert.deepEqual([pin, addedVia, lastOk, lastSync], [keyOf(id).publicKey, "submitted", now, now]);
    }
  },
);
