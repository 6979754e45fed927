/** The packs of a phone: which one is read from, what is asked of the gateway and when, and what is said to be wrong. */
import assert from "node:assert/strict";
import type { PackedCache } from "../../src/client/phone/packs/pack.ts";
import type { Plan } from "../../src/client/phone/packs/packs.ts";
import { PackPhone } from "./pack_memory.ts";
import { settle } from "./phones.ts";

const cache = (code: string, title: string, given: Partial<PackedCache> = {}) =>
  ({ code, title, lat: 48, lon: 16, images: [], stages: [], ...given }) as Partial<
    PackedCache
  > as PackedCache;
const ASK = "/api/offline/pack?grid=JN88", GREETING = "/api/start";
const answerOf = (...caches: PackedCache[]) => ({
  ...{ instance: "a.example", serviceCall: "A", grid: "JN88", generation: "1", builtAt: 900_000, caches },
});
const fresh = (...caches: PackedCache[]) => () =>
  Response.json(answerOf(...caches), { headers: { etag: '"new"' } });
const same = () => new Response(null, { status: 304 });
const refusal = (status: number) => () =>
  Response.json({ error: "Not now", reason: "too_many_requests" }, { status });

Deno.test("of two packs with the same cache the newest is shown, in a list and by itself, with the time of its pack", async () => {
  for (const [first, second] of [[100, 200], [200, 100]] as const) {
    const phone = new PackPhone();
    phone.keep("JN77", { checkedAt: first }, cache("AB1", "of the first"), cache("CD2", "only there"));
    phone.keep("JN88", { checkedAt: second }, cache("AB1", "of the second"));
    const title = first > second ? "of the first" : "of the second";
    const one = await phone.packs.find("ab-1");
    assert.deepEqual([one?.value.title, one?.at], [title, 200]);
    const rows = await phone.packs.rows();
    assert.deepEqual(
      rows.map(({ value, at }) => [value.title, at]).sort(),
      [
        [title, 200],
        ["only there", first],
      ].sort(),
    );
  }
  assert.equal(await new PackPhone().packs.find("AB1"), undefined);
});

Deno.test("the map reads only what a pack has whole, of whichever pack has it, and never of one without a map", async () => {
  const phone = new PackPhone();
  phone.keep("JN77", { map: true });
  phone.keep("JN88", { map: true });
  phone.keep("JN99", { map: false });
  const bytes = (from: number, to: number) =>
    Uint8Array.from({ length: to - from }, (_, i) => from + i).buffer;
  phone.memory.ranges.push(
    { grid: "JN77", from: 10, bytes: bytes(10, 20) },
    { grid: "JN88", from: 12, bytes: bytes(12, 30) },
    { grid: "JN99", from: 40, bytes: bytes(40, 50) },
  );
  await phone.packs.open();
  const read = async (offset: number, length: number) => {
    const found = await phone.packs.keptRange(offset, length);
    return found && [...new Uint8Array(found)];
  };
  assert.deepEqual(await read(12, 3), [12, 13, 14]);
  assert.deepEqual(await read(28, 2), [28, 29], "to its last byte");
  assert.deepEqual(await read(18, 3), [18, 19, 20], "half of it in one pack, all of it in another");
  assert.deepEqual(await read(10, 12), undefined, "no pack has it all");
  assert.deepEqual(await read(28, 3), undefined);
  assert.deepEqual(await read(5, 2), undefined);
  assert.deepEqual(await read(40, 2), undefined, "a pack whose map was replaced");
});

Deno.test("as soon as the gateway answers, old packs are checked by their version, and what has not changed is no trouble", async () => {
  const phone = new PackPhone();
  phone.keep("JN88", { checkedAt: phone.now - 7 * 3600 }, cache("AB1", "old"));
  phone.keep("JN99", { checkedAt: phone.now - 5 * 3600 });
  await phone.packs.open();
  assert.deepEqual(phone.asked, [], "nobody knows yet that the gateway is there");
  Object.assign(phone.answers, { [GREETING]: () => Response.json({}), [ASK]: same });
  await phone.gateway.get(GREETING);
  await settle();
  assert.deepEqual(phone.asked.slice(1), [{ path: ASK, etag: "old" }]);
  assert.deepEqual(phone.shown("JN88"), phone.memory.kept.get("JN88")!.pack);
  assert.equal(phone.shown("JN88")!.checkedAt, phone.now);
  assert.equal(phone.packs.trouble.peek(), undefined);
  assert.equal((await phone.packs.find("AB1"))!.value.title, "old");
});

Deno.test("a pack that changed is replaced as a whole, and shown anew", async () => {
  const phone = new PackPhone();
  phone.keep("JN88", { checkedAt: 5 }, cache("AB1", "old"), cache("CD2", "removed"));
  await phone.packs.open();
  phone.answers[ASK] = fresh(cache("AB1", "new"));
  assert.equal(await phone.packs.refreshNow("JN88"), true);
  await settle();
  const shown = phone.shown("JN88")!;
  assert.deepEqual([shown.etag, shown.checkedAt, shown.builtAt, shown.count, shown.whole], [
    ...['"new"', phone.now, 900_000, 1, true],
  ]);
  const size = JSON.stringify(answerOf(cache("AB1", "new"))).length;
  assert.deepEqual([shown.bytes.caches, shown.total], [size, size]);
  assert.equal((await phone.packs.find("AB1"))!.value.title, "new");
  assert.equal(await phone.packs.find("CD2"), undefined);
});

