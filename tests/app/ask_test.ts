/** How the app asks: nothing of its browser's, and it takes the time from nobody who only kept an answer. */
import assert from "node:assert/strict";
import { Gateway } from "../../src/client/phone/ask.ts";
import { browserWorld } from "../../src/client/phone/world.ts";

/** A gateway whose clock is four minutes ahead of a phone that shows 1,000,000. */
function asking(headers: Record<string, string>) {
  const date = new Date(1_000_240_000).toUTCString();
  const sent: RequestInit[] = [];
  const gateway = new Gateway({
    ...browserWorld,
    clock: () => 1_000_000,
    fetch: (_path: RequestInfo | URL, init?: RequestInit) => {
      sent.push(init!);
      return Promise.resolve(Response.json({}, { headers: { date, ...headers } }));
    },
  });
  return { gateway, sent };
}

Deno.test("the browser's own copies answer nothing, and an answer of the gateway tells the time", async () => {
  const { gateway, sent } = asking({ "cache-control": "no-cache" });
  await gateway.get("/api/start");
  assert.deepEqual(sent.map(({ cache }) => cache), ["no-cache"]);
  assert.equal(gateway.offset.value, 240);
  assert.equal(gateway.now(), 1_000_240);
});

Deno.test("a slow answer is no wrong clock, and moves none that is known to be off", async () => {
  let now = 1_000_000, slowS = 0, ahead = 0;
  const gateway = new Gateway({
    ...browserWorld,
    clock: () => now,
    fetch: () => {
      const date = new Date((now + ahead) * 1000).toUTCString();
      now += slowS;
      return Promise.resolve(Response.json({}, { headers: { date, "cache-control": "no-cache" } }));
    },
  });
  const offset = async (slow: number, off: number) => {
    [slowS, ahead] = [slow, off];
    await gateway.get("/api/start");
    return gateway.offset.value;
  };
  assert.deepEqual([await offset(9, 0), await offset(9, -1), await offset(1, 1)], [0, 0, 0]);
  assert.equal(await offset(9, -60), -60);
  assert.deepEqual([await offset(9, -60), await offset(0, -61)], [-60, -60]);
  assert.equal(await offset(9, 60), 51, "it is off by that at least");
  assert.equal(await offset(0, 60), 60);
  assert.equal(await offset(0, 0), 0);
});

Deno.test("a copy tells no time: not one that caches share, not the worker's; a cache's tells that it was reached", async () => {
  const shared = asking({ "cache-control": "public, max-age=30" });
  await shared.gateway.get("/api/caches");
  assert.deepEqual([shared.gateway.offset.value, shared.gateway.reached.value], [0, true]);
  const kept = asking({ "cache-control": "no-cache", "x-kept": "1" });
  await kept.gateway.get("/api/caches");
  assert.deepEqual([kept.gateway.offset.value, kept.gateway.reached.value], [0, undefined]);
});

Deno.test("an old request that fails says nothing of now; a newer one does", async () => {
  const ends: { done: (answer: Response) => void; fail: (why: Error) => void }[] = [];
  const gateway = new Gateway({
    ...browserWorld,
    fetch: () => new Promise<Response>((done, fail) => void ends.push({ done, fail })),
  });
  const [older, newer] = [gateway.get("/api/start"), gateway.get("/api/start")];
  ends[1]!.done(Response.json({}));
  await newer;
  assert.equal(gateway.reached.value, true);
  ends[0]!.fail(new TypeError("Failed to fetch"));
  assert.deepEqual([await older, gateway.reached.value], [{ ok: false, refused: false }, true]);
  const newest = gateway.get("/api/start");
  ends[2]!.fail(new TypeError("Failed to fetch"));
  await newest;
  assert.equal(gateway.reached.value, false);
});
