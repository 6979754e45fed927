/** Beacons: an instance's presence on the air, and what is heard of others. */
import assert from "node:assert/strict";
import { concat, utf8 } from "../../../src/base/mod.ts";
import { readBeacon, writeBeacon } from "../../../src/link/mod.ts";
import {
  type CborMap,
  type CborValue,
  PeerRecord,
  readFrame,
  readPage,
  signFrame,
} from "../../../src/wire/mod.ts";
import { refused, type TestApp } from "../../kit/app.ts";
import { cacheBody } from "../../federation/node.ts";
import { alone, feedOf, keyOf, knows, mirrored, OCTETS } from "./neighbours.ts";

const A = "a.example", B = "b.example";
const place = (transport: string, address: string, priority = 50) => ({ transport, address, priority });
const HTTPS = place("https", "https://a.example", 10), AX25 = place("ax25", "OE1A-9", 20);
const datagramOf = async (app: TestApp): Promise<Uint8Array<ArrayBuffer>> => {
  const request = new Request("http://localhost:8787/federation/beacon", {
    headers: { host: "localhost:8787" },
  });
  const answer = await app.handler(request, { remoteAddr: { hostname: "192.0.2.1" } });
  assert.equal(answer.headers.get("content-type"), "application/octet-stream");
  return new Uint8Array(await answer.arrayBuffer());
};
const hear = (app: TestApp, datagram: Uint8Array<ArrayBuffer>) =>
  app.ingest.post("/federation/beacon", datagram, OCTETS);
const placesOf = (app: TestApp, id = A) => app.federation.store.peers.live(id)!.endpoints;
const taken = (applied: number, quarantined: number, rejected: number, federation = true) => ({
  federation,
  applied,
  quarantined,
  rejected,
});

/** A presence record of A, with whatever is changed in it. */
function announced(
  body: Record<string, CborValue>,
  { gid = `${A}:peer:announce`, at, v = at, key = keyOf(A), type = 7 }: {
    gid?: string;
    at: number;
    v?: number;
    key?: ReturnType<typeof keyOf>;
    type?: number;
  },
): Uint8Array<ArrayBuffer> {
  const map = new Map(Object.entries(body)) as CborMap;
  // Larger ones than are sent are heard as well.
  return concat(utf8("SVCB1"), signFrame({ type, gid, origin: A, v, at, body: map }, key));
}
const endpointsBody = (...list: ReturnType<typeof place>[]) => ({
  endpoints: list.map((one) => new Map(Object.entries(one)) as CborMap),
});

Deno.test("the presence has every place that fits, the last to be tried left out first, the call before them", async () => {
  const read = async (places: unknown[], id = "a.ex") => {
    const app = alone(id, { FED_ENDPOINTS: JSON.stringify(places) });
    const datagram = await datagramOf(app), frame = readFrame(readBeacon(datagram)!);
    assert.ok(datagram.length <= 256 && frame.ok);
    const body = PeerRecord.read(frame.frame.body);
    assert.ok(body.ok, JSON.stringify(body));
    const { gid, v, at } = frame.frame;
    assert.deepEqual([gid, v, at], [`${id}:peer:announce`, app.world.now(), app.world.now()]);
    app.close();
    return body.body;
  };
  assert.deepEqual(await read([]), { endpoints: [], call: "OE1SYS-15" });
  assert.deepEqual(await read([AX25]), { endpoints: [AX25], call: "OE1SYS-15" });
  const longer = place("https", "https://club.a.ex/federation", 10);
  assert.deepEqual(await read([longer]), { endpoints: [longer] }, "the call is left out before a place");
  assert.deepEqual(await read([HTTPS, AX25]), { endpoints: [HTTPS], partial: true });
  assert.deepEqual(await read([place("ax25", "OE1B-9", 60), HTTPS, AX25]), {
    endpoints: [HTTPS],
    partial: true,
  });
  const long = alone(`${"a".repeat(40)}.example`);
  await refused(long, 409, "too_long", () => long.visitor.get("/federation/beacon"));
  long.close();
  const bare = alone(A, { FED_PRIVATE_KEY: "" });
  await refused(bare, 404, "unsigned", () => bare.visitor.get("/federation/beacon"));
  bare.close();
  const early = alone(A);
  early.world.pass(-early.world.now());
  await refused(early, 503, "clock_unset", () => early.visitor.get("/federation/beacon"));
  early.close();
});

Deno.test("a known peer's presence replaces what it said of itself, and a trimmed one adds", async () => {
  const b = alone(B);
  const at = b.world.now();
  knows(b, A, { endpoints: [place("hamnet", "a.hamnet")], endpointsSource: "descriptor" });
  assert.deepEqual((await hear(b, announced(endpointsBody(HTTPS), { at }))).body, taken(1, 0, 0));
  assert.deepEqual(placesOf(b), [HTTPS]);
  assert.equal(b.federation.store.peers.live(A)!.endpointsSource, "announce");
  // The same again, and what was said before it, change nothing.
  assert.deepEqual((await hear(b, announced(endpointsBody(HTTPS), { at }))).body, taken(0, 0, 0));
  assert.deepEqual((await hear(b, announced(endpointsBody(AX25), { at: at - 1 }))).body, taken(0, 0, 0));
  assert.deepEqual(placesOf(b), [HTTPS]);

  b.world.pass(10);
  const partial = { ...endpointsBody({ ...HTTPS, priority: 30 }, AX25), partial: true };
  assert.deepEqual((await hear(b, announced(partial, { at: at + 1 }))).body, taken(1, 0, 0));
  assert.deepEqual(placesOf(b), [{ ...HTTPS, priority: 30 }, AX25], "one place stands once");
  // Places that are none are dropped one by one; the call proves nobody's operator.
  const odd = { ...endpointsBody(place("ax25", "no call"), place("netrom", "ANODE")), call: "OE9ZZZ" };
  assert.deepEqual((await hear(b, announced(odd, { at: at + 2 }))).body, taken(1, 0, 0));
  assert.deepEqual([placesOf(b), b.federation.store.peers.live(A)!.operatorCall], [
    [place("netrom", "ANODE")],
    null,
  ]);
  b.close();
});

