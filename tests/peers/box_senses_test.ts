/** What a box learns of itself from real programs: where and when it is from gpsd, what it listens to from rigctld. */
import assert from "node:assert/strict";
import type { Heard } from "../../src/box/drivers/driver.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { realIo } from "../../src/box/io.ts";
import { statusLines } from "../../src/box/state/lines.ts";
import { statusOf } from "../../src/box/state/status.ts";
import { tracking } from "../../src/box/services/track.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { freePort } from "../kit/free_port.ts";
import { GPSD, startGpsd, walk } from "../kit/gps.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

async function openLine(text: string) {
  const read = readConnection(text);
  assert.ok(typeof read !== "string", String(read));
  const { signal } = new AbortController();
  return await read.driver.open(read.address, { io: realIo(), call: "OE1BOX-10" }, signal);
}

/** Opens a line as soon as the program behind it listens, and reads until `enough`. */
async function hear(text: string, enough: (heard: Heard) => boolean): Promise<Heard[]> {
  let line: Awaited<ReturnType<typeof openLine>> | undefined;
  await until("the program", async () => (line = await openLine(text).catch(() => undefined)) !== undefined);
  const all: Heard[] = [];
  for await (const heard of line!.heard) {
    all.push(heard);
    if (enough(heard)) break;
  }
  line!.close();
  return all;
}

Deno.test("gpsd: a walk has places, height, course, speed and the GPS's own time; without satellites there is no fix", async () => {
  if (!has(...GPSD)) return;
  await withFolder(async (folder) => {
    const from = new Date(Math.floor(Date.now() / 1000) * 1000);
    const gps = await startGpsd(folder, walk(from, 60));
    try {
      const heard = await hear(
        `gpsd://127.0.0.1:${gps.port}`,
        (one) => one.kind === "fix" && one.fix.mode === 3,
      );
      const last = heard.at(-1)!;
      assert.ok(last.kind === "fix");
      const { fix } = last;
      assert.ok(
        fix.lat >= 48.2 && fix.lat < 48.24 && Math.abs(fix.lon - 16.366667) < 0.001,
        JSON.stringify(fix),
      );
      assert.equal(fix.altitudeM, 171);
      assert.equal(Math.round(fix.course!), 45);
      assert.equal(Math.round(fix.speedMs! * 10), 154, "30 knots");
      assert.ok(
        fix.timeMs! >= from.getTime() && fix.timeMs! < from.getTime() + 60_000,
        "by the sentences' date",
      );
      assert.ok(heard.some((one) => one.kind === "alive" && one.word === "reading"));
    } finally {
      await gps.stop();
    }
    const blind = await startGpsd(folder, walk(from, 60, false));
    try {
      const heard = await hear(
        `gpsd://127.0.0.1:${blind.port}`,
        (one) => one.kind === "alive" && one.detail === "the GPS has no fix",
      );
      assert.ok(!heard.some(({ kind }) => kind === "fix"));
    } finally {
      await blind.stop();
    }
  });
});

Deno.test("a moving receiver with a real gpsd: its way comes to the gateway under its own call, attests nothing, and its place is in the status", async () => {
  if (!has(...GPSD)) return;
  await withFolder(async (folder) => {
    const gateway = listeningApp();
    const gps = await startGpsd(folder, walk(new Date(), 120));
    try {
      await makeBox(folder, gateway, { connections: [`gpsd://127.0.0.1:${gps.port}?track=on`] });
      const box = runBox(folder, { services: [tracking] });
      try {
        const station = () => gateway.app.operator.get("/api/stations/OE1BOX-10");
        await until("its way", async () => (await station()).status === 200);
        const { body } = await station();
        assert.ok(Math.abs(body.lat - 48.2) < 0.1, JSON.stringify(body));
        const status = statusOf(box.parts);
        assert.equal(status.connections[0]!.state, "reading");
        assert.ok(status.gps !== null && Math.abs(status.gps.lat - 48.2) < 0.1);
        assert.ok(statusLines(status, 0).some((line) => line.startsWith("place     48.2")), "a line says it");
        assert.ok(Math.abs(status.clock.gpsApartMs!) < 120_000);
      } finally {
        await box.stop();
      }
    } finally {
      await gps.stop();
      await gateway.close();
    }
  });
});

Deno.test("rigctld with Hamlib's dummy rig: frequency, mode and signal, and after a change the new ones", async () => {
  if (!has("rigctld", "socat")) return;
  const port = freePort();
  const child = new Deno.Command("rigctld", {
    args: ["-m", "1", "-T", "127.0.0.1", "-t", String(port)],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    const isTuned = (one: Heard) => one.kind === "tuned";
    const first = (await hear(`rigctl://127.0.0.1:${port}`, isTuned)).find(isTuned);
    assert.ok(first?.kind === "tuned");
    assert.deepEqual([first.tuned.hz, first.tuned.mode], [145_000_000, "FM"]);
    assert.ok(first.tuned.strengthDb! >= -120 && first.tuned.strengthDb! <= 120);
    // Somebody turns the knob, beside the box.
    const knob = await Deno.connect({ hostname: "127.0.0.1", port });
    // One after the other: what is still unread when its line closes, rigctld does not do.
    for (const order of ["F 144800000\n", "M USB 2400\n"]) {
      await knob.write(new TextEncoder().encode(order));
      const answer = new Uint8Array(100);
      const length = await knob.read(answer);
      assert.equal(new TextDecoder().decode(answer.subarray(0, length!)), "RPRT 0\n");
    }
    knob.close();
    await until("the new frequency", async () => {
      const [now] = (await hear(`rigctl://127.0.0.1:${port}`, isTuned)).filter(isTuned);
      return now?.kind === "tuned" && now.tuned.hz === 144_800_000 && now.tuned.mode === "USB";
    });
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
});

Deno.test("rigctld that was started with --vfo wants to hear of which: DJ2LS/FreeDATA#734, Hamlib/Hamlib#628", async () => {
  if (!has("rigctld")) return;
  const port = freePort();
  const child = new Deno.Command("rigctld", {
    args: ["-m", "1", "--vfo", "-T", "127.0.0.1", "-t", String(port)],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    const isTuned = (one: Heard) => one.kind === "tuned";
    const first = (await hear(`rigctl://127.0.0.1:${port}`, isTuned)).find(isTuned);
    assert.ok(first?.kind === "tuned");
    assert.deepEqual([first.tuned.hz, first.tuned.mode], [145_000_000, "FM"]);
    assert.ok(first.tuned.strengthDb! >= -120 && first.tuned.strengthDb! <= 120);
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
});
