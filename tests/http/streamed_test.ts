/** Answers that are made while they are read: how far they are made ahead, who gets a turn in between, and when they end. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { chunked, TURN } from "../../src/http/answers/streamed.ts";

/** Pieces of a thousand characters without end; tells how many were made and whether they were let go of. */
function endless() {
  const seen = { made: 0, ended: Promise.withResolvers<void>() };
  function* pieces(): Generator<string> {
    try {
      for (;; seen.made++) yield "x".repeat(1000);
    } finally {
      seen.ended.resolve();
    }
  }
  return { seen, pieces: pieces() };
}

Deno.test("no more is made than was read, in chunks of 33 pieces", async () => {
  const { seen, pieces } = endless();
  const reader = chunked(pieces).getReader();
  assert.equal(seen.made, 0);
  for (let n = 1; n <= 5; n++) {
    const { value } = await reader.read();
    assert.equal(value!.length, 33_000);
    // A generator has made the piece that it stands at.
    assert.equal(seen.made, 33 * n - 1);
  }
  await reader.cancel();
  await seen.ended.promise;
});

Deno.test("between two chunks everybody else has a turn", async () => {
  const { pieces } = endless();
  const reader = chunked(pieces).getReader();
  let turns = 0, isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for (let n = 0; n < 100; n++) await reader.read();
  isOver = true;
  assert(turns >= 99, `${turns} turns`);
  await reader.cancel();
  await new Promise<void>((resolve) => setImmediate(resolve));
});

Deno.test("whoever works without saying anything lets everybody have a turn as well", async () => {
  let turns = 0, isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  const reader = chunked((function* () {
    yield "begin ";
    for (let page = 0; page < 1000; page++) yield TURN;
    yield "end";
  })()).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  assert.equal(await next(), "begin ");
  setImmediate(count);
  assert.equal(await next(), "end");
  isOver = true;
  assert(turns >= 998, `${turns} turns`);
  assert.equal((await reader.read()).done, true);
  await new Promise<void>((resolve) => setImmediate(resolve));
});

Deno.test("of who stops reading a real answer no more is made than fits on its way, and nothing once that is cut", async () => {
  const { seen, pieces } = endless();
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(chunked(pieces, 200)),
  );
  using line = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  await line.write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: x\r\n\r\n"));
  await line.read(new Uint8Array(100));
  await seen.ended.promise;
  // What the sockets of both sides take, in thousands of bytes.
  assert(seen.made < 32_000, `${seen.made} pieces`);
});

Deno.test("who takes nothing for too long is cut, and what was held is let go of", async () => {
  const { seen, pieces } = endless();
  const reader = chunked(pieces, 1).getReader();
  await reader.read();
  const held = setTimeout(() => {}, 60_000); // the stream's own timer keeps no process alive
  await seen.ended.promise;
  clearTimeout(held);
  await assert.rejects(reader.read(), /nobody took/);
});

Deno.test("a short answer is one chunk and leaves nothing behind", async () => {
  const reader = chunked(["a", "b", "c"]).getReader();
  assert.equal(new TextDecoder().decode((await reader.read()).value), "abc");
  assert.equal((await reader.read()).done, true);
  assert.equal(await new Response(chunked([])).text(), "");
});

Deno.test("a generator that throws ends the answer with its error", async () => {
  const reader = chunked((function* () {
    yield "x".repeat(40_000);
    throw new Error("the table is gone");
  })()).getReader();
  await reader.read();
  await assert.rejects(reader.read(), /the table is gone/);
});