Deno.test("what DNS proved stays; such a peer's own word adds what only radio reaches", async () => {
  const b = alone(B), at = b.world.now();
  const proven = { ...place("44net", "oe1a.ampr.org", 10), verifiedVia: "ardc-lot" };
  knows(b, A, { endpoints: [proven], endpointsSource: "dns" });
  const told = endpointsBody(
    place("44net", "oe1a.ampr.org", 0),
    place("https", "https://other.example", 0),
    AX25,
  );
  assert.deepEqual((await hear(b, announced(told, { at }))).body, taken(1, 0, 0));
  assert.deepEqual(placesOf(b), [proven, AX25]);
  assert.equal(b.federation.store.peers.live(A)!.endpointsSource, "dns");
  assert.deepEqual((await hear(b, announced(endpointsBody(), { at: at + 1 }))).body, taken(1, 0, 0));
  assert.deepEqual(placesOf(b), [proven]);
  b.close();
});

Deno.test("a beacon makes no peer, and nobody speaks for another", async () => {
  const b = alone(B), at = b.world.now();
  const whole = announced(endpointsBody(HTTPS), { at });
  const silent = async (
    datagram: Uint8Array<ArrayBuffer>,
    expected: ReturnType<typeof taken>,
    why: string,
  ) => {
    const before = b.fingerprint();
    assert.deepEqual((await hear(b, datagram)).body, expected, why);
    assert.equal(b.fingerprint(), before, why);
  };
  await silent(whole, taken(0, 1, 0), "unknown");
  knows(b, A, { trust: "blocked" });
  await silent(whole, taken(0, 1, 0), "blocked");
  b.db.writeNow((tx) => b.federation.store.peers.remove(tx, { id: 1 }));
  knows(b, A);
  // The first frame that is proven notes the time; from here on nothing at all may change.
  await hear(b, announced(endpointsBody(), { at: at - 10 }));
  await silent(announced(endpointsBody(HTTPS), { at, key: keyOf(B) }), taken(0, 0, 1), "another's key");
  await silent(announced(endpointsBody(HTTPS), { at: at + 301 }), taken(0, 0, 1), "from the future");
  await silent(
    announced(endpointsBody(HTTPS), { at, v: at + 1 }),
    taken(0, 0, 1),
    "a version that is no time",
  );
  await silent(
    announced(endpointsBody(HTTPS), { at, gid: `${A}:peer:other` }),
    taken(0, 0, 1),
    "another gid",
  );
  await silent(
    announced(endpointsBody(HTTPS), { at, gid: `${B}:peer:announce` }),
    taken(0, 0, 1),
    "another's gid",
  );
  await silent(announced({ endpoints: 5 }, { at }), taken(0, 0, 1), "no endpoints");
  await silent(announced(endpointsBody(HTTPS), { at, type: 8 }), taken(0, 0, 1), "a type that no beacon has");
  await silent(whole.slice(1), taken(0, 0, 0, false), "no magic");
  await silent(whole.slice(0, 5), taken(0, 0, 0, false), "no frame");
  await silent(whole.slice(0, -1), taken(0, 0, 1), "cut");
  // Presence comes by beacon alone.
  const read = readBeacon(whole)!;
  await refused(b, 413, undefined, () => hear(b, new Uint8Array(4097)));
  await refused(b, 401, undefined, () => b.visitor.post("/federation/beacon", whole, OCTETS));
  assert.deepEqual((await hear(b, whole)).body, taken(1, 0, 0), "without a flaw it is taken");
  assert.equal(readFrame(read).ok, true);
  b.close();
});

Deno.test("a deletion on the air buries its record, and it stays buried", async () => {
  const a = alone("a.ex"), b = alone(B);
  knows(b, "a.ex");
  const { gid } = a.db.writeNow((tx) => a.federation.publications.publish(tx, "cache", cacheBody("Mill")));
  const page = await feedOf(a, "cache");
  await b.ingest.post("/federation/frames", page, { "content-type": "application/cbor" });
  assert.equal(mirrored(b, "a.ex").length, 1);
  a.db.writeNow((tx) => a.federation.publications.withdraw(tx, gid, { bounded: false }));
  const deletions = readPage(await feedOf(a, "tombstone"));
  assert.ok(deletions.ok);
  const datagram = writeBeacon(deletions.page.frames[0]!)!;
  assert.ok(datagram.length <= 256, `${datagram.length}`);
  assert.deepEqual((await hear(b, datagram)).body, taken(1, 0, 0));
  const left = () => mirrored(b, "a.ex").filter((line) => line.startsWith(gid));
  assert.deepEqual(left(), []);
  await b.ingest.post("/federation/frames", page, { "content-type": "application/cbor" });
  assert.deepEqual(left(), []);
  assert.deepEqual((await hear(b, datagram)).body, taken(0, 0, 0));
  a.close();
  b.close();
});
