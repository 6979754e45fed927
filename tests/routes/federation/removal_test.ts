/** A removal reaches the others; an old copy from a third does not bring it back; a restore does. */
import assert from "node:assert/strict";
import { type Instance, instance, withInstances } from "./instances.ts";

const PLACE = { lat: 48.2, lon: 16.3 };
const BBOX = "bbox=16,48,17,49";

const titles = async (app: Instance): Promise<string[]> =>
  (await app.visitor.get(`/api/caches?${BBOX}`)).body.caches.map((row: { title: string }) => row.title);
const pulled = async (app: Instance) => {
  const { body } = await app.operator.post("/federation/sync");
  assert.deepEqual(body.errors, []);
};
const trust = (app: Instance, peer: Instance) =>
  app.operator.post("/federation/peers/trust", {
    url: peer.url,
    trust: "trusted",
    fingerprint: peer.keyPrint,
  });
const decide = (app: Instance, what: "remove" | "restore", id: string) =>
  app.operator.post(`/api/admin/moderation/${what}`, { kind: "cache", id, reason: "dangerous place" });

Deno.test("a removal reaches the others, an old copy from a third does not bring it back, a restore does", async () => {
  const a = instance("a.example", { FED_RESERVE: "all" });
  const third = instance("c.example", { FED_PEERS: a.url, FED_RESERVE: "all" });
  const b = instance("b.example", { FED_PEERS: `${a.url},${third.url}`, FED_RESERVE: "all" });
  await withInstances([a, third, b], async () => {
    const owner = await a.signIn("OE1ABC"), finder = await a.signIn("OE3XYZ");
    const cache = await owner.post("/api/caches", { title: "Mill", ...PLACE });
    assert.equal(cache.status, 201, cache.text);
    const { id, code } = cache.body;
    assert.equal(
      (await finder.post(`/api/caches/${id}/logs`, { kind: "found", text: "xqfindqx" })).status,
      201,
    );
    for (const one of [third, b]) {
      await pulled(one);
      await trust(one, a);
    }
    await trust(b, third);
    await pulled(third);
    await pulled(b);
    assert.deepEqual([await titles(third), await titles(b)], [["Mill"], ["Mill"]]);

    const removed = await decide(a, "remove", String(id));
    assert.deepEqual([removed.status, removed.body.tombstones], [200, 1]);
    // B hears of it; C, which does not, still hands out the old copy, and B asks it again and again.
    await pulled(b);
    assert.deepEqual(await titles(b), []);
    for (let round = 0; round < 3; round++) {
      b.world.pass(3600);
      await pulled(b);
      assert.deepEqual(await titles(b), [], `round ${round}`);
    }
    assert.deepEqual(await titles(third), ["Mill"], "C holds the old copy all the while");
    assert.doesNotMatch((await b.visitor.get(`/api/v1/caches/${code}`)).text, /Mill|xqfindqx/);

    assert.equal((await decide(a, "restore", String(id))).status, 200);
    for (const one of [b, third]) {
      await pulled(one);
      assert.deepEqual(await titles(one), ["Mill"]);
    }
    const [back] = (await b.visitor.get(`/api/caches?${BBOX}`)).body.caches;
    assert.equal(back.status, "disabled");
  });
});
