/** Pages are bounded in bytes: whatever lies in the database, every reader gets past it. */
import assert from "node:assert/strict";
import { encodeCbor, encodePage, MAX_PAGE_BYTES, RECORDS, type SyncPage } from "../../src/wire/mod.ts";
import { deliver } from "../../src/federation/carriers/deliver.ts";
import { takeRows } from "../../src/federation/serve/take_rows.ts";
import { forge } from "./hostile.ts";
import { cacheBody, findBody, keyFrom, Node, runPull } from "./node.ts";

const A = "a.example";
const ROOM = 2 * 1024 * 1024;
/** The longest description that anybody can write, in the widest letters. */
const long = (title: string) => ({ ...cacheBody(title), description: "水".repeat(4000) });

Deno.test("takeRows() stops at the limit, at the budget and at the end, and always takes one", () => {
  const rows = (...bytes: number[]) => bytes.map((length, i) => ({ v: i + 1, length }));
  const take = (limit: number, all: { v: number; length: number }[]) => {
    const asked: number[] = [];
    const taken = takeRows<{ v: number; length: number }>(
      limit,
      (after, count) => {
        asked.push(count);
        return all.slice(after?.v ?? 0).slice(0, count);
      },
      ({ length }) => length,
    );
    return { took: taken.rows.length, complete: taken.complete, asked };
  };
  assert.deepEqual(take(10, rows()), { took: 0, complete: true, asked: [10] });
  assert.deepEqual(take(3, rows(1, 1, 1)), { took: 3, complete: false, asked: [3] });
  assert.deepEqual(take(4, rows(1, 1, 1)), { took: 3, complete: true, asked: [4] });
  assert.deepEqual(take(9, rows(ROOM - 1, 1, 1)), { took: 2, complete: false, asked: [9] });
  assert.deepEqual(take(9, rows(ROOM, 1)), { took: 1, complete: false, asked: [9] });
  assert.deepEqual(take(9, rows(9 * ROOM, 1)), { took: 1, complete: false, asked: [9] }, "one of any size");
  const many = Array.from({ length: 250 }, () => 1);
  assert.deepEqual(take(1000, rows(...many)), { took: 250, complete: true, asked: [100, 100, 100] });
  assert.deepEqual(take(250, rows(...many, 1)), { took: 250, complete: false, asked: [100, 100, 50] });
});

Deno.test("360 caches with the longest descriptions are read, page by page, own and handed on", async () => {
  const clock = { ms: 1_780_315_200_000 };
  const a = new Node("a.example", clock),
    hub = new Node("hub.example", clock),
    c = new Node("c.example", clock);
  hub.follow(a.id);
  c.follow(hub.id);
  a.write((tx) => {
    for (let i = 0; i < 360; i++) a.publisher.publish(tx, "cache", long(`cache ${i}`));
  });
  const page = (await a.serving.feed("cache", { since: 0, limit: 1000 }))!;
  assert.ok(encodePage(page).length <= ROOM + 4096 && page.frames.length > 100);
  assert.deepEqual([page.complete, page.nextCursor], [
    false,
    a.store.records.page({ origin: a.id, kind: "cache", since: 0, limit: 1000 })[page.frames.length - 1]!.v,
  ]);
  await runPull(hub, a);
  assert.equal(hub.mirror().size, 360);
  const handedOn: SyncPage = (await hub.serving.originPage({
    origin: a.id,
    kind: "cache",
    since: 0,
    limit: 1000,
  }))!;
  assert.ok(encodePage(handedOn).length <= ROOM + 16_384 && !handedOn.complete);
  await runPull(c, hub);
  assert.equal(c.mirror().size, 360);
  assert.equal(
    c.store.progress.mark({ origin: a.id, kind: "cache" }),
    hub.store.progress.mark({ origin: a.id, kind: "cache" }),
  );
  [a, hub, c].forEach((node) => node.close());
});

Deno.test("what was taken before frames had a weight is still handed on", async () => {
  const clock = { ms: 1_780_315_200_000 };
  const hub = new Node("hub.example", clock), c = new Node("c.example", clock);
  const a = new Node("a.example", clock);
  hub.follow(a.id);
  c.follow(hub.id);
  a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  await runPull(hub, a);
  hub.write((tx) => {
    const [row] = hub.store.records.page({ origin: a.id, kind: "cache", since: 0, limit: 1 });
    for (let i = 1; i <= 60; i++) {
      hub.store.records.put(tx, {
        ...row!,
        gid: `${a.id}:cache:${i}`,
        v: row!.v + i,
        frame: new Uint8Array(90_000),
      });
    }
  });
  const page = (await hub.serving.originPage({ origin: a.id, kind: "cache", since: 0, limit: 500 }))!;
  assert.ok(encodePage(page).length < MAX_PAGE_BYTES && !page.complete && page.frames.length > 20);
  [a, hub, c].forEach((node) => node.close());
});

Deno.test("a frame heavier than its kind allows is refused for good; the heaviest is taken", async () => {
  const clock = { ms: 1_780_315_200_000 };
  const a = new Node(A, clock), b = new Node("b.example", clock);
  b.follow(A);
  const { gid: cache } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  const text = (bytes: number) => ({ ...findBody(cache), text: "x".repeat(bytes) });
  assert.throws(() => a.write((tx) => a.publisher.publish(tx, "find", text(32_000))), /bytes, at most 32768/);
  const forged = (v: number, bytes: number) => {
    const body = RECORDS.find.write(findBody(cache));
    body.set("text", "x".repeat(bytes));
    return forge(
      { type: 2, gid: `${A}:find:${v}`, origin: A, v, at: b.world.now(), signer: A, body },
      keyFrom(`${A} 0`),
    );
  };
  const most = RECORDS.find.maxBytes;
  const rest = most - forged(2, 30_000).length + 30_000;
  const frames = [forged(1, rest + 1), forged(2, rest)];
  assert.deepEqual(frames.map(({ length }) => length), [most + 1, most]);
  await runPull(b, a);
  const { outcomes } = await deliver(b.deps, b.db, frames, "carrier");
  assert.deepEqual(outcomes.map((one) => [one.result, "why" in one ? one.why : ""]), [
    ["refused", "too heavy"],
    ["applied", ""],
  ]);
  assert.equal(b.store.records.byGid({ gid: `${A}:find:1` }), undefined);
  [a, b].forEach((node) => node.close());
});

Deno.test("the longest that an area lets people write is published", () => {
  const cache = RECORDS.cache.write({ ...long("水".repeat(120)), country: "AT", stationCall: "OE1ABC-11" });
  const find = RECORDS.find.write({ ...findBody("a.example:cache:1"), text: "水".repeat(2000) });
  assert.ok(encodeCbor(cache).length > 12_000 && encodeCbor(find).length > 6000);
  const [from, to] = ["OE1ABC", "ALL"];
  const times = { postedAt: 1_780_000_000, expiresAt: 1_780_000_000 };
  RECORDS.bulletin.write({ bid: "A1", from, to, subject: "s", text: "ü".repeat(65_536), ...times });
});
