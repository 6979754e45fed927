/** The game across instances: what is hidden on one is shown on the other, as far as the other trusts it. */
import assert from "node:assert/strict";
import { type Instance, instance, withInstances } from "./instances.ts";

const PLACE = { lat: 48.2, lon: 16.3 };
const BBOX = "bbox=16,48,17,49";

// deno-lint-ignore no-explicit-any -- rows of the map
const onMap = async (app: Instance, query = ""): Promise<any[]> =>
  (await app.visitor.get(`/api/caches?${BBOX}${query}`)).body.caches;
const pulled = async (app: Instance): Promise<Record<string, number>> => {
  const { body } = await app.operator.post("/federation/sync");
  assert.deepEqual(body.errors, []);
  return body.counts;
};
const trust = (app: Instance, peer: Instance, to: string) =>
  app.operator.post("/federation/peers/trust", { url: peer.url, trust: to, fingerprint: peer.keyPrint });

Deno.test("a cache hidden on A is shown on B beside B's own, changes with it, and goes with it", async () => {
  const a = instance("a.example");
  const b = instance("b.example", { FED_PEERS: a.url });
  await withInstances([a, b], async () => {
    const alice = await a.signIn("OE1ABC"), bob = await b.signIn("OE3XYZ");
    const made = await alice.post("/api/caches", {
      title: "Mill",
      hint: "magnetic",
      description: "By the wheel",
      ...PLACE,
    });
    assert.equal(made.status, 201, made.text);
    const secret = await alice.post("/api/caches", {
      title: "Hidden",
      unlisted: true,
      description: "psst",
      ...PLACE,
    });
    assert.equal(secret.status, 201, secret.text);
    const local = await alice.post("/api/caches", { title: "Local", scope: "local", ...PLACE });
    assert.equal(local.status, 201, local.text);
    assert.equal((await bob.post("/api/caches", { title: "Own", ...PLACE })).status, 201);

    // Two listed and unlisted; the local one never leaves. The key of a call that is proven goes along, where there is one.
    assert.equal((await pulled(b)).cache, 2);
    assert.deepEqual((await onMap(b)).map((row) => row.title), ["Own"], "unvetted: not shown");
    assert.deepEqual((await onMap(b, "&includeUnvetted=1")).map((row) => row.title).sort(), ["Mill", "Own"]);
    assert.equal((await trust(b, a, "trusted")).status, 200);
    const mirror = (await onMap(b)).find((row) => row.title === "Mill");
    assert.deepEqual([mirror.origin, mirror.mirrored, mirror.code], ["a.example", true, made.body.code]);
    const text = JSON.stringify(b.db.sql("SELECT * FROM cache_mirror").all());
    assert.ok(!text.includes("magnetic"), "a hint never travels");
    assert.ok(!text.includes("psst"), "nor does an unlisted cache's description");

    const changed = await alice.patch(`/api/caches/${made.body.id}`, { title: "Old mill" });
    assert.equal(changed.status, 200, changed.text);
    await pulled(b);
    assert.ok((await onMap(b)).some((row) => row.title === "Old mill"));

    // To local: it leaves with a tombstone that is bounded, and comes back above it.
    assert.equal((await alice.patch(`/api/caches/${made.body.id}`, { scope: "local" })).status, 200);
    assert.equal((await pulled(b)).tombstone, 1);
    assert.deepEqual((await onMap(b)).map((row) => row.title), ["Own"]);
    assert.equal((await alice.patch(`/api/caches/${made.body.id}`, { scope: "federated" })).status, 200);
    await pulled(b);
    assert.ok((await onMap(b)).some((row) => row.title === "Old mill"));

    // Removed by A's operator, and restored, disabled.
    const id = String(made.body.id);
    assert.equal(await a.db.write((tx) => a.caches.remove(tx, "cache", id, "dangerous place")), 1);
    await pulled(b);
    assert.deepEqual((await onMap(b)).map((row) => row.title), ["Own"]);
    await a.db.write((tx) => a.caches.restore(tx, id));
    await pulled(b);
    assert.deepEqual((await onMap(b)).filter((row) => row.mirrored).map((row) => row.status), ["disabled"]);

    assert.equal((await trust(b, a, "blocked")).status, 200);
    assert.deepEqual(
      (await onMap(b, "&includeUnvetted=1")).map((row) => row.title),
      ["Own"],
      "blocked: never shown",
    );
  });
});

/** Global ids of the caches that an instance has published, the first one first. */
const gids = (app: Instance): string[] =>
  app.db.sql<never, { gid: string }>(
    "SELECT gid FROM fed_record WHERE origin = 'a.example' AND kind = 'cache' ORDER BY gid",
  ).all().map((row) => row.gid);

Deno.test("a find on A's cache is shown in its log book on B, and goes when A's operator removes it", async () => {
  const a = instance("a.example");
  const b = instance("b.example", { FED_PEERS: `${a.url}#${a.keyPrint.replaceAll(" ", "")}` });
  await withInstances([a, b], async () => {
    const alice = await a.signIn("OE1ABC"), carol = await a.signIn("OE5CAR");
    const made = (await alice.post("/api/caches", { title: "Mill", ...PLACE })).body;
    a.world.pass(600);
    const position = { ...PLACE, accuracyM: 5, at: a.world.now() };
    const found = await carol.post(`/api/caches/${made.id}/logs`, { kind: "found", text: "TNX", position });
    assert.equal(found.status, 201, found.text);
    b.world.pass(600);
    const counts = await pulled(b);
    assert.deepEqual([counts.cache, counts.find], [1, 1]);
    const [gid] = gids(a);
    const page = await b.visitor.get(`/api/caches/${encodeURIComponent(gid!)}`);
    assert.equal(page.status, 200, page.text);
    assert.equal(page.body.mirrored, true);
    const finds = () => b.db.sql("SELECT * FROM find_mirror").all().length;
    assert.equal(finds(), 1);
    // Its pages are in the order of its own, by the finds' time, and each has a cursor to the next.
    const book = `/api/caches/${encodeURIComponent(gid!)}/logs?limit=1`;
    for (const text of ["one", "of the same moment", "another time"]) {
      if (text.startsWith("another")) a.world.pass(30);
      const noted = await carol.post(`/api/caches/${made.id}/logs`, { kind: "note", text });
      assert.equal(noted.status, 201, noted.text);
    }
    b.world.pass(600);
    await pulled(b);
    const seen: [at: number, gid: string][] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await b.visitor.get(`${book}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      assert.equal(body.hasMore, body.nextCursor !== null);
      seen.push(...body.logs.map((log: { foundAt: number; gid: string }) => [log.foundAt, log.gid] as const));
      cursor = body.nextCursor;
    }
    assert.equal(new Set(seen.map(([, one]) => one)).size, finds());
    assert.deepEqual(seen, seen.toSorted(([x, one], [y, other]) => y - x || (one < other ? 1 : -1)));
    assert.equal((await b.visitor.get(`${book}&cursor=5`)).body.reason, "bad_log_cursor");
    assert.equal(await a.db.write((tx) => a.caches.remove(tx, "log", String(found.body.id), "spam")), 1);
    assert.equal((await pulled(b)).tombstone, 1);
    assert.equal(finds(), 3);
  });
});
