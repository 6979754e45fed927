/** What the local network claims: listed for the operator, and nothing else changes by it. */
import assert from "node:assert/strict";
import { announcementOf } from "../../../src/federation/onboarding/announced.ts";
import { MOST_NEIGHBOURS, MOST_OF_ADDRESS, SILENT_S } from "../../../src/federation/onboarding/neighbours.ts";
import { newPeer, type Peer } from "../../../src/federation/tables/peer_store.ts";
import { fingerprintOf } from "../../../src/wire/mod.ts";
import { type TestApp, testApp } from "../../kit/app.ts";
import { keyFrom } from "../node.ts";

const FP = "0011223344556677";
const PATH = "/.well-known/svc";
const says = (over: Record<string, string> = {}, from = "192.168.1.9", port = 8787) => ({
  text: new Map(Object.entries({ id: "new.example", fp: FP, path: PATH, ...over })),
  from,
  port,
});
const started = () => testApp({ INSTANCE_ID: "club.example" });
const heard = (app: TestApp, answer = says()) => app.federation.onboarding.neighbours.heard(answer);
const rows = (app: TestApp) => app.federation.store.peers.all();
const row = (app: TestApp, instance = "new.example") => app.federation.store.peers.live(instance)!;
const put = (app: TestApp, peer: Partial<Peer> & Pick<Peer, "url" | "addedVia">) =>
  app.db.writeNow((tx) =>
    app.federation.store.peers.add(tx, { ...newPeer({ addedAt: app.world.now(), ...peer }), ...peer })
  );

/** Hears it, and holds that nothing is written. */
async function ignored(app: TestApp, why: string, answer: ReturnType<typeof says>) {
  const before = app.fingerprint();
  assert.equal(await heard(app, answer), false, why);
  assert.equal(app.fingerprint(), before, why);
}

Deno.test("a claim makes a row that is listed and never pulled, unvetted, without a key", async () => {
  using app = started();
  assert.equal(await heard(app, says({ fp: "0011 2233 4455 6677" })), true);
  const { url, addedVia, trust, enabled, pin, endpoints, sightings } = row(app);
  assert.deepEqual([url, addedVia, trust, enabled, pin, endpoints], [
    "discovered:new.example",
    "mdns",
    "unvetted",
    false,
    null,
    [],
  ]);
  assert.deepEqual(sightings, [{
    via: "mdns",
    fp: FP,
    at: app.world.now(),
    addr: "http://192.168.1.9:8787",
  }]);
  const { body } = await app.operator.get("/federation/peers");
  assert.deepEqual(body.peers[0].discovered, sightings);
});

Deno.test("the address is where the answer came from, with the port and the path before the descriptor's", async () => {
  using app = started();
  await heard(app, says({ path: `/radio/gw${PATH}` }, "192.168.1.9", 80));
  assert.equal(row(app).sightings[0]!.addr, "http://192.168.1.9/radio/gw");
});

Deno.test("what claims nothing usable is ignored: no name, no fingerprint, another path, this instance itself", async () => {
  using app = started();
  const lies: [string, ReturnType<typeof says>][] = [
    ["itself", says({ id: "club.example" })],
    ["no id", { ...says(), text: new Map([["fp", FP], ["path", PATH]]) }],
    ["no text", { ...says(), text: new Map() }],
    ["localhost", says({ id: "localhost" })],
    ["not a name", says({ id: "New Example" })],
    ["a colon", says({ id: "new.example:cache" })],
    ["short fingerprint", says({ fp: "00112233" })],
    ["no hex", says({ fp: "zz11223344556677" })],
    ["another path", says({ path: "/" })],
    ["a path behind", says({ path: `${PATH}/x` })],
    ["a path upwards", says({ path: `/..${PATH}` })],
    ["another host in the path", says({ path: `//evil.example${PATH}` })],
    ["a query in the path", says({ path: `/a?b=${PATH}` })],
    ["a long path", says({ path: `/a/b/c/d/e${PATH}` })],
    ["no port", says({}, "192.168.1.9", 0)],
  ];
  for (const [why, lie] of lies) await ignored(app, why, lie);
});

Deno.test("an instance is written down once a minute", async () => {
  using app = started();
  await heard(app);
  app.world.pass(59);
  await ignored(app, "within the minute", says({}, "192.168.1.10"));
  app.world.pass(1);
  assert.equal(await heard(app, says({}, "192.168.1.10")), true);
  assert.deepEqual(row(app).sightings.map(({ addr }) => addr), ["http://192.168.1.10:8787"]);
});

