/** Writing a log inside a write that is under way, as radio does, and asking peers about it: at once, later, by hand. */
import assert from "node:assert/strict";
import type { LogInput } from "../../../src/caches/finds/loggable.ts";
import { logNow } from "../../../src/caches/finds/write_log.ts";
import { Game } from "../../../src/caches/game.ts";
import type { PeerAnswers } from "../../../src/caches/ports.ts";
import { becomes } from "../../kit/waits.ts";
import { CACHE, gameApp, silent } from "../../kit/game.ts";

/** A cache, a finder, and peers that answer what they are told to. */
async function scene() {
  const asked: string[] = [], kept: [number, unknown, boolean][] = [];
  const peers = { answer: {} as PeerAnswers };
  const game = gameApp({}, {
    corroborator: {
      ...silent,
      ask: ({ call }) => {
        asked.push(call);
        return Promise.resolve(peers.answer);
      },
      keep: (_tx, log, round, lifted) => void kept.push([log, round, lifted]),
    },
  });
  const { code } = await game.hide(await game.app.signIn("OE1OWN"));
  await game.app.signIn("OE2FND");
  const person = game.app.accounts.holder("OE2FND")!;
  const inner = new Game(game.app.gameNeeds);
  const write = (over: Partial<LogInput> = {}) =>
    game.app.db.writeNow((tx) =>
      logNow(inner, tx, {
        cache: code,
        person,
        call: "OE2FND",
        kind: "found",
        text: "",
        via: "radio",
        ...over,
      })
    );
  const row = (id: number) =>
    game.app.db.sql<{ id: number }, { tier: string | null; offline: number }>(
      "SELECT tier, offline FROM log WHERE id = :id",
    ).get({ id })!;
  const settled = async (many: number) => {
    await becomes("what peers said", () => kept.length >= many);
    await game.app.db.write(() => {});
  };
  return { game, peers, asked, kept, write, row, settled, ask: (id: number) => game.app.caches.askPeers(id) };
}
const YES = {
  call: "OE2FND",
  confirmed: true,
  instances: ["a.example", "b.example"],
  quorum: 2,
  bucketS: 600,
  distanceM: 100,
};

Deno.test("the same find over the air again is the first one, and nobody is asked a second time", async () => {
  const { game, asked, write, row } = await scene();
  const first = write(), again = write();
  assert.deepEqual([first.duplicate, again.duplicate, again.log.id], [false, true, first.log.id]);
  assert.equal((await game.app.visitor.get(`/api/caches/${first.cache.code}/logs`)).body.logs.length, 1);
  assert.deepEqual(asked, ["OE2FND"]);
  assert.equal(row(first.log.id).offline, 0);
  game.close();
});

Deno.test("peers are asked about a find that is short of Tier A, not about one that was heard, nor about a note", async () => {
  for (const [heard, kind, count] of [[true, "found", 0], [false, "note", 0], [false, "found", 1]] as const) {
    const { game, asked, write } = await scene();
    if (heard) game.heard("OE2FND");
    const { log } = write({ kind, text: "by the river" });
    assert.equal(log.tier, heard ? "A" : null);
    assert.equal(asked.length, count, `${kind} ${heard}`);
    game.close();
  }
});

Deno.test("what peers say of a find over the air is kept, and lifts it where they confirm it", async () => {
  const { game, peers, kept, write, row, settled } = await scene();
  const at = game.world.now();
  peers.answer = { round: "first", verdict: { ...YES, at } };
  const { log } = write();
  assert.equal(log.tier, null, "written before anybody is asked");
  await settled(1);
  assert.deepEqual(kept, [[log.id, "first", true]]);
  assert.equal(row(log.id).tier, "A");
  game.close();

  const no = await scene();
  no.peers.answer = { round: "first", verdict: { ...YES, confirmed: false, at } };
  const missed = no.write({ offline: true }).log;
  await no.settled(1);
  assert.deepEqual(no.kept, [[missed.id, "first", false]]);
  assert.deepEqual([no.row(missed.id).tier, no.row(missed.id).offline], [null, 1]);
  no.game.close();
});

