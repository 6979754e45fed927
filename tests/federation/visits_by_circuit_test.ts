/**
 * Two whole instances whose only way to each other is a packet circuit: a member of one, whose phone reaches its home alone, logs at
 * a cache of the other.
 */
import assert from "node:assert/strict";
import { newToken, toBase64Url } from "../../src/base/mod.ts";
import { driveCircuit, encodeCaps, pullCircuit, serveCircuit, VHF } from "../../src/link/mod.ts";
import { writeLine } from "../../src/link/circuit_lines.ts";
import {
  privateDigest,
  readSigningKey,
  signDocument,
  type VisitDocument,
  writeVisit,
} from "../../src/wire/mod.ts";
import type { Client, TestApp } from "../kit/app.ts";
import { type Channel, ShapedLine } from "../kit/shaped_line.ts";
import { alone, knows } from "../routes/federation/neighbours.ts";
import { hidden } from "../routes/federation/members.ts";
import { here, newSentId } from "../routes/visits/visitor.ts";
import { seeded } from "../wire/test_data.ts";

const HOME = "oe5.example", THERE = "oe1.example", CALL = "OE5ABC";

interface Clubs {
  home: TestApp;
  there: TestApp;
  member: Client;
  phone: ReturnType<typeof readSigningKey> & object;
  /** Global id of the cache. */
  cache: string;
  draw: () => number;
  pass(seconds: number): void;
  /** The phone signs a log and hands it to its home, as long ago as that has tried the network. */
  logs(
    over?: Partial<VisitDocument>,
    forged?: Partial<VisitDocument>,
  ): Promise<{ status: number; body: Record<string, unknown>; sentId: string }>;
  call(who: "home" | "there", channel?: Channel): ReturnType<typeof call>;
  own(): Promise<Record<string, unknown>[]>;
  [Symbol.dispose](): void;
}

/** `who` dials `whom`, as `federation link pull` and `serve` do it. */
async function call(who: TestApp, whom: TestApp, id: string, draw: () => number, channel: Channel = {}) {
  const line = new ShapedLine(draw, channel), ends = [line.end(0), line.end(1)] as const;
  const { cursors, hands } = who.federation.carriers.pulling(id);
  const [served, pulled] = await Promise.all([
    driveCircuit(serveCircuit(VHF), ends[0], whom.federation.carriers.servingHands())
      .finally(() => ends[0].close()),
    driveCircuit(pullCircuit({ caps: VHF, cursors, pages: 20 }), ends[1], hands)
      .finally(() => ends[1].close()),
  ]);
  return { served, pulled };
}

async function clubs({ told = true, quota = "60" } = {}): Promise<Clubs> {
  const link = { FED_LINK_PULL: "1", FED_LINK_SERVE: "1", FED_LINK_CALL: "OE1SYS-9" };
  const home = alone(HOME, link), there = alone(THERE, { ...link, VISITS_PER_KEY: quota }), draw = seeded(11);
  const ax25 = (address: string) => ({ endpoints: [{ transport: "ax25", address, priority: 50 }] });
  knows(home, THERE, ax25("OE1SYS-9"));
  knows(there, HOME, ax25("OE5SYS-9"));
  const pass = (seconds: number) => [home, there].forEach(({ world }) => world.pass(seconds));
  await hidden(await there.signIn("OE1OWN"), "Old mill");
  const member = await home.signIn(CALL);
  const cache = there.db.sql<never, { gid: string }>("SELECT gid FROM cache").get()!.gid;
  pass(600);
  const phone = readSigningKey(newToken(home.world))!;
  const registered = await member.post("/keys/register", {
    callsign: CALL,
    publicKey: phone.publicKey,
    label: "phone",
  });
  assert.equal(registered.status, 200, registered.text);
  const dial: Clubs["call"] = (who, channel) =>
    who === "home" ? call(home, there, THERE, draw, channel) : call(there, home, HOME, draw, channel);
  if (told) await dial("there");
  await dial("home");
  pass(60);
  return {
    ...{ home, there, member, phone, cache, draw, pass, call: dial },
    async logs(over = {}, forged = {}) {
      const document = {
        ...{ at: home.world.now(), cache, call: CALL, home: HOME, instance: THERE, key: phone.publicKey },
        ...{ kind: "found" as const, priv: privateDigest(here)!, sentId: newSentId(), text: "By packet" },
        ...over,
      };
      const sig = signDocument("svc-visit/1", document, phone);
      const body = { ...document, ...forged, sig, private: here };
      // What was signed just now is still tried over the network.
      pass(3700);
      const { status, body: answer } = await member.post("/api/my/visits", body);
      return { status, body: answer, sentId: document.sentId };
    },
    own: async () => (await member.get("/api/my/visits")).body.visits,
    [Symbol.dispose]() {
      home.close();
      there.close();
    },
  };
}

