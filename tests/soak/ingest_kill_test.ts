/**
 * kill -9 while receivers post: every packet that was acknowledged is there, a batch sent again (as a box does that got no
 * answer) makes nothing twice. SOAK_KILLS sets the number of cycles.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database } from "../../src/db/mod.ts";
import { serverEnv, startServer, withFolder } from "../kit/server.ts";
import { becomes, passes } from "../kit/waits.ts";

const CYCLES = Number(Deno.env.get("SOAK_KILLS") ?? 3);
const BATCH = 20;

interface Batch {
  first: number;
  body: string;
}

Deno.test(`${CYCLES} kills while receivers post lose no acknowledged packet and double none`, () =>
  withFolder(async (folder) => {
    const env: Record<string, string> = { ...serverEnv(folder), FIRST_PARTY_SITES: "OE1GATE-1" };
    const at = Math.floor(Date.now() / 1000);
    let next = 0;
    const unanswered: Batch[] = [];
    const acknowledged: Batch[] = [];
    const makeBatch = (): Batch => {
      const first = next;
      next += BATCH;
      const packets = Array.from({ length: BATCH }, (_, i) => {
        const n = first + i;
        const minutes = String(n % 6000).padStart(4, "0");
        return {
          raw: `OE1${String.fromCharCode(65 + Math.floor(n / 6000) % 26)}AA>APRS:!48${minutes.slice(0, 2)}.${
            minutes.slice(2)
          }N/01622.43E>#${n}`,
          heardAt: at,
          via: "rf",
          port: "kiss",
          site: "OE1GATE-1",
        };
      });
      return { first, body: JSON.stringify({ packets }) };
    };
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const server = await startServer(env);
      const before = acknowledged.length;
      let alive = true;
      const receiver = async () => {
        while (alive) {
          const batch = unanswered.shift() ?? makeBatch();
          try {
            const answer = await fetch(`${server.url}/ingest`, {
              method: "POST",
              headers: { "x-ingest-secret": env.INGEST_SECRET!, "content-type": "application/json" },
              body: batch.body,
            });
            const { accepted, duplicates, rejected } = await answer.json();
            assert.deepEqual([answer.status, accepted + duplicates, rejected], [200, BATCH, []]);
            acknowledged.push(batch);
          } catch (error) {
            if (error instanceof assert.AssertionError) throw error;
            unanswered.push(batch); // the server is gone; a box sends it again
            return;
          }
        }
      };
      const receivers = Array.from({ length: 4 }, receiver);
      await passes(40 + (cycle * 53) % 160, "it is killed at a moment of chance");
      // A busy machine may have taken nothing by then.
      await becomes("two batches to be acknowledged", () => acknowledged.length >= before + 2);
      await server.stop("SIGKILL");
      alive = false;
      await Promise.all(receivers);
    }
    // The last unanswered ones are sent once more, to a server that then ends in order.
    const server = await startServer(env);
    for (const batch of unanswered) {
      const answer = await fetch(`${server.url}/ingest`, {
        method: "POST",
        headers: { "x-ingest-secret": env.INGEST_SECRET!, "content-type": "application/json" },
        body: batch.body,
      });
      assert.equal(answer.status, 200);
      await answer.body?.cancel();
      acknowledged.push(batch);
    }
    await server.stop();
    const db = new Database(join(folder, "gateway.db"));
    // The move that the gateway makes once fresh fixes are many; until then one that a settled fix repeats shows twice.
    db.writeNow((tx) => {
      db.exec(tx, "INSERT INTO fix SELECT * FROM fresh_fix WHERE true ON CONFLICT DO NOTHING");
      db.exec(tx, "DELETE FROM fresh_fix");
    });
    const fixes = db.sql<never, { call: string; lat: number }>(
      "SELECT call, fix.lat_e7 AS lat FROM any_fix AS fix JOIN station ON station.id = fix.station_id",
    ).all();
    const packets = db.sql<never, { n: number }>("SELECT sum(packets) AS n FROM station").get()!.n;
    console.log(
      `${acknowledged.length * BATCH} acknowledged packets over ${CYCLES} kills, ${fixes.length} fixes`,
    );
    assert.ok(acknowledged.length > CYCLES, "the kills came while receivers posted");
    // Each packet has a place of its own: no fewer fixes than acknowledged packets, and no more.
    assert.equal(new Set(fixes.map(({ call, lat }) => `${call} ${lat}`)).size, acknowledged.length * BATCH);
    assert.equal(fixes.length, acknowledged.length * BATCH);
    assert.ok(packets >= fixes.length);
    assert.deepEqual(db.problems(), []);
    db.close();
  }));
