/** What a member keeps of caches: notes with places, ignored caches, lists; private until a list is shared by its address. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { hide, suspend } from "../kit/seed_game.ts";

appTest(
  "a note with solved coordinates is its member's alone, and goes when it is emptied",
  {},
  async (app) => {
    const client = await app.signIn("OE7PQR"), other = await app.signIn("OE1ABC");
    const put = (body: Record<string, unknown>) => client.put("/api/my/notebook/notes/ktr-4729", body);
    assert.equal((await put({ text: "N 48 12.345", lat: 48.20575, lon: 16.37 })).status, 200);
    const { notes } = (await client.get("/api/my/notebook")).body;
    assert.deepEqual(notes, [{
      code: "KTR-4729",
      text: "N 48 12.345",
      lat: 48.20575,
      lon: 16.37,
      updatedAt: app.world.now(),
    }]);
    assert.deepEqual((await other.get("/api/my/notebook")).body.notes, []);
    for (const body of [{ lat: 48 }, { lat: 91, lon: 16 }, { text: "x".repeat(4001) }]) {
      await refused(app, 400, undefined, () => put(body));
    }
    await refused(
      app,
      400,
      "bad_cache_code",
      () => client.put("/api/my/notebook/notes/a%20b", { text: "x" }),
    );
    // Under whatever spelling of the code it is the same note.
    assert.equal((await client.put("/api/my/notebook/notes/KTR4729", { text: " " })).status, 200);
    assert.deepEqual((await client.get("/api/my/notebook")).body.notes, []);
  },
);

appTest("a cache is ignored and heeded again", {}, async (app) => {
  const client = await app.signIn("OE7PQR");
  for (const on of [true, true, false]) {
    assert.equal((await client.put("/api/my/notebook/ignored/KTR4729", { on })).status, 200);
    assert.deepEqual((await client.get("/api/my/notebook")).body.ignored, on ? ["KTR4729"] : []);
    assert.deepEqual((await client.get("/api/my/ignored")).body.codes, on ? ["KTR4729"] : []);
  }
});

appTest(
  "a list is shared by its address until that is ended; a suspended member shares nothing",
  {},
  async (app) => {
    const cache = await hide(app, "OE1ABC", { title: "Old oak" });
    const client = await app.signIn("OE7PQR"), other = await app.signIn("OE1ABC");
    const { id } = (await client.post("/api/my/notebook/lists", { name: "Sunday" })).body;
    const item = (who: typeof client, code: string, on = true) =>
      who.put(`/api/my/notebook/lists/${id}/${code}`, { on });
    assert.equal((await item(client, cache.code)).status, 200);
    assert.equal((await item(client, "GCNONE")).status, 200);
    const quiet = await hide(app, "OE1ABC", { title: "Unlisted", unlisted: true });
    assert.equal((await item(client, quiet.code)).status, 200);
    await refused(app, 404, "cache_list_missing", () => item(other, "GC1"));
    await refused(
      app,
      404,
      "cache_list_missing",
      () => other.patch(`/api/my/notebook/lists/${id}`, { shared: true }),
    );
    await refused(app, 404, "cache_list_missing", () => other.delete(`/api/my/notebook/lists/${id}`));
    await refused(app, 404, "cache_list_missing", () => app.visitor.get("/api/lists/AAAAAAAAAAAA"));

    const { share } = (await client.patch(`/api/my/notebook/lists/${id}`, { shared: true })).body;
    const read = () => app.visitor.get(`/api/lists/${share}`);
    const { body } = await read();
    assert.deepEqual([body.name, body.by, body.caches.map(({ title }: { title: string }) => title)], [
      "Sunday",
      "OE7PQR",
      ["Old oak"],
    ]);
    assert.equal((await client.patch(`/api/my/notebook/lists/${id}`, { name: "Monday" })).body.share, share);
    suspend(app, "OE7PQR");
    assert.equal((await read()).status, 404);
    app.db.writeNow((tx) => app.db.sql("DELETE FROM suspension").run(tx));
    assert.equal((await read()).body.name, "Monday");
    const back = await app.signIn("OE7PQR");
    assert.equal((await back.patch(`/api/my/notebook/lists/${id}`, { shared: false })).body.share, null);
    assert.equal((await read()).status, 404);
    assert.equal((await back.delete(`/api/my/notebook/lists/${id}`)).status, 200);
    assert.deepEqual((await back.get("/api/my/notebook")).body.lists, []);
  },
);

appTest("a hundred lists and no more; asked again for one that is there, it is that one", {}, async (app) => {
  const client = await app.signIn("OE7PQR"), other = await app.signIn("OE1ABC");
  const begin = (name: string, who = client) => who.post("/api/my/notebook/lists", { name });
  const names = async () =>
    (await client.get("/api/my/notebook")).body.lists.map(({ name }: { name: string }) => name);
  const first = await begin("List 0");
  assert.equal(first.status, 201);
  // A phone that had no answer asks once more; another member's list of that name is another one.
  const again = await begin(" List 0 ");
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.deepEqual(await names(), ["List 0"]);
  assert.notEqual((await begin("List 0", other)).body.id, first.body.id);
  for (let n = 1; n < 100; n++) assert.equal((await begin(`List ${n}`)).status, 201);
  const full = await refused(app, 409, "notebook_full", () => begin("x"));
  assert.equal(full.body.limit, 100);
  assert.deepEqual((await begin("List 99")).status, 200);
  assert.equal((await names()).length, 100);
});

appTest(
  "the caches of a list stand in its member's order, for whoever has its address too; what comes later stands behind",
  {},
  async (app) => {
    const client = await app.signIn("OE7PQR"), other = await app.signIn("OE1ABC");
    const { id } = (await client.post("/api/my/notebook/lists", { name: "Sunday" })).body;
    const address = `/api/my/notebook/lists/${id}`;
    const codes: string[] = [];
    for (const title of ["Ash", "Birch", "Cherry"]) codes.push((await hide(app, "OE1ABC", { title })).code);
    const [ash, birch, cherry] = codes as [string, string, string];
    const put = async (code: string) => {
      app.world.pass(1);
      assert.equal((await client.put(`${address}/${code}`, { on: true })).status, 200);
    };
    for (const code of codes) await put(code);
    const order = async () => (await client.get("/api/my/notebook")).body.lists[0].codes;
    assert.deepEqual(await order(), codes, "by when they were put on it");

    // Spelled otherwise, twice, and with one that is not on it: it is passed over.
    const wish = [cherry, ash.toLowerCase(), "GCNONE", cherry, birch];
    assert.equal((await client.patch(address, { order: wish })).status, 200);
    assert.deepEqual(await order(), [cherry, ash, birch]);
    await put("GC1");
    assert.deepEqual(await order(), [cherry, ash, birch, "GC1"]);
    const { share } = (await client.patch(address, { shared: true })).body;
    const titles = (await app.visitor.get(`/api/lists/${share}`)).body.caches
      .map(({ title }: { title: string }) => title);
    assert.deepEqual(titles, ["Cherry", "Ash", "Birch"]);
    // One that an order does not name has no place any more; renaming leaves the order alone.
    assert.equal((await client.patch(address, { order: [birch] })).status, 200);
    assert.deepEqual(await order(), [birch, ash, cherry, "GC1"]);
    assert.equal((await client.patch(address, { name: "Monday" })).status, 200);
    assert.deepEqual(await order(), [birch, ash, cherry, "GC1"]);

    const long = Array.from({ length: 1001 }, (_, n) => `GC${n}`);
    await refused(app, 400, undefined, () => client.patch(address, { order: long }));
    await refused(app, 400, undefined, () => client.patch(address, { order: ["x".repeat(33)] }));
    await refused(app, 404, "cache_list_missing", () => other.patch(address, { order: [ash] }));
    assert.deepEqual(await order(), [birch, ash, cherry, "GC1"]);
  },
);