Deno.test("a refusal is said of its pack until it is answered well; without an answer nothing is said, and it was not reached", async () => {
  const phone = new PackPhone();
  phone.keep("JN88", {}, cache("AB1", "old"));
  await phone.packs.open();
  assert.equal(await phone.packs.refresh("JN88"), false);
  assert.deepEqual([phone.packs.trouble.peek(), phone.shown("JN88")!.etag], [undefined, "old"]);
  for (const status of [429, 503]) {
    phone.answers[ASK] = refusal(status);
    assert.equal(await phone.packs.refresh("JN88"), true);
    const { grid, refused } = phone.packs.trouble.peek()!;
    assert.deepEqual([grid, typeof refused === "object" && refused.refused && refused.status], [
      "JN88",
      status,
    ]);
    assert.equal(phone.memory.kept.get("JN88")!.pack.etag, "old");
  }
  phone.answers[ASK] = same;
  assert.equal(await phone.packs.refresh("JN88"), true);
  assert.equal(phone.packs.trouble.peek(), undefined);
  phone.answers[ASK] = fresh(cache("AB1", "new"));
  phone.memory.full = true;
  assert.equal(await phone.packs.refresh("JN88"), true);
  assert.deepEqual(phone.packs.trouble.peek(), { grid: "JN88", refused: "full" });
  assert.equal(phone.shown("JN88")!.etag, "old");
  assert.equal(await phone.packs.refresh("AA00"), true, "one that was removed meanwhile");
});

Deno.test("a pack that is removed goes at once with the trouble that is its own, and leaves another's", async () => {
  const phone = new PackPhone();
  phone.keep("JN77", {}, cache("CD2", "another"));
  phone.keep("JN88", {}, cache("AB1", "one"));
  await phone.packs.open();
  phone.answers[ASK] = refusal(503);
  await phone.packs.refresh("JN88");
  await phone.packs.remove("JN77");
  assert.equal(phone.packs.trouble.peek()?.grid, "JN88");
  assert.deepEqual(phone.packs.list.peek().map(({ grid }) => grid), ["JN88"]);
  await phone.packs.remove("JN88");
  assert.equal(phone.packs.trouble.peek(), undefined);
  assert.deepEqual(phone.packs.list.peek(), []);
});

Deno.test("what is taken is shown at once with its caches, and grows whole by itself; without the map where none was chosen", async () => {
  const map = { etag: "map", ranges: [[0, 9]], bytes: 10 } as const;
  const photo = { kind: "image" as const, title: "", url: "/api/media/a", bytes: 900 };
  for (const all of [true, false]) {
    const choice = { images: all ? "all" as const : "none" as const, sounds: all, map: all };
    const phone = new PackPhone();
    await phone.packs.open();
    const answer = answerOf(cache("AB1", "taken", { images: [photo] }));
    const plan: Plan = {
      ...{ grid: "JN88", answer, etag: '"e"', bytes: 100, images: { none: 0, thumbs: 900, all: 900 } },
      ...{ sounds: 0, map },
    };
    await phone.packs.take(plan, choice);
    const { total, whole, map: hasMap, archive } = phone.shown("JN88")!;
    assert.deepEqual([total, whole, hasMap, archive?.etag], [
      ...(choice.map ? [100 + 900 + 10, false, true, "map"] : [100, false, false, undefined]),
    ]);
    await settle();
    assert.equal(phone.shown("JN88")!.whole, !choice.map, "without the gateway its photo does not come");
    assert.equal((await phone.packs.find("AB1"))!.value.title, "taken");
    if (!choice.map) continue;
    phone.answers["/api/media/a"] = () => new Response("photo");
    phone.answers["/tiles/offline.pmtiles"] = () =>
      new Response("0123456789", { status: 206, headers: { etag: "map" } });
    await phone.packs.tend();
    await settle();
    const grown = phone.shown("JN88")!;
    assert.deepEqual([grown.whole, grown.bytes], [true, { caches: 100, images: 900, sounds: 0, map: 10 }]);
    assert.equal(phone.packs.bringing.peek(), undefined);
  }
});

Deno.test("a pack that changed fetches the photos that it lacks; one that is not whole goes on without being asked for anew", async () => {
  const photo = (name: string) => ({
    kind: "image" as const,
    title: "",
    url: `/api/media/${name}`,
    bytes: 9,
  });
  const phone = new PackPhone(), file = () => new Response("photo");
  phone.keep("JN88", { images: "all" }, cache("AB1", "old"));
  await phone.packs.open();
  phone.answers[ASK] = fresh(cache("AB1", "new", { images: [photo("a"), photo("b")] }));
  phone.answers["/api/media/a"] = file;
  await phone.packs.refresh("JN88");
  await settle();
  assert.deepEqual([phone.memory.files.length, phone.shown("JN88")!.whole], [1, false]);
  assert.equal(phone.packs.trouble.peek(), undefined, "no answer is no trouble of the pack");
  phone.answers["/api/media/b"] = refusal(429);
  await phone.packs.tend();
  await settle();
  assert.equal(phone.packs.trouble.peek()?.grid, "JN88");
  phone.answers["/api/media/b"] = file;
  phone.now += 24 * 3600;
  await phone.packs.tend();
  await settle();
  assert.deepEqual([phone.memory.files.map(({ name }) => name), phone.shown("JN88")!.whole], [
    ...[["/api/media/a", "/api/media/b"], true],
  ]);
  assert.equal(phone.asked.filter(({ path }) => path === ASK).length, 1);
});