const queue = ({ home }: Clubs) =>
  home.db.sql<never, { answer: string | null; due_at: number; tries: number }>(
    "SELECT answer, due_at, tries FROM visit_circuit ORDER BY at",
  ).all();
const logsOf = ({ there }: Clubs) =>
  there.db.sql<never, Record<string, unknown>>(
    "SELECT kind, call, text, tier, visit_home FROM log ORDER BY id",
  ).all()
    .map((row) => ({ ...row }));
const statesOf = async ({ home }: Clubs) =>
  (await home.ingest.get("/federation/packet/peers")).body.peers[0].visits;

Deno.test("a log at a neighbour's cache goes over a circuit, counts there, and its find comes home in the same session", async () => {
  using two = await clubs();
  const { status, body, sentId } = await two.logs();
  assert.deepEqual([status, body.waiting], [202, "circuit"]);
  assert.deepEqual((await two.own())[0], { ...(await two.own())[0], state: "sent", waiting: "circuit" });
  assert.deepEqual(await statesOf(two), { waiting: 1, taken: 0, waitingKey: 0, refused: 0 });
  const { pulled, served } = await two.call("home");
  assert.deepEqual([pulled.how, pulled.visits, served.visits], ["done", 1, 1]);
  assert.deepEqual(logsOf(two), [{
    kind: "found",
    call: CALL,
    text: "By packet",
    tier: "B",
    visit_home: HOME,
  }]);
  const [visit] = await two.own();
  assert.deepEqual([visit!.sentId, visit!.state, visit!.waiting, visit!.tier], [
    sentId,
    "counted",
    null,
    "B",
  ]);
  assert.deepEqual(queue(two), [], "with its record it waits no more, and nothing private is left");
  assert.deepEqual(await statesOf(two), { waiting: 0, taken: 0, waitingKey: 0, refused: 0 });
  assert.equal((await two.call("home")).pulled.visits, 0);
  assert.equal(logsOf(two).length, 1);
});

Deno.test("over a line that loses, doubles and dies it is taken once, and sent until its record is home", async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    using two = await clubs();
    const draw = seeded(seed);
    await two.logs();
    await two.logs({ kind: "note", text: "and a note" });
    let sessions = 0;
    while (queue(two).length > 0) {
      assert.ok(++sessions < 40, `seed ${seed}: never home`);
      const cut = draw() < 0.5 ? { cutAfter: Math.floor(draw() * 4000) } : {};
      await two.call("home", { lost: 0.1, twice: 0.1, ...cut });
      two.pass(86_400 / 8);
    }
    assert.deepEqual(logsOf(two).map(({ kind, text }) => [kind, text]), [["found", "By packet"], [
      "note",
      "and a note",
    ]], `seed ${seed}`);
    assert.equal(two.there.caches.wrongSums(), 0);
  }
});

Deno.test("lost between the visit and its answer: it is there, goes again, and is the same", async () => {
  using two = await clubs();
  await two.logs();
  const { bytes } = two.home.federation.carriers.visitsFor(THERE)[0]!;
  assert.equal(await two.there.federation.carriers.servingHands().visit!(bytes), "taken");
  const before = two.there.db.sql("SELECT * FROM log").all();
  assert.deepEqual(queue(two).map(({ answer, tries }) => [answer, tries]), [[null, 0]]);
  const { pulled } = await two.call("home");
  assert.equal(pulled.visits, 1);
  assert.deepEqual(two.there.db.sql("SELECT * FROM log").all(), before);
  assert.deepEqual(queue(two), []);
});

Deno.test("a visit whose key is not there yet waits there, and counts when the key has come", async () => {
  using two = await clubs({ told: false });
  await two.logs();
  await two.call("home");
  assert.deepEqual(queue(two).map(({ answer }) => answer), ["waiting key"]);
  assert.deepEqual((await two.own()).map(({ state, waiting }) => [state, waiting]), [["sent", "key"]]);
  assert.deepEqual(await statesOf(two), { waiting: 0, taken: 0, waitingKey: 1, refused: 0 });
  assert.equal(logsOf(two).length, 0);
  assert.equal((await two.call("home")).pulled.visits, 0, "not again at once");
  await two.call("there");
  await two.there.jobs.find(({ name }) => name === "visits-waiting")!.run();
  assert.equal(logsOf(two).length, 1);
  await two.call("home");
  assert.deepEqual((await two.own()).map(({ state }) => state), ["counted"]);
  assert.deepEqual(queue(two), []);
});

