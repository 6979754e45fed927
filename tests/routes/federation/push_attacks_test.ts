/**
 * Attacks on a hub's submissions and marks, by somebody who knows the shared secret: every spoke does. Each is refused as
 * specified, and nothing has changed (FED "Errors", "Authentication", "Push, relay, packet").
 */
import assert from "node:assert/strict";
import { encodeCbor, MAX_PAGE_BYTES, signFrame } from "../../../src/wire/mod.ts";
import { newPeer, type Peer } from "../../../src/federation/tables/peer_store.ts";
import { signRegistry } from "../../../src/federation/mod.ts";
import type { Environment } from "../../../src/settings/mod.ts";
import { cacheBody } from "../../federation/node.ts";
import { appTest, refused, type Reply, type TestApp, testApp } from "../../kit/app.ts";
import { HUB, keyOf, rotation, Spoke } from "./spokes.ts";

/** A hub, a hut that has pushed five records and signs, and somebody else with the secret. */
async function scene(env: Environment = {}) {
  const app = testApp({ ...HUB, ...env });
  const hut = new Spoke(app, "hut.example");
  const mallory = new Spoke(app, "mallory.example");
  const records = [5, 6, 7, 8, 9].map((v) => hut.cache(v));
  assert.equal((await hut.push(records, 0, 9)).body.held, 9);
  return { app, hut, mallory, records, forged: new Spoke(app, "hut.example", mallory.key) };
}
type Scene = Awaited<ReturnType<typeof scene>>;

interface Attack {
  status: number;
  reason?: string;
  env?: Environment;
  before?(scene: Scene): Promise<unknown> | unknown;
  act(scene: Scene): Promise<Reply>;
}
const MiB = 1024 * 1024;
/** Instances that may push to one hub. */
const MAX_SPOKES = 2000;
const addPeer = (app: TestApp, peer: Partial<Peer> & Pick<Peer, "url" | "addedVia">) =>
  app.db.writeNow((tx) => app.federation.store.peers.add(tx, { ...newPeer({ addedAt: 1, ...peer }) }));
const withRotations = (records: unknown) => ({
  headers: { "x-fed-rotations": typeof records === "string" ? records : JSON.stringify(records) },
});
const registry = signRegistry(
  1,
  [{ instance: "bound.example", key: keyOf("the true one").publicKey }],
  keyOf("authority"),
);

