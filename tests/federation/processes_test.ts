/** Three real servers on loopback: A publishes, B carries on, C mirrors A through B; then A is erased. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { buildApp } from "../../src/app.ts";
import { realWorld } from "../../src/base/mod.ts";
import { Database, type Tx } from "../../src/db/mod.ts";
import type { Publisher } from "../../src/federation/records/publish.ts";
import { fingerprintOf, readSigningKey } from "../../src/wire/mod.ts";
import { Settings } from "../../src/settings/mod.ts";
import { freePort } from "../kit/free_port.ts";
import { type Server, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { seedOf } from "../routes/federation/instances.ts";
import { cacheBody, findBody } from "./node.ts";

const fp = (id: string) => fingerprintOf(readSigningKey(seedOf(id))!.publicKey);

const envOf = (id: string, folder: string, more: Record<string, string> = {}) => ({
  ...serverEnv(folder),
  INSTANCE_ID: id,
  FED_PRIVATE_KEY: seedOf(id),
  FED_SYNC_INTERVAL_MS: "0",
  ...more,
});

/** Writes as an area of that instance would, beside its running server. */
function publishing<T>(
  env: Record<string, string>,
  folder: string,
  write: (publications: Publisher, tx: Tx) => T,
): T {
  const db = new Database(join(folder, "gateway.db"));
  try {
    const settings = new Settings(env);
    settings.attach(db);
    const app = buildApp({
      world: realWorld(),
      settings,
      db,
      dataDir: folder,
      source: { version: "0", commit: null, tag: null },
    });
    return db.writeNow((tx) => write(app.federation.publications, tx));
  } finally {
    db.close();
  }
}

// deno-lint-ignore no-explicit-any -- answers of several routes
async function call(server: Server, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { "x-operator-secret": "operator-secret-of-a-process", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.status < 400, `${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
const sync = async (server: Server) => {
  const result = await call(server, "POST", "/federation/sync", {});
  assert.deepEqual(result.errors, []);
  return result.counts;
};
const mirrored = async (server: Server, id: string): Promise<number> => {
  const { peers } = await call(server, "GET", "/federation/peers");
  return peers.find((peer: { instance: string }) => peer.instance === id)?.mirroredTotal ?? 0;
};

Deno.test("three processes: A's records reach C through B, its deletions too, and outlive A", async () => {
  await withFolder(async (folder) => {
    const dirs = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, join(folder, name)])) as Record<
      string,
      string
    >;
    const running: Server[] = [];
    const start = async (env: Record<string, string>) => {
      const server = await startServer(env);
      running.push(server);
      return server;
    };
    try {
      const envA = envOf("a.example", dirs.a!);
      const a = await start(envA);
      const envB = envOf("b.example", dirs.b!, {
        FED_PEERS: `${a.url}#${fp("a.example")}`,
        PORT: String(freePort()),
      });
      const b = await start(envB);
      const c = await start(envOf("c.example", dirs.c!, { FED_PEERS: `${b.url}#${fp("b.example")}` }));

      const caches = publishing(envA, dirs.a!, (publications, tx) => {
        const made = Array.from(
          { length: 30 },
          (_, i) => publications.publish(tx, "cache", cacheBody(`cache ${i}`)),
        );
        publications.publish(tx, "find", findBody(made[0]!.gid));
        return made;
      });
      assert.equal((await sync(b)).cache, 30);
      const counts = await sync(c);
      assert.deepEqual([counts.cache, counts.find, counts.transit], [30, 1, 31]);
      assert.equal(await mirrored(c, "a.example"), 31);
      assert.deepEqual(await sync(c), {
        cache: 0,
        find: 0,
        key: 0,
        tombstone: 0,
        accountMove: 0,
        bulletin: 0,
        transit: 0,
      });

      // An account's erasure: its records are withdrawn for good, and everybody hears of it.
      publishing(envA, dirs.a!, (publications, tx) => {
        for (const { gid } of caches.slice(0, 10)) publications.withdraw(tx, gid, { bounded: false });
      });
      assert.equal((await sync(b)).tombstone, 10);
      assert.equal((await sync(c)).tombstone, 10);
      assert.equal(await mirrored(c, "a.example"), 31 - 10 + 10, "deletions are kept for good");

      // B is killed in the middle of things and comes back: nothing is lost, nothing comes twice.
      assert.notEqual(await b.stop("SIGKILL"), 0);
      running.splice(running.indexOf(b), 1);
      const again = await start(envB);
      assert.equal((await sync(again)).cache, 0);

      // A is gone with its data. Who comes now still gets all of it, as A signed it.
      assert.equal(await a.stop(), 0);
      running.splice(running.indexOf(a), 1);
      await Deno.remove(dirs.a!, { recursive: true });
      const d = await start(envOf("d.example", dirs.d!, { FED_PEERS: `${again.url}#${fp("b.example")}` }));
      const late = await sync(d);
      assert.deepEqual([late.cache, late.find, late.tombstone], [20, 1, 10]);
    } finally {
      for (const server of running) await server.stop("SIGKILL");
    }
  });
});
