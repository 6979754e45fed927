/** Field notes over HTTP: what a device noted becomes drafts, once; what can become of each is said. */
import assert from "node:assert/strict";
import { appTest, refused } from "../kit/app.ts";
import { count } from "../kit/people.ts";
import { find, hide } from "../kit/seed_game.ts";

const when = (at: number) => new Date(at * 1000).toISOString();

appTest(
  "a program brings visits with an API key; they wait as drafts, each with what can become of it",
  {},
  async (app) => {
    const cache = await hide(app, "OE1ABC", { title: "Old oak" });
    const found = await hide(app, "OE1ABC", { title: "Found before" });
    const own = await hide(app, "OE7PQR", { title: "My own" });
    await hide(app, "OE1ABC", {
      title: "Summit",
      type: "sota",
      code: "OE/NO-001",
      source: "sota",
      externalId: "OE/NO-001",
    });
    await find(app, "OE7PQR", found.code);
    app.world.pass(600);
    const client = await app.signIn("OE7PQR"), now = app.world.now();
    const key = (await client.post("/api/keys", { name: "phone" })).body.key;
    const program = app.visitor.with({ authorization: `Bearer ${key}` });
    const dashed = `${cache.code.slice(0, 3).toLowerCase()}-${cache.code.slice(3)}`;
    const file = [
      `${dashed},${when(now - 60)},Found it,"Nice, ""warm"" day"`,
      `${found.code},${when(now - 60)},Found it,`,
      `${own.code},${when(now - 60)},Didn't find it,`,
      `${cache.code},${when(now - 90_000)},Write note,too early`,
      `GCNONE,${when(now - 60)},Found it,`,
      `${cache.code},${when(now + 90_000)},Write note,the device's clock is wrong`,
      `GCX,${when(now)},Unattempted,`,
      "no visit at all",
    ].join("\r\n");
    const sent = await program.post("/api/v1/field-notes", file, { "content-type": "text/csv" });
    assert.deepEqual(sent.body, {
      taken: 6,
      known: 0,
      unattempted: 1,
      broken: 1,
      unknownKinds: 0,
      called: [],
      odd: 0,
    });
    const again = await program.post("/api/v1/field-notes", file, { "content-type": "text/csv" });
    assert.deepEqual(again.body, {
      taken: 0,
      known: 6,
      unattempted: 1,
      broken: 1,
      unknownKinds: 0,
      called: [],
      odd: 0,
    });
    assert.equal(
      count(app, "log", "account_id = 2 OR text LIKE '%warm%'"),
      count(app, "log", "account_id = 2"),
      "no log was made",
    );

    const { notes } = (await client.get("/api/my/field-notes")).body;
    const stateOf = Object.fromEntries(
      notes.map(({ code, kind, state }: Record<string, string>) => [`${code} ${kind}`, state]),
    );
    assert.equal(stateOf[`${dashed.toUpperCase()} found`], "ready");
    assert.equal(stateOf[`${found.code} found`], "logged");
    assert.equal(stateOf[`${own.code} DNF`], "own");
    assert.equal(stateOf["GCNONE found"], "unknown");
    assert.deepEqual(
      notes.filter(({ code, kind }: Record<string, string>) => code === cache.code && kind === "note")
        .map(({ state }: { state: string }) => state).sort(),
      ["before_cache", "future"],
    );

    // Sent as a log, under its own id: it counts as logged, and is not written twice.
    const ready = notes.find(({ state }: { state: string }) => state === "ready");
    assert.equal(ready.cache.title, "Old oak");
    const log = { kind: ready.kind, text: ready.text, sentId: ready.sentId };
    assert.equal((await client.post(`/api/caches/${ready.cache.code}/logs`, log)).status, 201);
    assert.equal((await client.post(`/api/caches/${ready.cache.code}/logs`, log)).status, 200);
    // A text that waited on a phone until then settles, though it changes no log.
    assert.equal((await client.patch(`/api/my/field-notes/${ready.id}`, { text: "late" })).status, 200);
    const after = (await client.get("/api/my/field-notes")).body.notes;
    assert.equal(after.find(({ id }: { id: number }) => id === ready.id).state, "logged");
  },
);

appTest("a note is mended and dropped by its own member alone, and does not come back", {}, async (app) => {
  await hide(app, "OE1ABC");
  app.world.pass(600);
  const client = await app.signIn("OE7PQR"), other = await app.signIn("OE1ABC"), at = app.world.now() - 60;
  const visit = { code: "GC1", at, kind: "note", text: "zzdraft" };
  assert.deepEqual((await client.post("/api/my/field-notes", { notes: [visit] })).body, {
    taken: 1,
    known: 0,
  });
  const [note] = (await client.get("/api/my/field-notes")).body.notes;
  await refused(
    app,
    404,
    "field_note_missing",
    () => other.patch(`/api/my/field-notes/${note.id}`, { text: "mine" }),
  );
  assert.deepEqual((await other.post("/api/my/field-notes/drop", { ids: [note.id] })).body, { dropped: 0 });
  assert.equal((await client.patch(`/api/my/field-notes/${note.id}`, { text: "mended" })).status, 200);
  assert.equal((await client.get("/api/my/field-notes")).body.notes[0].text, "mended");
  assert.deepEqual((await client.post("/api/my/field-notes/drop", { ids: [note.id] })).body, { dropped: 1 });
  assert.deepEqual((await client.get("/api/my/field-notes")).body.notes, []);
  // A phone that had no answer drops it once more; what was written for it since is refused, not lost unread.
  assert.deepEqual((await client.post("/api/my/field-notes/drop", { ids: [note.id] })).body, { dropped: 0 });
  await refused(
    app,
    404,
    "field_note_missing",
    () => client.patch(`/api/my/field-notes/${note.id}`, { text: "late" }),
  );
  assert.deepEqual((await client.post("/api/my/field-notes", { notes: [visit] })).body, {
    taken: 0,
    known: 1,
  });
  assert.equal(count(app, "field_note", "text <> ''"), 0, "the text is gone");
});

appTest(
  "what is no file of visits, too many and a wrong key are refused, and nothing is kept",
  {},
  async (app) => {
    const client = await app.signIn("OE7PQR");
    const key = (await client.post("/api/keys", { name: "phone" })).body.key;
    const program = app.visitor.with({ "x-api-key": key });
    assert.equal((await program.get("/api/v1/key")).status, 200); // its use is noted now, and not again below
    await app.db.write(() => {});
    const send = (who: typeof client, text: string, path = "/api/v1/field-notes") =>
      who.post(path, text, { "content-type": "text/csv" });
    await refused(app, 400, "field_notes_none", () => send(program, "<html></html>"));
    await refused(app, 401, "bad_secret", () => send(app.visitor.with({ "x-api-key": "svc_nobody" }), "GC1"));
    await refused(
      app,
      401,
      "no_credential",
      () => send(app.visitor, "GC1", `/api/v1/field-notes?key=${key}`),
    );
    const many = Array.from({ length: 2001 }, (_, n) => `GC1,${when(1_400_000_000 + n)},Found it,`).join(
      "\n",
    );
    const full = await refused(app, 409, "field_notes_full", () => send(program, many));
    assert.equal(full.body.limit, 2000);
  },
);
