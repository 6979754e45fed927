import assert from "node:assert/strict";
import { fingerprintOf, readSigningKey, signDocument } from "../../../src/wire/mod.ts";
import { newGap } from "../../../src/federation/gaps/rules.ts";
import { newPeer } from "../../../src/federation/tables/peer_store.ts";
import { signRegistry } from "../../../src/federation/mod.ts";
import { cacheBody, keyFrom } from "../../federation/node.ts";
import { appTest, refused, SYSOP, testApp } from "../../kit/app.ts";
import { becomes } from "../../kit/waits.ts";
import { type Instance, instance, seedOf, withInstances } from "./instances.ts";

const publish = (app: Instance, title: string) =>
  app.db.writeNow((tx) => app.federation.publications.publish(tx, "cache", cacheBody(title)));
const auditOf = (app: Instance) =>
  app.db.sql<never, { actor: string; action: string; label: string; reason: string }>(
    "SELECT actor, action, label, reason FROM audit_log ORDER BY id",
  ).all();
const plain = <T>(rows: T[]): T[] => rows.map((row) => ({ ...row }));

Deno.test("a peer is looked at, added under its compared fingerprint, trusted, blocked, and removed", async () => {
  const a = instance("a.example"), b = instance("b.example");
  await withInstances([a, b], async () => {
    const { preview } = (await b.operator.post("/federation/peers", { url: `${a.url}/` })).body;
    assert.deepEqual(preview, {
      words: ["reform", "glossary", "drunken", "processor", "crowfoot", "alkali", "village", "microscope"],
      url: a.url,
      instance: "a.example",
      fingerprint: a.keyPrint,
      operator: "OE1SYS-15",
    });
    assert.deepEqual((await b.operator.get("/federation/peers")).body.peers, [], "nothing is stored");

    const typed = a.keyPrint.toUpperCase().replaceAll(" ", ":");
    const added = await b.operator.post("/federation/peers", { url: a.url, fingerprint: typed });
    assert.equal(added.status, 201, added.text);
    assert.equal(added.body.peer.trust, "unvetted");
    const listed = (await b.operator.get("/federation/peers")).body;
    assert.deepEqual([listed.self.instance, listed.self.fingerprint], ["b.example", b.keyPrint]);
    assert.deepEqual([listed.peers[0].health, listed.peers[0].fingerprint, listed.peers[0].addedVia], [
      "new",
      a.keyPrint,
      "admin",
    ]);

    publish(a, "one");
    const pulled = (await b.operator.post("/federation/peers/sync", { url: a.url })).body;
    assert.deepEqual([pulled.ok, pulled.counts.cache, pulled.lastOk], [true, 1, b.world.now()]);
    assert.equal((await b.operator.get("/federation/peers")).body.peers[0].health, "ok");

    const sysop = await b.sysop();
    const trusted = await sysop.post("/federation/peers/trust", {
      url: a.url,
      trust: "trusted",
      fingerprint: a.keyPrint,
      reason: "met at the field day",
    });
    assert.deepEqual([trusted.status, trusted.body.peer.trust], [200, "trusted"]);
    assert.deepEqual(plain(auditOf(b)).filter((row) => row.label === "a.example"), [
      { actor: "OPERATOR", action: "add", label: "a.example", reason: "" },
      { actor: SYSOP, action: "trust trusted", label: "a.example", reason: "met at the field day" },
    ]);

    assert.equal(
      (await b.operator.post("/federation/peers/trust", { url: a.url, trust: "blocked" })).status,
      200,
    );
    assert.deepEqual(
      (await b.operator.post("/federation/sync")).body.peers,
      0,
      "a blocked peer is not pulled",
    );
    await refused(b, 409, "peer_known", () => b.operator.post("/federation/peers", { url: a.url }));
    assert.equal((await b.operator.delete(`/federation/peers?url=${encodeURIComponent(a.url)}`)).status, 200);
    assert.equal(
      b.federation.store.shares.ofOrigin("a.example").records,
      1,
      "its records stay, as of an unknown origin",
    );
    await refused(
      b,
      404,
      "peer_unknown",
      () => b.operator.delete(`/federation/peers?url=${encodeURIComponent(a.url)}`),
    );
  });
});

