/** kill -9 in the middle of writes: nothing that was acknowledged is lost. SOAK_KILLS sets the number of cycles. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database } from "../../src/db/mod.ts";
import { serverEnv, startServer, withFolder } from "../kit/server.ts";
import { becomes, passes } from "../kit/waits.ts";

const CYCLES = Number(Deno.env.get("SOAK_KILLS") ?? 4);

Deno.test(`${CYCLES} kills during writes lose no acknowledged write`, () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder);
    const acknowledged = new Set<string>();
    let call = 0;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const server = await startServer(env);
      const before = acknowledged.size;
      let alive = true;
      // Each operator link is a row of its own: its hash is looked for afterwards.
      const writer = async () => {
        while (alive) {
          const callsign = `OE1SYS-${1 + call++ % 15}`;
          try {
            const answer = await fetch(`${server.url}/auth/operator-link`, {
              method: "POST",
              headers: { "x-operator-secret": env.OPERATOR_SECRET! },
              body: JSON.stringify({ callsign }),
            });
            if (answer.status === 200) {
              acknowledged.add(new URL((await answer.json()).link).searchParams.get("token")!);
            }
          } catch {
            return; // the server is gone
          }
        }
      };
      const writers = Array.from({ length: 8 }, writer);
      await passes(20 + (cycle * 37) % 120, "it is killed at a moment of chance");
      // A busy machine may have written nothing by then.
      await becomes("two writes to be acknowledged", () => acknowledged.size >= before + 2);
      await server.stop("SIGKILL");
      alive = false;
      await Promise.all(writers);
    }
    const db = new Database(join(folder, "gateway.db"));
    const { sha256Hex } = await import("../../src/base/mod.ts");
    const there = new Set(
      db.sql<never, { hash: string }>("SELECT token_hash AS hash FROM sign_in_link").all().map(({ hash }) =>
        hash
      ),
    );
    const lost = [...acknowledged].filter((token) => !there.has(sha256Hex(token)));
    console.log(`${acknowledged.size} acknowledged writes over ${CYCLES} kills, ${lost.length} lost`);
    assert.ok(acknowledged.size > CYCLES, "the kills came during writes");
    assert.deepEqual(lost, []);
    assert.deepEqual(db.problems(), []);
    db.close();
  }));
