/**
 * The hub's queue by itself, at its edges: who is a spoke, how much fits, when a question ends, which answers are taken, and
 * who reads them (FED "States and transitions", "Limits").
 */
import assert from "node:assert/strict";
import { sha256Hex, toBase64Url, utf8 } from "../../src/base/mod.ts";
import { newPeer, type Trust } from "../../src/federation/tables/peer_store.ts";
import { RelayQueue } from "../../src/federation/relay/queue.ts";
import type { RelayRow } from "../../src/federation/relay/store.ts";
import type { FeedParams, Relayed } from "../../src/federation/relay/words.ts";
import { signFrame } from "../../src/wire/mod.ts";
import { START } from "../kit/world.ts";
import { keyFrom } from "./node.ts";
import { HubNode } from "./spoke_node.ts";

const HOUR = 3600, WEEK = 7 * 86_400;
const SPOKE = "spoke.example", ASKER = "asker.example";
const FEED: FeedParams = { feed: "caches", since: 0, limit: 200 };
const feed = (pageB64 = ""): Relayed => ({
  ok: true,
  kind: "feed",
  data: { feed: "caches", since: 0, encoding: "cbor", nextCursor: 0, complete: true, pageB64 },
});
const frame = (frameB64: string | null, status = 200): Relayed => ({
  ok: true,
  kind: "corroborate",
  data: { status, frameB64 },
});
const refusal = (error: string): Relayed => ({ ok: false, kind: "corroborate", error });
const questionOf = (n: number) =>
  signFrame({
    type: 10,
    gid: `${ASKER}:corroborationQuery:${n}`,
    origin: ASKER,
    v: n,
    at: START,
    body: new Map([["target", SPOKE]]),
  }, keyFrom(ASKER));

/** A hub that one spoke pushes to, at a clock of the test's own. */
function hub() {
  const clock = { ms: START * 1000 };
  const node = new HubNode("hub.example", clock);
  const { relay, store: { peers } } = node;
  const { rows, spokes } = relay.parts;
  const addPeer = (instance: string, over: Partial<ReturnType<typeof newPeer>> = {}) =>
    node.write((tx) =>
      peers.add(tx, {
        ...newPeer({ url: `submit:${instance}`, addedVia: "submitted", addedAt: START }),
        ...{ instance, enabled: false, pin: keyFrom(instance).publicKey, ...over },
      })
    );
  const pushed = (instance: string) =>
    node.write((tx) =>
      spokes.put(tx, {
        ...{ instance, firstAt: START, submittedAt: START, seenAt: START },
        ...{ signs: 1, applied: 0, rejected: 0 },
      })
    );
  addPeer(SPOKE);
  pushed(SPOKE);
  const put = (id: string, over: Partial<RelayRow> = {}) =>
    node.write((tx) =>
      rows.add(tx, {
        ...{ id, instance: SPOKE, kind: "feed", params: "{}", requester: "net:x", gid: null, ticket: "" },
        ...{ status: "queued", createdAt: node.world.now(), leaseUntil: null, dispatchedAt: null },
        ...{ answeredAt: null, bytes: 0, answer: null, ...over },
      })
    );
  return {
    node,
    relay,
    rows,
    addPeer,
    pushed,
    put,
    trust: (instance: string, trust: Trust) =>
      node.write((tx) => peers.save(tx, { ...peers.byUrl(`submit:${instance}`)!, trust })),
    pass: (seconds: number) => clock.ms += seconds * 1000,
    ask: (network = "192.0.2.1", instance = SPOKE) =>
      node.write((tx) => relay.queueFeed(tx, instance, FEED, network)),
    question: (n: number, target = SPOKE) =>
      node.write((tx) => relay.queue(tx, { asker: ASKER, target, frame: questionOf(n) })),
    lease: (instance = SPOKE) => node.write((tx) => relay.lease(tx, instance)).map(({ id }) => id),
    answer: (id: string, result: Relayed, instance = SPOKE) =>
      node.write((tx) => relay.answer(tx, instance, id, result)),
    byMail: (id: string, result: Relayed, instance = SPOKE) =>
      node.write((tx) => relay.answerByMail(tx, instance, id, result)),
    count: () => rows.total({})!.rows,
  };
}
const refusedAs = (reason: string, act: () => unknown, told: Record<string, unknown> = {}) =>
  assert.throws(act, (error: { reason: string; details: Record<string, unknown> }) => {
    assert.equal(error.reason, reason);
    for (const [name, value] of Object.entries(told)) assert.equal(error.details[name], value, name);
    return true;
  });