Deno.test("what speaks against adding or trusting a peer is refused for its own reason, and changes nothing", async () => {
  const a = instance("a.example"),
    b = instance("b.example"),
    bare = instance("bare.example", { FED_PRIVATE_KEY: "" });
  const twin = instance("a.example", { FED_PRIVATE_KEY: seedOf("twin") });
  await withInstances([a, b, bare, twin], async () => {
    const add = (body: Record<string, unknown>) => () => b.operator.post("/federation/peers", body);
    const wrong = "0000 1111 2222 3333";
    for (
      const url of [
        "ftp://a.example",
        "http://u:p@a.example",
        `${a.url}/?x=1`,
        `${a.url}/#frag`,
        "nonsense",
        "",
      ]
    ) {
      await refused(b, 400, "peer_address", add({ url }));
    }
    await refused(b, 400, "peer_self", add({ url: b.url }));
    await refused(b, 409, "peer_unsigned", add({ url: bare.url }));
    await refused(b, 502, "no_answer", add({ url: "http://127.0.0.1:9" }));
    await refused(b, 400, "fingerprint_missing", add({ url: a.url, fingerprint: "abc" }));
    const changed = await refused(b, 409, "fingerprint_differs", add({ url: a.url, fingerprint: wrong }));
    assert.equal(changed.body.preview.fingerprint, a.keyPrint, "shown again, to be compared again");

    assert.equal((await add({ url: a.url, fingerprint: a.keyPrint })()).status, 201);
    await refused(b, 409, "peer_known", add({ url: a.url, fingerprint: a.keyPrint }));
    await refused(b, 409, "instance_taken", add({ url: twin.url, fingerprint: twin.keyPrint }));
    const trust = (body: Record<string, unknown>) => () =>
      b.operator.post("/federation/peers/trust", { url: a.url, ...body });
    await refused(b, 400, "fingerprint_missing", trust({ trust: "trusted" }));
    await refused(b, 409, "fingerprint_differs", trust({ trust: "trusted", fingerprint: wrong }));
    await refused(b, 400, undefined, trust({ trust: "friend" }));
    await refused(
      b,
      404,
      "peer_unknown",
      () => b.operator.post("/federation/peers/trust", { url: "https://x.example", trust: "blocked" }),
    );
    await refused(
      b,
      404,
      "peer_unknown",
      () => b.operator.post("/federation/peers/sync", { url: "https://x.example" }),
    );
    await refused(
      b,
      409,
      "not_discovered",
      () => b.operator.post("/federation/peers/follow", { url: a.url }),
    );

    // A block covers the instance under every address, and is lifted where it was set.
    assert.equal((await trust({ trust: "blocked" })()).status, 200);
    await refused(b, 409, "peer_blocked", add({ url: twin.url, fingerprint: twin.keyPrint }));
    b.db.writeNow((tx) =>
      b.federation.store.peers.add(tx, {
        ...newPeer({ url: "https://other.example", addedVia: "admin", addedAt: 0 }),
        instance: "a.example",
        trust: "blocked",
      })
    );
    await refused(b, 409, "block_elsewhere", trust({ trust: "unvetted" }));
    const { peers } = b.federation.store;
    b.db.writeNow((tx) => peers.save(tx, { ...peers.byUrl("https://other.example")!, trust: "unvetted" }));
    await refused(b, 409, "instance_taken", trust({ trust: "unvetted" }));
    await assert.rejects(b.federation.peers.block(b.url, "", "OE1SYS"), { reason: "peer_self" });
  });
});

