/** What a pull's steps ask for: pages come in order, two ahead; a pull ends between two of them. */
import assert from "node:assert/strict";
import { Database } from "../../src/db/mod.ts";
import {
  type PageAsk,
  type PageReply,
  PullFailed,
  type Steps,
  write,
} from "../../src/federation/pull/effects.ts";
import { drive, Outside } from "../../src/federation/pull/outside.ts";
import { encodePage, readPage, type SyncPage, Verifier } from "../../src/wire/mod.ts";
import { cacheBody, Node } from "./node.ts";

const EMPTY = { instance: "a.example", complete: false, frames: [] };
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** An outside whose server answers with empty pages, each leading to the next, once it is let. */
function pages() {
  const db = new Database(":memory:");
  const asked: string[] = [];
  let gate = Promise.resolve();
  const outside = new Outside(db, async (path) => {
    asked.push(path);
    await gate;
    const nextCursor = Number(path.slice(1)) + 1;
    return { status: 200, bytes: encodePage({ ...EMPTY, nextCursor }) };
  }, new Verifier());
  const ask = (name: string, n: number, further: number): PageAsk => ({
    path: `${name}${n}`,
    limit: 10,
    keys: [],
    next: (page: SyncPage) => further > 0 ? ask(name, page.nextCursor, further - 1) : undefined,
  });
  const take = async (one: PageAsk) => {
    const reply = await outside.perform({ do: "page", ask: one }) as PageReply;
    assert.ok(reply.read?.ok);
    return reply.read.page.nextCursor;
  };
  return { db, outside, asked, ask, take, hold: (until: Promise<void>) => gate = until };
}

Deno.test("pages are asked for in order, never more than two ahead, and never twice", async () => {
  const { db, asked, ask, take } = pages();
  assert.equal(await take(ask("p", 0, 5)), 1);
  await turn();
  assert.deepEqual(asked, ["p0", "p1", "p2"]);
  assert.equal(await take(ask("p", 1, 4)), 2);
  await turn();
  assert.deepEqual(asked, ["p0", "p1", "p2", "p3"]);
  for (let n = 2; n <= 5; n++) assert.equal(await take(ask("p", n, 5 - n)), n + 1);
  await turn();
  assert.deepEqual(asked, ["p0", "p1", "p2", "p3", "p4", "p5"]);
  db.close();
});

Deno.test("what comes for an earlier reading leads nowhere", async () => {
  const { db, asked, ask, take, hold } = pages();
  await take(ask("p", 0, 1));
  const late = Promise.withResolvers<void>();
  hold(late.promise);
  const waiting = take(ask("q", 0, 9));
  hold(Promise.resolve());
  assert.equal(await take(ask("r", 0, 0)), 1);
  late.resolve();
  await waiting;
  await turn();
  assert.deepEqual(asked, ["p0", "p1", "q0", "r0"]);
  db.close();
});

Deno.test("a server that stops ends a pull at its next step, with what it has committed", async () => {
  const { db, outside } = pages();
  db.writeNow((tx) => db.exec(tx, "CREATE TABLE note (n INTEGER NOT NULL) STRICT"));
  const add = db.sql<{ n: number }>("INSERT INTO note VALUES (:n)");
  let stopping = false;
  function* steps(): Steps<void> {
    for (let n = 1; n <= 3; n++) {
      yield* write((tx) => add.run(tx, { n }));
      stopping = n === 2;
    }
  }
  const ended = await drive(steps(), outside, () => {
    if (stopping) throw new PullFailed("stopping", "the server is stopping");
  }).catch((error) => error);
  assert.ok(ended instanceof PullFailed);
  assert.equal(ended.reason, "stopping");
  assert.deepEqual(db.sql<never, { n: number }>("SELECT n FROM note ORDER BY n").all().map(({ n }) => n), [
    1,
    2,
  ]);
  db.close();
});

Deno.test("a pull over the real outside takes what verifies and makes gaps of what does not", async () => {
  const clock = { ms: 1_780_315_200_000 };
  const a = new Node("a.example", clock), b = new Node("b.example", clock);
  b.follow(a.id);
  const published = a.write((tx) =>
    ["one", "two", "three"].map((title) => a.publisher.publish(tx, "cache", cacheBody(title)))
  );
  const spoil = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
    const read = readPage(bytes);
    assert.ok(read.ok);
    const frames = read.page.frames.map((frame, i) =>
      i === 1 ? frame.with(frame.length - 1, frame.at(-1)! ^ 1) : frame
    );
    return encodePage({ ...read.page, frames });
  };
  const get = async (path: string) => {
    const reply = await a.answer(path);
    const isPage = path.includes("/sync/origin") && path.includes("kind=cache") && reply.status === 200;
    return isPage && path.includes("limit=500")
      ? { ...reply, bytes: spoil(reply.bytes) }
      : { ...reply, status: isPage ? 404 : reply.status };
  };
  const verifier = new Verifier();
  await drive(b.pull(a.id), new Outside(b.db, get, verifier));
  verifier.close();
  const gids = published.map(({ gid }) => gid);
  assert.deepEqual([...b.mirror().keys()], [gids[0], gids[2]]);
  const gaps = b.store.gaps.open({ origin: a.id, kind: "cache" });
  assert.deepEqual(gaps.map(({ v, reason }) => [v, reason]), [[published[1]!.v, "unsettled"]]);
  [a, b].forEach((node) => node.close());
});