const ATTACKS: Record<string, Attack> = {
  "a wrong secret": {
    status: 401,
    reason: "bad_secret",
    act: ({ hut, records }) => hut.push(records, 0, 9, { secret: "wrong" }),
  },
  "a hub that takes no submissions": {
    status: 403,
    reason: "submit_closed",
    before: ({ app }) => app.world.pass(1),
    env: {},
    act: async () => {
      const closed = testApp({ ...HUB, FED_SUBMIT_SECRET: "" });
      const spoke = new Spoke(closed, "hut.example");
      const reply = await refused(closed, 403, "submit_closed", () => spoke.push([spoke.cache(5)], 0, 5));
      closed.close();
      return reply;
    },
  },
  "a page that calls itself JSON": {
    status: 415,
    reason: "not_cbor",
    act: ({ hut, records }) => hut.push(records, 0, 9, { headers: { "content-type": "application/json" } }),
  },
  "a page of more than 4 MiB": {
    status: 413,
    act: ({ hut }) => hut.submit(new Uint8Array(MAX_PAGE_BYTES + 1), { since: 0, sign: false }),
  },
  "one of endless bytes, without a length": {
    status: 413,
    act: ({ app }) => {
      let sent = 0;
      const body = new ReadableStream({
        pull: (to) => (sent += MiB) > 6 * MiB ? to.close() : to.enqueue(new Uint8Array(MiB)),
      });
      return app.visitor.send("POST", "/federation/submit", body, {
        "content-type": "application/cbor",
        "x-fed-secret": HUB.FED_SUBMIT_SECRET,
      });
    },
  },
  "a page of more than a thousand frames": {
    status: 400,
    reason: "bad_page",
    act: ({ hut }) => {
      const one = hut.cache(20);
      return hut.push(Array.from({ length: 1001 }, () => one), 9, 20);
    },
  },
  "bytes that are no page": {
    status: 400,
    reason: "bad_page",
    act: ({ hut }) => hut.submit(new Uint8Array([0xbf, 0x01, 0xff]), { since: 0 }),
  },
  "a page in another form than the canonical one": {
    status: 400,
    reason: "bad_page",
    act: ({ hut }) => {
      const page = hut.page([hut.cache(20)], 20);
      // The length of the outer map in two bytes instead of one.
      return hut.submit(Uint8Array.from([0xb8, 4, ...page.slice(1)]), { since: 9 });
    },
  },
  "a page that names no instance": {
    status: 400,
    reason: "bad_page",
    act: ({ hut }) => hut.submit(hut.page([hut.cache(20)], 20, { instance: "Hut Example" }), { since: 9 }),
  },
  "numbers that are too high": {
    status: 400,
    reason: "bad_page",
    act: ({ hut }) => hut.push([hut.cache(20)], 9, 2 ** 52 + 1),
  },
  "a beginning that is no number": {
    status: 400,
    reason: "bad_since",
    act: ({ hut }) => hut.push([hut.cache(20)], 9, 20, { headers: { "x-fed-since": "9e0" } }),
  },
  "a beginning past every number": {
    status: 400,
    reason: "bad_since",
    act: ({ hut }) => hut.push([hut.cache(20)], 9, 20, { headers: { "x-fed-since": "9007199254740993" } }),
  },
  "a page of rubbish": {
    status: 400,
    reason: "no_frame",
    act: ({ hut }) => hut.push([new Uint8Array([1, 2, 3]), encodeCbor(new Map([[1, "x"]]))], 9, 20),
  },
  "a page that holds another instance's frames alone": {
    status: 400,
    reason: "no_frame",
    act: ({ hut, mallory }) => hut.push([mallory.cache(20)], 9, 20),
  },
  "a question in place of records": {
    status: 400,
    reason: "no_frame",
    act: ({ hut, app }) => {
      const at = app.world.now();
      const gid = "hut.example:corroborationQuery:1";
      const frame = signFrame({ type: 10, gid, origin: "hut.example", v: 1, at, body: new Map() }, hut.key);
      return hut.push([frame], 9, 20);
    },
  },
  "a page that names the hub itself": {
    status: 400,
    reason: "own_page",
    act: ({ app }) => {
      const hub = new Spoke(app, "hub.example");
      return hub.push([hub.cache(20)], 0, 20);
    },
  },
  "an instance that is not on the hub's list": {
    status: 403,
    reason: "spoke_not_listed",
    env: { FED_SUBMIT_INSTANCES: "hut.example" },
    act: ({ mallory }) => mallory.push([mallory.cache(5)], 0, 5),
  },
  "a key that the registry does not bind": {
    status: 403,
    reason: "registry_key",
    env: { FED_REGISTRY: JSON.stringify(registry), FED_REGISTRY_KEY: keyOf("authority").publicKey },
    act: ({ app }) => {
      const bound = new Spoke(app, "bound.example");
      return bound.push([bound.cache(5)], 0, 5);
    },
  },
  "a blocked instance": {
    status: 403,
    reason: "spoke_blocked",
    before: async ({ app }) => {
      const url = "submit:hut.example";
      const reply = await app.operator.post("/federation/peers/trust", { url, trust: "blocked" });
      assert.equal(reply.status, 200, reply.text);
    },
    act: ({ hut }) => hut.push([hut.cache(20)], 9, 20, { sign: false }),
  },
  "another key under a known name": {
    status: 403,
    reason: "key_unproven",
    act: ({ forged }) => forged.push([forged.cache(20)], 9, 20, { sign: false }),
  },
  "another key with a rotation that it signed itself": {
    status: 403,
    reason: "key_unproven",
    act: ({ forged, mallory, hut, app }) => {
      const record = { ...rotation(mallory.key, keyOf("x"), app.world.now()), prevKey: hut.key.publicKey };
      return forged.push([forged.cache(20)], 9, 20, {
        sign: false,
        ...withRotations([{ ...record, key: mallory.key.publicKey }]),
      });
    },
  },
  "a rotation from the future": {
    status: 403,
    reason: "key_unproven",
    act: ({ forged, mallory, hut, app }) =>
      forged.push([forged.cache(20)], 9, 20, {
        sign: false,
        ...withRotations([rotation(hut.key, mallory.key, app.world.now() + 86_400)]),
      }),
  },
  "the way back to a key that was rotated away": {
    status: 403,
    reason: "key_unproven",
    before: async ({ app, hut }) => {
      const next = new Spoke(app, "hut.example", keyOf("hut.example 2"));
      const records = withRotations([rotation(hut.key, next.key, app.world.now())]);
      assert.equal((await next.push([next.cache(20)], 0, 20, records)).status, 200);
      app.world.pass(8 * 86_400);
    },
    act: ({ hut, app }) =>
      hut.push([hut.cache(21)], 9, 21, {
        sign: false,
        ...withRotations([rotation(keyOf("hut.example 2"), hut.key, app.world.now())]),
      }),
  },
  "a pulled peer's key, moved by a page's header": {
    status: 403,
    reason: "key_unproven",
    before: ({ app }) =>
      addPeer(app, {
        url: "https://club.example",
        addedVia: "admin",
        instance: "club.example",
        pin: keyOf("club.example").publicKey,
      }),
    act: ({ app }) => {
      const next = new Spoke(app, "club.example", keyOf("club.example 2"));
      const record = rotation(keyOf("club.example"), next.key, app.world.now());
      return next.push([next.cache(5)], 0, 5, withRotations([record]));
    },
  },
  "a discovered instance's name under a key that nobody listed": {
    status: 403,
    reason: "key_unproven",
    before: ({ app }) =>
      addPeer(app, {
        url: "discovered:club.example",
        addedVia: "discovered",
        instance: "club.example",
        enabled: false,
        sightings: [{ via: "friend.example", fp: "0123456789abcdef", at: 1 }],
      }),
    act: ({ app, mallory }) => {
      const club = new Spoke(app, "club.example", mallory.key);
      return club.push([club.cache(5)], 0, 5);
    },
  },
  "a new name on frames that nobody signed": {
    status: 403,
    reason: "key_unproven",
    act: ({ app }) => {
      const someone = new Spoke(app, "someone.example");
      const frame = someone.cache(5);
      frame[frame.length - 1]! ^= 1;
      return someone.push([frame], 0, 5, { sign: false });
    },
  },
  "more rotation records than are kept": {
    status: 400,
    reason: "bad_rotations",
    act: ({ hut, app }) => {
      const record = rotation(hut.key, keyOf("x"), app.world.now());
      return hut.push([hut.cache(20)], 9, 20, withRotations(Array.from({ length: 33 }, () => record)));
    },
  },
  "a header of rotations of any length": {
    status: 400,
    reason: "bad_rotations",
    act: ({ hut }) => hut.push([hut.cache(20)], 9, 20, withRotations(`[${" ".repeat(16 * 1024)}]`)),
  },
  "rotations that are no JSON": {
    status: 400,
    reason: "bad_rotations",
    act: ({ hut }) => hut.push([hut.cache(20)], 9, 20, withRotations("[")),
  },
  "a page signed by another spoke": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, mallory }) => hut.push([hut.cache(20)], 9, 20, { sign: mallory.key }),
  },
  "a page signed in another spoke's name": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, mallory }) => hut.push([hut.cache(20)], 9, 20, { sign: mallory.key, as: "mallory.example" }),
  },
  "a recorded signature after two minutes": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, app }) => hut.push([hut.cache(20)], 9, 20, { at: app.world.now() - 121 }),
  },
  "a recorded signature over another page": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, records }) => {
      const headers = hut.signed("POST", "/federation/submit", hut.page(records, 9));
      return hut.push([hut.cache(20)], 9, 2 ** 50, { headers });
    },
  },
  "more instances than a hub has room for": {
    status: 403,
    reason: "spokes_full",
    before: ({ app }) =>
      app.db.writeNow((tx) => {
        for (let n = 1; n < MAX_SPOKES; n++) {
          const instance = `n${n}.example`;
          app.federation.store.peers.add(tx, {
            ...newPeer({ url: `submit:${instance}`, addedVia: "submitted", addedAt: 1 }),
            instance,
          });
        }
      }),
    act: ({ mallory }) => mallory.push([mallory.cache(5)], 0, 5),
  },
  "a hub whose clock is not set": {
    status: 503,
    reason: "clock_unset",
    before: ({ app }) => app.world.pass(-app.world.now()),
    act: ({ hut }) => hut.push([hut.cache(20, "later", { at: 2_000_000_000 })], 9, 20, { sign: false }),
  },
  "marks without a signature": {
    status: 401,
    reason: "bad_signature",
    act: ({ app }) => app.visitor.get("/federation/submit/marks", { "x-fed-secret": HUB.FED_SUBMIT_SECRET }),
  },
  "marks without the secret": {
    status: 401,
    reason: "bad_secret",
    act: ({ hut }) => hut.marks({ secret: "wrong" }),
  },
  "another spoke's marks": {
    status: 401,
    reason: "bad_signature",
    act: ({ mallory }) => mallory.marks({ as: "hut.example" }),
  },
  "marks by a signature for a submission": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut }) => hut.marks({ headers: hut.signed("POST", "/federation/submit") }),
  },
  "marks by a recorded signature after two minutes": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, app }) => hut.marks({ at: app.world.now() - 121 }),
  },
};

