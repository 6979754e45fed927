import assert from "node:assert/strict";
import { BODY_LIMIT } from "../../src/http/mod.ts";
import { rssOf, serverEnv, startServer, withFolder } from "../kit/server.ts";

const CHUNK = new Uint8Array(1 << 20);

/** A body of `size` bytes without a declared length; counts what was taken of it. */
function chunked(size: number) {
  let sent = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const left = size - sent;
      if (left <= 0) return controller.close();
      const part = CHUNK.subarray(0, Math.min(CHUNK.length, left));
      sent += part.length;
      controller.enqueue(part);
    },
  }, { highWaterMark: 0 });
  return { stream, sent: () => sent };
}

/** A body that stops after `size` bytes, and goes one byte past them when told to end. */
function held(size: number) {
  const full = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let sent = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (sent < size) {
        const part = CHUNK.subarray(0, Math.min(CHUNK.length, size - sent));
        sent += part.length;
        return controller.enqueue(part);
      }
      full.resolve();
      await ended.promise;
      controller.enqueue(CHUNK.subarray(0, 1));
      controller.close();
    },
  }, { highWaterMark: 0 });
  return { stream, full: full.promise, end: ended.resolve };
}

Deno.test("a body past 20 MB is refused on every path, declared or chunked, without being held", () =>
  withFolder(async (folder) => {
    const server = await startServer(serverEnv(folder));
    const send = async (path: string, size: number, method = "POST") => {
      const body = chunked(size);
      const answer = await fetch(server.url + path, {
        method,
        body: body.stream,
        headers: { "x-operator-secret": "x" },
      }).catch((error) => error as Error);
      if (answer instanceof Error) return { status: 0, reason: answer.message };
      return { status: answer.status, reason: (await answer.json()).reason };
    };
    for (const path of ["/auth/operator-link", "/auth/logout", "/no/such/path", "/api/admin/mail-test"]) {
      const { status } = await send(path, BODY_LIMIT + 1);
      assert.equal(status, 413, path);
    }
    const whole = await fetch(`${server.url}/auth/logout`, {
      method: "POST",
      body: new Uint8Array(BODY_LIMIT + 1),
    });
    assert.deepEqual([whole.status, (await whole.json()).reason], [413, "body_too_large"]);

    // Twelve uploads at once, stopped a byte before the limit: had they been held, 240 MB would lie in memory now. The
    // gates of two of the paths want a session: they are not held for its refusal either.
    const before = rssOf(server.pid);
    const paths = ["/no/such/path", "/api/admin/mail-test", "/api/caches/1/media"];
    const uploads = Array.from({ length: 12 }, () => held(BODY_LIMIT));
    const answers = uploads.map(({ stream }, i) =>
      fetch(server.url + paths[i % paths.length], { method: "POST", body: stream })
    );
    await Promise.all(uploads.map(({ full }) => full));
    const grown = rssOf(server.pid) - before;
    assert.ok(grown < 5 * BODY_LIMIT, `grew by ${grown} bytes`);
    for (const { end } of uploads) end();
    for (const answer of await Promise.all(answers)) {
      assert.equal(answer.status, 413);
      await answer.body?.cancel();
    }

    const lying = await fetch(`${server.url}/auth/logout`, { method: "POST", body: "{}" });
    assert.equal(lying.status, 401, "a small body reaches the gate");
    await lying.body?.cancel();
    assert.equal((await (await fetch(`${server.url}/health`)).json()).ok, true);
    assert.equal(await server.stop(), 0);
  }));

Deno.test("OPTIONS anywhere answers 204, cross-origin wrapped", () =>
  withFolder(async (folder) => {
    const server = await startServer(serverEnv(folder));
    for (const path of ["/", "/health", "/api/admin/settings", "/no/such/path", "/auth/operator-link"]) {
      const answer = await fetch(server.url + path, {
        method: "OPTIONS",
        headers: { origin: "https://elsewhere.example" },
      });
      assert.equal(answer.status, 204, path);
      assert.equal(answer.headers.get("access-control-allow-origin"), "*");
      assert.equal(answer.headers.get("access-control-allow-credentials"), null);
      await answer.body?.cancel();
    }
    assert.equal(await server.stop(), 0);
  }));

Deno.test("HEAD has the headers of GET and no body, and lets go of a stream", () =>
  withFolder(async (folder) => {
    const server = await startServer(serverEnv(folder));
    try {
      const get = await fetch(`${server.url}/robots.txt`);
      const length = (await get.bytes()).length;
      const head = await fetch(`${server.url}/robots.txt`, { method: "HEAD" });
      assert.equal((await head.bytes()).length, 0);
      assert.deepEqual([head.status, head.headers.get("content-length")], [200, String(length)]);
      const stream = await fetch(`${server.url}/api/cot/stream`, { method: "HEAD" });
      assert.deepEqual([stream.status, stream.headers.get("content-type"), await stream.text()], [
        200,
        "text/event-stream; charset=utf-8",
        "",
      ]);
    } finally {
      await server.stop();
    }
  }));
