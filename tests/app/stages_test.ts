/** Stages on a phone: what is open, what opens without a connection, and the seal itself, against the gateway's own. */
import assert from "node:assert/strict";
import { seal } from "../../src/caches/stages/seal.ts";
import type { Item } from "../../src/client/phone/queue/item.ts";
import { pick } from "../../src/client/phone/queue/item.ts";
import { beads, type ToldStage } from "../../src/client/cache/stages/stages.ts";
import { lastWaiting, stageOf, unlockItem } from "../../src/client/cache/stages/unlock.ts";
import { unseal } from "../../src/client/cache/stages/unseal.ts";
import { newVisit } from "../../src/client/visit/new_visit.ts";
import { privateDigest } from "../../src/wire/mod.ts";

const nothing = { lat: null, lon: null, clue: null, mediaUrl: null };
const told = (n: number, unlock: string, given: Partial<ToldStage> = {}): ToldStage => ({
  ...nothing,
  ...{ n, unlock, unlocked: false, offline: false },
  ...given,
});
const sealed = { v: 1, iter: 1, salt: "", iv: "", data: "" };

Deno.test("the next stage is the first that is locked; all behind it wait", () => {
  const list = beads({
    told: [told(1, "geo", { unlocked: true, clue: "North" }), told(2, "nfc"), told(3, "open")],
    here: new Map(),
    waiting: new Set(),
  });
  assert.deepEqual(list.map(({ standing }) => standing), ["open", "next", "locked"]);
  assert.equal(list[0]!.open?.clue, "North");
  assert.equal(list[1]!.open, undefined);
});

Deno.test("what was opened here counts, and is said to wait until the gateway has heard of it", () => {
  const here = new Map([[1, { ...nothing, clue: "By the oak" }]]);
  const packed = [{ n: 1, unlock: "nfc" as const, sealed }, { n: 2, unlock: "nfc" as const }];
  const waiting = beads({ packed, here, waiting: new Set([1]) });
  assert.deepEqual(waiting.map(({ standing }) => standing), ["pending", "next"]);
  assert.equal(waiting[0]!.open?.clue, "By the oak");
  assert.equal(beads({ packed, here, waiting: new Set() })[0]!.standing, "open");
  // What the gateway shows is newer than what the phone kept.
  const newer = beads({
    packed,
    told: [told(1, "nfc", { unlocked: true, clue: "By the ash" })],
    here,
    waiting: new Set(),
  });
  assert.equal(newer[0]!.open?.clue, "By the ash");
});

Deno.test("why a stage does not open without a connection", () => {
  const list = beads({
    told: [
      told(1, "geo"),
      told(2, "nfc", { offline: true }),
      told(3, "nfc"),
      told(4, "nfc", { offline: true }),
    ],
    packed: [{ n: 4, unlock: "nfc", sealed }],
    here: new Map(),
    waiting: new Set(),
  });
  assert.deepEqual(list.map(({ whyNot }) => whyNot), ["by_gateway", "no_pack", "weak_code", undefined]);
  const heard = beads({
    told: [told(1, "audio", { mediaUrl: "/api/media/x" })],
    here: new Map(),
    waiting: new Set(),
  });
  assert.equal(heard[0]!.open?.mediaUrl, "/api/media/x", "the riddle can be heard while it is locked");
  assert.equal(heard[0]!.standing, "next");
});

