/** `federation spokes`, `relay` and `push`: two processes, a hub that serves and a spoke at a shell. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { buildApp } from "../../src/app.ts";
import { realWorld } from "../../src/base/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { Settings } from "../../src/settings/mod.ts";
import { cacheBody } from "../federation/node.ts";
import { command } from "../kit/command.ts";
import { serverEnv, startServer, withFolder } from "../kit/server.ts";
import { seedOf } from "../routes/federation/instances.ts";
import { RELAY_SECRET, SUBMIT_SECRET } from "../routes/federation/spokes.ts";

const envOf = (id: string, folder: string, more: Record<string, string> = {}) => ({
  ...serverEnv(folder),
  INSTANCE_ID: id,
  FED_PRIVATE_KEY: seedOf(id),
  FED_SUBMIT_SECRET: SUBMIT_SECRET,
  FED_RELAY_SECRET: RELAY_SECRET,
  ...more,
});

/** Publishes caches as an area of that instance would. */
async function publish(env: Record<string, string>, folder: string, count: number): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const db = new Database(join(folder, "gateway.db"));
  const world = realWorld();
  migrate(db, MIGRATIONS, world);
  const settings = new Settings(env);
  settings.attach(db);
  const source = { version: "0", commit: null, tag: null };
  const app = buildApp({ world, settings, db, dataDir: folder, source });
  db.writeNow((tx) => {
    for (let n = 0; n < count; n++) app.federation.publications.publish(tx, "cache", cacheBody(`cache ${n}`));
  });
  app.close();
  db.close();
}

Deno.test("a push at a shell, and what hub and spoke say of it, beside a running server", async () => {
  await withFolder(async (home) => {
    const [hubFolder, hutFolder] = [join(home, "hub"), join(home, "hut")];
    const hubEnv = envOf("hub.example", hubFolder);
    const hub = await startServer(hubEnv);
    try {
      const env = envOf("hut.example", hutFolder, { FED_HUB_URL: hub.url });
      await publish(env, hutFolder, 3);
      const before = JSON.parse((await command(["federation", "spokes", "--json"], env)).stdout);
      assert.deepEqual([before.hub.waiting, before.hub.lastPushAt, before.spokes], [{ cache: 3 }, null, []]);

      const pushed = await command(["federation", "push"], env);
      assert.equal(pushed.code, 0, pushed.stderr);
      assert.match(pushed.stdout, /^[34] records sent, 3 applied, 0 refused\n$/);
      const shown = await command(["federation", "spokes"], env);
      assert.match(shown.stdout, new RegExp(`pushes to +${hub.url}\nlast push +2.*\nwaiting +nothing\n`));

      const asked = await fetch(`${hub.url}/federation/relay/hut.example/query`, {
        method: "POST",
        headers: { "x-relay-secret": RELAY_SECRET, "content-type": "application/json" },
        body: JSON.stringify({ kind: "feed", params: { feed: "caches" } }),
      });
      assert.equal(asked.status, 201, await asked.text());
      const listed = await command(["federation", "spokes"], hubEnv);
      assert.match(
        listed.stdout,
        /^unvetted +ok +hut\.example +3 records\n +pushed 2.*, 3 applied, 0 refused\n$/,
      );
      const relay = await command(["federation", "relay"], hubEnv);
      assert.match(
        relay.stdout,
        /^relay +on\nkept +1 of 5000 .*\nhut\.example +1 queued, 0 leased, 0 by mail, 0 answered/,
      );
      assert.equal((await command(["federation", "push"], env)).code, 0);
      const { spokes: [queue] } = JSON.parse(
        (await command(["federation", "relay", "--json"], hubEnv)).stdout,
      );
      assert.deepEqual([queue.instance, queue.queued, queue.answered], ["hut.example", 0, 1]);
    } finally {
      assert.equal(await hub.stop(), 0);
    }
    const env = envOf("hut.example", hutFolder, { FED_HUB_URL: hub.url });
    const failed = await command(["federation", "push"], env);
    assert.equal(failed.code, 75);
    assert.equal(failed.stderr.trim().split("\n").length, 1, failed.stderr);
  });
});