Deno.test("an operator's word ends a promotion, not an approval; with a neighbour goes what it alone named or vouched for", async () => {
  const a = instance("a.example"), b = instance("b.example");
  await withInstances([a, b], async () => {
    const { peers, progress, shares } = b.federation.store;
    publish(a, "one");
    await b.operator.post("/federation/peers", { url: a.url, fingerprint: a.keyPrint });
    assert.equal((await b.operator.post("/federation/sync")).body.counts.cache, 1);
    const change = (over: object) =>
      b.db.writeNow((tx) => peers.save(tx, { ...peers.byUrl(a.url)!, ...over }));
    change({ trust: "trusted", autoPromotedAt: 5, approvedAt: 7 });
    const trust = (to: string) => b.operator.post("/federation/peers/trust", { url: a.url, trust: to });
    await trust("unvetted");
    const { autoPromotedAt, approvedAt } = peers.byUrl(a.url)!;
    assert.deepEqual([autoPromotedAt, approvedAt], [null, 7]);

    const named = (instance: string, ...by: string[]) =>
      b.db.writeNow((tx) =>
        peers.add(tx, {
          ...newPeer({ url: `transit:${instance}`, addedVia: "transit", addedAt: 0 }),
          instance,
          sightings: by.map((via) => ({ via, fp: "", at: 0 })),
        })
      );
    named("x.example", "a.example");
    named("y.example", "a.example", "z.example");
    await trust("blocked");
    const left = () => peers.all().map(({ instance }) => instance).filter((one) => one !== "a.example");
    assert.deepEqual(left(), ["y.example"]);
    assert.deepEqual(peers.byUrl("transit:y.example")!.sightings.map(({ via }) => via), ["z.example"]);

    // What a key vouched for that only others had named goes with it; how far it was read is forgotten.
    change({ trust: "unvetted", addedVia: "transit" });
    const reader = { neighbour: "a.example", origin: "z.example", kind: "cache" } as const;
    b.db.writeNow((tx) => progress.setPosition(tx, { ...reader, read: 9, replayed: 9 }));
    assert.equal(shares.ofOrigin("a.example").records, 1);
    await b.operator.delete(`/federation/peers?url=${encodeURIComponent(a.url)}`);
    assert.equal(shares.ofOrigin("a.example").records, 0);
    assert.equal(progress.position(reader).read, 0);
  });
});

Deno.test("a block says why, and lifting it gives back the trust that it took", async () => {
  const a = instance("a.example"), b = instance("b.example");
  await withInstances([a, b], async () => {
    await b.operator.post("/federation/peers", { url: a.url, fingerprint: a.keyPrint });
    const set = (trust: string, more: Record<string, unknown> = {}) => () =>
      b.operator.post("/federation/peers/trust", { url: a.url, trust, ...more });
    const shown = async () => {
      const [{ trust, approvedAt, blockReason, beforeBlock }] =
        (await b.operator.get("/federation/peers")).body.peers;
      return { trust, approved: approvedAt !== null, blockReason, beforeBlock };
    };
    await refused(b, 409, "not_blocked", set("before"));
    for (const before of ["unvetted", "trusted"]) {
      assert.equal((await set(before, { fingerprint: a.keyPrint })()).status, 200);
      const was = await shown();
      await set("blocked", { reason: "spam in titles" })();
      await set("blocked")();
      const blocked = { trust: "blocked", blockReason: "spam in titles", beforeBlock: before };
      assert.deepEqual(await shown(), { ...was, ...blocked });
      await set("before")();
      assert.deepEqual(await shown(), was);
    }
    await set("blocked", { reason: "again" })();
    await set("unvetted")();
    const lifted = { trust: "unvetted", approved: true, blockReason: null, beforeBlock: null };
    assert.deepEqual(await shown(), lifted, "asked for, it comes back without its trust");
    assert.deepEqual(
      auditOf(b).filter(({ action }) => action === "trust blocked").map(({ reason }) => reason),
      ["spam in titles", "", "spam in titles", "", "again"],
    );
  });
});