Deno.test("packs that are not whole are fetched one after the other, and one that came whole is no trouble", async () => {
  const phone = new PackPhone();
  phone.keep("JN77", { whole: false }, cache("AB1", "one"));
  phone.keep("JN88", { whole: false }, cache("CD2", "two"));
  await phone.packs.open();
  await phone.packs.tend();
  await settle();
  assert.deepEqual(["JN77", "JN88"].map((grid) => phone.shown(grid)!.whole), [true, true]);
  assert.equal(phone.packs.trouble.peek(), undefined);
});

/** Runs something on a phone that says which network it is on and whose owner wants packs to wait for Wi-Fi. */
async function onWifiAlone(run: (network: EventTarget & { type: string }) => Promise<void>): Promise<void> {
  const network = Object.assign(new EventTarget(), { type: "cellular" });
  const define = (of: object, name: string, value: unknown) =>
    Object.defineProperty(of, name, { value, configurable: true, writable: true });
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  define(navigator, "connection", network);
  define(globalThis, "localStorage", { getItem: () => "yes" });
  try {
    await run(network);
  } finally {
    Reflect.deleteProperty(navigator, "connection");
    if (before) Object.defineProperty(globalThis, "localStorage", before);
    else Reflect.deleteProperty(globalThis, "localStorage");
  }
}

Deno.test("packs that wait for Wi-Fi go on as soon as the phone is on it; what somebody pressed for does not wait", () =>
  onWifiAlone(async (network) => {
    const phone = new PackPhone();
    phone.keep("JN88", { whole: false }, cache("AB1", "begun"));
    phone.keep("JN77", { checkedAt: 5 });
    await phone.packs.open();
    const state = () => [phone.shown("JN88")!.whole, phone.asked.length, phone.packs.awaitsWifi("JN88")];
    await phone.packs.tend();
    await settle();
    assert.deepEqual(state(), [false, 0, true]);
    network.type = "wifi";
    network.dispatchEvent(new Event("change"));
    await settle();
    assert.deepEqual(state(), [true, 1, false]);

    network.type = "cellular";
    const pressed = new PackPhone();
    await pressed.packs.open();
    pressed.answers[ASK] = fresh(cache("AB1", "one"));
    pressed.answers["/api/offline/tiles"] = () => Response.json({ url: null });
    const plan = await pressed.packs.plan("JN88") as Plan;
    await pressed.packs.take(plan, { images: "none", sounds: false, map: false });
    await settle();
    assert.deepEqual([pressed.shown("JN88")!.whole, pressed.packs.awaitsWifi("JN88")], [true, false]);
    assert.equal(pressed.packs.awaitsWifi("JN77"), true);
    void pressed.packs.refreshNow("JN77");
    assert.equal(pressed.packs.awaitsWifi("JN77"), false);
  }));

Deno.test("what taking a square would fetch is asked once while squares are compared, and anew after one was taken", async () => {
  const phone = new PackPhone();
  phone.answers[ASK] = fresh(cache("AB1", "one"));
  phone.answers["/api/offline/tiles"] = () => Response.json({ url: null });
  const count = () => phone.asked.filter(({ path }) => path === ASK).length;
  const plan = await phone.packs.plan("JN88") as Plan;
  assert.deepEqual([plan.etag, plan.map, await phone.packs.plan("JN88") === plan, count()], [
    ...['"new"', undefined, true, 1],
  ]);
  await phone.packs.take(plan, { images: "none", sounds: false, map: false });
  await phone.packs.plan("JN88");
  assert.equal(count(), 2);
  delete phone.answers[ASK];
  assert.deepEqual(await new PackPhone().packs.plan("JN88"), { ok: false, refused: false });
});

Deno.test("the stages of a cache come from the pack that has them, with its time", async () => {
  const phone = new PackPhone(), list = "/api/caches/AB1/stages";
  phone.keep("JN88", { checkedAt: 77 });
  await phone.packs.open();
  assert.equal(await phone.packs.stages(list), undefined);
  const bytes = new TextEncoder().encode('{"stages":[]}').buffer;
  await phone.memory.putPart({ grid: "JN88", name: list, bytes, type: "application/json" });
  assert.deepEqual(await phone.packs.stages(list), {
    ...{ value: { stages: [] }, at: 77, source: "pack", pack: "JN88" },
  });
  await phone.packs.remove("JN88");
  assert.equal(await phone.packs.stages(list), undefined, "its pack is gone");
});
