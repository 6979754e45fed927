import assert from "node:assert/strict";
import { readRegister } from "../../src/accounts/mod.ts";
import { appTest, refused } from "../kit/app.ts";
import { refusedBut, signUp } from "../kit/people.ts";

appTest("a register is imported in batches, closed by its count, and asked by call", {}, async (app) => {
  const at = app.world.now();
  const take = (rows: unknown[], importedAt = at) =>
    app.operator.post("/api/licence/import", { source: "bmlrt", sourceName: "Austria", importedAt, rows });
  const finish = (count: number, importedAt = at) =>
    app.operator.post("/api/licence/import/finish", { source: "bmlrt", importedAt, count });
  assert.deepEqual(
    (await take([["OE1ABC", "licensed", at + 1000], ["OE1OLD", "expired", null], ["bad"], 7])).body,
    {
      ok: true,
      accepted: 2,
      skipped: 2,
      twice: 0,
    },
  );
  assert.deepEqual((await app.visitor.get("/api/licence")).body, { sources: [] }, "not closed yet");
  const wrong = await refused(app, 409, "import_incomplete", () => finish(3));
  assert.deepEqual([wrong.body.expected, wrong.body.held], [3, 2]);
  assert.deepEqual((await finish(2)).body, { ok: true, source: "bmlrt", rows: 2, removed: 0 });
  assert.deepEqual((await app.visitor.get("/api/licence")).body, {
    sources: [{ source: "bmlrt", sourceName: "Austria", rows: 2, importedAt: at }],
  });
  const asked = await app.visitor.get("/api/licence/oe1abc-7");
  assert.deepEqual(asked.body, {
    callsign: "OE1ABC",
    status: "licensed",
    source: "bmlrt",
    sourceName: "Austria",
    expiresAt: at + 1000,
    checkedAt: at,
  });
  assert.match(asked.headers.get("cache-control")!, /max-age=3600/);
  assert.equal((await app.visitor.get("/api/licence/HB9%2FOE1ABC%2FP")).body.callsign, "OE1ABC");
  assert.equal((await app.visitor.get("/api/licence/OE9NIX")).body.status, "unconfirmed");
  await refused(app, 400, "invalid_call", () => app.visitor.get("/api/licence/hello"));
  const { client, reply } = await signUp(app, "OE1ABC");
  assert.equal(reply.body.licence.status, "licensed");
  assert.equal((await client.get("/auth/session")).body.verified, false, "a licence verifies nobody");

  app.world.pass(2000);
  assert.equal((await app.visitor.get("/api/licence/OE1ABC")).body.status, "expired");
  const later = at + 2000;
  await take([["OE1NEW", "licensed", null]], later);
  await refused(app, 409, "import_newer", () => take([["OE1ABC"]], at));
  await refused(app, 409, "import_newer", () => finish(2, at));
  assert.deepEqual((await finish(1, later)).body, { ok: true, source: "bmlrt", rows: 1, removed: 2 });
  assert.equal((await app.visitor.get("/api/licence/OE1ABC")).body.status, "unconfirmed");
});

appTest("a batch is refused for its size, its source, its time and its missing run", {}, async (app) => {
  const at = app.world.now();
  const post = (path: string, body: Record<string, unknown>) => () => app.operator.post(path, body);
  const rows = Array(1001).fill(["OE1ABC"]);
  await refused(app, 400, "invalid_body", post("/api/licence/import", { source: "a", importedAt: at, rows }));
  await refused(
    app,
    400,
    "invalid_body",
    post("/api/licence/import", { source: "A!", importedAt: at, rows: [] }),
  );
  await refused(
    app,
    400,
    "import_in_future",
    post("/api/licence/import", { source: "a", importedAt: at + 3601, rows: [] }),
  );
  await refused(
    app,
    409,
    "import_unknown",
    post("/api/licence/import/finish", { source: "a", importedAt: at, count: 1 }),
  );
  await refused(
    app,
    400,
    "invalid_body",
    post("/api/licence/import/finish", { source: "a", importedAt: at, count: 0 }),
  );
  await refusedBut(app, [], 401, "no_credential", () => app.visitor.post("/api/licence/import", {}));
});

appTest("the register is read under the read API's limits", { API_RATE_ANON: "3" }, async (app) => {
  for (let n = 0; n < 3; n++) assert.equal((await app.visitor.get("/api/licence/OE1ABC")).status, 200);
  const reply = await refused(app, 429, "rate_limited", () => app.visitor.get("/api/licence"));
  assert.equal(reply.body.tier, "anon");
});

const chunked = async function* (text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.slice(at, at + size));
};
const read = async (text: string, form: "csv" | "json", size = 7) => {
  const rows = [];
  for await (const { fields } of readRegister(chunked(text, size), form, assert.fail)) rows.push(fields);
  return rows;
};

Deno.test("readRegister() reads CSV with and without a heading, quotes and all, in chunks of any size", async () => {
  const plain = "OE1ABC,licensed,2027-01-01\r\nOE1XYZ,expired,\r\n";
  const headed = '\ufeffName,Call Sign,Expires,Status\n"Muster, Max\nJr",OE1ABC,2027-01-01,licensed\n';
  for (const size of [1, 2, 7, 4096]) {
    assert.deepEqual(await read(plain, "csv", size), [
      ["OE1ABC", "licensed", "2027-01-01"],
      ["OE1XYZ", "expired", ""],
    ]);
    assert.deepEqual(await read(headed, "csv", size), [["OE1ABC", "licensed", "2027-01-01"]]);
  }
  assert.deepEqual(await read("", "csv"), []);
});

Deno.test("readRegister() skips a line with a stray quote, says which, and reads on", async () => {
  const text = [
    "callsign,status,expires",
    "OE1AAA,licensed,",
    '"OE1BBB,licensed,',
    "OE1CCC,licensed,",
    'OE1"DDD,licensed,',
    '"OE1EEE"x,licensed,',
    `OE1FFF,${"x".repeat(10_000)}`,
    '"OE1GGG","licensed",""',
    "OE1HHH,licensed,",
    '"OE1III,licensed',
  ].join("\n");
  for (const size of [1, 7, 100_000]) {
    const rows: unknown[] = [], skipped: number[] = [];
    for await (
      const { line, fields } of readRegister(chunked(text, size), "csv", (line) => skipped.push(line))
    ) rows.push([line, fields[0]]);
    assert.deepEqual(rows, [[2, "OE1AAA"], [4, "OE1CCC"], [8, "OE1GGG"], [9, "OE1HHH"]]);
    assert.deepEqual(skipped.sort((a, b) => a - b), [3, 5, 6, 7, 10]);
  }
});

Deno.test("readRegister() reads JSON lists of lists and of objects, and says when a file is cut", async () => {
  for (const size of [1, 5, 4096]) {
    assert.deepEqual(await read('[["OE1ABC","licensed",5],["OE1XYZ"]]', "json", size), [
      ["OE1ABC", "licensed", 5],
      ["OE1XYZ"],
    ]);
    assert.deepEqual(
      await read(
        '{"source":"x","rows":[{"call":"OE1ABC","status":"licensed","name":{"a":[1]}}]}',
        "json",
        size,
      ),
      [["OE1ABC", "licensed", undefined]],
    );
  }
  await assert.rejects(read('[["OE1ABC"],["OE1', "json"), /JSON file is broken/);
  await assert.rejects(read("hello", "json"), /JSON file is broken/);
});
