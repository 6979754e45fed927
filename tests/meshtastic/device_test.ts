/** A device with 300 nodes for an hour of virtual time, unplugged fifty times: nothing twice, nothing lost, nothing grows. */
import assert from "node:assert/strict";
import { realWorld } from "../../src/base/mod.ts";
import { realIo } from "../../src/box/io.ts";
import type { Io } from "../../src/box/io.ts";
import { startBox } from "../../src/box/run/box.ts";
import { statusOf } from "../../src/box/state/status.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { askedFor, complete, data, encoded, ENCODER, framed, node, packet } from "../kit/meshtastic.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

const NODES = 300, SESSIONS = 50, EACH_S = 72;
const OWN = 0x0badcafe;

Deno.test("300 nodes, an hour, unplugged 50 times: each packet once, the list once, all of it counted", async () => {
  if (!has(...ENCODER)) return;
  const list = await encoded(Array.from({ length: NODES }, (_, n) => node(1000 + n, `Node ${n}`)));
  const packets = await encoded(
    Array.from(
      { length: SESSIONS * 10 },
      (_, n) =>
        packet(
          1000 + n % NODES,
          5000 + n,
          data(67, "Telemetry", { deviceMetrics: { batteryLevel: n % 100 } }),
        ),
    ),
  );
  const [own] = await encoded([{ type: "FromRadio", message: { myInfo: { myNodeNum: OWN } } }]);
  let session = 0, left = 0;
  /** A device that tells its list, ten new packets and the last ten again, and is pulled out. */
  function plugged() {
    const mine = packets.slice(Math.max(0, session - 1) * 10, (session + 1) * 10);
    session++;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, {
      highWaterMark: 1000,
    });
    const out = writable.getWriter();
    const said = new WritableStream<Uint8Array>({
      async write(bytes) {
        const id = askedFor(bytes);
        if (id === undefined) return;
        const all = [own!, ...list].map(framed);
        for (const one of [...all, complete(id), new TextEncoder().encode("DEBUG\n"), ...mine.map(framed)]) {
          await out.write(one);
        }
        await out.close().catch(() => {});
        left++;
      },
    });
    return { readable, writable: said, close: () => {} };
  }
  await withFolder(async (dir) => {
    const gateway = listeningApp(), world = testWorld();
    try {
      await makeBox(dir, gateway, { connections: ["meshtastic:/dev/serial/by-id/usb-Test"] });
      const io: Io = {
        ...realIo(),
        serial: () => {
          if (session >= SESSIONS) return Promise.reject(new Deno.errors.NotFound("there is no device"));
          world.pass(EACH_S);
          return Promise.resolve(plugged());
        },
        // Time passes as fast as somebody waits for it.
        wait: (ms, stop) => realIo().wait(Math.min(ms, 20), stop),
      };
      const box = startBox({
        dir,
        world: { ...world, fetch: () => Promise.reject(new Error("away")) },
        io,
        services: [],
      });
      try {
        await until(
          () => JSON.stringify(statusOf(box.parts)),
          () => statusOf(box.parts).connections[0]!.state === "waiting_for_device",
        );
        assert.equal(left, SESSIONS);
        const { in: heard, copies, other } = statusOf(box.parts).connections[0]!;
        // Of each node the device remembers a name and a place.
        assert.equal(heard, 2 * NODES + packets.length, "nothing twice, nothing lost");
        assert.equal(other, 0);
        assert.equal(heard + copies, SESSIONS * 2 * NODES + packets.length * 2 - 10);
        assert.equal(statusOf(box.parts).spool.in, heard);
      } finally {
        await box.stop();
      }
    } finally {
      await gateway.close();
    }
  });
});

