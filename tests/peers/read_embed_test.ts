/** The embeddable map and the API reference in real Chromium: no script error, caches drawn, nobody else asked. */
import assert from "node:assert/strict";
import { testApp } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";
import { exists } from "../kit/test_data.ts";
import { peerTest, run } from "./peer.ts";

const CHROMIUM = "/usr/bin/chromium";
const missing = exists(CHROMIUM) ? undefined : "chromium is not installed (deno task peers)";
const LOOK = new URL("./browser/look.ts", import.meta.url).pathname;
const TITLE = `Bridge <img src=x onerror="document.title='bad'">`;

/** What Chromium saw on a gateway with three caches, one of them unlisted, and on a page that frames its map. */
async function look() {
  using app = testApp();
  const bridge = await hide(app, "OE1ABC", { title: TITLE, description: "Two\nlines" });
  await hide(app, "OE1ABC", { title: "Peak", lat: 48.3, lon: 16.5 });
  await hide(app, "OE1ABC", { title: "Hidden", lat: 48.25, lon: 16.4, unlisted: true });
  const serve = (handler: Deno.ServeHandler<Deno.NetAddr>) =>
    Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  const gateway = serve((request, info) => app.handler(request, { remoteAddr: info.remoteAddr }));
  const home = `http://127.0.0.1:${gateway.addr.port}`;
  const page =
    `<!doctype html><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" src="${home}/embed?bbox=16,48,17,49"></iframe>`;
  const framing = serve(() => new Response(page, { headers: { "content-type": "text/html" } }));
  try {
    const args = [
      "run",
      "-A",
      "--frozen",
      LOOK,
      home,
      `http://127.0.0.1:${framing.addr.port}/`,
      bridge.code.toLowerCase(),
    ];
    const { code, stdout, stderr } = await run(Deno.execPath(), args);
    assert.equal(code, 0, stderr);
    return { home, ...JSON.parse(stdout) };
  } finally {
    await Promise.all([gateway.shutdown(), framing.shutdown()]);
  }
}

peerTest("embed and docs in Chromium", missing, async () => {
  const { home, box, phone, card, unknown, framed, docs } = await look();

  assert.equal(box.note, "2 caches");
  const at = (word: string): [number, number] =>
    box.places[box.titles.findIndex((title: string) => title.startsWith(word))] ??
      assert.fail(`no ${word}: ${box.titles}`);
  assert.deepEqual([box.images, card.images], [0, 0]);
  assert.ok(!box.title.includes("bad"));
  // Circles lie where the caches lie: the peak is further east and north than the bridge.
  const [[x1, y1], [x2, y2]] = [at("Bridge <img"), at("Peak")];
  assert.ok(x1 > 0 && x2 > x1 && x2 < 640 && y2 < y1, JSON.stringify(box.places));
  assert.ok(box.moved, "zooming and dragging move the map");

  assert.equal(phone.length, 2);
  for (const { left, right, text } of phone) {
    assert.ok(left >= 0 && right <= 320, `${text} runs from ${left} to ${right} on a map of 320`);
  }
  assert.ok(
    phone.some(({ text }: { text: string }) => text.endsWith("…")),
    "a title wider than the map is cut",
  );

  assert.deepEqual([card.heading, card.circles], [TITLE, 1]);
  assert.match(unknown.note, /no cache under this code/);
  assert.deepEqual(unknown.thrown, []);
  assert.equal(framed.circles, 2);

  assert.equal(docs.open, 1);
  assert.ok(docs.routes > 100);
  assert.ok(docs.scrollWidth <= 400, `on a phone nothing runs out of the page: ${docs.scrollWidth}`);

  for (const [what, seen] of Object.entries({ box, card, framed, docs })) {
    assert.deepEqual(seen.wrong, [], what);
  }
  for (const { asked } of [box, card, docs]) {
    assert.ok(asked.length > 0 && asked.every((url: string) => url.startsWith(home)), asked.join("\n"));
  }
});
