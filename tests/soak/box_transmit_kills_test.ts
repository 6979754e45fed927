/**
 * `kill -9` of a box that transmits, in the middle of whatever it does, with switches thrown between: nothing reaches the
 * radio without a row, nothing under a closed lock, and the pace holds over the deaths. TX_KILLS sets how often.
 */
import assert from "node:assert/strict";
import { passes } from "../kit/waits.ts";
import { join } from "node:path";
import { BOX_FILE } from "../../src/box/config/box_file.ts";
import { listeningApp, makeBox, testTnc, until } from "../kit/box.ts";
import { startBoxProcess } from "../kit/box_process.ts";
import { withFolder } from "../kit/server.ts";
import { seeded } from "../wire/test_data.ts";
import { claimBox, framesOf, holdPace, LIVES, queueMessage, throwSwitches } from "./box_lives.ts";

const KILLS = Number(Deno.env.get("TX_KILLS") ?? 2);

Deno.test(`a box that is killed ${KILLS} times transmits nothing that a lock forbids, nor faster than its pace`, () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), tnc = testTnc(), draw = seeded(11);
    const { app } = gateway;
    await makeBox(dir, gateway, { connections: [`${tnc.address}?tx=on`], tx: "on" });
    await claimBox(gateway);
    const onAir = () => framesOf(tnc.received);
    const started = Date.now();
    try {
      for (let n = 0; n < KILLS; n++) {
        const life = LIVES[n % LIVES.length]!;
        throwSwitches(dir, life, draw);
        const before = onAir().length;
        for (let one = 0; one < 6; one++) queueMessage(app.db, `life ${n} text ${one}`);
        const box = await startBoxProcess(dir, { http: "off" });
        // Its first commands come within the first poll; some are under way when it dies.
        await until("its poll", () => {
          const { at } = app.db.sql<never, { at: number | null }>(
            "SELECT max(sent_at) AS at FROM box_command",
          ).get()!;
          return at !== null && app.db.sql<{ text: string }, { n: number }>(
                "SELECT count(*) AS n FROM box_command WHERE status <> 'queued' AND payload LIKE :text",
              ).get({ text: `%life ${n} %` })!.n > 0;
        });
        await passes(draw() * 400, "it is killed at a moment of chance");
        await box.stop("SIGKILL");
        await passes(50, "what a dead program wrote arrives");
        const sent = onAir().slice(before);
        if (life !== "on") assert.deepEqual(sent, [], `a life with ${life}`);
      }
      holdPace(dir, onAir(), (Date.now() - started) / 60_000);
      assert.equal(Deno.statSync(join(dir, BOX_FILE)).mode! & 0o777, 0o600);
    } finally {
      await tnc.close();
      await gateway.close();
    }
  }));