Deno.test("a sighted instance is followed as what was sighted, at an address of its own", async () => {
  const b = instance("b.example"), c = instance("c.example");
  const bare = instance("bare.example", { FED_PRIVATE_KEY: "" });
  await withInstances([b, c, bare], async () => {
    const { peers } = b.federation.store;
    const sighted = (instance: string, fp = c.keyPrint.replaceAll(" ", ""), addr = c.url) => {
      const url = `discovered:${instance}`;
      b.db.writeNow((tx) =>
        peers.add(tx, {
          ...newPeer({ url, addedVia: "discovered", addedAt: 0 }),
          instance,
          enabled: false,
          sightings: [{ via: "mdns", fp, at: b.world.now(), addr }],
        })
      );
      return () => b.operator.post("/federation/peers/follow", { url });
    };
    await refused(b, 409, "renamed", sighted("other.example"));
    await refused(b, 409, "peer_unsigned", sighted("bare.example", "0000111122223333", bare.url));
    const wrong = sighted("c.example", "0000111122223333");
    await refused(b, 409, "fingerprint_differs", wrong);
    b.db.writeNow((tx) => peers.remove(tx, { id: peers.byUrl("discovered:c.example")!.id }));
    const follow = sighted("c.example");
    b.db.writeNow((tx) => peers.add(tx, newPeer({ url: c.url, addedVia: "admin", addedAt: 0 })));
    await refused(b, 409, "peer_known", follow);
    b.db.writeNow((tx) => peers.remove(tx, { id: peers.byUrl(c.url)!.id }));
    const { status, body } = await follow();
    assert.deepEqual([status, body.peer.trust, body.peer.approvedAt], [200, "unvetted", null]);
  });
});

Deno.test("a paused peer is neither pulled nor listened to until it goes on; its trust and its records stay", async () => {
  const a = instance("a.example"), b = instance("b.example");
  await withInstances([a, b], async () => {
    const { url } = a, fingerprint = a.keyPrint;
    const pause = (paused: boolean) => b.operator.post("/federation/peers/pause", { url, paused });
    const listed = async () => {
      const [{ enabled, paused, trust, nextTry }] = (await b.operator.get("/federation/peers")).body.peers;
      return { enabled, paused, trust, comes: nextTry !== null };
    };
    const ping = async () => (await b.visitor.post("/federation/notify", { instance: "a.example" })).body;
    await refused(b, 404, "peer_unknown", () => pause(true));
    await b.operator.post("/federation/peers", { url, fingerprint });
    await b.operator.post("/federation/peers/trust", { url, trust: "trusted", fingerprint });
    publish(a, "one");
    await b.operator.post("/federation/sync");
    assert.deepEqual(await listed(), { enabled: true, paused: false, trust: "trusted", comes: true });

    assert.equal((await pause(true)).body.peer.paused, true);
    assert.deepEqual(await listed(), { enabled: false, paused: true, trust: "trusted", comes: false });
    const asked = a.asked.length;
    publish(a, "two");
    assert.equal((await b.operator.post("/federation/sync")).body.peers, 0);
    assert.deepEqual(await ping(), { ok: true, ignored: "unknown" });
    assert.equal(a.asked.length, asked, "nothing was asked of it");
    assert.equal(b.federation.store.shares.ofOrigin("a.example").records, 1);

    assert.equal((await pause(false)).body.peer.paused, false);
    assert.equal((await b.operator.post("/federation/sync")).body.peers, 1);
    assert.equal(b.federation.store.shares.ofOrigin("a.example").records, 2);
    assert.deepEqual(
      plain(auditOf(b)).map(({ action }) => action),
      ["add", "trust trusted", "pause", "go on"],
    );
  });
});