for (const [name, { status, reason, env, before, act }] of Object.entries(ATTACKS)) {
  Deno.test(`refused, and nothing changes: ${name}`, async () => {
    const attacked = await scene(env);
    await before?.(attacked);
    await refused(attacked.app, status, reason, () => act(attacked));
    attacked.app.close();
  });
}

const kept = ({ app }: Scene) => ({
  records: app.db.sql("SELECT gid, v, gone, signer FROM fed_record ORDER BY gid").all(),
  marks: app.db.sql("SELECT * FROM fed_mark ORDER BY origin, kind").all(),
  gaps: app.db.sql("SELECT origin, kind, v FROM fed_gap ORDER BY origin, kind, v").all(),
  feeds: app.db.sql("SELECT * FROM fed_feed").all(),
});
/** Pages that are taken, since their frames are what they are, and that change nothing of what counts. */
const IDLE: Record<string, (scene: Scene) => Promise<Reply>> = {
  "a signer's public records under an unsigned page that ends anywhere": ({ hut, records }) =>
    hut.push(records, 0, 2 ** 50, { sign: false }),
  "a signer's records replayed from before": ({ hut, records }) => hut.push(records.slice(0, 1), 0, 5),
  "a page that goes back to the beginning": ({ hut, records }) => hut.push(records, 0, 0),
  "another instance's records beside one's own": ({ hut, mallory, records }) =>
    hut.push([records[4]!, mallory.cache(5)], 9, 9),
  "records under a name of another instance": ({ hut, records }) =>
    hut.push([records[4]!, hut.cache(20, "x", { gid: "mallory.example:cache:20" })], 9, 9),
  "a record of another kind beside them": ({ hut, records }) =>
    hut.push([records[4]!, hut.frame("find", 30, findOf("hut.example:cache:5"))], 9, 9),
  "an older version of what is held": ({ hut, records }) =>
    hut.push([records[4]!, hut.cache(4, "old", { gid: "hut.example:cache:5" })], 9, 9),
  "the same version with other content": ({ hut, records }) =>
    hut.push([records[4]!, hut.cache(5, "another")], 9, 9),
  "an imported cache": ({ hut, records }) =>
    hut.push([records[4]!, hut.frame("cache", 20, { ...cacheBody("x"), scope: "local" })], 9, 9),
};
const findOf = (cache: string) => ({
  cache,
  kind: "found" as const,
  call: "OE1ABC",
  foundAt: 1,
  createdAt: 1,
});

