/** Every clause holds here, what looking wrote is gone afterwards, and each clause has a lie that makes it fail. */
import assert from "node:assert/strict";
import { CLAUSES } from "../../src/conform/mod.ts";
import { CacheRecord, readSigningKey, signFrame } from "../../src/wire/mod.ts";
import { CACHE } from "../kit/game.ts";
import { type Instance, instance, seedOf } from "../routes/federation/instances.ts";
import { look } from "./conform_kit.ts";
import { type Lie, LIES, OTHER } from "./lies.ts";

const HERE = "club.example";
/** Longer than the window of any limit that looking touches. */
const AFTER_LIMITS_S = 1800;

/** An instance with something to show. */
async function club(): Promise<Instance> {
  const app = instance(HERE, { OPERATOR_LINKS_FOR_ANY_CALL: "1" });
  const member = await app.signIn("OE1XYZ");
  for (const title of ["A mill", "A bridge"]) {
    const hidden = await member.post("/api/caches", { ...CACHE, title, description: "Under a stone" });
    assert.equal(hidden.status, 201, hidden.text);
    app.world.pass(1);
  }
  return app;
}

/** Serves an instance with one lie; gives its address. */
function lying(app: Instance, lie: Lie) {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request, { remoteAddr }) => {
      if (request.url.endsWith("region=global")) return app.handler(request, { remoteAddr });
      const body = new Uint8Array(await request.arrayBuffer());
      // What is changed has to be read, which a packed answer cannot be.
      const headers = new Headers(request.headers);
      headers.delete("accept-encoding");
      const { method, url } = request, { pathname } = new URL(url);
      const own = new Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) });
      const stopped = lie.instead?.test(`${method} ${pathname}`) === true;
      return await lie(request, stopped ? new Response() : await app.handler(own, { remoteAddr }), body);
    },
  );
  return { url: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
}

const rowsOf = (app: Instance, name: string): number =>
  app.db.sql<Record<string, never>, { n: number }>(`SELECT count(*) AS n FROM ${name}`).get({})!.n;

Deno.test("every clause holds here, and nothing that was written stays but what the specification keeps", async () => {
  const app = await club();
  try {
    const kept = ["account", "holding", "station", "cache", "find", "api_key", "fed_peer", "watch", "setting"]
      .filter((name) =>
        app.db.sql<{ name: string }, { n: number }>(
          "SELECT count(*) AS n FROM sqlite_schema WHERE name = :name",
        ).get({ name })!.n > 0
      );
    assert.ok(kept.length > 4, String(kept));
    const before = kept.map((name) => rowsOf(app, name));
    const { findings, left } = await look(app, app.url);
    assert.deepEqual(findings.filter(({ verdict }) => verdict !== "holds"), []);
    assert.deepEqual(left, []);
    assert.deepEqual(kept.map((name) => rowsOf(app, name)), before);
    assert.equal((await app.visitor.get("/api/stations/Q0CF-9")).status, 404);
    const { boxes } = (await app.operator.get("/api/admin/boxes")).body;
    assert.ok(
      boxes.every((box: { revokedAt: number | null }) => box.revokedAt !== null),
      JSON.stringify(boxes),
    );
  } finally {
    await app.end();
  }
});

Deno.test("whoever shows no secret is answered what can be seen from outside, and nothing is written", async () => {
  const app = await club();
  try {
    // Records are signed when the first asks for them.
    await app.visitor.get("/federation/sync/cache");
    const before = app.fingerprint();
    const { findings, left } = await look(app, app.url, undefined, {
      operatorSecret: undefined,
      reach: undefined,
    });
    assert.deepEqual(findings.filter(({ verdict }) => verdict === "fails"), []);
    assert.ok(findings.filter(({ verdict }) => verdict === "untried").length > 20);
    assert.deepEqual(left, []);
    assert.equal(app.fingerprint(), before);
  } finally {
    await app.end();
  }
});

Deno.test("each clause has a lie that makes it fail", async (t) => {
  assert.deepEqual(Object.keys(LIES).toSorted(), CLAUSES.map(({ id }) => id).toSorted());
  const app = await club(), key = readSigningKey(seedOf(HERE))!;
  const record = {
    code: "CF1",
    title: "A summit of a list",
    type: "traditional",
    size: "small",
    difficultyX10: 10,
    terrainX10: 10,
    latE7: 482_000_000,
    lonE7: 163_000_000,
    owner: "OE1XYZ",
    status: "active",
    scope: "federated",
    createdAt: app.world.now(),
    updatedAt: app.world.now(),
  } as const;
  const body = CacheRecord.write(record).set("source", "sota"), v = app.world.now() * 1000;
  OTHER.imported = signFrame({
    type: 1,
    gid: `${HERE}:cache:${v}`,
    origin: HERE,
    v,
    at: app.world.now(),
    body,
  }, key);
  try {
    for (const clause of CLAUSES) {
      await t.step(`${clause.id}: not ${clause.says}`, async () => {
        app.world.pass(AFTER_LIMITS_S);
        const server = lying(app, LIES[clause.id]!);
        try {
          const { findings: [finding] } = await look(app, server.url, [clause]);
          assert.equal(finding?.verdict, "fails", finding?.why);
          assert.ok(finding.why, "it does not say why");
        } finally {
          await server.close();
        }
      });
    }
  } finally {
    await app.end();
  }
});
