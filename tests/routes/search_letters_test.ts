/** Searches do not mind capital letters, of any script, and take two letters. */
import assert from "node:assert/strict";
import { gameApp } from "../kit/game.ts";

Deno.test("two letters and umlauts are found in any case, in titles of caches", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1ABC");
  for (const title of ["Alte Ölmühle", "ÖLBERG", "am öltank", "Ωmega", "𐐀𐐁"]) {
    await game.hide(owner, { title });
  }
  const titles = async (q: string) =>
    (await app.visitor.get(`/api/search?q=${encodeURIComponent(q)}&limit=20`)).body.caches
      .map(({ title }: { title: string }) => title).toSorted();
  const all = ["Alte Ölmühle", "am öltank", "ÖLBERG"].toSorted();
  for (const q of ["Öl", "ÖL", "öl", "öL"]) assert.deepEqual(await titles(q), all, q);
  for (const q of ["ölm", "ÖLM", "Ölmühle", "ÖLMÜHLE"]) {
    assert.deepEqual(await titles(q), ["Alte Ölmühle"], q);
  }
  for (const q of ["Ωm", "ωM", "ωme"]) assert.deepEqual(await titles(q), ["Ωmega"], q);
  // Two letters of four code units.
  assert.deepEqual(await titles("𐐨𐐩"), ["𐐀𐐁"]);
  game.close();
});

Deno.test("a search finds who holds a call, and towns by the beginning of their names, in any case", async () => {
  const game = gameApp();
  const { app } = game;
  await app.signIn("OE1ABC");
  const found = async (q: string) => (await app.visitor.get(`/api/search?q=${encodeURIComponent(q)}`)).body;
  for (const q of ["OE1ABC", " oe1abc "]) {
    assert.deepEqual((await found(q)).people, [{ callsign: "OE1ABC" }], q);
  }
  for (const q of ["OE1AB", "OE1XXX"]) assert.deepEqual((await found(q)).people, [], q);
  const first = async (q: string) => (await found(q)).places[0]?.name;
  for (
    const [q, name] of [["graz", "Graz"], ["ST. PÖLTEN", "Sankt Pölten"], ["Vienna", "Wien"], [
      "krems an",
      "Krems an der Donau",
    ]]
  ) {
    assert.equal(await first(q!), name, q);
  }
  assert.deepEqual((await found("oe1abc")).places, []);
  assert.ok((await found("san")).places.length <= 6);
  game.close();
});

Deno.test("imported places, and those taken out, are found in any case", async () => {
  const game = gameApp();
  const { app } = game;
  const parks = `"reference","name","active","entityId","locationDesc","latitude","longitude","grid"
"AT-9001","Ötscher Park","1","206","AT-NO","48.21","16.77","JN88je"
"AT-9002","Hill Park","1","206","AT-NO","48.3","16.7","JN88ih"
`;
  await app.operator.post("/api/import/pota", parks, { "content-type": "text/csv" });
  const found = async (q: string) =>
    (await app.operator.get(`/api/admin/imports?q=${encodeURIComponent(q)}`)).body;
  for (const q of ["ötscher", "ÖTSCHER", "Ötscher P", "at-9001", "AT-9001"]) {
    assert.deepEqual(
      (await found(q)).places.map(({ title }: { title: string }) => title),
      ["Ötscher Park"],
      q,
    );
  }
  const [{ id }] = (await found("ÖT")).places;
  assert.equal((await app.operator.delete(`/api/admin/imports/${id}`, { note: "gone" })).status, 200);
  for (const q of ["ötscher", "ÖTSCHER", "AT-9001"]) assert.equal((await found(q)).removed.length, 1, q);
  assert.deepEqual((await found("HILL")).removed, []);
  game.close();
});

Deno.test("the list of imported places says that it has only the newest", async () => {
  const game = gameApp();
  const { app } = game;
  const parks = (many: number) =>
    `"reference","name","active","entityId","locationDesc","latitude","longitude","grid"\n` +
    Array.from(
      { length: many },
      (_, n) => `"AT-${9000 + n}","Park","1","206","AT-NO","48.2","16.7","JN88je"\n`,
    )
      .join("");
  for (const [many, truncated] of [[50, false], [51, true]] as const) {
    await app.operator.post("/api/import/pota", parks(many), { "content-type": "text/csv" });
    const { body } = await app.operator.get("/api/admin/imports");
    assert.deepEqual([body.places.length, body.truncated], [50, truncated]);
  }
  game.close();
});
