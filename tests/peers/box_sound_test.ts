/**
 * A box that runs Direwolf by itself: real Direwolf, whose sound comes over UDP (as an SDR program sends it) or through a program
 * in rtl_fm's place. Frames reach the gateway, levels the status; what ends is started again, and nothing stays behind.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { statusLines } from "../../src/box/state/lines.ts";
import { metricsText } from "../../src/box/state/metrics.ts";
import { statusOf } from "../../src/box/state/status.ts";
import { testKey } from "../../src/box/services/key_test.ts";
import { warningsOf } from "../../src/box/state/warnings.ts";
import { type Child, type Io, realIo } from "../../src/box/io.ts";
import { hostFiles } from "../../src/box/radio/host_files.ts";
import { startBox } from "../../src/box/run/box.ts";
import { realWorld } from "../../src/base/mod.ts";
import { audioOf, DIREWOLF } from "../kit/direwolf.ts";
import { listeningApp, makeBox, until } from "../kit/box.ts";
import { freePort } from "../kit/free_port.ts";
import { hostTree } from "../kit/host_tree.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

const SITE = "OE1XYZ-10";
const FOUND = "OE2FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot";

/** Io that remembers what it started; `inPlace`: another program where one is not there. */
function watchedIo(inPlace: Record<string, [string, string[]]> = {}) {
  const started: { program: string; args: readonly string[]; child: Child }[] = [];
  const real = realIo();
  const io: Io = {
    ...real,
    spawn(program, args) {
      const name = basename(program), [other, more] = inPlace[name] ?? [program, args];
      const child = real.spawn(other, more);
      started.push({ program: name, args, child });
      return child;
    },
  };
  return { io, started };
}

/** Sends audio over UDP again and again until it is stopped, as fast as it would be heard. */
function playing(port: number, audio: Uint8Array): () => Promise<void> {
  const socket = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
  const stop = new AbortController();
  const to: Deno.NetAddr = { transport: "udp", hostname: "127.0.0.1", port };
  const run = async () => {
    for (let at = 0; !stop.signal.aborted; at = (at + 1024) % audio.length) {
      await socket.send(audio.subarray(at, at + 1024), to).catch(() => {});
      await realIo().wait(4, stop.signal);
    }
  };
  const done = run();
  return async () => {
    stop.abort();
    await done;
    socket.close();
  };
}

