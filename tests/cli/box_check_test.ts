/** `box check`: each line is tried, what is amiss has its fix, and scripts see how bad it is by the exit status. */
import assert from "node:assert/strict";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { boxCommand, eventually, startBoxProcess } from "../kit/box_process.ts";
import { listeningApp, makeBox, testTnc } from "../kit/box.ts";
import { freePort } from "../kit/free_port.ts";
import { withFolder } from "../kit/server.ts";

interface Found {
  what: string;
  level: "good" | "odd" | "bad";
  sentence: string;
  fix?: string;
}

async function check(dir: string): Promise<{ code: number; findings: Found[]; of(what: string): Found }> {
  const { code, stdout, stderr } = await boxCommand(["check", "--json", "--dir", dir]);
  assert.ok(stdout.startsWith("{"), stderr);
  const { findings } = JSON.parse(stdout) as { findings: Found[] };
  return {
    code,
    findings,
    of: (what) => findings.find((one) => one.what.includes(what)) ?? assert.fail(stdout) as never,
  };
}

Deno.test("check says what is amiss with a box that rests, with one that runs, and what to do", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), tnc = testTnc();
    const [closed, device] = [`kiss://127.0.0.1:${freePort()}`, "kiss:/dev/serial/by-id/none?baud=9600"];
    const agwpe = `agwpe://127.0.0.1:${freePort()}`;
    const numbered = "kiss:/dev/ttyUSB77?baud=9600";
    const file = await makeBox(dir, gateway, {
      connections: [tnc.address, closed, device, agwpe, numbered],
      services: { beacon: { lat: 48.2, lon: 16.37, everyS: 600, comment: "am Dach über der Stadt" } },
    });
    try {
      const resting = await check(dir);
      assert.equal(resting.code, 2);
      assert.equal(resting.of("gateway ").level, "good");
      assert.match(resting.of("gateway ").sentence, /its clock is \d+ ms from ours/);
      assert.equal(resting.of(tnc.address).level, "good");
      assert.deepEqual([resting.of(closed).level, resting.of(device).level], ["bad", "bad"]);
      assert.match(resting.of(closed).fix!, /KISSPORT 8001/);
      assert.match(resting.of(device).fix!, /by-id/);
      const names = resting.findings.filter(({ sentence }) => sentence.includes("another radio"));
      assert.deepEqual(names.map(({ what, level }) => [what, level]), [[numbered, "odd"]]);
      assert.equal(
        resting.of("beacon").level,
        "bad",
        "a comment that no radio shows is not changed into another",
      );
      assert.equal(resting.of("box").level, "odd");
      assert.match(resting.of("box").fix!, /^deno run .*main\.ts box run/, "named as it was started");
      assert.match(resting.of("connections").sentence, /twice|each frame/);

      // With the good line alone it is well, but for what a new box has to say of itself.
      await Deno.writeTextFile(
        `${dir}/box.json`,
        JSON.stringify({ ...file, connections: [tnc.address], services: {} }),
      );
      const box = await startBoxProcess(dir, { http: "off" });
      try {
        const info = "=4812.50N/01622.43E>";
        const frame = encodeFrame({ source: "OE1CAR-9", destination: "APRS", path: [], info })!;
        const running = await eventually("it to hear", async () => {
          await tnc.hears(encodeKiss(frame));
          const found = await check(dir);
          return found.of(tnc.address).sentence.startsWith("hearing") && found;
        });
        assert.ok(running.code <= 1, JSON.stringify(running.findings));
        assert.equal(running.findings.some(({ what }) => what === "box"), false);

        // The gateway goes: a script sees it by the exit status.
        await gateway.close();
        const alone = await check(dir);
        assert.equal(alone.code, 2);
        assert.match(alone.of("gateway ").fix!, /is the gateway running/);
      } finally {
        await box.stop();
      }
    } finally {
      await tnc.close();
    }
  }));