Deno.test("several neighbours are paused in one act, or none of them, and go on in one", async () => {
  const a = instance("a.example"), b = instance("b.example"), c = instance("c.example");
  await withInstances([a, b, c], async () => {
    const urls = [a.url, c.url];
    for (const { url, keyPrint } of [a, c]) {
      await b.operator.post("/federation/peers", { url, fingerprint: keyPrint });
    }
    const several = (urls: string[], paused = true) =>
      b.operator.post("/federation/peers/pause-several", { urls, paused });
    const paused = async () =>
      (await b.operator.get("/federation/peers")).body.peers.map(({ paused }: { paused: boolean }) => paused);
    await refused(b, 404, "peer_unknown", () => several([...urls, "https://nobody.example"]));
    await refused(b, 400, "invalid_body", () => several([]));
    await refused(b, 400, "invalid_body", () => several(Array(101).fill(a.url)));
    assert.deepEqual((await several([...urls, `${a.url}/`])).body.peers.length, 2, "each once");
    assert.deepEqual(await paused(), [true, true]);
    const { entries: [last, first] } = (await b.operator.get("/api/admin/moderation/log")).body;
    assert.deepEqual([first.action, last.action], ["pause", "pause"]);
    assert.deepEqual([first.batch, last.batch], [first.id, first.id]);
    await several(urls, false);
    assert.deepEqual(await paused(), [false, false]);
  });
});

Deno.test("one that is known through others alone is not paused, nor made to be followed that way", async () => {
  const b = instance("b.example");
  await withInstances([b], async () => {
    const url = "discovered:c.example";
    b.db.writeNow((tx) =>
      b.federation.store.peers.add(tx, {
        ...newPeer({ url, addedVia: "mdns", addedAt: b.world.now() }),
        instance: "c.example",
        enabled: false,
      })
    );
    assert.equal((await b.operator.get("/federation/peers")).body.peers[0].paused, false);
    for (const paused of [true, false]) {
      await refused(
        b,
        409,
        "not_followed",
        () => b.operator.post("/federation/peers/pause", { url, paused }),
      );
    }
  });
});

Deno.test("a key that is not pinned yet cannot be trusted", async () => {
  const b = instance("b.example", { FED_PEERS: "https://never.example" });
  await withInstances(
    [b],
    () =>
      refused(b, 409, "peer_key_unknown", () =>
        b.operator.post("/federation/peers/trust", {
          url: "https://never.example",
          trust: "trusted",
          fingerprint: "0000111122223333",
        })).then(() => {}),
  );
});

Deno.test("FED_PEERS entries start unvetted, or trusted once their fingerprint matched, and cannot be removed", async () => {
  const a = instance("a.example"), c = instance("c.example");
  const b = instance("b.example", { FED_PEERS: `${a.url}#${a.keyPrint.replaceAll(" ", "")},${c.url}` });
  const d = instance("d.example", { FED_PEERS: `${a.url}#0000111122223333` });
  await withInstances([a, b, c, d], async () => {
    await b.operator.post("/federation/sync");
    const trusts = (await b.operator.get("/federation/peers")).body.peers.map((
      peer: { trust: string; configured: boolean },
    ) => [peer.trust, peer.configured]);
    assert.deepEqual(trusts, [["trusted", true], ["unvetted", true]]);
    await refused(
      b,
      409,
      "peer_configured",
      () => b.operator.delete(`/federation/peers?url=${encodeURIComponent(a.url)}`),
    );
    const { errors } = (await d.operator.post("/federation/sync")).body;
    assert.equal(errors.length, 1);
    assert.match(errors[0].error, /not the one that FED_PEERS names/);
  });
});

Deno.test("a private address is not fetched unless FED_PEERS names it or FED_ALLOW_PRIVATE opens it", async () => {
  const a = instance("a.example");
  const shut = instance("shut.example", { FED_ALLOW_PRIVATE: "" });
  const named = instance("named.example", { FED_ALLOW_PRIVATE: "", FED_PEERS: a.url });
  await withInstances([a, shut, named], async () => {
    const reply = await refused(
      shut,
      502,
      "no_answer",
      () => shut.operator.post("/federation/peers", { url: a.url }),
    );
    assert.match(
      reply.body.error,
      /private network .*: name its address in FED_PEERS, or set FED_ALLOW_PRIVATE=1$/,
    );
    assert.deepEqual(a.asked, []);
    assert.deepEqual((await named.operator.post("/federation/sync")).body.errors, []);
  });
});

