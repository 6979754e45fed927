/** A find that comes to count later, and one that gives its place to another: neighbours get the next version of each record. */
import assert from "node:assert/strict";
import { rf } from "../../kit/boxes.ts";
import { eventually } from "../../kit/eventually.ts";
import { instance, withInstances } from "./instances.ts";

const CACHE = { lat: 48.2, lon: 16.3 }, SITE = "OE1XYZ-10";

Deno.test("a find that rises, and the note that an earlier one becomes, are seen at a neighbour", async () => {
  const ours = instance("ours.example", { FIRST_PARTY_SITES: SITE }), theirs = instance("theirs.example");
  await withInstances([ours, theirs], async () => {
    const followed = await theirs.operator.post("/federation/peers", {
      url: ours.url,
      fingerprint: ours.keyPrint,
    });
    assert.ok(followed.status < 300, followed.text);
    const trusted = await theirs.operator.post("/federation/peers/trust", {
      url: ours.url,
      trust: "trusted",
      fingerprint: ours.keyPrint,
    });
    assert.equal(trusted.status, 200, trusted.text);
    const owner = await ours.signIn("OE1OWN"), finder = await ours.signIn("OE2FND");
    const { code } = (await owner.post("/api/caches", { title: "Old mill", ...CACHE })).body;
    const { gid } = ours.db.sql<never, { gid: string }>("SELECT gid FROM cache").get()!;
    const logs = ["first", "second"].map((text) => ({ kind: "found", text }));
    const foundAt = ours.world.now();
    for (const log of logs) {
      assert.equal((await finder.post(`/api/caches/${code}/logs`, log)).status, 201);
      ours.world.pass(60);
      theirs.world.pass(60);
    }
    const mirrored = async () => {
      for (const one of [ours, theirs]) one.world.pass(30);
      await theirs.operator.post("/federation/peers/sync", { url: ours.url });
      const answer = await theirs.visitor.get(`/api/caches/${encodeURIComponent(gid)}/logs`);
      return (answer.body?.logs ?? []).map(({ text, kind, tier }: Record<string, unknown>) =>
        `${text} ${kind} ${tier}`
      );
    };
    const becomes = (...wanted: string[]) =>
      eventually(
        wanted.join(", "),
        async () => JSON.stringify((await mirrored()).sort()) === JSON.stringify(wanted.sort()),
      );
    await becomes("first found null", "second found null");
    const packet = {
      ...rf(ours, "OE2FND-7>APRS:!4812.01N/01618.00E[on foot", SITE),
      heardAt: foundAt - 20,
    };
    assert.equal((await ours.ingest.post("/ingest", { packets: [packet] })).body.accepted, 1);
    await becomes("first found A", "second note null");
  });
});