Deno.test("nothing is believed of a blocked instance, and nothing while the clock is unset", async () => {
  using app = started();
  put(app, { url: "https://new.example", addedVia: "admin", instance: "new.example", trust: "blocked" });
  await ignored(app, "blocked", says());
  app.world.pass(-app.world.now());
  await ignored(app, "no clock", says({ id: "other.example" }));
});

Deno.test("a followed peer keeps key, trust, address and places, whatever is announced under its name", async () => {
  using app = started();
  const key = keyFrom("followed").publicKey;
  const addr = "http://192.168.1.9:8787";
  const sightings = [{ via: "mdns", fp: fingerprintOf(key), at: app.world.now(), addr }];
  put(app, {
    ...{ url: addr, addedVia: "admin", instance: "new.example", trust: "trusted", pin: key, sightings },
    accept: [{ x: key }],
  });
  const { sightings: _before, ...before } = row(app);
  for (let n = 0; n < 12; n++) {
    await heard(app, says({}, `192.168.1.${100 + n}`));
    app.world.pass(61);
  }
  const { sightings: after, ...rest } = row(app);
  assert.deepEqual(rest, before);
  assert.deepEqual(after.map((one) => one.addr), ["http://192.168.1.111:8787", addr]);
  // The guard still lets the pull through to the address that the operator followed.
  const outcome = await app.federation.puller.pull(addr);
  assert.doesNotMatch(outcome.ok ? "" : outcome.error, /private network/);
});

Deno.test("one address names few instances, all of them a bounded list; who falls silent makes room", async () => {
  using app = started();
  const from = (n: number) => `192.168.${n >> 5}.${n % 32}`;
  for (let n = 0; n < MOST_OF_ADDRESS + 3; n++) {
    await heard(app, says({ id: `a${n}.example` }, "192.168.200.1"));
    if (n === 6) app.world.pass(61); // past what an address may claim in a minute
  }
  assert.equal(rows(app).length, MOST_OF_ADDRESS);
  for (let n = 0; rows(app).length < MOST_NEIGHBOURS; n++) {
    await heard(app, says({ id: `b${n}.example` }, from(n)));
    if (n % 50 === 49) app.world.pass(61);
  }
  app.world.pass(61);
  await ignored(app, "the list is full", says({ id: "late.example" }, "192.168.201.1"));
  app.world.pass(SILENT_S);
  await heard(app, says({ id: "b0.example" }, from(0)));
  app.world.pass(61);
  assert.equal(await heard(app, says({ id: "late.example" }, "192.168.201.1")), true);
  assert.equal(rows(app).length, MOST_NEIGHBOURS);
  assert.ok(row(app, "late.example") && row(app, "b0.example"));
  assert.equal(row(app, "a0.example"), undefined, "silent for longest");
});

Deno.test("a storm of names is looked at a few times a minute, a share for each address", async () => {
  using app = started();
  for (let n = 0; n < 500; n++) await heard(app, says({ id: `lie${n}.example` }, "192.168.1.66"));
  assert.equal(rows(app).length, 8);
  for (let n = 0; n < 500; n++) {
    await heard(app, says({ id: `spoof${n}.example` }, `10.0.${n >> 8}.${n & 255}`));
  }
  assert.equal(rows(app).length, 120);
  app.world.pass(60);
  assert.equal(await heard(app, says({ id: "honest.example" }, "192.168.1.5")), true);
});

Deno.test("a sighting that nobody repeats within a day is gone, and its row with it", async () => {
  using app = started();
  await heard(app);
  app.world.pass(86_399);
  await app.federation.prune();
  assert.ok(row(app));
  app.world.pass(1);
  await app.federation.prune();
  assert.equal(row(app), undefined);
});

Deno.test("`announcementOf()`: who has no key, or no name that can be told from others, announces nothing", () => {
  const identity = (instance: string) => ({ instance, key: keyFrom("a"), history: [], rotations: [] });
  assert.deepEqual(announcementOf(identity("oe1xyz.ampr.org")), {
    label: "oe1xyz-ampr-org",
    text: ["id=oe1xyz.ampr.org", `fp=${fingerprintOf(keyFrom("a").publicKey)}`, `path=${PATH}`],
  });
  const { key: _key, ...unsigned } = identity("oe1xyz.ampr.org");
  assert.equal(announcementOf(unsigned), undefined);
  assert.equal(announcementOf(identity("localhost")), undefined);
  const long = Array(4).fill("a".repeat(62)).join(".");
  assert.equal(announcementOf(identity(`${long}.a`)), undefined, "does not fit a text");
  assert.ok(announcementOf(identity(long)));
});