Deno.test("one peer is pulled at most three times a minute", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_PEERS: a.url });
  await withInstances([a, b], async () => {
    for (let i = 0; i < 3; i++) {
      assert.equal((await b.operator.post("/federation/peers/sync", { url: a.url })).status, 200);
    }
    assert.equal((await b.operator.post("/federation/peers/sync", { url: a.url })).status, 429);
  });
});

Deno.test("callers that come while a pull runs share one fresh run afterwards", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_PEERS: a.url });
  await withInstances([a, b], async () => {
    publish(a, "one");
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => b.federation.puller.pull(a.url)));
    assert.ok(outcomes.every((outcome) => outcome.ok));
    assert.equal(a.asked.filter((line) => line === "GET /.well-known/svc").length, 2);
  });
});

Deno.test("sync takes kinds and pages, deletions always come, and nonsense is refused", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_PEERS: a.url });
  await withInstances([a, b], async () => {
    const { gid } = publish(a, "one");
    await b.operator.post("/federation/sync");
    a.db.writeNow((tx) => a.federation.publications.withdraw(tx, gid, { bounded: false }));
    publish(a, "two");
    const narrow = (await b.operator.post("/federation/sync", { types: ["find"] })).body;
    assert.deepEqual([narrow.counts.tombstone, narrow.counts.cache], [1, 0]);
    await refused(b, 400, "bad_record_types", () => b.operator.post("/federation/sync", { types: ["mail"] }));
    for (const maxPages of [0, 51, 1.5]) {
      await refused(b, 400, "invalid_body", () => b.operator.post("/federation/sync", { maxPages }));
    }
    const started = await b.operator.post("/api/admin/federation/sync");
    assert.deepEqual([started.status, started.body], [202, { ok: true, started: true }]);
    const status = (await b.operator.get("/api/admin/federation/sync")).body;
    assert.deepEqual([status.hub, status.spokes, status.staleHours], [null, [], 24]);
    assert.equal((await b.operator.post("/federation/sync")).body.errors.length, 0);
  });
});

Deno.test("a ping brings a pull of an instance that is followed, and of no other", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_PEERS: `${a.url}#${a.keyPrint}` });
  await withInstances([a, b], async () => {
    const ping = (name: string) => b.visitor.post("/federation/notify", { instance: name });
    assert.deepEqual(
      (await ping("a.example")).body,
      { ok: true, ignored: "unknown" },
      "its name is not known before the first pull",
    );
    assert.deepEqual((await ping("b.example")).body, { ok: true, ignored: "self" });
    await refused(b, 400, "bad_instance", () => ping("not a host"));
    await b.operator.post("/federation/sync");
    const asked = a.asked.length;
    const taken = await ping("a.example");
    assert.deepEqual([taken.status, taken.body], [202, { ok: true, syncing: true }]);
    assert.deepEqual((await ping("a.example")).body, { ok: true, coalesced: true });
    await b.federation.puller.pull(a.url);
    assert.ok(a.asked.length > asked);
    await b.operator.post("/federation/peers/trust", { url: a.url, trust: "unvetted" });
    assert.deepEqual((await ping("a.example")).body, { ok: true, coalesced: true }, "the schedule's pace");
  });
});

Deno.test("a write here makes peers that follow each other come and pull", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_PEERS: `${a.url}#${a.keyPrint}` });
  await withInstances([a, b], async () => {
    await b.operator.post("/federation/sync");
    assert.equal(
      (await a.operator.post("/federation/peers", { url: b.url, fingerprint: b.keyPrint })).status,
      201,
    );
    a.federation.start();
    const { gid } = publish(a, "news");
    await becomes("the ping went out and was followed", () => !!b.federation.store.records.byGid({ gid }));
  });
});

