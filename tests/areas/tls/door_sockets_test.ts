/** WebSockets over the https port: they work, and are bounded as on http. */
import assert from "node:assert/strict";
import { Addresses, Limits, mount, networkOf } from "../../../src/http/mod.ts";
import { channelRoutes, Hub, Live } from "../../../src/live/mod.ts";
import { Door } from "../../../src/tls/mod.ts";
import { emptyPorts } from "../../kit/ports.ts";
import { withFolder } from "../../kit/server.ts";
import { move, ownCertificate } from "../../kit/tls.ts";
import { becomes } from "../../kit/waits.ts";
import { testWorld } from "../../kit/world.ts";

Deno.test("/ws over https: told what happens; who announces more than 64 kB is hung up", async () => {
  await withFolder(async (folder) => {
    const world = testWorld("seed", Math.floor(Date.now() / 1000));
    move(world, ["127.0.0.1"], "pi");
    const own = await ownCertificate(folder, world);
    const live = new Live({
      world,
      hub: new Hub(),
      sources: { heardSince: () => [], cachesNear: () => [], cachesIn: () => [] },
      options: { instance: "club.example" },
      inbound: false,
    });
    const handler = mount({
      routes: channelRoutes(live),
      ports: emptyPorts(world),
      addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
      limits: new Limits(() => world.now()),
      world,
    });
    const door = new Door({
      hostname: "127.0.0.1",
      port: 0,
      world,
      pair: () => own.leaf,
      names: () => true,
      handler,
      networkOf,
    });
    const open = async () => {
      const conn = await Deno.connectTls({
        hostname: "127.0.0.1",
        port: door.port,
        caCerts: [own.authority.cert],
      });
      await conn.write(
        new TextEncoder().encode(
          "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        ),
      );
      return conn;
    };
    const read = async (conn: Deno.TlsConn, until: (said: string) => boolean) => {
      let said = "";
      for (const buffer = new Uint8Array(1000); !until(said);) {
        const size = await conn.read(buffer).catch(() => null);
        if (size === null) return said;
        said += new TextDecoder("latin1").decode(buffer.subarray(0, size));
      }
      return said;
    };
    const [good, bad] = [await open(), await open()];
    for (const conn of [good, bad]) await read(conn, (said) => said.includes("hello"));
    await bad.write(Uint8Array.of(0x82, 0xff, 0, 0, 0, 0, 3, 0x93, 0x87, 0, 0, 0, 0, 0));
    assert.ok((await read(bad, () => false)).endsWith("\x12\x03\xf1message too long"));
    bad.close();
    live.hub.position({
      call: "OE1ABC-9",
      at: world.now(),
      lat: 48,
      lon: 16,
      symbol: "/>",
      course: 90,
      via: "rf",
    });
    live.hub.flush();
    await read(good, (said) => said.includes("OE1ABC-9"));
    good.close();
    live.close();
    await becomes("every socket is gone", () => live.room.open === 0);
    await door.close();
  });
});