Deno.test("a sound card: the box writes the configuration, runs Direwolf, hands over frames, shows the level and ends it", async () => {
  if (!has(...DIREWOLF, "stty", "dd")) return;
  await withFolder(async (dir) => {
    const gateway = listeningApp(), port = freePort(), { io, started } = watchedIo();
    const address = `sound://Device?pcm=UDP:${port}&site=${SITE}`;
    await makeBox(dir, gateway, { connections: [address] }, { sites: [SITE] });
    const box = startBox({ dir, world: realWorld(), io, services: [], turnMs: 50 });
    const { parts } = box;
    const stopPlaying = playing(port, await audioOf(dir, [FOUND]));
    try {
      await until("a frame to be taken", () => parts.spool.sums().sent >= 1);
      const conf = await Deno.readTextFile(`${dir}/direwolf-Device.conf`);
      assert.match(conf, new RegExp(`^ADEVICE UDP:${port} null$`, "m"));
      assert.doesNotMatch(conf, /PTT/);
      const [fix] = gateway.app.stations.fixes(["OE2FND"], 0, gateway.app.world.now() + 3600);
      assert.deepEqual(fix!.hearings.map(({ site, direct, trusted }) => [site, direct, trusted]), [[
        SITE,
        true,
        true,
      ]]);
      const listening = await until("the level", () => {
        const now = statusOf(parts).connections[0]!.listening;
        return now?.level !== null && now?.any !== null ? now : undefined;
      });
      assert.ok(listening!.level! > 0 && listening!.decoded >= 1, JSON.stringify(listening));
      const status = statusOf(parts);
      assert.ok(
        statusLines(status, 0).some((line) =>
          /level \[[#.]{20}\] \d+, .*good between 25 and 100; \d+ decoded/.test(line)
        ),
      );
      assert.match(metricsText(status, 0), /box_audio_level\{address="sound:.*"\} \d+/);
      // The card is another program's business alone: nothing of it can be reached over the network.
      assert.equal(started.length, 1);
      // It dies, and is started again by the supervisor.
      const { decoded } = status.connections[0]!.listening!;
      await started[0]!.child.end();
      await until("a second one", () => started.length === 2);
      await until("frames again", () => statusOf(parts).connections[0]!.listening!.decoded > decoded);
    } finally {
      await stopPlaying();
      await box.stop();
      await gateway.close();
    }
    await Promise.all(started.map(({ child }) => child.ended));
  });
});

Deno.test("a stick: what rtl_fm hears goes to Direwolf, and when it ends both end and are started again", async () => {
  if (!has(...DIREWOLF, "stty", "dd", "sh")) return;
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    // gen_packets at the stick's rate: 24,000 samples a second.
    await Deno.writeTextFile(`${dir}/air.txt`, `${FOUND}\n`);
    await new Deno.Command("gen_packets", {
      args: ["-r", "24000", "-o", `${dir}/air.wav`, `${dir}/air.txt`],
      stdout: "null",
      stderr: "null",
    }).output();
    const stick: [string, string[]] = [
      "sh",
      ["-c", `echo 'Found 1 device(s)' >&2; for i in 1 2 3; do tail -c +45 ${dir}/air.wav; sleep 0.3; done`],
    ];
    const { io, started } = watchedIo({ rtl_fm: stick });
    await makeBox(dir, gateway, { connections: [`rtlsdr://00000144?mhz=144.8&ppm=-2&site=${SITE}`] });
    const box = startBox({ dir, world: realWorld(), io, services: [], turnMs: 50 });
    try {
      await until("a frame to be taken", () => box.parts.spool.sums().sent >= 1);
      await until("both anew", () => started.length >= 4);
      const [wolf, stick] = started;
      assert.deepEqual([wolf!.program, stick!.program], ["direwolf", "rtl_fm"]);
      assert.deepEqual(stick!.args, ["-d", "00000144", "-f", "144.8M", "-s", "24000", "-p", "-2", "-"]);
      assert.equal(box.parts.connections[0]!.line?.send, undefined, "a stick transmits nothing");
    } finally {
      await box.stop();
      await gateway.close();
    }
    await Promise.all(started.map(({ child }) => child.ended));
  });
});

Deno.test("a stick that is not plugged in is waited for, and said so, whatever of both ends first", async () => {
  if (!has(...DIREWOLF, "stty", "dd", "sh")) return;
  for (const words of ["No supported devices found.", "No matching devices found."]) {
    await withFolder(async (dir) => {
      const gateway = listeningApp();
      const { io, started } = watchedIo({ rtl_fm: ["sh", ["-c", `echo '${words}' >&2; exit 1`]] });
      await makeBox(dir, gateway, { connections: ["rtlsdr://00000144?mhz=144.8"] });
      const box = startBox({ dir, world: realWorld(), io, services: [], turnMs: 50 });
      try {
        const state = () => statusOf(box.parts).connections[0]!;
        // Direwolf may be reached before the stick's program has ended.
        await until("its words", () => state().state === "waiting_for_device");
        assert.equal(state().sentence, "waiting for the device (there is no receiver stick 00000144)");
        assert.ok(warningsOf(statusOf(box.parts), 0).length > 0, "what helps is said too");
      } finally {
        await box.stop();
        await gateway.close();
      }
      await Promise.all(started.map(({ child }) => child.ended));
    });
  }
});