appTest("exchange names trusted peers only, by fingerprint, and none while it is off", {
  INSTANCE_ID: "oe1.example",
  FED_PRIVATE_KEY: seedOf("oe1"),
}, async (app) => {
  const add = (id: string, over: object) =>
    app.db.writeNow((tx) =>
      app.federation.store.peers.add(tx, {
        ...newPeer({ url: `https://${id}`, addedVia: "admin", addedAt: 0 }),
        instance: id,
        pin: keyFrom(id).publicKey,
        ...over,
      })
    );
  add("good.example", {
    trust: "trusted",
    endpoints: [{ transport: "hamnet", address: "10.1.2.3", priority: 5 }, {
      transport: "ax25",
      address: "OE1XYZ-8",
      priority: 6,
    }],
  });
  add("new.example", { trust: "unvetted" });
  add("bad.example", { trust: "blocked" });
  add("keyless.example", { trust: "trusted", pin: null });
  app.db.writeNow((tx) =>
    app.federation.store.peers.add(tx, {
      ...newPeer({ url: "http://192.168.1.9", addedVia: "admin", addedAt: 0 }),
      instance: "lan.example",
      pin: keyFrom("lan").publicKey,
      trust: "trusted",
    })
  );
  const { body } = await app.visitor.get("/federation/exchange");
  assert.deepEqual(body, {
    instance: "oe1.example",
    peers: [{
      instance: "good.example",
      fingerprint: fingerprintOf(keyFrom("good.example").publicKey).match(/..../g)!.join(" "),
      addresses: [
        { transport: "ax25", address: "OE1XYZ-8", priority: 6 },
        { transport: "https", address: "https://good.example", priority: 50 },
      ],
    }],
  });
  await app.operator.put("/api/admin/settings/FED_PEER_EXCHANGE", { value: "0" });
  await refused(app, 404, "exchange_off", () => app.visitor.get("/federation/exchange"));
  assert.ok(!(await app.visitor.get("/.well-known/svc")).body.capabilities.includes("peer-exchange"));
});

Deno.test("what a trusted peer lists is discovered, never pulled, and followed under its listed fingerprint", async () => {
  const c = instance("c.example"), b = instance("b.example");
  const a = instance("a.example");
  await withInstances([a, b, c], async () => {
    // The listing names a public address; the instance itself is reached where it was sighted on the local network.
    const list = [{
      instance: "c.example",
      fingerprint: c.keyPrint,
      addresses: [{ transport: "https", address: "https://c.example", priority: 1 }],
    }];
    b.db.writeNow((tx) => {
      b.federation.store.peers.add(tx, {
        ...newPeer({ url: "discovered:c.example", addedVia: "discovered", addedAt: 0 }),
        instance: "c.example",
        enabled: false,
        sightings: [{ via: "mdns", fp: c.keyPrint.replaceAll(" ", ""), at: b.world.now(), addr: c.url }],
      });
    });
    assert.equal(list.length, 1);
    assert.deepEqual(
      (await b.operator.post("/federation/sync")).body.peers,
      0,
      "a discovered row is never pulled",
    );
    await refused(
      b,
      400,
      "fingerprint_missing",
      () => b.operator.post("/federation/peers/follow", { url: "discovered:c.example", trust: true }),
    );
    await refused(
      b,
      409,
      "fingerprint_differs",
      () =>
        b.operator.post("/federation/peers/follow", {
          url: "discovered:c.example",
          trust: true,
          fingerprint: "0000111122223333",
        }),
    );
    const followed = await b.operator.post("/federation/peers/follow", {
      url: "discovered:c.example",
      trust: true,
      fingerprint: c.keyPrint,
    });
    assert.deepEqual([
      followed.status,
      followed.body.peer.url,
      followed.body.peer.trust,
      followed.body.peer.enabled,
    ], [200, c.url, "trusted", true]);
    assert.deepEqual((await b.operator.post("/federation/sync")).body.errors, []);
  });
});

