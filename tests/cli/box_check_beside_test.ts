/** `box check` of what stands beside a radio, with the real programs: each says how it does, and what to do where it does not. */
import assert from "node:assert/strict";
import { realWorld } from "../../src/base/mod.ts";
import { shownAddress } from "../../src/box/config/address.ts";
import { realIo } from "../../src/box/io.ts";
import { checkBox } from "../../src/box/state/check.ts";
import { eventually } from "../kit/eventually.ts";
import { freePort } from "../kit/free_port.ts";
import { GPSD, startGpsd, walk } from "../kit/gps.ts";
import { MOSQUITTO, startMosquitto } from "../kit/mosquitto.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

/** What check says of each connection of a box that rests. */
async function checked(dir: string, connections: string[]) {
  const file = {
    ...{ version: 1 as const, call: "OE1BOX-10", box: "attic", gateways: [], instance: "" },
    ...{ tx: "off" as const, quiet: false, services: {}, connections },
  };
  const findings = await checkBox({ dir, file, world: realWorld(), io: realIo() });
  return findings.slice(0, connections.length);
}

/** Something at a port that says one thing to whoever comes, and waits. */
function saying(text: string) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 }), clients: Deno.Conn[] = [];
  const serving = (async () => {
    for await (const client of listener) {
      clients.push(client);
      await client.write(new TextEncoder().encode(text));
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    async close() {
      listener.close();
      await serving.catch(() => {});
      for (const client of clients) client.close();
    },
  };
}

Deno.test("a gpsd with and without a fix, a rig, a broker that refuses and one that takes", async () => {
  if (!has(...GPSD, ...MOSQUITTO, "rigctld")) return;
  await withFolder(async (folder) => {
    const fixed = await startGpsd(folder, walk(new Date(), 120));
    const blind = await startGpsd(folder, walk(new Date(), 120, false));
    const broker = await startMosquitto(folder, { user: "club", password: "secret" });
    const port = freePort();
    const rig = new Deno.Command("rigctld", {
      args: ["-m", "1", "-T", "127.0.0.1", "-t", String(port)],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const mqtt = (password: string) => `mqtt://127.0.0.1:${broker.port}/msh/#?user=club&pass=${password}`;
    const long = "a".repeat(90);
    try {
      const addresses = [
        `gpsd://127.0.0.1:${fixed.port}`,
        `gpsd://127.0.0.1:${blind.port}`,
        `rigctl://127.0.0.1:${port}`,
        mqtt("secret"),
        mqtt(long),
      ];
      // The programs take a moment to listen, and a GPS to find its place.
      const [gps, none, tuned, right, wrong] = await eventually("the programs", async () => {
        const found = await checked(folder, addresses);
        return found.filter(({ level }) => level === "bad").length === 1 && found[0]!.level === "good" &&
          found;
      });
      assert.deepEqual([gps!.level, gps!.fix], ["good", undefined]);
      // It says 2D until it has its height too.
      assert.match(gps!.sentence, /^48\.\d{5} 16\.36667, [23]D/);
      assert.deepEqual([none!.level, none!.sentence], ["odd", "the GPS has no fix"]);
      assert.match(none!.fix!, /see the sky/);
      assert.deepEqual(tuned!.level, "good");
      assert.match(tuned!.sentence, /^145\.000 MHz FM/);
      assert.deepEqual([right!.level, right!.sentence], ["good", "listening to msh/#"]);
      assert.equal(wrong!.level, "bad");
      assert.match(wrong!.sentence, /user|password/);
      assert.match(wrong!.fix!, /user and password/);
      assert.ok(!`${right!.what} ${wrong!.what}`.match(/secret|aaa/), "no password is shown");
    } finally {
      rig.kill("SIGKILL");
      await rig.status;
      await broker.stop();
      await Promise.all([fixed.stop(), blind.stop()]);
    }
  });
});

Deno.test("nobody there, somebody else there, a rig that is off, a card and a stick that are not plugged in", () =>
  withFolder(async (folder) => {
    const ssh = saying("SSH-2.0-OpenSSH_9.2\n".repeat(30)), off = saying("RPRT -6\nRPRT -6\nRPRT -6\n");
    const closed = freePort();
    try {
      const found = await checked(folder, [
        `gpsd://127.0.0.1:${closed}`,
        `gpsd://127.0.0.1:${ssh.port}`,
        `rigctl://127.0.0.1:${off.port}`,
        `meshtastic://127.0.0.1:${closed}`,
        "meshtastic:/dev/serial/by-id/usb-none",
        "sound://NoSuchCard",
      ]);
      assert.deepEqual(found.map(({ level }) => level), ["bad", "bad", "odd", "bad", "bad", "bad"]);
      for (
        const [n, sentence, fix] of [
          [0, /refused/i, /is gpsd running/],
          [1, /is no gpsd/, /is gpsd running/],
          [2, /the rig does not answer \(RPRT -6\)/, /rig switched on/],
          [3, /refused/i, /firmware 2/],
          [4, /./, /plugged in/],
          [5, /there is no sound card NoSuchCard/, /plugged in/],
        ] as const
      ) {
        assert.match(found[n]!.sentence, sentence);
        assert.match(found[n]!.fix!, fix);
      }
    } finally {
      await ssh.close();
      await off.close();
    }
  }));

Deno.test("a password of any length is hidden, and what stands behind it stays", () => {
  const pass = "x".repeat(100);
  assert.equal(
    shownAddress(`mqtt://host/msh/#?user=club&pass=${pass}&channel=Club`),
    "mqtt://host/msh/#?user=club&pass=***&channel=Club",
  );
  assert.equal(shownAddress(`aprsis://host?pass=1&pass=${pass}`), "aprsis://host?pass=***&pass=***");
});
