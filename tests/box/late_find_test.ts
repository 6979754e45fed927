/**
 * A receiver that had no way to its gateway while a find was logged: the program `box run` keeps what it heard, is killed,
 * runs again and delivers it, and the find counts by radio then.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { testApp } from "../kit/app.ts";
import { makeBox, testTnc, until } from "../kit/box.ts";
import { boxStatus, startBoxProcess } from "../kit/box_process.ts";
import { freePort } from "../kit/free_port.ts";
import { withFolder } from "../kit/server.ts";

const SITE = "OE1BOX-10", CACHE = { lat: 48.2, lon: 16.3 };

Deno.test("a box that was offline while the find was logged delivers the beacon later, and the find counts", () =>
  withFolder(async (dir) => {
    const app = testApp(), port = freePort(), tnc = testTnc();
    /** The gateway's clock follows the real one, a second behind: answers tell whole seconds. */
    const follow = () => app.world.pass(Math.floor(Date.now() / 1000) - 1 - app.world.now());
    const serve = () =>
      Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, (request) => {
        // A clock that stands still is not believed by a box whose questions come further than 5 s apart.
        follow();
        return app.handler(request);
      });
    follow();
    let server: ReturnType<typeof serve> | undefined = serve();
    const gateway = { app, url: `http://127.0.0.1:${port}` };
    await makeBox(dir, gateway, { connections: [`${tnc.address}?site=${SITE}`] }, { sites: [SITE] });
    let box = await startBoxProcess(dir);
    try {
      const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
      const { code } = (await owner.post("/api/caches", { title: "Old mill", ...CACHE })).body;
      await until("the TNC's client", () => tnc.clients.size === 1);
      await until(
        "the box's word to its gateway",
        async () => (await boxStatus(dir)).status?.gateway.lastOkAt != null,
      );
      await server.shutdown();
      server = undefined;
      const frame = encodeFrame({
        source: "OE2FND-7",
        destination: "APRS",
        path: [],
        info: "!4812.01N/01618.00E[on foot",
      });
      await tnc.hears(encodeKiss(frame!));
      // What waits is told at once, and is on the disk after the box's next turn: from then on it survives.
      await until("the frame on the box's disk", () => {
        using box = new DatabaseSync(join(dir, "box.db"), { readOnly: true });
        return Promise.resolve(box.prepare("SELECT count(*) AS n FROM spool_item").get()!.n === 1);
      });
      follow();
      const { body: log } = await finder.post(`/api/caches/${code}/logs`, {
        kind: "found",
        text: "by the river",
      });
      assert.equal(log.tier, null);
      assert.ok(log.open.missing.includes("hearing"));
      await box.stop("SIGKILL");
      box = await startBoxProcess(dir);
      server = serve();
      const now = await until("the find by radio", async () => {
        const seen = (await finder.get(`/api/finds/${log.id}`)).body.log;
        return seen.tier === "A" && seen;
      });
      assert.match(now.why.sentence, /OE1BOX-10 heard OE2FND-7 directly/);
      const { alerts } = (await finder.get("/api/watch/alerts")).body;
      assert.deepEqual(alerts.map(({ kind }: { kind: string }) => kind), ["find_counts"]);
    } finally {
      await box.stop("SIGTERM");
      await tnc.close();
      await server?.shutdown();
      app.close();
    }
  }));