Deno.test("records given up are listed until they are marked seen", async () => {
  const app = instance("b.example");
  await withInstances([app], async () => {
    app.db.writeNow((tx) => {
      for (let v = 1; v <= 205; v++) {
        app.federation.store.gaps.put(tx, {
          ...newGap("a.example", "cache", v, "unsettled", 100),
          givenUp: 1000,
        });
      }
      app.federation.store.gaps.put(tx, newGap("a.example", "cache", 999, "unsettled", 100));
    });
    const first = (await app.operator.get("/federation/gaps")).body;
    assert.deepEqual([first.gaps.length, first.gaps[0]], [200, {
      origin: "a.example",
      kind: "cache",
      v: 1,
      reason: "unsettled",
      firstSeen: 100,
      givenUp: 1000,
    }]);
    const second =
      (await app.operator.get(`/federation/gaps?cursor=${encodeURIComponent(first.nextCursor)}`)).body;
    assert.deepEqual([second.gaps.length, second.nextCursor], [5, undefined]);
    assert.deepEqual((await app.operator.post("/federation/gaps/seen")).body, { ok: true, seen: 205 });
    assert.deepEqual((await app.operator.get("/federation/gaps")).body.gaps, []);
  });
});

Deno.test("a registry binds names to keys: another key is refused, and a broken registry lets nothing in", async () => {
  const authority = readSigningKey(seedOf("authority"))!;
  const a = instance("a.example");
  const registry = (key: string, at = 1000) =>
    JSON.stringify(signRegistry(at, [{ instance: "a.example", key, operator: "OE1ABC" }], authority));
  const env = { FED_PEERS: a.url, FED_REGISTRY_KEY: authority.publicKey };
  const bound = instance("b.example", {
    ...env,
    FED_REGISTRY: registry(a.federation.identity.key!.publicKey),
  });
  const other = instance("c.example", { ...env, FED_REGISTRY: registry(keyFrom("another").publicKey) });
  const forged = JSON.parse(registry(a.federation.identity.key!.publicKey));
  const broken = instance("d.example", { ...env, FED_REGISTRY: JSON.stringify({ ...forged, at: 2000 }) });
  await withInstances([a, bound, other, broken], async () => {
    publish(a, "one");
    assert.equal((await bound.operator.post("/federation/sync")).body.counts.cache, 1);
    assert.equal((await bound.visitor.get("/federation/registry")).body.verified, true);
    assert.match((await other.operator.post("/federation/sync")).body.errors[0].error, /registry/);
    const shut = (await broken.operator.post("/federation/sync")).body;
    assert.equal(shut.counts.cache, 0);
    assert.deepEqual([(await broken.visitor.get("/federation/registry")).body.verified], [false]);
    await refused(
      broken,
      503,
      "registry_broken",
      () => broken.operator.post("/federation/peers", { url: "http://127.0.0.1:9" }),
    );
  });
});

Deno.test("a registry document that is older than the newest accepted is refused", () => {
  const authority = readSigningKey(seedOf("authority"))!;
  using app = testApp();
  const make = (at: number) => ({
    at,
    entries: [],
    sig: signDocument("svc-reg/1", { at, entries: [] }, authority),
  });
  const open = (at: number) =>
    new (app.federation.registry.constructor as new (o: unknown) => typeof app.federation.registry)({
      ...app.federation.registry.options,
      authority: authority.publicKey,
      document: make(at),
    });
  const newest = open(2000);
  assert.equal(newest.error, undefined);
  app.db.writeNow((tx) => newest.keep(tx));
  assert.match(open(1999).error!, /older/);
  assert.equal(open(2001).error, undefined);
});
