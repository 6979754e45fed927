/**
 * What a neighbour may store: hostile ones that never end, by each way by which records come, and a disk that runs full
 * (FED "States and transitions", "Marks").
 */
import assert from "node:assert/strict";
import { writeBatch } from "../../src/link/mod.ts";
import { batchStore, takeBatch } from "../../src/federation/carriers/batches.ts";
import { deliver } from "../../src/federation/carriers/deliver.ts";
import { spokeStore } from "../../src/federation/tables/spoke_store.ts";
import { takeSubmission } from "../../src/federation/push/take.ts";
import { encodePage, RECORDS, signFrame } from "../../src/wire/mod.ts";
import { json, Liar } from "./hostile.ts";
import { cacheBody, keyFrom, Node, runPull } from "./node.ts";
import { countedSums, keptSums } from "./simulator.ts";

const NOW_MS = 1_780_315_200_000, NOW = NOW_MS / 1000;
const EVIL = "evil.example", V = "v.example", A = "a.example";

const frameOf = (origin: string, v: number, text = "") =>
  signFrame({
    type: RECORDS.cache.type,
    gid: `${origin}:cache:${v}`,
    origin,
    v,
    at: NOW,
    body: RECORDS.cache.write({ ...cacheBody(`n${v}`), ...(text && { description: text }) }),
  }, keyFrom(`${origin} 0`));

/** Has it say in its summary that it holds so many caches of each of these. */
function names(evil: Liar, origins: readonly string[]): void {
  evil.lies.set("/federation/sync/summary", () =>
    json({
      instance: EVIL,
      origins: origins.map((origin) => ({
        origin,
        held: { cache: 1e9 },
        top: { cache: 1e9 },
        publicKey: keyFrom(`${origin} 0`).publicKey,
        publicKeys: [],
        rotations: [],
      })),
      complete: true,
    }));
}

/** A neighbour whose pages never end, and one that is trusted and honest. */
function cast(text = "") {
  const clock = { ms: NOW_MS };
  const evil = new Liar(EVIL, clock), honest = new Node(A, clock), victim = new Node(V, clock);
  victim.follow(EVIL, "unvetted");
  victim.follow(A, "trusted");
  victim.limits = { unvetted: 60_000, allUnvetted: 100_000, trusted: 1e9, floor: 0 };
  honest.write((tx) => honest.publisher.publish(tx, "cache", cacheBody("honest")));
  names(evil, [EVIL]);
  evil.lies.set("/federation/sync/origin", (path) => {
    const query = new URL(path, "http://x").searchParams;
    const since = Number(query.get("since")), origin = query.get("origin")!;
    if (query.get("kind") !== "cache") {
      return {
        status: 200,
        bytes: encodePage({ instance: EVIL, nextCursor: since, complete: true, frames: [] }),
      };
    }
    const frames = Array.from({ length: 40 }, (_, i) => frameOf(origin, since + 1 + i, text));
    const page = {
      instance: EVIL,
      nextCursor: since + 40,
      complete: false,
      frames,
      hops: frames.map(() => 0),
    };
    return { status: 200, bytes: encodePage({ ...page, held: 1e12 }) };
  });
  return { clock, evil, honest, victim, close: () => [evil, honest, victim].forEach((node) => node.close()) };
}

const pulled = (node: Node, from: Node) => runPull(node, from, { maxPages: 5 });
const cachesOf = (node: Node, origin: string) =>
  [...node.mirror().keys()].filter((gid) => gid.startsWith(`${origin}:`)).length;

