/**
 * Tunnels: AX.25 over UDP in and out, and a MeshCom node's KISS port. What comes through one was heard by somebody else: it proves
 * no receiver, wherever it goes; what goes out goes past every lock.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { Copies } from "../../src/box/connections/copies.ts";
import { hearingOf } from "../../src/box/connections/hearing.ts";
import { checksumOf, frameIn } from "../../src/box/drivers/axudp.ts";
import type { Heard, Line } from "../../src/box/drivers/driver.ts";
import { proofOf } from "../../src/box/drivers/meshcom/kiss.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { realIo } from "../../src/box/io.ts";
import { Permit } from "../../src/box/permit.ts";
import { radios } from "../../src/box/services/ports.ts";
import { igate } from "../../src/box/services/igate/igate.ts";
import { HeardDirect } from "../../src/box/transmit/heard_direct.ts";
import { concat } from "../../src/base/mod.ts";
import { aprsIsServer } from "../kit/aprsis_server.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { freePort } from "../kit/free_port.ts";
import { withFolder } from "../kit/server.ts";

const FRAME = encodeFrame({ source: "OE1CAR-9", destination: "APRS", path: [], info: ">in a tunnel" })!;
const datagram = (frame: Uint8Array) => concat(frame, checksumOf(frame));
const at = (text: string) => {
  const read = readConnection(text);
  assert.ok(typeof read !== "string", String(read));
  return read;
};
const open = (text: string): Promise<Line> => {
  const { driver, address } = at(text);
  return driver.open(address, { io: realIo(), call: "OE1BOX-10" }, new AbortController().signal);
};
function listen(line: Line) {
  const heard: Heard[] = [];
  const ended = (async () => {
    for await (const one of line.heard) heard.push(one);
  })();
  ended.catch(() => {});
  return { heard, ended };
}

Deno.test("the checksum is X.25's, the low byte first; a datagram that has another one, or no frame's length, is none", () => {
  assert.deepEqual([...checksumOf(new TextEncoder().encode("123456789"))], [0x6e, 0x90]);
  assert.deepEqual(frameIn(datagram(FRAME)), FRAME);
  const broken = datagram(FRAME);
  broken[3]! ^= 1;
  const [short, long] = [new Uint8Array(14), new Uint8Array(399)].map(datagram);
  for (const none of [broken, FRAME, short!, long!, new Uint8Array()]) assert.equal(frameIn(none), undefined);
});

Deno.test("axudp: frames of the one host alone, with their checksum; what is sent has one too", async () => {
  const listens = freePort();
  const there = await realIo().datagrams("127.0.0.1", 0), other = await realIo().datagrams("127.0.0.2", 0);
  const line = await open(`axudp://127.0.0.1:${there.port}?listen=${listens}&bind=127.0.0.1`);
  const { heard, ended } = listen(line);
  const frames = () => heard.filter(({ kind }) => kind === "frame");
  try {
    await other.send(datagram(FRAME), "127.0.0.1", listens);
    await there.send(FRAME, "127.0.0.1", listens);
    await until(
      "a count",
      () => heard.some((one) => one.kind === "alive" && /1 without/.test(one.detail ?? "")),
    );
    await there.send(datagram(FRAME), "127.0.0.1", listens);
    await until("a frame", () => frames().length > 0);
    assert.deepEqual(frames(), [{ kind: "frame", channel: 0, bytes: FRAME }]);
    for (let n = 0; n < 200; n++) await there.send(datagram(FRAME), "127.0.0.1", listens);
    await there.send(FRAME, "127.0.0.1", listens);
    await until("most of a flood is left", () => frames().length >= 40);
    assert.ok(frames().length <= 120, "50 a second, over two seconds at most");
    const received = there.received[Symbol.asyncIterator]();
    await line.send!(new Permit({ kind: "frame", channel: 0, bytes: FRAME }));
    assert.deepEqual((await received.next()).value!.bytes, datagram(FRAME));
  } finally {
    line.close();
    await ended;
    await Promise.all([there.close(), other.close()]);
  }
});

Deno.test("what a tunnel brings was heard nowhere: no site, not directly, and a radio's own copy still counts", () => {
  const fromTunnel = hearingOf({ kind: "frame", bytes: FRAME, channel: 0 }, {
    connection: 0,
    atMs: 1000,
    ...at("axudp://127.0.0.1"),
  });
  const byRadio = hearingOf({ kind: "frame", bytes: FRAME, channel: 0 }, {
    connection: 1,
    atMs: 1500,
    ...at("kiss://127.0.0.1"),
  });
  assert.ok(typeof fromTunnel !== "string" && typeof byRadio !== "string");
  assert.deepEqual([fromTunnel.via, fromTunnel.site, fromTunnel.direct], ["tunnel", null, false]);
  assert.deepEqual(JSON.parse(fromTunnel.item!), {
    raw: "OE1CAR-9>APRS:>in a tunnel",
    via: "rf",
    port: "axudp",
    direct: false,
  });
  const copies = new Copies();
  const isCopy = ({ key, atMs, strong }: typeof byRadio) => copies.isCopy(key, atMs, { strong });
  assert.deepEqual([isCopy(fromTunnel), isCopy(byRadio), isCopy({ ...fromTunnel, atMs: 1600 })], [
    false,
    false,
    true,
  ]);
  const heard = new HeardDirect();
  heard.note({ ...fromTunnel, direct: true });
  assert.equal(
    heard.at(0, undefined, "OE1CAR-9"),
    undefined,
    "nobody is answered by radio because of a tunnel",
  );
  for (const scheme of ["axudp://127.0.0.1", "meshkiss://127.0.0.1?pass=x"]) {
    const wrong = `${scheme}${scheme.includes("?") ? "&" : "?"}site=OE1XYZ-10`;
    assert.match(String(readConnection(wrong)), /tunnel was heard by somebody else/);
  }
  for (
    const [text, why] of [
      ["axudp://node.example", /IP address/],
      ["axudp://10.0.0.1?listen=0", /1 to 65535/],
      ["axudp://10.0.0.1?bind=x", /bind takes/],
      ["meshkiss://10.0.0.1", /pass takes/],
      ["meshkiss:/dev/x?pass=y", /not a device/],
    ] as const
  ) assert.match(String(readConnection(text)), why, text);
});

Deno.test("a tunnel's packet is kept and shown, and no gate takes it to APRS-IS; a radio comes before a tunnel", () =>
  withFolder(async (dir) => {
    const gateway = listeningApp(), { app } = gateway, server = aprsIsServer();
    const listens = freePort(), peer = await realIo().datagrams("127.0.0.1", 0);
    const tunnel = `axudp://127.0.0.1:${peer.port}?listen=${listens}&bind=127.0.0.1&tx=on`;
    await makeBox(dir, gateway, {
      connections: [tunnel, "kiss://127.0.0.1:9?tx=on", `${server.address}?pass=auto&tx=on`],
      services: { igate: { toInternet: true } },
      tx: "on",
    });
    const box = runBox(dir, { services: [igate] });
    try {
      assert.deepEqual(radios(box.parts).map(({ address }) => address.scheme), ["kiss", "axudp"]);
      await until("the tunnel", () => box.parts.connections[0]!.state().word === "connected");
      await peer.send(datagram(FRAME), "127.0.0.1", listens);
      await until(
        "it is there",
        async () => (await app.visitor.get("/api/stations/OE1CAR-9")).status === 200,
      );
      const counts = box.parts.told.get("igate")!() as { uploaded: number; kept: Record<string, number> };
      assert.deepEqual(counts, { uploaded: 0, toRadio: 0, kept: {} }, "it never came to the gate");
    } finally {
      await box.stop();
      await Promise.all([peer.close(), server.close()]);
      await gateway.close();
    }
  }));

/** A MeshCom node's KISS port: its greeting, what it says to a proof, and to each frame. */
function meshNode(
  { greets = "NONCE: 00112233445566778899aabbccddeeff\n", password = "secret", codes = [1] }: {
    greets?: string;
    password?: string;
    codes?: readonly number[];
  } = {},
) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const frames: number[] = [], left = [...codes];
  const talk = async (client: Deno.Conn) => {
    const reader = client.readable.getReader(),
      say = (text: string) => client.write(new TextEncoder().encode(text));
    await say(greets);
    const proof = new TextDecoder().decode((await reader.read()).value);
    const right = createHmac("sha256", password).update(Buffer.from(greets.slice(7, 39), "hex")).digest(
      "hex",
    );
    await say(proof === `${right}\r\n` ? "OK\n" : "FAIL\n");
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      frames.push(...value);
      await client.write(encodeKiss(FRAME, 0));
      const code = left.shift();
      if (code !== undefined) await client.write(encodeKiss(Uint8Array.of(code), 15));
    }
  };
  const talks: Promise<unknown>[] = [];
  const serving = (async () => {
    for await (const client of listener) talks.push(talk(client).catch(() => {}));
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    frames,
    async close() {
      listener.close();
      await serving.catch(() => {});
      await Promise.all(talks);
    },
  };
}

