/**
 * Attacks on a hub's relay: forged and recorded requests, guessed tickets, other spokes' questions, floods. Each is
 * refused as specified, and nothing has changed (FED "Authentication", "Push, relay, packet").
 */
import assert from "node:assert/strict";
import { LEASE_S, MAX_BYTES } from "../../../src/federation/relay/queue.ts";
import { signFrame } from "../../../src/wire/mod.ts";
import type { Environment } from "../../../src/settings/mod.ts";
import { Client, refused, type Reply, testApp } from "../../kit/app.ts";
import { guess, HUB, keyOf, RELAY_SECRET, Spoke, SUBMIT_SECRET } from "./spokes.ts";

const SECRET = { "x-relay-secret": RELAY_SECRET };
const FEED = { kind: "feed", params: { feed: "caches" } };
const GOOD = {
  ok: true,
  kind: "feed",
  data: { feed: "caches", since: 0, encoding: "cbor", nextCursor: 0, complete: true, pageB64: "" },
};
const ANSWER = { ok: true, kind: "corroborate", data: { status: 200, frameB64: "AAAA" } };

/** A hub with two spokes and an asker, a feed asked of the hut and leased to it, and a question that waits for it. */
async function scene(env: Environment = {}) {
  const app = testApp({ ...HUB, ...env });
  const [hut, other, asker] = ["hut.example", "other.example", "asker.example"].map((id) =>
    new Spoke(app, id)
  );
  for (const spoke of [hut!, other!, asker!]) {
    assert.equal((await spoke.push([spoke.cache(5)], 0, 5)).status, 200);
  }
  const feed = (await app.visitor.post("/federation/relay/hut.example/query", FEED, SECRET)).body;
  if (feed.id) await hut!.lease();
  const question = app.db.writeNow((tx) =>
    app.federation.spokes.relay.isSpoke("hut.example")
      ? app.federation.spokes.relay.queue(tx, {
        asker: "asker.example",
        target: "hut.example",
        frame: frameOf(1),
      })
      : { id: "", ticket: "" }
  );
  return { app, hut: hut!, other: other!, asker: asker!, feed, question };
}
type Scene = Awaited<ReturnType<typeof scene>>;
const frameOf = (n: number) =>
  signFrame({
    type: 10,
    gid: `asker.example:corroborationQuery:${n}`,
    origin: "asker.example",
    v: n,
    at: 1_780_315_200,
    body: new Map([["target", "hut.example"]]),
  }, keyOf("asker.example"));
const query = (
  { app }: Scene,
  spoke: string,
  body: object = FEED,
  headers: Record<string, string> = SECRET,
) => app.visitor.post(`/federation/relay/${spoke}/query`, body as Record<string, unknown>, headers);
const result = ({ app }: Scene, id: string, headers: Record<string, string>) =>
  app.visitor.get(`/federation/relay/result/${id}`, headers);

interface Attack {
  status: number;
  reason?: string;
  env?: Environment;
  before?(scene: Scene): Promise<unknown> | unknown;
  act(scene: Scene): Promise<Reply>;
}

