/**
 * A mirror that is killed with -9 while it pulls, again and again, ends with everything, once; and its memory does not
 * grow with the origin. SOAK_RECORDS and SOAK_KILLS make it long (1000000 records for the full form).
 */
import assert from "node:assert/strict";
import { passes } from "../kit/waits.ts";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Database } from "../../src/db/mod.ts";
import { cacheBody, findBody } from "../federation/node.ts";
import { instance, seedOf } from "../routes/federation/instances.ts";
import { rssOf, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { seeded } from "../wire/test_data.ts";

const RECORDS = Number(Deno.env.get("SOAK_RECORDS") ?? 6000);
const KILLS = Number(Deno.env.get("SOAK_KILLS") ?? 2);
/** What pages, the thread that verifies, and a heap at work may take beside the program itself, in MB. */
const ROOM_MB = 180;
/** What may come to that after the first 50,000 records, however many follow. */
const GROWTH_MB = 80;

Deno.test(`a mirror killed ${KILLS} times while it pulls ${RECORDS} records has them all, in bounded memory`, async () => {
  const a = instance("a.example");
  try {
    for (let done = 0; done < RECORDS; done += 1000) {
      await a.db.write((tx) => {
        for (let i = 0; i < 500; i++) {
          const { gid } = a.federation.publications.publish(tx, "cache", cacheBody(`cache ${done + i}`));
          a.federation.publications.publish(tx, "find", findBody(gid));
        }
      });
    }
    await withFolder(async (folder) => {
      const env: Record<string, string> = {
        ...serverEnv(folder),
        INSTANCE_ID: "b.example",
        FED_PRIVATE_KEY: seedOf("b.example"),
        FED_PEERS: a.url,
        FED_SYNC_INTERVAL_MS: "0",
      };
      const headers = { "x-operator-secret": env.OPERATOR_SECRET!, "content-type": "application/json" };
      const sync = (url: string, body = {}) =>
        fetch(`${url}/federation/sync`, { method: "POST", headers, body: JSON.stringify(body) });
      const held = () => {
        const db = new Database(join(folder, "gateway.db"), { readOnly: true });
        try {
          assert.deepEqual(db.problems(), []);
          return db.sql<never, { n: number }>("SELECT count(*) AS n FROM fed_record WHERE gone = 0").get()!.n;
        } finally {
          db.close();
        }
      };
      const draw = seeded(4711);
      let last = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const b = await startServer(env);
        const pulling = sync(b.url).then((answer) => answer.body?.cancel(), () => {});
        await passes(50 + draw() * 900, "it is killed at a moment of chance");
        await b.stop("SIGKILL");
        await pulling;
        const now = held();
        assert.ok(now >= last, "what was committed is kept");
        last = now;
      }
      const b = await startServer(env);
      try {
        await (await sync(b.url, { types: ["account-move"] })).body?.cancel();
        const before = rssOf(b.pid) / 1e6;
        let most = before, early = Infinity;
        for (let got = 1; got > 0;) {
          let done = false;
          const pulled = sync(b.url).then((answer) => answer.json()).finally(() => done = true);
          while (!done) {
            most = Math.max(most, rssOf(b.pid) / 1e6);
            await passes(50, "memory is looked at so often");
          }
          const { counts, errors } = await pulled;
          a.world.pass(60); // so many pages would be more than a client may ask for in a minute
          assert.deepEqual(errors, []);
          got = counts.cache + counts.find;
          early = Math.min(early, most);
        }
        const megabytes = `${before.toFixed(0)} MB, then ${early.toFixed(0)}, at last ${most.toFixed(0)}`;
        console.log(`memory while pulling: ${megabytes}`);
        assert.ok(early - before < ROOM_MB && most - early < GROWTH_MB, megabytes);
      } finally {
        await b.stop();
      }
      assert.equal(held(), RECORDS);
      const db = new Database(join(folder, "gateway.db"), { readOnly: true });
      const frames = (from: Database) => {
        const hash = createHash("sha256");
        let n = 0;
        const rows = from.sql<never, { gid: string; v: number; frame: Uint8Array }>(
          "SELECT gid, v, frame FROM fed_record WHERE origin = 'a.example' ORDER BY gid",
        );
        for (const { gid, v, frame } of rows.iterate()) {
          hash.update(`${gid} ${v} `).update(frame);
          n++;
        }
        return { n, sha256: hash.digest("hex") };
      };
      assert.deepEqual(frames(db), frames(a.db), "every frame as A signed it");
      assert.equal(db.sql<never, { n: number }>("SELECT count(*) AS n FROM fed_gap").get()!.n, 0);
      db.close();
    });
  } finally {
    await a.end();
  }
});