Deno.test("a MeshCom node's KISS port: proven by its password, each frame answered, and nothing that comes is a hearing", async () => {
  const node = meshNode({ codes: [1, 2, 9] });
  const line = await open(`meshkiss://127.0.0.1:${node.port}?pass=secret`);
  const { heard, ended } = listen(line);
  const send = () => line.send!(new Permit({ kind: "frame", channel: 0, bytes: FRAME }));
  try {
    await send();
    assert.deepEqual(node.frames, [...encodeKiss(FRAME, 0)]);
    await assert.rejects(send(), /own call alone/);
    await assert.rejects(send(), /does not send it \(9\)/);
    assert.deepEqual(
      heard.filter(({ kind }) => kind !== "alive"),
      [],
      "the server's frames have an empty path too",
    );
    const last = send();
    line.close();
    await assert.rejects(last, /what became of it/);
    assert.equal(
      proofOf("key", "00"),
      createHmac("sha256", "key").update(Uint8Array.of(0)).digest("hex"),
    );
  } finally {
    line.close();
    await ended.catch(() => {});
    await node.close();
  }
});

Deno.test("to a KISS port without a password, or with another one, nothing is sent", async () => {
  for (
    const [node, why] of [
      [{ password: "other" }, /does not take this password/],
      [{ greets: "hello\n" }, /no password/],
      [{ greets: "" }, /no password/],
    ] as const
  ) {
    const there = meshNode(node);
    await assert.rejects(open(`meshkiss://127.0.0.1:${there.port}?pass=secret`), why);
    await there.close();
    assert.deepEqual(there.frames, []);
  }
});
