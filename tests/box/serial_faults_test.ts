/** A serial TNC that is unplugged, speaks garbage, stops in the middle of a frame and floods: a real terminal by socat. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { program } from "../kit/test_data.ts";

const FEND = 0xc0;

const frame = (source: string, info = "=4812.50N/01622.43E>") =>
  Uint8Array.from(encodeKiss(encodeFrame({ source, destination: "APRS", path: [], info })!));

/** A TNC at a pseudo-terminal of that name; pulling it out takes the terminal away. */
async function plug(device: string) {
  const child = new Deno.Command(program("socat")!, {
    args: [`PTY,link=${device},raw,echo=0`, "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const reading = child.stdout.pipeTo(new WritableStream()).catch(() => {});
  await until("the terminal", () => {
    try {
      return Deno.lstatSync(device).isSymlink;
    } catch {
      return false;
    }
  });
  return {
    says: (bytes: Uint8Array) => writer.write(bytes),
    async unplug() {
      child.kill("SIGTERM");
      await child.status;
      await writer.close().catch(() => {});
      await reading;
    },
  };
}

Deno.test("a serial TNC may be missing, unplugged, garbled, cut and flooding: what was whole is heard, once", () =>
  withFolder(async (dir) => {
    if (!has("socat", "stty", "dd")) return;
    const gateway = listeningApp(), device = join(dir, "tnc");
    await makeBox(dir, gateway, { connections: [`kiss:${device}?baud=9600&site=OE1BOX-10`] }, {
      sites: ["OE1BOX-10"],
    });
    const box = runBox(dir), { spool, connections, counters } = box.parts;
    const state = () => connections[0]!.state();
    const heard = (n: number) =>
      until(() => `frame ${n} of ${spool.sums().in}: ${JSON.stringify(state())}`, () => spool.sums().in >= n);
    let tnc: Awaited<ReturnType<typeof plug>> | undefined;
    try {
      await until("the missing device to be said", () => state().word === "waiting_for_device");
      tnc = await plug(device);
      await until("the line", () => state().word === "connected");

      const whole = frame("OE1AAA");
      await tnc.says(whole.slice(0, 9));
      await tnc.says(whole.slice(9));
      await heard(1);

      // Letters, every byte value with delimiters among them, an endless frame: nothing of it is heard.
      await tnc.says(new TextEncoder().encode("cmd: ".repeat(500)));
      await tnc.says(Uint8Array.from({ length: 4096 }, (_, n) => n % 97 === 0 ? FEND : n * 31 % 251));
      await tnc.says(new Uint8Array(70_000).fill(0x41));
      await tnc.says(Uint8Array.of(FEND));
      await tnc.says(frame("OE1BBB"));
      await heard(2);
      assert.equal(spool.sums().in, 2);
      assert.equal(state().word, "hearing");

      // Pulled out in the middle of a frame: its other half, later, is no frame and joins nothing.
      const half = frame("OE1CCC");
      await tnc.says(half.slice(0, 20));
      await tnc.unplug();
      await until("the loss", () => state().word === "waiting_for_device");
      tnc = await plug(device);
      await until("the line anew", () => ["connected", "hearing"].includes(state().word));
      await tnc.says(half.slice(20));
      await tnc.says(frame("OE1DDD"));
      await heard(3);
      assert.equal(spool.sums().in, 3);

      const FLOOD = 1500;
      for (let n = 0; n < FLOOD; n++) await tnc.says(frame(`OE2AA-${n % 15}`, `>${n} and so on`));
      await heard(3 + FLOOD);
      await until("everything to be sent", () => spool.sums().sent === 3 + FLOOD);
      assert.deepEqual(spool.sums(), {
        ...{ in: 3 + FLOOD, sent: 3 + FLOOD, waiting: 0, rejected: 0, dropped: 0 },
      });
      assert.equal(counters.of(connections[0]!.address.text).heard, 3 + FLOOD);
      const sources = gateway.app.db.sql<never, { call: string }>(
        "SELECT call FROM station WHERE call GLOB 'OE1[A-D]*' ORDER BY call",
      ).all().map(({ call }) => call);
      assert.deepEqual(sources, ["OE1AAA", "OE1BBB", "OE1DDD"]);
    } finally {
      await tnc?.unplug();
      await box.stop();
      await gateway.close();
    }
  }));
