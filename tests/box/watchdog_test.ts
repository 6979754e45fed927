/** What systemd hears of a box; of a box as a process over a real socket in systemd's place. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { isAlive, tellSystemd } from "../../src/box/run/watchdog.ts";
import { unitText } from "../../src/box/mod.ts";
import { eventually, startBoxProcess } from "../kit/box_process.ts";
import { listeningApp, makeBox, runBox } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { program } from "../kit/test_data.ts";
import { within } from "../kit/waits.ts";

Deno.test("systemd hears that a box is ready, lives and ends; and no life of one whose sender is stuck", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), ending = new AbortController();
    await makeBox(dir, gateway, { connections: [] });
    const box = runBox(dir);
    let ahead = 0;
    const { elapsedMs } = box.parts.world;
    const waits: number[] = [], heard: string[][] = [];
    const parts = {
      ...box.parts,
      world: { ...box.parts.world, elapsedMs: () => elapsedMs() + ahead },
      io: {
        ...box.parts.io,
        wait(ms: number) {
          waits.push(ms);
          ahead = waits.length === 1 ? 60_000 : 0;
          if (waits.length === 3) ending.abort();
          return Promise.resolve();
        },
      },
    };
    const tell = (environment: Record<string, string>) =>
      tellSystemd(parts, environment, ending.signal, (to) => ({
        say: (lines) => Promise.resolve(void heard.push([to, ...lines])),
        close: () => void heard.push(["closed"]),
      }));
    try {
      await tell({});
      assert.equal(heard.length, 0, "nobody asked");
      const pid = String(Deno.pid);
      await tell({ NOTIFY_SOCKET: "/run/x", WATCHDOG_USEC: "90000000", WATCHDOG_PID: pid });
      const [ready, first, stuck, again, stopping, closed, ...more] = heard;
      assert.deepEqual([ready, stopping, closed, more], [["/run/x", "READY=1"], ["/run/x", "STOPPING=1"], [
        "closed",
      ], []]);
      for (const lines of [first, again]) assert.equal(lines![2], "WATCHDOG=1");
      assert.match(stuck![1]!, /^STATUS=gateway \w+; 0 waiting; radios: none$/);
      assert.equal(stuck!.length, 2);
      assert.deepEqual(waits, [30_000, 30_000, 30_000], "three times as often as it must");
    } finally {
      await box.stop();
      await gateway.close();
    }
  }));

Deno.test("a sender's turn may be half a minute ago, not longer", () => {
  const at = (ms: number) => isAlive({ sender: { turnedMs: 1000 }, world: { elapsedMs: () => 1000 + ms } });
  assert.deepEqual([0, 30_000, 30_001].map(at), [true, true, false]);
});

Deno.test("box run as systemd starts it says that it is ready and lives, and when it ends", () =>
  withFolder(async (dir) => {
    if (!has("socat")) return;
    const path = join(dir, "systemd.sock");
    const ear = new Deno.Command(program("socat")!, {
      args: ["-u", `UNIX-RECV:${path}`, "-"],
      stdin: "null",
      stdout: "piped",
    }).spawn();
    const there = () =>
      Promise.resolve([...Deno.readDirSync(dir)].some(({ name }) => name === "systemd.sock"));
    await eventually("socat", there);
    const gateway = listeningApp();
    await makeBox(dir, gateway, { connections: [] });
    // What a box that was killed left behind is no obstacle.
    Deno.writeTextFileSync(join(dir, "notify.sock"), "");
    const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: "300000" };
    const box = await startBoxProcess(dir, { http: "off", env });
    let heard = "";
    const reading = ear.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const hears = async (text: string) => {
      while (!heard.includes(text)) {
        heard += (await within(`'${text}' after '${heard}'`, reading.read())).value ?? assert.fail(heard);
      }
    };
    try {
      await hears("WATCHDOG=1");
      assert.equal(await box.stop(), 0);
      await hears("STOPPING=1");
      assert.match(heard, /^READY=1STATUS=gateway \w+; 0 waiting; radios: none\nWATCHDOG=1/);
      assert.throws(() => Deno.statSync(join(dir, "notify.sock")), Deno.errors.NotFound);
    } finally {
      await box.stop("SIGKILL");
      ear.kill();
      await ear.status;
      await reading.cancel();
      await gateway.close();
    }
  }));

Deno.test("systemd takes the box's unit as it is, and finds it hardened: at most 2.1", () =>
  withFolder(async (dir) => {
    if (!has("systemd-analyze")) return;
    const unit = join(dir, "service-gateway-box.service");
    Deno.writeTextFileSync(unit, unitText("/bin/true"));
    for (
      const args of [["verify", unit], ["security", "--offline=true", "--threshold=21", "--no-pager", unit]]
    ) {
      const done = await new Deno.Command("systemd-analyze", { args }).output();
      const said = new TextDecoder().decode(done.stdout) + new TextDecoder().decode(done.stderr);
      assert.ok(done.success, said);
      assert.doesNotMatch(said, /Unknown key|Failed to parse/);
    }
  }));