Deno.test("a refusal is shown, is no last word, and after seven days nothing is left of it", async () => {
  using two = await clubs();
  await two.logs();
  const { peers } = two.there.federation.store;
  const trust = (trust: "trusted" | "blocked") =>
    two.there.db.writeNow((tx) =>
      void peers.save(tx, { ...peers.all().find(({ instance }) => instance === HOME)!, trust })
    );
  trust("blocked");
  await two.call("home");
  const [visit] = await two.own();
  assert.deepEqual([visit!.state, visit!.refused], ["refused", "origin_blocked"]);
  assert.deepEqual(await statesOf(two), { waiting: 0, taken: 0, waitingKey: 0, refused: 1 });
  assert.equal((await two.call("home")).pulled.visits, 0, "not again on the same day");
  trust("trusted");
  two.pass(86_401);
  await two.call("home");
  assert.deepEqual((await two.own()).map(({ state, refused }) => [state, refused]), [["counted", null]]);

  await two.logs({ kind: "note", text: "never sent" });
  const job = two.home.jobs.find(({ name }) => name === "visits-waiting")!;
  two.pass(6 * 86_400);
  await job.run();
  assert.equal(queue(two).length, 1);
  two.pass(86_400);
  assert.deepEqual(two.home.federation.carriers.visitsFor(THERE), [], "too old to be sent");
  await job.run();
  assert.deepEqual(queue(two), []);
  assert.deepEqual((await two.own()).map(({ refused }) => refused), ["too_old", null]);
});

Deno.test("who answers on the frequency settles nothing: an answer by somebody else only puts off", async () => {
  using two = await clubs();
  await two.logs();
  const { carriers } = two.home.federation, { digest } = carriers.visitsFor(THERE)[0]!;
  const { answered } = carriers.pulling(THERE).hands;
  await answered!("0".repeat(32), "taken");
  knows(two.home, "oe6.example");
  await carriers.pulling("oe6.example").hands.answered!(digest, "taken");
  assert.deepEqual(
    queue(two).map(({ answer }) => answer),
    [null],
    "of no other visit, from no other instance",
  );
  await answered!(digest, "refused own_cache");
  await answered!(digest, "taken");
  assert.deepEqual(queue(two).map(({ answer, tries }) => [answer, tries]), [["taken", 2]]);
  assert.deepEqual(carriers.visitsFor(THERE), []);
  assert.deepEqual((await two.own()).map(({ state }) => state), ["sent"], "no find without its record");
  two.pass(86_401);
  // What a box fetches of the gateway, and tells it with a session's end.
  const fetched = await two.home.ingest.get(`/federation/packet/visits/${THERE}`);
  assert.deepEqual(fetched.body.visits.map((one: { digest: string }) => one.digest), [digest]);
  const status = (instance: string, visits: unknown[]) =>
    two.home.ingest.post("/federation/packet/status", {
      ...{ instance, transport: "ax25", address: "OE1SYS-9", ok: true, visits },
    });
  await status("oe6.example", [{ digest, answer: "refused too_old" }]);
  await status(THERE, [{ digest: "0".repeat(32), answer: "refused too_old" }]);
  assert.deepEqual(queue(two).map(({ answer, tries }) => [answer, tries]), [["taken", 2]]);
  assert.equal((await status(THERE, [{ digest, answer: "refused later" }])).status, 200);
  assert.deepEqual(queue(two).map(({ answer, tries }) => [answer, tries]), [["refused later", 3]]);
  two.pass(3601);
  await two.call("home");
  assert.deepEqual((await two.own()).map(({ state }) => state), ["counted"]);
});