/** A device behind TCP: answers who asks for its list, and says more when it is told to. */
function device(list: readonly Uint8Array[]) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const clients: Deno.Conn[] = [];
  const said: Uint8Array[] = [];
  const serving = (async () => {
    for await (const client of listener) {
      clients.push(client);
      (async () => {
        for await (const bytes of client.readable) {
          said.push(bytes);
          const id = askedFor(bytes);
          if (id === undefined) continue;
          for (const one of list) await client.write(framed(one));
          await client.write(complete(id));
        }
      })().catch(() => {});
    }
  })();
  return {
    address: `meshtastic://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    said,
    says: async (bytes: Uint8Array) => {
      for (const client of clients) await client.write(framed(bytes));
    },
    async close() {
      listener.close();
      await serving.catch(() => {});
      for (const client of clients) {
        try {
          client.close();
        } catch {
          // It is closed already.
        }
      }
    },
  };
}

Deno.test("from a device over TCP to the gateway: nodes, places, texts and measurements; no station and no fix of it; nothing is sent but three words", async () => {
  if (!has(...ENCODER)) return;
  const [known, text, place, air, sealed] = await encoded([
    node(0x0a, "OE1XYZ Dach", { isLicensed: true, role: 2 }),
    packet(0x0a, 1, data(1, { utf8: "hello mesh" })),
    packet(
      0x0b,
      2,
      data(3, "Position", { latitudeI: 482_000_000, longitudeI: 163_700_000, precisionBits: 13 }),
    ),
    packet(0x0a, 3, data(67, "Telemetry", { environmentMetrics: { temperature: 21.5 } })),
    packet(0x0c, 4, undefined, { decoded: undefined, encrypted: { utf8: "xxxx" } }),
  ]);
  await withFolder(async (dir) => {
    const gateway = listeningApp(), radio = device([known!]);
    const { app } = gateway;
    try {
      await makeBox(dir, gateway, { connections: [radio.address] });
      const box = runBox(dir);
      try {
        await until("the list", () => /1 nodes/.test(statusOf(box.parts).connections[0]!.sentence));
        for (const one of [text!, place!, air!, sealed!, text!]) await radio.says(one);
        const nodes = async () => (await app.visitor.get("/api/meshtastic/nodes?maxAge=604800")).body.nodes;
        await until("all nodes", async () => (await nodes()).length === 3);
        const all = new Map((await nodes()).map((one: { node: string }) => [one.node, one]));
        const roof = all.get("!0000000a") as Record<string, unknown>;
        assert.deepEqual(
          [roof.name, roof.callsign, roof.role, roof.how, roof.hops, roof.quality, roof.rssi],
          ["OE1XYZ Dach", "OE1XYZ", 2, "direct", 0, "strong", undefined],
        );
        assert.deepEqual(roof.environment, { tempC: 21.5 });
        const coarse = all.get("!0000000b") as Record<string, unknown>;
        assert.deepEqual([coarse.callsign, coarse.lat, coarse.cell], [null, 48.2, 2 ** 19 / 1e7]);
        assert.equal((all.get("!0000000c") as Record<string, unknown>).encrypted, 1);
        const { body: { messages } } = await app.visitor.get("/api/meshtastic/texts");
        assert.deepEqual(
          messages.map((one: Record<string, unknown>) => [one.node, one.name, one.call, one.text]),
          [["!0000000a", "OE1XYZ Dach", "OE1XYZ", "hello mesh"]],
        );
        for (const table of ["station", "any_fix", "weather_sample"]) {
          assert.equal(
            app.db.sql<never, { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()!.n,
            0,
            table,
          );
        }
        await until("the end of a session", () => radio.said.length > 0);
      } finally {
        await box.stop();
      }
      // Nothing but the question, heartbeats and goodbye ever goes to the device: fields 3, 7 and 4 of ToRadio.
      for (const bytes of radio.said) assert.ok([0x18, 0x3a, 0x20].includes(bytes[4]!), String(bytes));
    } finally {
      await radio.close();
      await gateway.close();
    }
  });
});

Deno.test("what is no device is said to be none", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 }), clients: Deno.Conn[] = [];
  const serving = (async () => {
    for await (const client of listener) {
      clients.push(client);
      client.write(new Uint8Array(40_000).fill(65)).catch(() => {});
    }
  })();
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    try {
      const { port } = listener.addr as Deno.NetAddr;
      await makeBox(dir, gateway, { connections: [`meshtastic://127.0.0.1:${port}`] });
      const box = runBox(dir, { world: realWorld() });
      try {
        await until("a word", () => statusOf(box.parts).connections[0]!.state === "refused");
        assert.match(statusOf(box.parts).connections[0]!.sentence, /no Meshtastic device/);
      } finally {
        await box.stop();
      }
    } finally {
      listener.close();
      await serving.catch(() => {});
      for (const client of clients) client.close();
      await gateway.close();
    }
  });
});
