/** Shared answers that are asked for again: their version and their gzipped form are worked out once, and never outlive them. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { Addresses, Limits, mount, open, route, SHARED, text } from "../../src/http/mod.ts";
import { KeptAnswers } from "../../src/http/answers/kept_answers.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

Deno.test("what is asked for twice is kept from then on, and once is not", () => {
  const kept = new KeptAnswers();
  const first = kept.packable("/a", "content");
  assert.equal(kept.held, 0);
  const second = kept.packable("/a", "content");
  assert.notEqual(second, first);
  assert.equal(kept.packable("/a", "content"), second);
  assert.equal(kept.held, "content".length);
});

Deno.test("other content under the same address is another version, and takes the old one's place", () => {
  const kept = new KeptAnswers();
  kept.packable("/a", "before");
  const before = kept.packable("/a", "before"), after = kept.packable("/a", "after it");
  assert.notEqual(after.tag, before.tag);
  assert.equal(after.packed, undefined);
  assert.equal(kept.packable("/a", "after it"), after);
  assert.equal(kept.held, "after it".length);
});

Deno.test("what was asked for longest ago goes first when the room is full", () => {
  const kept = new KeptAnswers(30);
  const ask = (address: string) => kept.packable(address, `ten of ${address}`.padEnd(10, "."));
  for (const address of ["/a", "/b", "/c"]) ask(address), ask(address);
  assert.equal(kept.held, 30);
  const [a, b] = [ask("/a"), ask("/b")];
  ask("/d"), ask("/d");
  assert.equal(kept.held, 30);
  assert.deepEqual([ask("/a"), ask("/b")], [a, b]);
  const c = ask("/c");
  assert.notEqual(ask("/c"), c);
});

Deno.test("long answers and long addresses are not kept", () => {
  const kept = new KeptAnswers();
  for (let n = 0; n < 3; n++) {
    kept.packable("/long", "x".repeat(500_001));
    kept.packable(`/${"x".repeat(300)}`, "short");
  }
  assert.equal(kept.held, 0);
});

Deno.test("an address that is asked again gets the content that it has now, gzipped or not, under its own version", async () => {
  const world = testWorld();
  let words = "a".repeat(5000);
  const handler = mount({
    routes: ["/text", "/object"].map((path) =>
      route(`GET ${path as "/text"}`, {
        ...{ gate: open("test"), spec: "test", summary: "test" },
        share: SHARED.game,
        produces: "application/json",
        handle: () => path === "/text" ? text(JSON.stringify({ words }), "application/json") : { words },
      })
    ),
    ports: emptyPorts(world),
    addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
    limits: new Limits(world.now),
    world,
  });
  const ask = async (path: string, headers: Record<string, string>) =>
    await handler(new Request(`http://svc.example${path}`, { headers: { host: "svc.example", ...headers } }));
  for (const path of ["/text", "/object"]) {
    const tags = new Set<string>();
    for (const letter of "aaabbba") {
      words = letter.repeat(5000);
      const packed = await ask(path, { "accept-encoding": "gzip" }), plain = await ask(path, {});
      assert.equal(new TextDecoder().decode(gunzipSync(await packed.bytes())), JSON.stringify({ words }));
      assert.deepEqual(await plain.json(), { words });
      const tag = packed.headers.get("etag")!;
      assert.equal(plain.headers.get("etag"), tag);
      assert.equal((await ask(path, { "if-none-match": tag })).status, 304);
      tags.add(tag);
    }
    assert.equal(tags.size, 2);
  }
});
