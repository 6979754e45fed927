/** Trust that is given to a peer later counts for open finds as the arrival of its answers would. */
import assert from "node:assert/strict";
import { fingerprintOf } from "../../../src/wire/keys.ts";
import { withInstances } from "../../routes/federation/instances.ts";
import { type Club, clubs, find, hide, nowhere, seen, wordsIn } from "./club.ts";

const UNVETTED = { trust: "unvetted" } as const;
const row = (club: Club, id: string) => club.federation.store.peers.ofInstance(id)[0]!;
const trust = (club: Club, id: string, to: "trusted" | "unvetted" | "blocked" | "before" = "trusted") => {
  const { url, pin } = row(club, id);
  return club.federation.peers.trust({ url, trust: to, fingerprint: fingerprintOf(pin!) }, "OE1SYS");
};
/** What runs by itself within the next minute. */
async function minute(club: Club): Promise<void> {
  for (const name of ["corroboration-again", "open-finds-ask"]) {
    await club.jobs.find((job) => job.name === name)!.run();
  }
}
const caseOf = (club: Club, id: number) => club.federation.corroboration.kept(id)?.case;

async function between(
  ids: string[],
  env: Record<string, string>,
  run: (list: Club[], world: Awaited<ReturnType<typeof clubs>>["world"]) => Promise<void>,
): Promise<void> {
  const { list, world } = await clubs(ids, { "a.example": { FED_CORROBORATION_QUORUM: "1", ...env } });
  await withInstances(list, () => run(list, world));
}

Deno.test("what a peer said while nobody trusted it counts from then on, and it is not asked again", async () => {
  await between(["a.example", "b.example"], { FED_AUTO_PROMOTE: "5" }, async ([a, b], world) => {
    a!.knows(b!, UNVETTED);
    await b!.hears();
    const path = await hide(a!);
    const { finder, log } = await find(a!, path);
    assert.deepEqual([log.tier, wordsIn(log)["b.example"].counted], [null, false]);
    assert.equal(caseOf(a!, log.id)!.state, "ended");
    world.pass(3 * 86_400);
    await minute(a!);
    assert.equal((await seen(path, finder, log.id)).tier, null);
    await trust(a!, "b.example");
    await minute(a!);
    const late = await seen(path, finder, log.id);
    assert.deepEqual([late.tier, late.corroboratedBy, late.corroboratedLaterAt], [
      "A",
      ["b.example"],
      world.now(),
    ]);
    assert.equal(b!.questions(), 1);
    const { body: { alerts } } = await finder.get("/api/watch/alerts");
    assert.deepEqual(alerts.map(({ kind }: { kind: string }) => kind), ["find_counts"]);
  });
});

Deno.test("a peer that was not asked while nobody trusted it is asked then, beside those that were", async () => {
  const env = { FED_CORROBORATION_QUORUM: "2" };
  await between(["a.example", "b.example", "c.example"], env, async ([a, b, c], world) => {
    a!.knows(b!);
    a!.knows(c!, UNVETTED);
    await b!.hears();
    const path = await hide(a!);
    const { finder, log } = await find(a!, path);
    assert.deepEqual([b!.questions(), c!.questions()], [1, 0]);
    assert.equal(caseOf(a!, log.id)!.state, "ended");
    world.pass(86_400);
    // Its box delivers what it heard then.
    await c!.hears("OE2FND-7", { heardAt: log.foundAt });
    await trust(a!, "c.example");
    await minute(a!);
    assert.deepEqual([b!.questions(), c!.questions()], [1, 1]);
    assert.equal((await seen(path, finder, log.id)).tier, "A");
    await minute(a!);
    assert.deepEqual([b!.questions(), c!.questions()], [1, 1]);
  });
});

Deno.test("a find about which nobody could be asked is asked about once somebody is trusted", async () => {
  await between(["a.example", "b.example"], {}, async ([a, b], world) => {
    a!.knows(b!, UNVETTED);
    await b!.hears();
    const path = await hide(a!);
    const { finder, log } = await find(a!, path);
    assert.equal(caseOf(a!, log.id), undefined);
    world.pass(6 * 86_400);
    await minute(a!);
    assert.deepEqual([b!.questions(), caseOf(a!, log.id)], [0, undefined]);
    await trust(a!, "b.example");
    await minute(a!);
    assert.equal((await seen(path, finder, log.id)).tier, "A");
    assert.equal(b!.questions(), 1);
    assert.equal(a!.db.sql<never, { n: number }>("SELECT sum(ask) AS n FROM open_find").get()!.n, 0);
  });
});

Deno.test("trust that is given when a week is over, or to somebody who runs the finder's own instance, changes nothing", async () => {
  await between(["a.example", "b.example"], {}, async ([a, b], world) => {
    a!.knows(b!, UNVETTED);
    await b!.hears();
    const path = await hide(a!);
    const { finder, log } = await find(a!, path);
    world.pass(7 * 86_400 + 3600);
    await trust(a!, "b.example");
    await minute(a!);
    assert.deepEqual([(await seen(path, finder, log.id)).tier, b!.questions()], [null, 0]);
  });
  await between(["a.example", "b.example"], {}, async ([a, b]) => {
    a!.knows(b!, { ...UNVETTED, declared: ["OE2FND"] });
    await b!.hears();
    const path = await hide(a!);
    const { finder, log } = await find(a!, path);
    await trust(a!, "b.example");
    await minute(a!);
    assert.deepEqual([(await seen(path, finder, log.id)).tier, b!.questions()], [null, 0]);
  });
});

Deno.test("trust that is taken away and given again, and a block that is lifted, are trust that is given", async () => {
  for (const taken of ["unvetted", "blocked"] as const) {
    const env = { FED_CORROBORATION_QUORUM: "2" };
    await between(["a.example", "b.example", "c.example"], env, async ([a, b, c], world) => {
      a!.knows(b!);
      a!.knows(nowhere("c.example"));
      await b!.hears();
      await c!.hears();
      const path = await hide(a!);
      const { finder, log } = await find(a!, path);
      await trust(a!, "b.example", taken);
      world.pass(3600);
      await minute(a!);
      assert.equal(caseOf(a!, log.id)!.state, "ended");
      const { store } = a!.federation;
      a!.db.writeNow((tx) => store.peers.save(tx, { ...row(a!, "c.example"), url: c!.url }));
      world.pass(86_400);
      await minute(a!);
      assert.deepEqual([(await seen(path, finder, log.id)).tier, c!.questions()], [null, 0]);
      await trust(a!, "b.example", taken === "blocked" ? "before" : "trusted");
      await minute(a!);
      assert.equal((await seen(path, finder, log.id)).tier, "A", taken);
      assert.deepEqual([b!.questions(), c!.questions()], [1, 1]);
    });
  }
});
