/**
 * `kill -9` of a box that transmits, in the middle of whatever it does, with switches thrown between: nothing reaches the
 * radio without a row, nothing under a closed lock, and the pace holds over the deaths. TX_KILLS sets how often.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { decodeFrame, encodeTnc2, isUnreadable, KissReader } from "../../src/aprs/mod.ts";
import { BOX_FILE, loadBoxFile, saveBoxFile, sealOf } from "../../src/box/config/box_file.ts";
import { openBoxDatabase } from "../../src/box/run/box.ts";
import { openFacts } from "../../src/box/spool/facts.ts";
import { realWorld } from "../../src/base/mod.ts";
import { listeningApp, makeBox, testTnc, until } from "../kit/box.ts";
import { startBoxProcess } from "../kit/box_process.ts";
import { withFolder } from "../kit/server.ts";
import { seeded } from "../wire/test_data.ts";

const KILLS = Number(Deno.env.get("TX_KILLS") ?? 4);
/** In turn: what the locks are in one life of the box. */
const LIVES = ["on", "quiet", "on", "dry", "hand edit", "on", "off"] as const;

Deno.test(`a box that is killed ${KILLS} times transmits nothing that a lock forbids, nor faster than its pace`, () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), tnc = testTnc(), draw = seeded(11);
    const { app } = gateway;
    await makeBox(dir, gateway, { connections: [`${tnc.address}?tx=on`], tx: "on" });
    const owner = await app.signIn("OE1BOX");
    const { body: { code } } = await app.ingest.post("/api/box/attic/pair", {});
    assert.equal((await owner.post("/api/box/attic/claim", { code })).status, 200);
    const opened = <T>(use: (db: ReturnType<typeof openBoxDatabase>) => T): T => {
      const db = openBoxDatabase(dir, realWorld());
      try {
        return use(db);
      } finally {
        db.close();
      }
    };
    const onAir = () => {
      const reader = new KissReader();
      return tnc.received.flatMap((bytes) => reader.push(bytes)).map(({ data }) => {
        const packet = decodeFrame(data);
        return isUnreadable(packet) ? packet.unreadable : encodeTnc2(packet);
      });
    };
    const queue = (text: string) =>
      app.db.writeNow((tx) =>
        app.db.sql<Record<string, string | number>>(
          `INSERT INTO box_command (box, call, kind, payload, status, created_at)
           VALUES ('attic', 'OE1BOX', 'message', :payload, 'queued', :at)`,
        ).run(tx, { payload: JSON.stringify({ to: "OE3GHI-7", text }), at: Math.floor(Date.now() / 1000) })
      );
    /** Throws the switches as commands do, or as a hand does. */
    const throwSwitch = (life: typeof LIVES[number]) => {
      const file = loadBoxFile(dir)!;
      if (life === "hand edit") {
        return saveBoxFile(dir, { ...file, tx: "on", quiet: false, instance: `${draw()}` });
      }
      const next = { ...file, tx: life === "quiet" ? "on" as const : life, quiet: life === "quiet" };
      saveBoxFile(dir, next);
      opened((db) => db.writeNow((tx) => openFacts(db).set(tx, "seal", sealOf(next))));
    };
    const started = Date.now();
    try {
      for (let n = 0; n < KILLS; n++) {
        const life = LIVES[n % LIVES.length]!;
        throwSwitch(life);
        const before = onAir().length;
        for (let one = 0; one < 6; one++) queue(`life ${n} text ${one}`);
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
        await new Promise((resolve) => setTimeout(resolve, draw() * 400));
        await box.stop("SIGKILL");
        await new Promise((resolve) => setTimeout(resolve, 50)); // what it wrote arrives
        const sent = onAir().slice(before);
        if (life !== "on") assert.deepEqual(sent, [], `a life with ${life}`);
      }
      // The commands' bucket: three at once, then one a minute, over all the deaths.
      const minutes = (Date.now() - started) / 60_000;
      assert.ok(onAir().length <= 3 + Math.ceil(minutes), `${onAir().length} frames in ${minutes} minutes`);
      assert.ok(onAir().length > 0, "nothing was ever sent, so nothing was proven");
      const rows = opened((db) =>
        db.sql<never, { frame: string }>(
          "SELECT frame FROM transmission WHERE verdict IN ('handed_over', 'unknown')",
        )
          .all().map(({ frame }) => frame)
      );
      for (const frame of onAir()) assert.ok(rows.includes(frame), `no row of ${frame}`);
      assert.equal(Deno.statSync(join(dir, BOX_FILE)).mode! & 0o777, 0o600);
    } finally {
      await tnc.close();
      await gateway.close();
    }
  }));