for (const [what, text] of [["endless pages", ""], ["large records", "x".repeat(20_000)]] as const) {
  Deno.test(`${what} of an unvetted neighbour fill its room and no more, however often it is pulled`, async () => {
    const { clock, evil, honest, victim, close } = cast(text);
    for (let hour = 0; hour < 12; hour++) {
      await pulled(victim, evil);
      clock.ms += 3_700_000;
    }
    const share = victim.store.shares.ofOrigin(EVIL);
    assert.ok(share.bytes <= 60_000 && share.records > 0, `${share.bytes} bytes`);
    assert.deepEqual(keptSums(victim), countedSums(victim));
    const said = victim.store.shares.rows().find(({ origin }) => origin === EVIL)!;
    assert.ok(said.refused > 0 && said.refusedAt !== null, "it is noted what found no room");
    assert.deepEqual(victim.store.gaps.all(), [], "what was refused is not looked for");
    // No mark and no position lies behind what was refused: with more room the very next record comes.
    const mark = victim.store.progress.mark({ origin: EVIL, kind: "cache" });
    const read = victim.store.progress.position({ neighbour: EVIL, origin: EVIL, kind: "cache" }).read;
    assert.equal(mark, share.records);
    assert.equal(read, mark);
    victim.limits = { ...victim.limits, unvetted: 90_000 };
    await pulled(victim, evil);
    assert.ok(victim.mirror().has(`${EVIL}:cache:${mark + 1}`));
    assert.ok(victim.store.shares.ofOrigin(EVIL).bytes <= 90_000);
    await runPull(victim, honest);
    assert.equal(cachesOf(victim, A), 1, "a trusted neighbour has its own room");
    close();
  });
}

Deno.test("a full neighbour is read once an hour, and at once when there is room", async () => {
  const { clock, evil, victim, close } = cast();
  await pulled(victim, evil);
  const asks = () => evil.asked.filter((path) => path.includes("kind=cache")).length;
  const before = asks();
  for (let n = 0; n < 5; n++) {
    clock.ms += 300_000;
    await pulled(victim, evil);
  }
  assert.equal(asks(), before, "nobody asks for what finds no room");
  clock.ms += 3_600_000;
  await pulled(victim, evil);
  assert.equal(asks(), before + 1, "the page that found no room");
  victim.limits = { ...victim.limits, unvetted: 80_000 };
  await pulled(victim, evil);
  assert.ok(victim.store.shares.ofOrigin(EVIL).bytes > 60_000);
  close();
});

Deno.test("many origins that one neighbour hands on have its room together, all unvetted ones theirs", async () => {
  const { clock, evil, victim, close } = cast();
  const origins = Array.from({ length: 30 }, (_, i) => `o${String(i).padStart(2, "0")}.example`);
  names(evil, origins);
  for (let hour = 0; hour < 6; hour++) {
    await runPull(victim, evil);
    clock.ms += 3_700_000;
  }
  const handedOn = victim.deps.room.handedOnBy(EVIL);
  assert.ok(handedOn.bytes <= 60_000 && handedOn.records > 0, `${handedOn.bytes} bytes`);
  const all = victim.deps.room.ofUnvetted();
  assert.ok(all.bytes <= 100_000, `${all.bytes} bytes of all`);
  // A trusted hub's unvetted origins have the room of all; what is trusted fills nothing of it.
  victim.write((tx) => {
    const { peers } = victim.store;
    for (const name of [EVIL, origins[0]!]) peers.save(tx, { ...peers.live(name)!, trust: "trusted" });
  });
  await runPull(victim, evil);
  assert.ok(victim.deps.room.ofUnvetted().bytes <= 100_000);
  assert.ok(cachesOf(victim, origins[0]!) > 50, "a trusted origin comes whole, whoever hands it on");
  close();
});

Deno.test("a deletion of what is held and the next version of it come although there is no room", async () => {
  const clock = { ms: NOW_MS };
  const origin = new Node(EVIL, clock), victim = new Node(V, clock);
  victim.follow(EVIL, "unvetted");
  const made = origin.write((tx) =>
    Array.from({ length: 30 }, (_, i) => origin.publisher.publish(tx, "cache", cacheBody(`c${i}`)))
  );
  victim.limits = { ...victim.limits, unvetted: 20_000 };
  await runPull(victim, origin);
  const held = cachesOf(victim, EVIL);
  assert.ok(held > 5 && held < 30);
  victim.limits = { ...victim.limits, unvetted: victim.store.shares.ofOrigin(EVIL).bytes };
  // The last one was never held: its deletion finds no room, and holds up none behind it.
  const [first, last] = [made[0]!.gid, made.at(-1)!.gid];
  origin.write((tx) => {
    origin.publisher.withdraw(tx, last, { bounded: false });
    origin.publisher.withdraw(tx, first, { bounded: false });
    origin.publisher.publish(tx, "cache", { ...cacheBody("c1"), status: "archived" }, made[1]!.gid);
  });
  clock.ms += 3_700_000;
  await runPull(victim, origin);
  assert.equal(victim.mirror().has(first), false);
  assert.equal(victim.store.records.tombstone({ target: last }), undefined, "nothing is half taken");
  victim.limits = { ...victim.limits, unvetted: 1e9 };
  await runPull(victim, origin);
  assert.equal(cachesOf(victim, EVIL), 28);
  assert.match(victim.mirror().get(made[1]!.gid)!.body, /archived/);
  assert.ok(victim.store.records.tombstone({ target: last }), "and it came when there was room");
  origin.close();
  victim.close();
});