for (const [name, act] of Object.entries(IDLE)) {
  Deno.test(`taken, and nothing that counts changes: ${name}`, async () => {
    const attacked = await scene();
    const before = kept(attacked);
    const reply = await act(attacked);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(kept(attacked), before);
    attacked.app.close();
  });
}

appTest(
  "who plants a spoke's public records before it comes keeps none of them from the hub",
  HUB,
  async (app) => {
    const hut = new Spoke(app, "hut.example");
    const records = [5, 6, 7].map((v) => hut.cache(v));
    // The last one alone, as if it were all there is.
    assert.equal((await hut.push(records.slice(2), 0, 7, { sign: false })).body.held, 7);
    assert.deepEqual((await hut.marks()).body.marks, { cache: { cursor: 7 } });
    // With its own first signature the spoke hears that nothing below counts, and sends it.
    assert.equal((await hut.push([hut.cache(8)], 7, 8)).body.held, 0);
    assert.equal((await hut.push([...records, hut.cache(8)], 0, 8)).body.applied, 2);
    assert.deepEqual((await hut.marks()).body.marks, { cache: { cursor: 8 } });
  },
);

Deno.test("an unsigned page moves no mark of a peer that is pulled, and closes no gap of it", async () => {
  const attacked = await scene();
  const { app } = attacked;
  using _end = app;
  const club = new Spoke(app, "club.example");
  addPeer(app, {
    url: "https://club.example",
    addedVia: "admin",
    instance: "club.example",
    trust: "trusted",
    pin: club.key.publicKey,
  });
  const { newGap } = await import("../../../src/federation/gaps/rules.ts");
  app.db.writeNow((tx) =>
    app.federation.store.gaps.put(tx, newGap("club.example", "cache", 4, "unsettled", app.world.now()))
  );
  const { records: _, ...before } = kept(attacked);
  const mallory = new Spoke(app, "mallory.example");
  const reply = await club.push([club.cache(6), mallory.cache(4)], 0, 90, { sign: false });
  assert.deepEqual([reply.body.applied, reply.body.rejected, reply.body.held], [1, 1, 0]);
  const { records: __, ...after } = kept(attacked);
  assert.deepEqual(after, before);
});

appTest(
  "frames under a former key that still counts are not taken beside those of the present one",
  HUB,
  async (app) => {
    const [old, next] = [
      new Spoke(app, "hut.example"),
      new Spoke(app, "hut.example", keyOf("hut.example 2")),
    ];
    await old.push([old.cache(5)], 0, 5);
    const records = withRotations([rotation(old.key, next.key, app.world.now())]);
    const reply = await next.push([next.cache(5), old.cache(6)], 0, 6, records);
    assert.deepEqual([reply.body.applied, reply.body.rejected], [0, 1], reply.text);
    assert.equal(app.federation.store.records.byGid({ gid: "hut.example:cache:6" }), undefined);
    assert.equal((await old.push([old.cache(7)], 6, 7, { sign: false })).body.applied, 1, "by itself it is");
  },
);
