/** What a folder tells of its box while none runs: what it heard stays told, and each lock that would hold it back. */
import assert from "node:assert/strict";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import { restingStatus, throwSwitch } from "../../src/box/run/beside.ts";
import { openBoxDatabase } from "../../src/box/run/box.ts";
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
