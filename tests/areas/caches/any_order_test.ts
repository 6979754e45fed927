/** The order and the delay in which the same deliveries come never change what finds are in the end: seeded, through the program. */
import assert from "node:assert/strict";
import { type Client, type TestApp, testApp } from "../../kit/app.ts";
import { rf } from "../../kit/boxes.ts";
import { random } from "../../kit/random.ts";

const CACHE = { lat: 48.2, lon: 16.3 }, SITES = ["OE1XYZ-10", "OE3HUB-10"];
const HERE = "!4812.01N/01618.00E[on foot",
  NEAR = "!4812.04N/01618.02E[on foot",
  KM = "!4812.60N/01618.00E[on foot";

/** What may come, each about the first or the second find. */
interface Delivery {
  name: string;
  /** Not before this, in seconds from the find. */
  from: number;
  come(scene: Scene, found: number): Promise<unknown>;
}
interface Scene {
  app: TestApp;
  finder: Client;
  path: string;
}

const heard = (offset: number, text: string, over: object = {}, call = "OE2FND-7"): Delivery => ({
  name: `${call} ${offset} ${JSON.stringify(over)} ${text}`,
  from: offset,
  come: ({ app }, found) =>
    app.ingest.post("/ingest", {
      packets: [{ ...rf(app, `${call}>APRS,WIDE1-1:${text}`, SITES[0]!), heardAt: found + offset, ...over }],
    }),
});
const reading = (text: string, metres: number, offset: number): Delivery => ({
  name: `reading ${metres} ${offset} of ${text}`,
  from: 1,
  come: ({ finder, path }, found) =>
    finder.post(path, {
      kind: "found",
      text,
      position: { lat: CACHE.lat + metres / 111_195, lon: CACHE.lon, accuracyM: 10, at: found + offset },
    }),
});

/** Everything that may come about a find, whose text is given; none contradicts another. */
const ALL = (text: string): Delivery[] => [
  heard(-600, HERE),
  heard(-600, HERE, { site: SITES[1] }),
  heard(-600, HERE, { site: "OE9NOB-10" }),
  heard(-600, HERE, { direct: false }),
  heard(-600, HERE, { via: "aprsis", port: "aprs-is", site: undefined }),
  heard(40, NEAR),
  // The same words at the same receiver a little later are a packet of their own, whichever comes first.
  heard(61, NEAR),
  heard(-1801, HERE),
  heard(-300, KM),
  heard(-200, HERE, { port: "axudp" }),
  heard(-200, HERE, { site: "OE2FND-10" }),
  heard(-100, HERE, {}, "OE4ELS-7"),
  reading(text, 30, 20),
  reading(text, 900, 20),
  reading(text, 30, 300),
];

/** What the person's logs of the cache are once all of it has come, in this order and with these delays. */
async function play(
  given: readonly { find: number; delivery: Delivery }[],
  order: (n: number) => number,
): Promise<unknown> {
  using app = testApp({ FIRST_PARTY_SITES: SITES.join(","), HIDE_DAILY_LIMIT: "0" });
  const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
  const { code } = (await owner.post("/api/caches", { title: "Old mill", ...CACHE })).body;
  const path = `/api/caches/${code}/logs`, scene = { app, finder, path };
  app.world.pass(3600);
  const found: number[] = [];
  for (const text of ["first", "second"]) {
    found.push(app.world.now());
    assert.equal((await finder.post(path, { kind: "found", text })).status, 201);
    app.world.pass(4 * 3600);
  }
  const left = [...given];
  while (left.length > 0) {
    const [{ find, delivery }] = left.splice(order(left.length), 1) as [typeof left[number]];
    app.world.pass(order(6 * 3600));
    await delivery.come(scene, found[find]!);
  }
  const { logs } = (await finder.get(path)).body;
  assert.equal(app.caches.wrongSums(), 0);
  return logs.map((log: Record<string, unknown>) => ({
    text: log.text,
    kind: log.kind,
    tier: log.tier,
    verified: log.verified,
  }));
}

for (let seed = 1; seed <= 16; seed++) {
  Deno.test(`the same deliveries in any order and with any delay end in the same finds (seed ${seed})`, async () => {
    const draw = random(seed), chance = (n: number) => Math.floor(draw() * n);
    const given = ["first", "second"].flatMap((text, find) =>
      ALL(text).filter(() => chance(3) === 0).map((delivery) => ({ find, delivery }))
    );
    const first = await play(given, () => 0);
    for (let again = 0; again < 3; again++) {
      assert.deepEqual(
        await play(given, chance),
        first,
        given.map(({ find, delivery }) => `${find} ${delivery.name}`).join("\n"),
      );
    }
  });
}