Deno.test("a find over the air counts from when it was heard, within a week, since the cache is there, and not ahead", async () => {
  const { game, write } = await scene();
  game.world.pass(8 * 86_400);
  const now = game.world.now();
  const { code } = await game.hide(await game.app.signIn("OE1OWN"));
  for (
    const [what, cache, heardAt, foundAt] of [
      ["this minute", undefined, now, now],
      ["a week ago", undefined, now - 7 * 86_400, now - 7 * 86_400],
      ["longer ago", undefined, now - 7 * 86_400 - 1, now],
      ["as the cache was hidden", code, now, now],
      ["before the cache was hidden", code, now - 1, now],
      ["ahead", undefined, now + 1, now],
    ] as const
  ) {
    const text = `${what} ${cache}`;
    const over = cache === undefined ? {} : { cache };
    const { log } = write({ kind: "note", text, heardAt, ...over });
    assert.equal(log.foundAt, foundAt, text);
  }
  game.close();
});

Deno.test("nobody writes for a suspended person, by whatever way", async () => {
  const { game, write } = await scene();
  const person = { ...game.app.accounts.holder("OE2FND")!, suspended: true };
  for (const kind of ["found", "note", "DNF"] as const) {
    assert.throws(() => write({ kind, text: "x", person }), { reason: "suspended" });
  }
  game.close();
});

Deno.test("a find that peers lift is announced on the air once: not again where it was verified before", async () => {
  const { game, peers, kept, write, row, settled } = await scene();
  await (await game.app.signIn("OE2FND")).post("/api/announce", { on: true });
  const at = game.world.now();
  peers.answer = { round: "first", verdict: { ...YES, at } };
  const unverified = write();
  await settled(1);
  const { code } = unverified.cache;
  assert.deepEqual([unverified.log.tier, game.announced], [null, [{ call: "OE2FND", code, tier: "A" }]]);

  const other = await game.hide(await game.app.signIn("OE1OWN"));
  const verified = write({ cache: other.code, via: "web", position: { ...CACHE, accuracyM: 5, at } });
  const first = { call: "OE2FND", code: other.code, tier: "B" };
  assert.deepEqual([verified.log.tier, game.announced.slice(1)], ["B", [first]]);
  await settled(2);
  assert.deepEqual([row(verified.log.id).tier, kept.length], ["A", 2]);
  assert.deepEqual(game.announced.slice(1), [first]);
  game.close();
});

Deno.test("asked by hand: a find that is open, of which it is said whether anybody was there to ask", async () => {
  const { game, peers, asked, kept, write, row, ask } = await scene();
  await assert.rejects(ask(99), { reason: "find_not_open" });
  const { log } = write();
  assert.equal(await ask(log.id), false, "nobody could be asked");
  assert.deepEqual([kept.length, asked.length], [0, 2]);
  peers.answer = { round: "second", verdict: { ...YES, at: game.world.now() } };
  assert.equal(await ask(log.id), true);
  assert.deepEqual(kept, [[log.id, "second", true]]);
  assert.equal(row(log.id).tier, "A");
  await assert.rejects(ask(log.id), { reason: "find_not_open" });
  assert.equal(asked.length, 3);
  game.close();
});

Deno.test("where nobody could be asked nothing is kept; a note pins no place, a find does", async () => {
  const { game, kept, write } = await scene();
  const { cache } = write({ kind: "note", text: "by the river" });
  const owner = await game.app.signIn("OE1OWN");
  const pinned = async () => (await owner.get(`/api/caches/${cache.code}`)).body.own.move.pinned;
  assert.equal(await pinned(), null);
  const found = await (await game.app.signIn("OE2FND")).post(`/api/caches/${cache.code}/logs`, {
    kind: "found",
  });
  assert.equal(found.status, 201);
  assert.deepEqual(kept, []);
  assert.deepEqual(await pinned(), { lat: cache.lat, lon: cache.lon });
  game.close();
});
