/** How a peer did, pull by pull; and what a block would hide, before it is done. */
import assert from "node:assert/strict";
import { cacheBody, findBody } from "../../federation/node.ts";
import { type Instance, instance, withInstances } from "./instances.ts";

const publish = (app: Instance, title: string) =>
  app.db.writeNow((tx) => app.federation.publications.publish(tx, "cache", cacheBody(title)));

async function follow(b: Instance, a: Instance): Promise<void> {
  const added = await b.operator.post("/federation/peers", { url: a.url, fingerprint: a.keyPrint });
  assert.equal(added.status, 201, added.text);
}
const peerOf = async (b: Instance) => (await b.operator.get("/federation/peers")).body.peers[0];

Deno.test("the last 48 pulls are told, oldest first: what each brought, and which failed", async () => {
  const a = instance("a.example"), b = instance("b.example");
  await withInstances([a, b], async () => {
    await follow(b, a);
    assert.deepEqual((await peerOf(b)).history, []);
    publish(a, "one");
    publish(a, "two");
    for (let n = 0; n < 2; n++) {
      b.world.pass(60);
      assert.equal((await b.operator.post("/federation/peers/sync", { url: a.url })).body.ok, true);
    }
    const [first, second] = (await peerOf(b)).history;
    assert.deepEqual([first.ok, first.fresh, first.at], [true, 2, b.world.now() - 60]);
    assert.deepEqual([second.ok, second.fresh, second.at], [true, 0, b.world.now()]);
    assert.ok(first.bytes > second.bytes && second.bytes > 0);

    const store = b.federation.store;
    const id = store.peers.byUrl(a.url)!.id;
    b.db.writeNow((tx) => {
      for (let n = 0; n < 48; n++) store.history.note(tx, id, { at: n, ok: n % 2 === 0, fresh: n, bytes: 1 });
    });
    const { history } = await peerOf(b);
    assert.deepEqual([history.length, history[0], history[47].at], [48, {
      at: 0,
      ok: true,
      fresh: 0,
      bytes: 1,
    }, 47]);
    await b.operator.delete(`/federation/peers?url=${encodeURIComponent(a.url)}`);
    assert.equal(b.db.sql<never, { n: number }>("SELECT count(*) AS n FROM fed_pull").get()!.n, 0);
  });
});

Deno.test("a preview counts what a block would hide and changes nothing; a block hides just that, and trust brings it back", async () => {
  const a = instance("a.example"), b = instance("b.example");
  await withInstances([a, b], async () => {
    await follow(b, a);
    const { gid } = publish(a, "one");
    publish(a, "two");
    a.db.writeNow((tx) => a.federation.publications.publish(tx, "find", findBody(gid)));
    await b.operator.post("/federation/peers/sync", { url: a.url });
    const trust = () =>
      b.operator.post("/federation/peers/trust", { url: a.url, trust: "trusted", fingerprint: a.keyPrint });
    await trust();
    const before = b.fingerprint();
    const shown = await b.operator.post("/federation/peers/trust", {
      url: a.url,
      trust: "blocked",
      preview: true,
    });
    assert.deepEqual([shown.status, shown.body], [200, {
      preview: { caches: 2, finds: 1, keys: 0, bulletins: 0, named: 0, undo: true },
    }]);
    for (
      const [body, status, reason] of [
        [{ url: a.url, trust: "unvetted", preview: true }, 400, "preview_of_block"],
        [{ url: "https://nobody.example", trust: "blocked", preview: true }, 404, "peer_unknown"],
      ] as const
    ) {
      const refused = await b.operator.post("/federation/peers/trust", body);
      assert.deepEqual([refused.status, refused.body.reason], [status, reason]);
    }
    assert.equal(b.fingerprint(), before);

    const seen = async () => (await b.visitor.get(`/api/caches?bbox=16,48,17,49`)).body.caches.length;
    const shownBefore = await seen();
    await b.operator.post("/federation/peers/trust", { url: a.url, trust: "blocked" });
    assert.equal(shownBefore - await seen(), 2);
    await trust();
    assert.equal(await seen(), shownBefore);
  });
});