Deno.test("nothing hostile on the line changes the log book, and each visit hears why", async () => {
  using two = await clubs();
  const { there, phone, cache } = two;
  const signed = (over: Partial<VisitDocument> = {}, key = phone, forged: Partial<VisitDocument> = {}) => {
    const document: VisitDocument = {
      ...{ at: there.world.now(), cache, call: CALL, home: HOME, instance: THERE, key: key.publicKey },
      ...{ kind: "found", sentId: newSentId(), text: "" },
      ...over,
    };
    return writeVisit({ ...document, ...forged }, signDocument("svc-visit/1", document, key));
  };
  /** One session with these lines in the place of a neighbour's program. */
  const say = async (...visits: Uint8Array[]) => {
    const heard: string[] = [];
    const lines = [
      writeLine("H", encodeCaps(VHF)),
      ...visits.map((visit) => new TextEncoder().encode(`SVCL1 V ${toBase64Url(visit)}\r`)),
    ];
    await driveCircuit(serveCircuit(VHF), {
      read: () => Promise.resolve(lines.shift()),
      write: (bytes) => Promise.resolve(void heard.push(new TextDecoder().decode(bytes).trimEnd())),
    }, there.federation.carriers.servingHands());
    return heard.slice(1).map((line) => line.replace(/^SVCL1 A [0-9a-f]{32} /, ""));
  };
  const before = there.fingerprint();
  assert.deepEqual(
    await say(
      Uint8Array.of(1, 2, 3),
      new TextEncoder().encode("no CBOR"),
      new Uint8Array(5000),
      signed({ instance: "oe9.example" }),
      signed({ home: "oe7.example" }),
      signed({}, phone, { text: "forged" }),
      signed({ at: there.world.now() - 8 * 86_400 }),
      signed({ at: there.world.now() + 3600 }),
      signed({ cache: `${THERE}:cache:99` }),
      signed({ call: "OE5XYZ" }),
    ),
    [
      ...Array(3).fill("refused invalid_body"),
      "refused wrong_instance",
      "refused origin_untrusted",
      "refused bad_visit_signature",
      "refused too_old",
      "refused too_early",
      "refused cache_not_found",
      "refused bad_visit_signature",
    ],
  );
  assert.equal(there.fingerprint(), before, "a refusal changed something");
  const good = signed();
  assert.deepEqual(await say(good, good, good), ["taken", "taken", "taken"]);
  assert.equal(logsOf(two).length, 1, "replayed");
  const stranger = readSigningKey(newToken(there.world))!;
  const many = Array.from({ length: 60 }, () => signed({ kind: "note", text: "flood" }, stranger));
  const heard = await say(...many);
  assert.deepEqual([heard.length, new Set(heard.slice(50))], [60, new Set(["refused later"])]);
  assert.equal(logsOf(two).length, 1);
});

Deno.test("a flood of one key is put off by the quota, at home and over there", async () => {
  using two = await clubs({ quota: "3" });
  for (let n = 0; n < 5; n++) await two.logs({ kind: "note", text: `n${n}` });
  await two.call("home");
  assert.deepEqual(logsOf(two).map(({ text }) => text), ["n0", "n1", "n2"]);
  assert.deepEqual(await statesOf(two), { waiting: 2, taken: 0, waitingKey: 0, refused: 0 });
  assert.deepEqual(two.home.federation.carriers.visitsFor(THERE), [], "not again within the hour");
  two.pass(86_400);
  await two.call("home");
  assert.deepEqual(logsOf(two).map(({ text }) => text), ["n0", "n1", "n2", "n3", "n4"]);
  // At home so many of one account wait at most; the next has no way left.
  for (let n = 0; n < 60; n++) await two.logs({ kind: "note", text: `q${n}`, at: two.home.world.now() });
  const { status, body } = await two.logs({ kind: "note", text: "one more" });
  assert.deepEqual([status, body.reason], [503, "visit_unreached"]);
  assert.equal(queue(two).length, 60);
});

Deno.test("it waits for a circuit only where one is dialled and its line holds it; nothing unsigned is kept", async () => {
  using two = await clubs();
  const forged = await two.logs({ text: "x" }, { text: "y" });
  assert.deepEqual([forged.status, forged.body.reason], [422, "bad_visit_signature"]);
  const long = await two.logs({ text: "\u{10FFFF}".repeat(1000) + "😀".repeat(500) });
  assert.deepEqual([long.status, long.body.reason], [503, "visit_unreached"]);
  const { peers } = two.home.federation.store;
  two.home.db.writeNow((tx) =>
    void peers.save(tx, { ...peers.all().find(({ instance }) => instance === THERE)!, endpoints: [] })
  );
  assert.equal((await two.logs()).status, 503, "no packet address");
  assert.deepEqual(queue(two), []);
});

Deno.test("what waits is in the member's export, and goes with the account", async () => {
  using two = await clubs();
  await two.logs();
  const [data] = two.home.caches.personalData as [(typeof two.home.caches.personalData)[number]];
  const account = two.home.accounts.holder(CALL)!.accountId;
  const [waiting] =
    (data.export({ accountId: account } as never) as { visitsOnTheirWay: Record<string, unknown>[] })
      .visitsOnTheirWay;
  assert.equal(waiting!.origin, THERE);
  assert.equal((waiting!.visit as { private: { lat: number } }).private.lat, here.lat);
  two.home.db.writeNow((tx) => void data.erase(tx, { accountId: account, bases: [CALL] } as never));
  assert.deepEqual(queue(two), []);
  assert.equal((await two.call("home")).pulled.visits, 0);
  assert.equal(logsOf(two).length, 0);
});