Deno.test("a spoke is who pushed here, has a row and is not blocked; others are known by packet mail alone", () => {
  const { relay, addPeer, pushed, trust, ask, question, node } = hub();
  assert.deepEqual([relay.isSpoke(SPOKE), relay.isKnown(SPOKE)], [true, true]);
  addPeer("silent.example");
  pushed("gone.example"); // its row of peers was removed
  addPeer("mail.example", {
    endpoints: [{ transport: "bbs", address: "OE3HUT@OE3XBB.AUT.EU", priority: 1 }],
  });
  addPeer("web.example", {
    endpoints: [{ transport: "https", address: "https://web.example", priority: 1 }],
  });
  const known = ["silent.example", "gone.example", "mail.example", "web.example"].map((id) =>
    [relay.isSpoke(id), relay.isKnown(id)].join()
  );
  assert.deepEqual(known, ["false,false", "false,false", "false,true", "false,false"]);
  const { id, ticket } = ask("192.0.2.1", "mail.example");
  assert.deepEqual([id.length, ticket.length], [32, 32]);
  refusedAs("not_a_spoke", () => question(1, "mail.example"), { instance: "mail.example" });
  for (const id of [SPOKE, "mail.example"]) {
    trust(id, "blocked");
    assert.deepEqual([relay.isSpoke(id), relay.isKnown(id)], [false, false]);
  }
  const off = new RelayQueue({ ...relay.parts, isOn: false });
  for (const id of [SPOKE, "mail.example"]) trust(id, "trusted");
  assert.deepEqual([relay.isSpoke(SPOKE), off.isSpoke(SPOKE), off.isKnown("mail.example")], [
    true,
    false,
    false,
  ]);
  // A block under another address is a block of the instance.
  for (const instance of [SPOKE, "mail.example"]) {
    addPeer(instance, { url: `https://old.${instance}`, trust: "blocked" });
    assert.deepEqual([relay.isSpoke(instance), relay.isKnown(instance)], [false, false]);
  }
  node.close();
});

Deno.test("a requester has fifty open and sixty a minute, counted to the second", () => {
  const { ask, pass, put, node } = hub();
  const full = { waiting: 50, perMinute: 60 };
  for (let n = 0; n < 50; n++) ask();
  refusedAs("relay_requester_full", ask, full);
  ask("192.0.2.2");
  const requester = `net:${sha256Hex("192.0.2.3").slice(0, 32)}`;
  for (let n = 0; n < 59; n++) put(`a${n}`, { requester, status: "answered", answeredAt: START });
  ask("192.0.2.3");
  refusedAs("relay_requester_full", () => ask("192.0.2.3"), full);
  pass(59);
  refusedAs("relay_requester_full", () => ask("192.0.2.3"));
  pass(1);
  ask("192.0.2.3");
  refusedAs("relay_requester_full", ask);
  node.close();
});

Deno.test("two hundred wait for a spoke, two thousand reads of feeds lie in a hub; what has ended makes room by itself", () => {
  const { ask, put, pass, node, count } = hub();
  for (let n = 0; n < 199; n++) put(`o${n}`, { requester: `net:${n}` });
  for (let n = 0; n < 10; n++) put(`done${n}`, { status: "answered", answeredAt: START });
  ask();
  refusedAs("relay_spoke_full", ask, { waiting: 200 });
  pass(HOUR);
  ask();
  assert.equal(count(), 1);
  for (let n = 0; n < 1998; n++) put(`x${n}`, { instance: `s${n}.example`, requester: `net:${n}` });
  ask();
  assert.equal(count(), 2000);
  refusedAs("relay_full", ask, { limit: 2000 });
  node.close();
});

Deno.test("nothing is queued while the clock is not set, and nothing is dropped", () => {
  const { ask, node, relay, count } = hub();
  ask();
  node.skew = -START;
  refusedAs("clock_unset", ask);
  node.write((tx) => relay.purge(tx));
  assert.equal(count(), 1);
  node.close();
});

Deno.test("a question is known by its frame; a frame that nobody can read has no name to be known by", () => {
  const { question, relay, node } = hub();
  question(1);
  refusedAs("relay_known", () => question(1));
  question(2);
  const broken = () =>
    node.write((tx) => relay.queue(tx, { asker: ASKER, target: SPOKE, frame: new Uint8Array([1]) }));
  assert.notEqual(broken().id, broken().id);
  node.close();
});

Deno.test("a lease ends after five minutes, and what was asked an hour ago is handed to nobody", () => {
  const { ask, lease, pass, node } = hub();
  const { id } = ask();
  assert.deepEqual(lease("other.example"), []);
  assert.deepEqual(lease(), [id]);
  pass(299);
  assert.deepEqual(lease(), []);
  pass(1);
  assert.deepEqual(lease(), [id]);
  pass(HOUR - 301);
  assert.deepEqual(lease(), [id]);
  pass(1);
  assert.deepEqual(lease(), []);
  node.close();
});

