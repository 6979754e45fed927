/** What a folder tells of its box while none runs: what it heard stays told, and each lock that would hold it back. */
import assert from "node:assert/strict";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import { isTried, restingStatus, throwSwitch } from "../../src/box/run/box_commands.ts";
import { openBoxDatabase } from "../../src/box/run/box.ts";
import { openLog } from "../../src/box/transmit/log.ts";
import { statusOf } from "../../src/box/state/status.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { withFolder } from "../kit/server.ts";

const world = realWorld();

/** While `look` runs nobody can write into the folder, not even root. */
async function unwritable(dir: string, look: () => void): Promise<void> {
  const run = async (...[command, ...args]: string[]) => {
    const { success, stderr } = await new Deno.Command(command!, { args, stderr: "piped" }).output();
    return success ? undefined : new TextDecoder().decode(stderr);
  };
  const refused = await run("mount", "--bind", dir, dir) ?? await run("mount", "-o", "remount,ro,bind", dir);
  try {
    if (!refused) return look();
    assert.notEqual(Deno.env.get("CI"), "true", refused);
    console.log("skipped: this user may not mount");
  } finally {
    await run("umount", dir);
  }
}

Deno.test("a resting box tells its counters, sites and closed locks as the running one did", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), tnc = testTnc();
    try {
      await makeBox(dir, gateway, {
        connections: [`${tnc.address}?site=OE1BOX-10`],
      });
      const box = runBox(dir);
      const info = "=4812.50N/01622.43E>";
      const frame = encodeFrame({ source: "OE1CAR-9", destination: "APRS", path: [], info })!;
      await until("a line", () => tnc.clients.size > 0);
      await tnc.hears(encodeKiss(frame));
      await until("a frame", () => statusOf(box.parts).connections[0]!.in === 1);
      const before = statusOf(box.parts);
      await box.stop();
      const { connections: [rests], tx } = restingStatus(dir, world);
      assert.deepEqual(rests, { ...before.connections[0]!, state: "stopped", sentence: "stopped" });
      assert.deepEqual(tx, before.tx);
      assert.deepEqual(tx.locks, ["box_off", "port_off", "gate"]);
      await unwritable(dir, () => {
        assert.deepEqual(restingStatus(dir, world).tx, tx, "from a folder in which nothing can be written");
        assert.throws(() => openBoxDatabase(dir, world), /cannot be opened/);
      });
      await throwSwitch(dir, world, { tx: "dry", quiet: true });
      assert.deepEqual(restingStatus(dir, world).tx.locks, ["port_off", "gate", "quiet", "dry"]);
    } finally {
      await tnc.close();
      await gateway.close();
    }
  }));

Deno.test("a box is tried after a day of running dry, beside its switch or in it, or once it has transmitted", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp();
    const later = (hours: number) => ({ ...world, now: () => world.now() + hours * 3600 });
    try {
      await makeBox(dir, gateway, { connections: [] });
      assert.equal(isTried(dir, later(100)), false);
      await throwSwitch(dir, world, { tx: "dry" });
      await throwSwitch(dir, later(5), { tx: "dry" });
      assert.deepEqual(
        [isTried(dir, later(23)), isTried(dir, later(25))],
        [false, true],
        "dry again is dry on",
      );
      await throwSwitch(dir, world, { tx: "off" });
      assert.equal(isTried(dir, later(25)), false);
      const box = runBox(dir, { world: later(50) });
      box.parts.switches.change({ tx: "dry" });
      await box.stop();
      assert.deepEqual([isTried(dir, later(73)), isTried(dir, later(75))], [false, true]);
      await throwSwitch(dir, world, { tx: "off" });
      const db = openBoxDatabase(dir, world), { insert } = openLog(db);
      const row = {
        at: world.now(),
        port: "kiss://a",
        purpose: "answer",
        frame: "",
        rules: "",
        why: "",
        airMs: 1,
      };
      for (const [verdict, tried] of [["refused", false], ["shown", false], ["handed_over", true]] as const) {
        db.writeNow((tx) => void insert(tx, { ...row, verdict }));
        assert.equal(isTried(dir, world), tried, verdict);
      }
      db.close();
    } finally {
      await gateway.close();
    }
  }));
