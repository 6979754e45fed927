/** What the first run finds: a MeshCom node by its datagrams, TNCs of other hosts, a circle for an internet feed. */
import assert from "node:assert/strict";
import { type Io, realIo } from "../../src/box/io.ts";
import { isCircle, lookRound, nodeNearby } from "../../src/box/run/look.ts";
import { tncOf } from "../../src/cli/box/nearby.ts";

Deno.test("a MeshCom node is found by the first datagram that a node would send; after the time there is none", async () => {
  const io = realIo();
  const opened = Promise.withResolvers<number>();
  const watched: Pick<Io, "datagrams"> = {
    async datagrams(host, port) {
      const socket = await io.datagrams(host, port);
      opened.resolve(socket.port);
      return socket;
    },
  };
  const looking = nodeNearby(watched, 30_000, { host: "127.0.0.1", port: 0 });
  const port = await opened.promise;
  const sender = await io.datagrams("127.0.0.1", 0);
  try {
    for (
      const text of ["hello", "{}", '{"src_type":"lora","type":"msg","src":"OE1CAR-9","dst":"*","msg":"hi"}']
    ) {
      await sender.send(new TextEncoder().encode(text), "127.0.0.1", port);
    }
    assert.equal(await looking, "127.0.0.1");
    // What was found is listened to next: the port is free by now.
    await (await io.datagrams("127.0.0.1", port)).close();
    assert.equal(await nodeNearby(io, 1, { host: "127.0.0.1", port: 0 }), undefined);
    const taken = { host: "127.0.0.1", port: sender.port };
    assert.equal(await nodeNearby(io, 30_000, taken), undefined, "somebody else has the port");
  } finally {
    sender.close();
  }
});

Deno.test("a TNC of another host is offered, one of this host is found at its port", () => {
  assert.equal(
    tncOf({ from: "192.168.1.20", port: 8001 }, ["127.0.0.1"])!.address,
    "kiss://192.168.1.20:8001",
  );
  assert.equal(tncOf({ from: "192.168.1.20", port: 8001 }, ["192.168.1.20"]), undefined);
  assert.equal(tncOf({ from: "fe80::1", port: 8001 }, []), undefined);
});

Deno.test("programs of this host are found at their ports, each as the connection that takes it", async () => {
  const asked: number[] = [];
  const io = (open: readonly number[]): Io => ({
    ...realIo(),
    connect: (_, port) => {
      asked.push(port);
      if (!open.includes(port)) return Promise.reject(new Deno.errors.ConnectionRefused());
      return Promise.resolve({
        readable: new ReadableStream(),
        writable: new WritableStream(),
        close: () => {},
      });
    },
    files: { list: () => Promise.resolve(["usb-A"]), read: () => Promise.resolve(undefined) },
  });
  const found = async (...open: number[]) => (await lookRound(io(open))).map(({ address }) => address);
  const serial = "kiss:/dev/serial/by-id/usb-A?baud=9600";
  assert.deepEqual(await found(), [serial]);
  assert.deepEqual(asked.toSorted(), [2947, 4403, 4532, 8000, 8001]);
  assert.deepEqual(await found(2947, 4403, 4532, 8000, 8001), [
    "kiss://127.0.0.1:8001",
    "gpsd://127.0.0.1",
    "rigctl://127.0.0.1",
    "meshtastic://127.0.0.1",
    serial,
  ]);
});

Deno.test("a circle round the box takes latitude and longitude in degrees", () => {
  for (const text of ["48.2 16.4", "48.2,16.4", " -33.9, 151.2 "]) assert.ok(isCircle(text), text);
  for (const text of ["", "48.2", "91 16", "48.2 181", "JN88ee", "48.2 16.4 100", "48.2/16.4"]) {
    assert.ok(!isCircle(text), text);
  }
});
