/** What others' programs read of us, and what theirs send: each as a standard has it. */
import assert from "node:assert/strict";
import { readMessage } from "../../src/meshtastic/protobuf.ts";
import { contentOf } from "../../src/meshtastic/content.ts";
import { appTest } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";

appTest(
  "a snapshot for TAK has no event whose time is over",
  { FIRST_PARTY_SITES: "OE1GATE-1" },
  async (app) => {
    const hear = (call: string, symbol: string) =>
      app.ingest.post("/ingest", {
        packets: [rf(app, `${call}>APRS:!4812.00N/01622.00E${symbol}`, "OE1GATE-1")],
      });
    await hear("OE1CAR-9", ">");
    await hear("OE1DIG-3", "#");
    app.world.pass(3000);
    await hear("OE1NEW-9", ">");
    const { text } = await app.visitor.get("/api/cot?maxAgeSec=7200");
    const calls = [...text.matchAll(/uid="APRS\.([^"]+)"/g)].map(([, call]) => call).sort();
    assert.deepEqual(
      calls,
      ["OE1DIG-3", "OE1NEW-9"],
      "what moves counts for half an hour, what stands for three",
    );
    for (const [, stale] of text.matchAll(/stale="([^"]+)"/g)) {
      assert.ok(Date.parse(stale!) / 1000 > app.world.now(), stale);
    }
  },
);

appTest("each page of the handbook says to search engines what it is", {}, async (app) => {
  for (const path of ["/help", "/help/first-find"]) {
    for (const lang of ["en", "de"]) {
      const { text } = await app.visitor.get(path, { accept: "text/html", "accept-language": lang });
      const [, about = ""] = /<meta name="description" content="([^"]*)"/.exec(text) ?? [];
      assert.ok(about.length > 30 && about.length <= 300, `${path} ${lang}: ${about}`);
    }
  }
});

Deno.test("a reaction is no text: emoji is a fixed32 (mesh.proto, Data)", () => {
  const text = [0x08, 1, 0x12, 4, ...new TextEncoder().encode("👍")];
  const read = (...more: number[]) => contentOf(readMessage(Uint8Array.from([...text, ...more]))!, true);
  assert.deepEqual(read(), { kind: "text", text: "👍" });
  assert.deepEqual(read(0x45, 1, 0, 0, 0), { kind: "other", port: 1 });
});