Deno.test("a carrier, a push and mail are refused alike, and what found no room comes by the same way again", async () => {
  const clock = { ms: NOW_MS };
  const origin = new Node(A, clock), victim = new Node(V, clock);
  victim.follow(A, "unvetted");
  await runPull(victim, origin);
  victim.limits = { ...victim.limits, unvetted: 6000 };
  const frames = Array.from({ length: 20 }, (_, i) => frameOf(A, i + 1));
  const { applied, full } = await deliver(
    victim.deps,
    victim.db,
    frames,
    "circuit:a.example",
    undefined,
    (_tx, done) => {
      assert.deepEqual(done.reached.map(({ since }) => since), [done.applied], "a circuit goes on before it");
    },
  );
  assert.ok(applied > 0 && full > 0 && applied + full === 20);
  // Mail of the same: the batch is not remembered, so that it can come again.
  const { bid, text } = writeBatch(frames.slice(10));
  const batches = batchStore(victim.db), asides = new Map();
  const mail = () =>
    victim.write((tx) => takeBatch(tx, victim.deps, batches, asides, { partner: "OE1XYZ", bid, text }));
  assert.equal(mail().outcome, "full");
  assert.equal(mail().outcome, "full", "it is judged anew, not known");
  // A push: the hub's mark stays before the first that it has no room for.
  const parts = {
    ...victim.deps,
    db: victim.db,
    spokes: spokeStore(victim.db),
    listed: [],
    registryError: () => undefined,
  };
  const push = () =>
    takeSubmission(parts, {
      bytes: encodePage({ instance: A, nextCursor: 20, complete: true, frames, held: 20 }),
      headers: { since: "0", rotations: undefined },
      isSigned: () => true,
    });
  const pushed = await push();
  assert.equal(pushed.held, applied);
  assert.equal(pushed.rejected, full);
  victim.limits = { ...victim.limits, unvetted: 1e9 };
  assert.equal((await push()).held, 20);
  assert.equal(mail().outcome, "taken");
  assert.equal(mail().outcome, "known");
  assert.equal(cachesOf(victim, A), 20);
  origin.close();
  victim.close();
});

Deno.test("while the disk is nearly full nothing of others is taken and nobody is asked, then all comes", async () => {
  const { evil, honest, victim, close } = cast();
  victim.limits = { ...victim.limits, floor: 1_000_000 };
  victim.free = 999_999;
  await assert.rejects(() => runPull(victim, honest), { reason: "disk_low" });
  await assert.rejects(() => runPull(victim, evil), { reason: "disk_low" });
  assert.deepEqual(evil.asked, [], "not even who it is");
  victim.free = 2_000_000;
  await runPull(victim, honest);
  const known = victim.mirror().size;
  const more = honest.write((tx) => honest.publisher.publish(tx, "cache", cacheBody("more")));
  // It runs full while a pull goes on.
  const slow = {
    answer: async (path: string) => {
      const reply = await honest.answer(path);
      if (path.includes("kind=cache")) victim.free = 0;
      return reply;
    },
    id: A,
  };
  await assert.rejects(() => runPull(victim, slow), { reason: "disk_low" });
  assert.equal(victim.mirror().size, known);
  const frames = [honest.store.records.byGid({ gid: more.gid })!.frame ?? frameOf(A, 5)];
  assert.equal((await deliver(victim.deps, victim.db, frames, "beacon")).applied, 0);
  victim.free = 2_000_000;
  await runPull(victim, honest);
  assert.ok(victim.mirror().has(more.gid));
  close();
});