Deno.test("an answer is taken from the spoke that was asked, of the kind that was asked, and no larger than it can be", () => {
  const { ask, question, lease, answer, rows, node } = hub();
  const { id } = ask(), { id: asked } = question(1);
  refusedAs("relay_not_leased", () => answer(id, feed()), { status: "queued" });
  lease();
  refusedAs("relay_unknown", () => answer(id, feed(), "other.example"));
  refusedAs("relay_unknown", () => answer("nothing", feed()));
  refusedAs("relay_other_kind", () => answer(id, frame(null)), { kind: "feed" });
  const most = 16 * 1024 - JSON.stringify(refusal("")).length;
  refusedAs("relay_answer_too_large", () => answer(asked, refusal("x".repeat(most + 1))), { limit: 16_384 });
  answer(asked, refusal("x".repeat(most)));
  assert.deepEqual([rows.get({ id: asked })!.bytes, rows.get({ id: asked })!.answeredAt], [16_384, START]);
  const { id: third } = ask();
  lease();
  answer(third, { ok: false, kind: "unknown", error: "This instance answers no such question" });
  answer(id, feed("A".repeat(20_000)));
  refusedAs("relay_not_leased", () => answer(id, feed()), { status: "answered" });
  node.close();
});

Deno.test("answers fill 128 MiB and no byte more", () => {
  const { ask, lease, answer, put, rows, node } = hub();
  const { id } = ask();
  lease();
  const page = feed("A".repeat(64 * 1024)),
    bytes = JSON.stringify(page).length,
    room = 128 * 1024 * 1024 - bytes;
  put("big", { instance: "big.example", status: "answered", answeredAt: START, bytes: room + 1 });
  refusedAs("relay_full", () => answer(id, page), { limit: 128 * 1024 * 1024 });
  node.write((tx) => rows.answer(tx, { id: "big", at: START, answer: "{}", bytes: room }));
  answer(id, page);
  assert.equal(rows.total({})!.bytes, 128 * 1024 * 1024);
  node.close();
});

Deno.test("spokes that ask each other and answer at once fill their own place, and nobody else's", () => {
  const { put, question, ask, lease, answer, pass, node } = hub();
  const answered = { status: "answered", answeredAt: START } as const;
  // A requester's own place, answered questions among it.
  for (let n = 0; n < 499; n++) {
    put(`own${n}`, { ...answered, requester: `instance:${ASKER}`, createdAt: START - 60 });
  }
  question(1);
  refusedAs("relay_requester_full", () => question(2), { kept: 500 });
  pass(HOUR);
  for (let n = 0; n < 3000; n++) {
    const status = { ...answered, answeredAt: node.world.now(), createdAt: node.world.now() - 60 };
    put(`x${n}`, {
      ...status,
      kind: "corroborate",
      instance: `s${n % 7}.example`,
      requester: `instance:s${n % 6}`,
    });
  }
  for (let n = 0; n < 20; n++) question(100 + n);
  refusedAs("relay_full", () => question(200), { limit: 3000 });
  // Reads of feeds have a place of their own.
  ask();
  const first = lease()[0]!;
  // Its answers too: those of one spoke are bounded, and leave a small one of another room.
  put("much", { ...answered, instance: SPOKE, bytes: 32 * 1024 * 1024, answeredAt: node.world.now() });
  refusedAs("relay_full", () => answer(first, refusal("no")), { limit: 32 * 1024 * 1024 });
  node.write((tx) =>
    node.relay.parts.rows.answer(tx, { id: "much", at: node.world.now(), answer: "", bytes: 0 })
  );
  put("all", { ...answered, instance: "s1.example", bytes: 128 * 1024 * 1024, answeredAt: node.world.now() });
  answer(first, refusal("no"));
  node.close();
});