Deno.test("an opening goes before the log of its cache and after the opening before it", () => {
  const about = { account: "OE1ABC", instance: "a.example", cache: "AB1", title: "A cache" };
  const first = unlockItem({ ...about, id: "u1", at: 100, after: undefined }, { n: 1, code: "x" });
  const second = unlockItem({ ...about, id: "u2", at: 110, after: lastWaiting([first], "AB1", "OE1ABC") }, {
    n: 2,
    code: "y",
  });
  assert.deepEqual([second.after, stageOf(second)], ["u1", 2]);
  const log: Item = { ...first, id: "log", kind: "log", path: "/api/caches/AB1/logs", at: 120, after: "u2" };
  const now = (items: Item[]) => pick(items, { account: "OE1ABC", instance: "a.example", now: 200 })?.id;
  assert.equal(now([log, second, first]), "u1");
  const settled = (one: Item): Item => ({ ...one, state: "settled" });
  assert.equal(now([log, second, settled(first)]), "u2");
  assert.equal(now([log, settled(second), settled(first)]), "log");
  assert.equal(
    now([{ ...second, state: "needs_you" }, settled(first), log]),
    undefined,
    "the log waits for its person",
  );
  // The phone's clock was set back between the two: the log waits for the second all the same.
  const early: Item = { ...second, at: 50 };
  for (const items of [[first, early], [early, first]]) {
    assert.equal(lastWaiting(items, "AB1", "OE1ABC"), "u2");
  }
  assert.equal(lastWaiting([settled(first), early], "AB1", "OE1ABC"), "u2");
  assert.equal(lastWaiting([settled(first), settled(second)], "AB1", "OE1ABC"), undefined);
  assert.equal(lastWaiting([first], "AB1", "OE3XYZ"), undefined);
  assert.equal(lastWaiting([first], "AB2", "OE1ABC"), undefined);
});

Deno.test("a seal of the gateway opens with the browser's cryptography and with the library's, and with no other code", async () => {
  const content = { lat: 48.2, lon: 16.37, clue: "Unter der dritten Bank", mediaUrl: null };
  const made = await seal(content, "Zq7-Kestrel-94", crypto.getRandomValues(new Uint8Array(28)));
  assert.deepEqual(await unseal(made, " zq7-KESTREL-94 "), content);
  assert.deepEqual(await unseal(made, "zq7-kestrel-94", null), content);
  assert.equal(await unseal(made, "zq7-kestrel-95"), undefined);
  const touched = { ...made, data: (made.data[0] === "A" ? "B" : "A") + made.data.slice(1) };
  assert.equal(await unseal(touched, "zq7-kestrel-94"), undefined);
  assert.equal(await unseal({ ...made, v: 2 }, "zq7-kestrel-94"), undefined);
  assert.equal(await unseal({ ...made, iter: 2_000_001 }, "zq7-kestrel-94"), undefined);
});

Deno.test("stages of a neighbour's cache open in any order, by codes alone; a code goes with the log of a find", async () => {
  const list = beads({
    told: [told(1, "geo"), told(2, "nfc", { sealed }), told(3, "nfc")],
    here: new Map(),
    waiting: new Set(),
    visited: true,
  });
  assert.deepEqual(list.map(({ standing }) => standing), ["next", "next", "next"]);
  assert.deepEqual(list.map(({ whyNot }) => whyNot), ["visit", undefined, "visit"]);
  assert.deepEqual(list.map((bead) => bead.sealed), [undefined, sealed, undefined]);

  const keys = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]) as CryptoKeyPair;
  const key = { account: "OE1VIS", publicKey: "A".repeat(43), privateKey: keys.privateKey };
  const opened = [{ n: 1, code: "first" }, { n: 2, code: "second" }, { n: 3 }];
  const app = {
    gateway: { now: () => 1000 },
    storage: { deviceKey: () => Promise.resolve(key) },
    packs: { storage: { opened: () => Promise.resolve(opened) } },
    world: { newId: () => crypto.randomUUID() },
  } as unknown as Parameters<typeof newVisit>[0];
  const about = {
    account: "OE1VIS",
    instance: "oe1.example",
    cache: "oe5.example:cache:1",
    title: "Old mill",
  };
  const visit = async (kind: string) =>
    await newVisit(app, about, { kind, text: "", position: undefined }) as Item;
  const found = await visit("found");
  assert.equal((found.body.private as { code: string }).code, "second");
  assert.equal(found.body.priv, privateDigest(found.body.private as object));
  assert.equal((await visit("note")).body.private, undefined);
});