Deno.test("no Direwolf, no card: the state says which, and the one command that helps", async () => {
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    const files = hostFiles(hostTree(`${dir}/host`));
    const io: Io = {
      ...realIo(),
      files,
      spawn: () => {
        throw new Deno.errors.NotFound("No such file");
      },
    };
    await makeBox(dir, gateway, { connections: ["sound://Device", "sound://Gone"] });
    const box = startBox({ dir, world: realWorld(), io, services: [], turnMs: 50 });
    try {
      const words = () => statusOf(box.parts).connections.map(({ state, sentence }) => [state, sentence]);
      await until("both words", () => words().every(([state]) => state !== "dialling"));
      assert.deepEqual(words(), [
        ["refused", "refused (direwolf is not installed: sudo apt install direwolf)"],
        ["waiting_for_device", "waiting for the device (there is no sound card Gone)"],
      ]);
    } finally {
      await box.stop();
      await gateway.close();
    }
  });
});

Deno.test("a card that Direwolf cannot open: its own words are the state's", async () => {
  if (!has(...DIREWOLF)) return;
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    await makeBox(dir, gateway, { connections: ["sound://Device?pcm=nothing_of_this_name"] });
    const box = startBox({ dir, world: realWorld(), io: realIo(), services: [], turnMs: 50 });
    try {
      const state = () => box.parts.connections[0]!.state();
      await until("its words", () => state().word === "refused");
      assert.match(state().detail!, /^Direwolf: /);
      assert.ok(warningsOf(statusOf(box.parts), 0).some(({ code }) => code === "connection_down"));
    } finally {
      await box.stop();
      await gateway.close();
    }
  });
});

Deno.test("the transmitter is tried past every lock: refused with each that is closed, and sent by Direwolf when all are open", async () => {
  if (!has(...DIREWOLF, "stty", "dd")) return;
  await withFolder(async (dir) => {
    const gateway = listeningApp(), port = freePort();
    const said: string[] = [];
    const world = realWorld();
    const log = {
      ...world.log,
      info: (text: string, more?: { text?: string }) => void said.push(more?.text ?? text),
    };
    await makeBox(dir, gateway, {
      connections: [`sound://Device?pcm=UDP:${port}&site=${SITE}&tx=on&ptt=vox`],
    });
    const box = startBox({
      dir,
      world: { ...world, log: log as typeof world.log },
      io: realIo(),
      services: [],
      turnMs: 50,
    });
    const { parts } = box;
    const stopPlaying = playing(port, new Uint8Array(44_100));
    try {
      await until("the line", () => parts.connections[0]!.line?.send);
      const closed = await testKey(parts);
      assert.equal(closed.outcome, "refused");
      assert.deepEqual(closed.refusals.map(({ rule }) => rule), ["box_off", "gate"]);
      assert.equal((await testKey(parts, "sound://Other")).address, null);
      parts.switches.change({ tx: "on" });
      const owner = await gateway.app.signIn("OE1BOX");
      const { body: { code } } = await gateway.app.ingest.post("/api/box/attic/pair", {});
      await owner.post("/api/box/attic/claim", { code });
      const sent = await testKey(parts);
      assert.equal(sent.outcome, "handed_over", JSON.stringify(sent));
      assert.ok(said.some((line) => line.startsWith("Direwolf: ")), "what it prints is in the log");
      const again = await testKey(parts);
      assert.deepEqual(again.refusals.map(({ rule }) => rule), ["same_text"]);
      const rows = () => parts.transmitter.log.after({ id: 0, limit: 10 });
      await until("three rows", () => rows().length === 3 && rows()[1]!.verdict !== "unknown");
      assert.deepEqual(rows().map(({ verdict, purpose }) => [verdict, purpose]), [
        ["refused", "test"],
        ["handed_over", "test"],
        ["refused", "test"],
      ]);
    } finally {
      await stopPlaying();
      await box.stop();
      await gateway.close();
    }
    assert.ok(existsSync(`${dir}/direwolf-Device.conf`));
  });
});