Deno.test("by packet mail an answer is taken while the question lives, once, and one bad record stops no other", () => {
  const { ask, put, byMail, pass, relay, node } = hub();
  const { id } = ask();
  assert.equal(byMail("nothing", feed()), false);
  assert.equal(byMail(id, feed(), "other.example"), false);
  assert.equal(byMail(id, frame(null)), false, "of another kind");
  assert.equal(byMail(id, feed()), true, "also what is only queued");
  assert.equal(byMail(id, feed("AAAA")), false);
  assert.equal(JSON.parse(relay.parts.rows.get({ id })!.answer!).data.pageB64, "");
  put("late", {});
  put("sent", {});
  node.write((tx) => relay.dispatched(tx, "sent", node.world.now()));
  pass(HOUR);
  assert.equal(byMail("late", feed()), false);
  pass(WEEK - HOUR - 1);
  assert.equal(byMail("sent", feed()), true);
  // What goes wrong on this side is no fault of the record.
  put("broken", {});
  const failing = new RelayQueue({
    ...relay.parts,
    rows: { ...relay.parts.rows, answer: () => assert.fail("the disk") },
  });
  assert.throws(() => node.write((tx) => failing.answerByMail(tx, SPOKE, "broken", feed())), /the disk/);
  node.close();
});

Deno.test("a result is read with its ticket; a question's by the instance that asked it alone", () => {
  const { ask, question, relay, node } = hub();
  const open = ask(), asked = question(1);
  const waits = { status: "queued", answer: null };
  assert.deepEqual(relay.result(open.id, open.ticket, undefined), waits);
  assert.deepEqual(relay.result(open.id, open.ticket, "whoever.example"), waits);
  refusedAs("relay_ticket", () => relay.result(open.id, asked.ticket, undefined));
  assert.deepEqual(relay.result(asked.id, asked.ticket, ASKER), waits);
  refusedAs("relay_asker", () => relay.result(asked.id, asked.ticket, undefined));
  refusedAs("relay_asker", () => relay.result(asked.id, asked.ticket, "whoever.example"));
  refusedAs("relay_unknown", () => relay.result("nothing", asked.ticket, ASKER));
  node.write((tx) => relay.answerByMail(tx, SPOKE, asked.id, frame("AAAA")));
  assert.deepEqual(relay.result(asked.id, asked.ticket, ASKER), {
    status: "answered",
    answer: frame("AAAA"),
  });
  node.close();
});

Deno.test("the hub's own questions: waiting, answered with a frame, without one, refused, or gone", () => {
  const { relay, put, pass, node } = hub();
  const answered = (result: Relayed): Partial<RelayRow> => ({
    ...{ kind: "corroborate", status: "answered", answeredAt: node.world.now() },
    answer: JSON.stringify(result),
  });
  const bytes = utf8("an answer?>"); // its base64 differs from its base64url, and is padded
  assert.notEqual(bytes.toBase64(), toBase64Url(bytes));
  put("waits", { kind: "corroborate" });
  put("frame", answered(frame(bytes.toBase64())));
  put("none", answered(frame(null, 429)));
  put("rubbish", answered(frame("%%%")));
  put("refused", answered(refusal("no")));
  put("feed", answered(feed()));
  const failed = { status: 500, frame: null };
  assert.deepEqual(["waits", "frame", "none", "rubbish", "refused", "feed"].map((id) => relay.own(id)), [
    undefined,
    { status: 200, frame: new Uint8Array(bytes) },
    { status: 429, frame: null },
    { status: 200, frame: null },
    failed,
    failed,
  ]);
  pass(HOUR);
  assert.deepEqual(["waits", "frame", "nothing"].map((id) => relay.own(id)), [null, null, null]);
  node.close();
});

Deno.test("each row lives its time from the right moment: asked, sent by mail, answered", () => {
  const { put, pass, relay, rows, node, count } = hub();
  const later = START + 1000;
  put("asked", {});
  put("answered", { status: "answered", answeredAt: later, answer: JSON.stringify(feed()) });
  put("sent", { status: "dispatched", dispatchedAt: later });
  put("future", { createdAt: START + WEEK + 1 });
  put("soon", { createdAt: START + WEEK });
  const left = () => {
    node.write((tx) => relay.purge(tx));
    return ["asked", "answered", "sent", "future", "soon"].filter((id) => rows.get({ id }));
  };
  const read = (id: string) => relay.own(id) !== null;
  assert.deepEqual(left(), ["asked", "answered", "sent", "soon"], "asked under a clock that was years ahead");
  pass(HOUR - 1);
  assert.deepEqual([read("asked"), left().length], [true, 4]);
  pass(1);
  assert.equal(read("asked"), false);
  assert.deepEqual(left(), ["answered", "sent", "soon"]);
  pass(999);
  assert.equal(read("answered"), true);
  pass(1);
  assert.equal(read("answered"), false);
  assert.deepEqual(left(), ["sent", "soon"]);
  pass(WEEK - HOUR - 1);
  assert.equal(read("sent"), true);
  assert.deepEqual(left(), ["sent", "soon"]);
  pass(1);
  assert.equal(read("sent"), false);
  assert.deepEqual(left(), ["soon"]);
  assert.equal(count(), 1);
  node.close();
});