const ATTACKS: Record<string, Attack> = {
  "a query without the relay secret": {
    status: 401,
    reason: "no_credential",
    act: (at) => query(at, "hut.example", FEED, {}),
  },
  "a query with a wrong one": {
    status: 401,
    reason: "bad_secret",
    act: (at) => query(at, "hut.example", FEED, { "x-relay-secret": `${RELAY_SECRET}x` }),
  },
  "a query with the secret of submissions": {
    status: 401,
    reason: "bad_secret",
    act: (at) => query(at, "hut.example", FEED, { "x-relay-secret": SUBMIT_SECRET }),
  },
  "a query where the relay is off": {
    status: 401,
    reason: "secret_unset",
    env: { FED_RELAY_SECRET: "" },
    act: (at) => query(at, "hut.example"),
  },
  "a query for a stranger": {
    status: 404,
    reason: "not_a_spoke",
    act: (at) => query(at, "stranger.example"),
  },
  "a query for the hub itself": { status: 404, reason: "not_a_spoke", act: (at) => query(at, "hub.example") },
  "a query for a blocked spoke": {
    status: 404,
    reason: "not_a_spoke",
    before: ({ app }) =>
      app.operator.post("/federation/peers/trust", { url: "submit:hut.example", trust: "blocked" }),
    act: (at) => query(at, "hut.example"),
  },
  "a question slipped in as a query": {
    status: 400,
    reason: "invalid_body",
    act: (at) => query(at, "hut.example", { kind: "corroborate", params: { question: "AAAA" } }),
  },
  "a feed that is nobody's to ask": {
    status: 400,
    reason: "invalid_body",
    act: (at) => query(at, "hut.example", { kind: "feed", params: { feed: "accounts" } }),
  },
  "a page of any size": {
    status: 400,
    reason: "invalid_body",
    act: (at) => query(at, "hut.example", { kind: "feed", params: { feed: "caches", limit: 1_000_000 } }),
  },
  "a lease that nobody signed": {
    status: 401,
    reason: "bad_signature",
    act: ({ app }) => app.visitor.get("/federation/relay/lease"),
  },
  "a lease for the relay secret": {
    status: 401,
    reason: "bad_signature",
    act: ({ app }) => app.visitor.get("/federation/relay/lease", SECRET),
  },
  "a lease signed by another spoke": {
    status: 401,
    reason: "bad_signature",
    act: ({ other }) => other.lease({ as: "hut.example" }),
  },
  "a lease of another spoke's queue": {
    status: 403,
    reason: "relay_other",
    act: ({ other }) => other.get("/federation/relay/lease?instance=hut.example"),
  },
  "a recorded lease after two minutes": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, app }) => hut.lease({ at: app.world.now() - 121 }),
  },
  "a lease ahead of its time": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, app }) => hut.lease({ at: app.world.now() + 121 }),
  },
  "a recorded lease with another query": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, app }) =>
      app.visitor.get(
        "/federation/relay/lease?instance=hut.example",
        hut.signed("GET", "/federation/relay/lease"),
      ),
  },
  "a lease of a spoke that was blocked": {
    status: 401,
    reason: "bad_signature",
    before: ({ app }) =>
      app.operator.post("/federation/peers/trust", { url: "submit:hut.example", trust: "blocked" }),
    act: ({ hut }) => hut.lease(),
  },
  "an answer that nobody signed": {
    status: 401,
    reason: "bad_signature",
    act: ({ app, feed }) => app.visitor.post("/federation/relay/answer", { id: feed.id, result: GOOD }),
  },
  "an answer to another spoke's question": {
    status: 404,
    reason: "relay_unknown",
    act: ({ other, feed }) => other.answer({ id: feed.id, result: GOOD }),
  },
  "an answer to a question that nobody asked": {
    status: 404,
    reason: "relay_unknown",
    act: ({ hut }) => hut.answer({ id: guess("an id"), result: GOOD }),
  },
  "an answer in another spoke's name": {
    status: 403,
    reason: "relay_other",
    act: ({ hut, feed }) => hut.answer({ id: feed.id, instance: "other.example", result: GOOD }),
  },
  "an answer to what was not leased": {
    status: 409,
    reason: "relay_not_leased",
    act: ({ hut, question }) => hut.answer({ id: question.id, result: ANSWER }),
  },
  "a second answer": {
    status: 409,
    reason: "relay_not_leased",
    before: ({ hut, feed }) => hut.answer({ id: feed.id, result: GOOD }),
    act: ({ hut, feed }) => hut.answer({ id: feed.id, result: { ...GOOD, ok: false, error: "no" } }),
  },
  "an answer of another kind": {
    status: 400,
    reason: "relay_other_kind",
    act: ({ hut, feed }) => hut.answer({ id: feed.id, result: ANSWER }),
  },
  "an answer of any shape": {
    status: 400,
    reason: "invalid_body",
    act: ({ hut, feed }) => hut.answer({ id: feed.id, result: { ok: true, kind: "feed", data: {} } }),
  },
  "an answer larger than a question's": {
    status: 400,
    reason: "invalid_body",
    before: ({ hut }) => hut.lease(),
    act: ({ hut, question }) =>
      hut.answer({
        id: question.id,
        result: { ...ANSWER, data: { status: 200, frameB64: "A".repeat(8196) } },
      }),
  },
  "an answer of more than 8 MiB": {
    status: 413,
    act: ({ hut, feed }) =>
      hut.answer({ id: feed.id, result: { ...GOOD, data: { ...GOOD.data, pageB64: "A".repeat(8 << 20) } } }),
  },
  "answers without end": {
    status: 429,
    reason: "relay_full",
    before: ({ app, question }) =>
      app.db.writeNow((tx) =>
        app.db.sql("UPDATE fed_relay SET bytes = :bytes WHERE id = :id").run(tx, {
          bytes: MAX_BYTES,
          id: question.id,
        } as never)
      ),
    act: ({ hut, feed }) => hut.answer({ id: feed.id, result: GOOD }),
  },
  "a recorded answer after two minutes": {
    status: 401,
    reason: "bad_signature",
    act: ({ hut, feed, app }) => hut.answer({ id: feed.id, result: GOOD }, { at: app.world.now() - 121 }),
  },
  "a result for nobody in particular": {
    status: 401,
    reason: "no_credential",
    act: (at) => result(at, at.feed.id, { "x-relay-ticket": at.feed.ticket }),
  },
  "a result without a ticket": {
    status: 403,
    reason: "no_ticket",
    act: (at) => result(at, at.feed.id, SECRET),
  },
  "a guessed ticket": {
    status: 403,
    reason: "relay_ticket",
    act: (at) => result(at, at.feed.id, { ...SECRET, "x-relay-ticket": guess("a ticket") }),
  },
  "a ticket's digest, as the hub keeps it": {
    status: 403,
    reason: "relay_ticket",
    act: (at) => {
      const { ticket } = at.app.federation.spokes.relay.parts.rows.get({ id: at.feed.id })!;
      return result(at, at.feed.id, { ...SECRET, "x-relay-ticket": ticket });
    },
  },
  "a ticket of another question": {
    status: 403,
    reason: "relay_ticket",
    act: (at) => result(at, at.feed.id, { ...SECRET, "x-relay-ticket": at.question.ticket }),
  },
  "a guessed id": {
    status: 404,
    reason: "relay_unknown",
    act: (at) => result(at, guess("an id"), { ...SECRET, "x-relay-ticket": at.feed.ticket }),
  },
  "an id with a wildcard": {
    status: 404,
    reason: "relay_unknown",
    act: (at) => result(at, "%25", { ...SECRET, "x-relay-ticket": at.feed.ticket }),
  },
  "the answer to a question for who knows the relay secret and its ticket": {
    status: 403,
    reason: "relay_asker",
    act: (at) => result(at, at.question.id, { ...SECRET, "x-relay-ticket": at.question.ticket }),
  },
  "the answer to a question for another instance with its ticket": {
    status: 403,
    reason: "relay_asker",
    act: ({ other, question }) =>
      other.get(`/federation/relay/result/${question.id}`, { "x-relay-ticket": question.ticket }),
  },
  "the answer to a question for the spoke that gave it": {
    status: 403,
    reason: "relay_asker",
    act: ({ hut, question }) =>
      hut.get(`/federation/relay/result/${question.id}`, { "x-relay-ticket": question.ticket }),
  },
  "the answer to a question for a recorded signature": {
    status: 401,
    reason: "bad_signature",
    act: ({ asker, question, app }) =>
      asker.get(`/federation/relay/result/${question.id}`, { "x-relay-ticket": question.ticket }, {
        at: app.world.now() - 121,
      }),
  },
  "the asker's signature for another question": {
    status: 401,
    reason: "bad_signature",
    act: (at) =>
      result(at, at.question.id, {
        ...at.asker.signed("GET", `/federation/relay/result/${at.feed.id}`),
        "x-relay-ticket": at.question.ticket,
      }),
  },
  "a relay secret beside a bad signature": {
    status: 401,
    reason: "bad_signature",
    act: (at) =>
      result(at, at.feed.id, {
        ...SECRET,
        ...at.other.signed("GET", "/elsewhere"),
        "x-relay-ticket": at.feed.ticket,
      }),
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

Deno.test("a question that waits already is not queued once more, and no second ticket is given", async () => {
  const { app } = await scene();
  using _end = app;
  const { relay } = app.federation.spokes;
  const before = app.fingerprint();
  const again = () =>
    app.db.write((tx) =>
      relay.queue(tx, { asker: "asker.example", target: "hut.example", frame: frameOf(1) })
    );
  await assert.rejects(again, { reason: "relay_known", kind: "conflict" });
  assert.equal(app.fingerprint(), before);
});

Deno.test("guessing tickets ends at the limit of one network", async () => {
  const at = await scene();
  const from = new Client(at.app, { ...SECRET }, "203.0.113.66");
  const before = at.app.fingerprint();
  for (let n = 0; n < 600; n++) {
    const reply = await from.get(`/federation/relay/result/${at.feed.id}`, {
      "x-relay-ticket": guess(`${n}`),
    });
    assert.equal(reply.body.reason, "relay_ticket");
  }
  const reply = await from.get(`/federation/relay/result/${at.feed.id}`, {
    "x-relay-ticket": at.feed.ticket,
  });
  assert.equal(reply.status, 429);
  assert.equal(at.app.fingerprint(), before);
  at.app.close();
});

Deno.test("a spoke is told nothing of who asks, nor any ticket; a lease holds what was asked alone", async () => {
  const { app, hut, feed, question } = await scene();
  using _end = app;
  app.world.pass(LEASE_S);
  const { queries } = (await hut.lease()).body;
  assert.deepEqual(queries.map((one: object) => Object.keys(one).sort()), [["id", "kind", "params"], [
    "id",
    "kind",
    "params",
  ]]);
  const text = JSON.stringify(queries);
  for (const secret of [feed.ticket, question.ticket, "192.0.2.1", RELAY_SECRET]) {
    assert.ok(!text.includes(secret), secret);
  }
});
