/** A host whose clock is years ahead, before the gateway has said what time it is: the transmit log keeps its rows. */
import assert from "node:assert/strict";
import { realWorld } from "../../src/base/mod.ts";
import { openBoxDatabase } from "../../src/box/run/box.ts";
import { openLog, readTransmissions } from "../../src/box/transmit/log.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { withFolder } from "../kit/server.ts";

const YEARS_S = 4 * 365 * 86_400;

Deno.test("rows of the transmit log are thrown away by the gateway's clock alone", () =>
  withFolder(async (dir) => {
    const real = realWorld(), now = real.now(), gateway = listeningApp();
    const file = await makeBox(dir, gateway, { connections: [] });
    await gateway.close();
    const db = openBoxDatabase(dir, real);
    for (const at of [now - 31 * 86_400, now - 60]) {
      const row = {
        port: "kiss://a",
        purpose: "answer",
        frame: "OE1BOX>APRS:>on",
        rules: "",
        why: "",
        airMs: 1,
      };
      db.writeNow((tx) => void openLog(db).insert(tx, { at, verdict: "handed_over", ...row }));
    }
    db.close();
    const ahead = { ...real, now: () => real.now() + YEARS_S, nowMs: () => real.nowMs() + YEARS_S * 1000 };
    const box = runBox(dir, { world: ahead });
    const { transmitter, spool, clock } = box.parts;
    const kept = async () => {
      transmitter.prune();
      await until("the turn", () => spool.idle);
      return readTransmissions(box.parts.db, 9).map(({ at }) => now - at);
    };
    try {
      assert.deepEqual(await kept(), [60, 31 * 86_400], file.call);
      for (let twice = 2; twice > 0; twice--) assert.ok(clock.learn(now * 1000, clock.nowMs()));
      assert.deepEqual(await kept(), [60]);
    } finally {
      await box.stop();
    }
  }));

Deno.test("a clock that jumps by more than five minutes ends transmitting; one that is put right does not", () =>
  withFolder(async (dir) => {
    const real = realWorld(), gateway = listeningApp();
    await makeBox(dir, gateway, { connections: [], tx: "on" });
    await gateway.close();
    let aheadMs = 0;
    const nowMs = () => real.nowMs() + aheadMs;
    const box = runBox(dir, {
      world: { ...real, nowMs, now: () => Math.floor(nowMs() / 1000) },
      services: [],
    });
    const { transmitter, switches, clock } = box.parts;
    const jumps = (minutes: number) => {
      switches.change({ tx: "on" });
      aheadMs += minutes * 60_000;
      transmitter.lookAtClock();
      return switches.file.tx;
    };
    try {
      assert.equal(jumps(4), "on");
      assert.equal(jumps(-4), "on");
      assert.equal(jumps(6), "off");
      assert.equal(jumps(0), "on", "the same jump counts once");
      assert.equal(jumps(-6), "off", "nobody knows yet which of them was right");
      // The gateway's time is six minutes ahead: a step towards it is no doubt, the one back is.
      for (let twice = 2; twice > 0; twice--) {
        assert.ok(clock.learn(real.nowMs() + 6 * 60_000, clock.nowMs()));
      }
      assert.equal(jumps(6), "on");
      assert.equal(jumps(-6), "off");
    } finally {
      await box.stop();
    }
  }));
