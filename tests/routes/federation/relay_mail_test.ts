/** Questions for a packet-only spoke travel as mail and are answered by mail (FED "Push, relay, packet"). */
import assert from "node:assert/strict";
import type { VerifiedFrame } from "../../../src/wire/mod.ts";
import { RELAY_LIFE_S } from "../../../src/federation/relay/by_mail.ts";
import { newPeer, type Trust } from "../../../src/federation/tables/peer_store.ts";
import { readBatch } from "../../../src/link/mod.ts";
import { readFrame, verifyFrame } from "../../../src/wire/mod.ts";
import { hidden } from "./members.ts";
import { seedOf } from "./instances.ts";
import { HUB, keyOf, RELAY_SECRET } from "./spokes.ts";
import { refused, type TestApp, testApp } from "../../kit/app.ts";
import { testWorld } from "../../kit/world.ts";

interface Letter {
  bid: string;
  text: string;
  to?: string;
}

/** A hub and a hut that meet by mail alone. Letters are carried by hand. */
async function byMail(trust: Trust = "trusted") {
  const world = testWorld("by mail");
  const hub = testApp({ ...HUB, FED_BBS: "1" }, { world });
  const hut = testApp({ INSTANCE_ID: "hut.example", FED_PRIVATE_KEY: seedOf("hut.example"), FED_BBS: "1" }, {
    world,
    seed: "hut",
  });
  const mailbag: Letter[] = [];
  for (
    const [app, other, call] of [[hub, "hut.example", "OE1HUT@OE1XYZ"], [
      hut,
      "hub.example",
      "OE1HUB@OE1XYZ",
    ]] as const
  ) {
    const known = app === hut ? trust : "unvetted";
    app.db.writeNow((tx) =>
      app.federation.store.peers.add(tx, {
        ...newPeer({ url: `http://${other}`, addedVia: "admin", addedAt: 1 }),
        instance: other,
        trust: known,
        pin: keyOf(other).publicKey,
        endpoints: [{ transport: "bbs", address: `${call}.AUT.EU`, priority: 10 }],
      })
    );
    const post = {
      mostBytes: 60_000,
      post: (_tx: unknown, letter: Letter) => {
        mailbag.push(letter);
        return { outcome: "stored", partners: 1 };
      },
    };
    Object.defineProperties(app.federation.mailing.parts.post, Object.getOwnPropertyDescriptors(post));
  }
  const carry = async (letter: Letter, to: TestApp) => {
    const taken = to.db.writeNow((tx) =>
      to.federation.carriers.takeBatch(tx, { partner: "OE1XYZ", bid: letter.bid, text: letter.text })
    );
    await to.federation.relayByMail.close();
    return taken.words;
  };
  const ask = async () => {
    const { body, status, text } = await hub.visitor.post("/federation/relay/hut.example/query", {
      kind: "feed",
      params: { feed: "caches" },
    }, { "x-relay-secret": RELAY_SECRET });
    assert.equal(status, 201, text);
    return body as { id: string; ticket: string };
  };
  const read = (asked: { id: string; ticket: string }) =>
    hub.visitor.get(`/federation/relay/result/${asked.id}`, {
      "x-relay-secret": RELAY_SECRET,
      "x-relay-ticket": asked.ticket,
    });
  const dispatch = () => hub.operator.post("/federation/relay/hut.example/dispatch");
  await hidden(await hut.signIn("OE1ABC"), "Mill");
  return {
    hub,
    hut,
    world,
    mailbag,
    carry,
    ask,
    read,
    dispatch,
    close: () => [hub, hut].forEach((app) => app.close()),
  };
}

/** The one frame of a letter, verified under its sender's key. */
function frameOf({ text }: Letter, sender: string): VerifiedFrame {
  const batch = readBatch(text);
  assert.ok(batch.ok && batch.batch.frames.length === 1);
  const read = readFrame(batch.batch.frames[0]!);
  const frame = read.ok ? verifyFrame(read.frame, [keyOf(sender).publicKey]) : undefined;
  assert.ok(frame, "signed by its sender");
  return frame;
}

Deno.test("a question goes out as mail, is answered by mail, and read with its ticket a day later", async () => {
  const { hub, hut, world, mailbag, carry, ask, read, dispatch, close } = await byMail();
  const asked = await ask();
  const sent = await dispatch();
  assert.equal(sent.body.dispatched, 1, sent.text);
  assert.deepEqual((await read(asked)).body, { status: "dispatched", answer: null });
  assert.equal((await dispatch()).body.dispatched, 0, "what is out is not sent again");
  const [question] = mailbag.splice(0);
  assert.equal(frameOf(question!, "hub.example").type, 8);
  world.pass(86_400);
  assert.match(await carry(question!, hut), /1 applied/);
  const [answer] = mailbag.splice(0);
  assert.equal(frameOf(answer!, "hut.example").type, 9);
  world.pass(86_400);
  assert.match(await carry(answer!, hub), /1 applied/);
  const { body } = await read(asked);
  assert.equal(body.status, "answered");
  assert.equal(body.answer.data.feed, "caches");
  close();
});

Deno.test("a question and an answer by mail are each acted on once, whatever brings them again", async () => {
  const { hub, hut, mailbag, carry, ask, dispatch, close } = await byMail();
  await ask();
  await dispatch();
  const [question] = mailbag.splice(0);
  const frame = frameOf(question!, "hub.example");
  await carry(question!, hut);
  const [answer] = mailbag.splice(0);
  const before = hut.fingerprint();
  assert.equal(hut.db.writeNow((tx) => hut.federation.relayByMail.takeQuery(tx, frame)), "held");
  assert.deepEqual([hut.fingerprint(), mailbag], [before, []]);
  await carry(answer!, hub);
  const answered = hub.fingerprint();
  const second = frameOf(answer!, "hut.example");
  assert.equal(hub.db.writeNow((tx) => hub.federation.relayByMail.takeAnswer(tx, second)), "held");
  assert.equal(hub.fingerprint(), answered);
  close();
});

Deno.test("a question by mail is not answered after three days, nor for whom nobody trusts, nor for another", async () => {
  for (const trust of ["unvetted", "trusted"] as const) {
    const { hub, hut, world, mailbag, carry, ask, dispatch, close } = await byMail(trust);
    await ask();
    await dispatch();
    const [question] = mailbag.splice(0);
    const frame = frameOf(question!, "hub.example");
    world.pass(trust === "trusted" ? RELAY_LIFE_S + 1 : 0);
    assert.match(await carry(question!, hut), /1 rejected/, trust);
    assert.deepEqual(mailbag, []);
    const before = hub.fingerprint();
    assert.equal(
      hub.db.writeNow((tx) => hub.federation.relayByMail.takeQuery(tx, frame)),
      false,
      "its own question",
    );
    assert.equal(hub.fingerprint(), before);
    close();
  }
});

Deno.test("packing questions into mail is refused while mail is off, and for whom nobody knows", async () => {
  const { hub, close } = await byMail();
  await refused(
    hub,
    404,
    "not_a_spoke",
    () => hub.operator.post("/federation/relay/no.such.example/dispatch"),
  );
  close();
  using off = testApp(HUB);
  await refused(off, 409, "fed_bbs_off", () => off.operator.post("/federation/relay/hut.example/dispatch"));
});
