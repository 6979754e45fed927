/** Compressed answers: who gets them, from which size on, and what caches are told of it. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { Addresses, json, Limits, mount, open, route, streamed, text } from "../../src/http/mod.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

/** As JSON with its quotes: 2,047, 2,048 and 70,000 characters. */
const WORDS = ["a".repeat(2045), "b".repeat(2046), "c".repeat(69_998)] as const;
const about = { gate: open("test"), spec: "test", summary: "test" };

function ask() {
  const world = testWorld();
  const addresses = new Addresses({ own: ["https://svc.example"], trusted: [], trustProxy: false });
  const handler = mount({
    routes: [
      route("GET /words/:n", {
        ...about,
        params: { n: "Which" },
        produces: "application/json",
        handle: ({ params }) => json(WORDS[Number(params.n)]),
      }),
      route("GET /pieces", {
        ...about,
        produces: "application/xml",
        handle: () => streamed(Array(9).fill("<a>x</a>".repeat(1000)), "application/xml"),
      }),
      route("GET /events", {
        ...about,
        produces: "text/event-stream",
        handle: () => new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } }),
      }),
      route("GET /picture", {
        ...about,
        produces: "image/png",
        handle: () => new Response("p".repeat(9000), { headers: { "content-type": "image/png" } }),
      }),
      route("GET /packed", {
        ...about,
        produces: "text/css",
        handle: () => text("z".repeat(9000), "text/css", { "content-encoding": "br" }),
      }),
    ],
    ports: emptyPorts(world),
    addresses,
    limits: new Limits(world.now),
    world,
  });
  return async (path: string, encodings?: string) => {
    const headers: Record<string, string> = { host: "svc.example" };
    if (encodings !== undefined) headers["accept-encoding"] = encodings;
    const answer = await handler(new Request(`https://svc.example${path}`, { headers }));
    return { answer, bytes: await answer.bytes(), encoding: answer.headers.get("content-encoding") };
  };
}
const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

Deno.test("from 2,048 characters on an answer is gzipped, whole and on another thread alike", async () => {
  const asked = ask();
  assert.equal((await asked("/words/0", "gzip")).encoding, null);
  for (const n of [1, 2]) {
    const { encoding, bytes } = await asked(`/words/${n}`, "gzip");
    assert.equal(encoding, "gzip");
    assert.ok(bytes.length < 200);
    assert.equal(read(gunzipSync(bytes)), JSON.stringify(WORDS[n]));
  }
});

Deno.test("text that comes in pieces is gzipped as it comes; events, pictures and what is packed already are not", async () => {
  const asked = ask();
  const { encoding, bytes } = await asked("/pieces", "gzip");
  assert.equal(encoding, "gzip");
  assert.equal(read(gunzipSync(bytes)), "<a>x</a>".repeat(9000));
  for (const path of ["/events", "/picture"]) assert.equal((await asked(path, "gzip")).encoding, null, path);
  assert.deepEqual(
    [(await asked("/packed", "gzip")).encoding, (await asked("/packed", "gzip")).bytes.length],
    [
      "br",
      9000,
    ],
  );
});

Deno.test("who takes gzip says so by name and with a weight above nothing", async () => {
  const asked = ask();
  for (const takes of ["gzip", "GZIP", "br, gzip;q=0.1", "deflate , gzip ; q=1", "gzip;q=0.001"]) {
    assert.equal((await asked("/words/1", takes)).encoding, "gzip", takes);
  }
  for (
    const not of [undefined, "", "br", "gzip;q=0", "gzip; q=0.0", "x-gzipped", `${"br,".repeat(80)}gzip`]
  ) {
    assert.equal((await asked("/words/1", not)).encoding, null, not);
  }
});

Deno.test("what may come compressed varies by it, besides what it varies by already; nothing else does", async () => {
  const asked = ask();
  const vary = async (path: string) => (await asked(path, "br")).answer.headers.get("vary");
  assert.equal(await vary("/words/0"), "Origin, Accept-Encoding");
  assert.equal(await vary("/pieces"), "Origin, Accept-Encoding");
  assert.equal(await vary("/picture"), "Origin");
  assert.equal(await vary("/events"), "Origin");
});
