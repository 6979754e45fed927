/** A phone carries records between two networks that never meet (README, "A phone between two networks"). */
import assert from "node:assert/strict";
import { freePort } from "../../kit/free_port.ts";
import { testWorld } from "../../kit/world.ts";
import { type Instance, instance, withInstances } from "./instances.ts";

const PLACE = { lat: 48.2, lon: 16.3 };
/** Pulls one neighbour, as `main.ts peer sync <url>` does. */
const pull = async (app: Instance, from: Instance): Promise<void> => {
  const outcome = await app.federation.puller.pull(from.url);
  assert.ok(outcome.ok, JSON.stringify(outcome));
};
const titles = async (app: Instance, query = ""): Promise<string[]> =>
  (await app.visitor.get(`/api/caches?bbox=16,48,17,49${query}`)).body.caches
    .map(({ title }: { title: string }) => title).sort();

Deno.test("what one network publishes, changes and withdraws reaches the other in a pocket, signed by its origin", async () => {
  // As the README has it: every address lies on a private network, and stands in the environment of who asks it.
  const port = freePort();
  const env = { FED_ALLOW_PRIVATE: "" };
  const club = { ...env, FED_PEERS: `http://127.0.0.1:${port}` };
  const valley = instance("valley.example", club), hill = instance("hill.example", club);
  const phone = instance(
    "phone.example",
    { ...env, FED_PEERS: `${valley.url},${hill.url}`, FED_RESERVE: "all" },
    testWorld("phone"),
    port,
  );
  await withInstances([valley, hill, phone], async () => {
    const alice = await valley.signIn("OE1ABC"), carol = await hill.signIn("OE3XYZ");
    const mill = await alice.post("/api/caches", { title: "Mill", ...PLACE });
    assert.equal(mill.status, 201, mill.text);
    assert.equal((await carol.post("/api/caches", { title: "Quarry", ...PLACE })).status, 201);
    /** A day: in the valley, up the hill, and home again. Neither club ever asks the other. */
    const day = async () => {
      await pull(phone, valley);
      const asked = valley.asked.length;
      await pull(phone, hill);
      await pull(hill, phone);
      assert.equal(valley.asked.length, asked, "on the hill nobody reaches the valley");
      await pull(phone, valley);
      await pull(valley, phone);
    };
    await day();
    assert.deepEqual(await titles(hill, "&includeUnvetted=1"), ["Mill", "Quarry"]);
    assert.deepEqual(await titles(valley, "&includeUnvetted=1"), ["Mill", "Quarry"]);
    assert.deepEqual(
      await titles(hill),
      ["Quarry"],
      "an origin that nobody vouched for is marked as such, not listed",
    );

    // The hill compares the valley's own fingerprint, whoever carried its records.
    const vouched = await hill.operator.post("/federation/peers/trust", {
      url: "transit:valley.example",
      trust: "trusted",
      fingerprint: valley.keyPrint,
    });
    assert.equal(vouched.status, 200, vouched.text);
    assert.deepEqual(await titles(hill), ["Mill", "Quarry"]);

    assert.equal((await alice.patch(`/api/caches/${mill.body.id}`, { title: "Old mill" })).status, 200);
    await day();
    assert.deepEqual(await titles(hill), ["Old mill", "Quarry"]);
    assert.equal((await alice.patch(`/api/caches/${mill.body.id}`, { scope: "local" })).status, 200);
    await day();
    assert.deepEqual(await titles(hill), ["Quarry"], "what is withdrawn is withdrawn there too");
  });
});

Deno.test("a phone that hands on only what it trusts carries nothing of strangers", async () => {
  const valley = instance("valley.example");
  const phone = instance("phone.example", { FED_PEERS: valley.url });
  const hill = instance("hill.example", { FED_PEERS: phone.url });
  await withInstances([valley, phone, hill], async () => {
    const alice = await valley.signIn("OE1ABC");
    assert.equal((await alice.post("/api/caches", { title: "Mill", ...PLACE })).status, 201);
    await pull(phone, valley);
    await pull(hill, phone);
    assert.deepEqual(await titles(hill, "&includeUnvetted=1"), []);
  });
});
