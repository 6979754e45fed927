/** Every driver by one measure, and what is each one's own: what it hears, says of itself, sends, and how it ends. */
import assert from "node:assert/strict";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { AgwReader, encodeAgw } from "../../src/box/drivers/agwpe/frames.ts";
import type { Heard, Line, LineRefused } from "../../src/box/drivers/driver.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { realIo } from "../../src/box/io.ts";
import { Permit } from "../../src/box/permit.ts";
import { aprsIsServer } from "../kit/aprsis_server.ts";
import { freePort } from "../kit/free_port.ts";
import { until } from "../kit/box.ts";

const FRAME = encodeFrame({
  source: "OE1CAR-9",
  destination: "APRS",
  path: [],
  info: "=4812.50N/01622.43E>\xc0\xdb",
})!;
const at = (text: string) => {
  const read = readConnection(text);
  assert.ok(typeof read !== "string", String(read));
  return read;
};
const openLine = (text: string, stop = new AbortController().signal): Promise<Line> => {
  const { driver, address } = at(text);
  return driver.open(address, { io: realIo(), call: "OE1BOX-10" }, stop);
};

/** Reads a line to its end, in the background. */
function listen(line: Line) {
  const heard: Heard[] = [];
  const ended = (async () => {
    for await (const one of line.heard) heard.push(one);
  })();
  ended.catch(() => {});
  const frames = () => heard.filter(({ kind }) => kind !== "alive");
  return { heard, frames, ended };
}

/** A TCP server with one client at a time. */
function peer() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const got: number[] = [];
  let client: Deno.Conn | undefined;
  const serving = (async () => {
    for await (const conn of listener) {
      client = conn;
      (async () => {
        for await (const bytes of conn.readable) got.push(...bytes);
      })().catch(() => {});
    }
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    got,
    there: () => client !== undefined,
    says: async (...parts: Uint8Array[]) => {
      for (const part of parts) {
        await client!.write(part);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    hangUp: () => client?.close(),
    async close() {
      listener.close();
      await serving.catch(() => {});
      try {
        client?.close();
      } catch {
        // It is closed already.
      }
    },
  };
}

const kissFrame = encodeKiss(FRAME, 2);
const agwFrame = encodeAgw({ kind: "K", port: 2, data: Uint8Array.of(0x20, ...FRAME) });

for (const [scheme, frame] of [["kiss", kissFrame], ["agwpe", agwFrame]] as const) {
  Deno.test(`${scheme}: a frame in two pieces, garbage between, one channel alone, hang-up, close`, async () => {
    const tnc = peer();
    const line = await openLine(`${scheme}://127.0.0.1:${tnc.port}`);
    const { frames, ended } = listen(line);
    await until("the client", tnc.there);
    await tnc.says(frame.subarray(0, 40), frame.subarray(40), frame);
    await until("two frames", () => frames().length === 2);
    const [one] = frames();
    assert.deepEqual(one, { kind: "frame", channel: 2, bytes: FRAME });
    tnc.hangUp();
    await ended;
    line.close();
    const other = await openLine(`${scheme}://127.0.0.1:${tnc.port}?port=3`);
    const second = listen(other);
    await tnc.says(frame);
    other.close();
    other.close();
    await second.ended.catch(() => {});
    assert.deepEqual(second.frames(), [], "another channel");
    await tnc.close();
  });
}

Deno.test("kiss: what is no KISS is said to be that; a frame sent is a frame of the permit", async () => {
  const tnc = peer();
  const line = await openLine(`kiss://127.0.0.1:${tnc.port}`);
  const { heard, ended } = listen(line);
  await until("the client", tnc.there);
  await tnc.says(new TextEncoder().encode("SSH-2.0-nobody\r\n".repeat(40)));
  await until("the word", () => heard.some((one) => one.kind === "alive" && one.word === "not_kiss"));
  const permit = new Permit({ kind: "frame", channel: 0, bytes: FRAME });
  await line.send!(permit);
  await until("the frame", () => tnc.got.length > 0);
  assert.deepEqual(Uint8Array.from(tnc.got), encodeKiss(FRAME, 0));
  await assert.rejects(line.send!(permit), /twice/);
  line.close();
  await ended.catch(() => {});
  await tnc.close();
});

Deno.test("agwpe: garbage ends the line in words; raw frames are asked for once; connected mode both ways", async () => {
  const tnc = peer();
  const line = await openLine(`agwpe://127.0.0.1:${tnc.port}`);
  const { ended } = listen(line);
  const asked = () => {
    const frames = new AgwReader().push(Uint8Array.from(tnc.got));
    assert.ok(typeof frames !== "string");
    return frames;
  };
  await until("k and R", () => asked().length === 2);
  assert.deepEqual(asked().map(({ kind }) => kind), ["k", "R"]);
  const session = (to?: string) =>
    new Permit({ kind: "session", channel: 0, own: "OE1BOX-8", ...(to ? { to } : {}) });
  const dialled = line.circuits!.dial(session("OE3BBS"), new AbortController().signal);
  await until("the call", () => asked().some(({ kind }) => kind === "C"));
  await tnc.says(encodeAgw({ kind: "C", from: "OE3BBS", to: "OE1BOX-8" }));
  const circuit = await dialled;
  await tnc.says(encodeAgw({ kind: "D", from: "OE3BBS", to: "OE1BOX-8", data: Uint8Array.of(1, 2, 3) }));
  assert.deepEqual(await circuit.read(), Uint8Array.of(1, 2, 3));
  await circuit.write(new Uint8Array(300));
  await until("two packets", () => asked().filter(({ kind }) => kind === "D").length === 2);
  assert.deepEqual(asked().filter(({ kind }) => kind === "D").map(({ data }) => data.length), [256, 44]);
  await tnc.says(encodeAgw({ kind: "d", from: "OE3BBS", to: "OE1BOX-8" }));
  assert.equal(await circuit.read(), undefined, "the other side has ended it");
  const refused = line.circuits!.dial(session("OE9NIX"), new AbortController().signal);
  refused.catch(() => {});
  await until("the second call", () => asked().filter(({ kind }) => kind === "C").length === 2);
  await tnc.says(encodeAgw({ kind: "d", from: "OE9NIX", to: "OE1BOX-8" }));
  await assert.rejects(refused, /OE9NIX refused/);
  const calls: string[] = [];
  const registered = line.circuits!.register(session(), ({ peer }) => calls.push(peer));
  await until("X", () => asked().some(({ kind }) => kind === "X"));
  await tnc.says(encodeAgw({ kind: "X", from: "OE1BOX-8", data: Uint8Array.of(1) }));
  await registered;
  await tnc.says(encodeAgw({ kind: "C", from: "OE5USR", to: "OE1BOX-8" }));
  await until("the caller", () => calls.length === 1);
  assert.deepEqual(calls, ["OE5USR"]);
  await tnc.says(new Uint8Array(36).fill(0xff));
  await assert.rejects(ended, (error: LineRefused) => error.word === "not_kiss");
  line.close();
  await tnc.close();
});

Deno.test("aprsis: login, filter, what logresp says, lines cut anywhere, no line too long, sends only when verified", async () => {
  const server = aprsIsServer();
  const base = server.address;
  const line = await openLine(`${base}?filter=r/48.2/16.4/100+t/m`);
  const { heard, frames, ended } = listen(line);
  await until("the login", () => server.clients().length === 1);
  const [client] = server.clients();
  assert.deepEqual([client!.call, client!.verified, client!.filter], [
    "OE1BOX-10",
    false,
    "r/48.2/16.4/100 t/m",
  ]);
  await until("logresp", () => heard.some((one) => one.kind === "alive" && one.word === "unverified"));
  const said = heard.find((one) => one.kind === "alive" && one.word !== undefined);
  assert.deepEqual(said, {
    kind: "alive",
    word: "unverified",
    settles: true,
    detail: "receive-only login unverified, server T2TEST",
  });
  await server.sends("OE3HUT>APRS,TCP", "IP*,qAC,T2TEST:>hut \xe4\r\n# comment\r\n");
  await server.sends(`${"x".repeat(2000)}\r\nOE3HUT>APRS,qAR,OE3XX:>again\r\n`);
  await until("two lines", () => frames().length === 2);
  assert.equal(
    frames().map((one) => one.kind === "line" ? one.text.slice(-5) : "").join("|").slice(-5),
    "again",
  );
  const permit = () => new Permit({ kind: "line", text: "OE1BOX-10>APRS:>on" });
  await assert.rejects(line.send!(permit()), (error: LineRefused) => error.word === "unverified");
  server.hangUp();
  await ended;
  const verified = await openLine(`${base}?pass=auto`);
  const second = listen(verified);
  await until("verified", () => second.heard.some((one) => one.kind === "alive" && one.word === "connected"));
  await verified.send!(permit());
  await until("the line", () => server.received.length === 1);
  assert.deepEqual(server.received, ["OE1BOX-10>APRS:>on"]);
  verified.close();
  await second.ended.catch(() => {});
  await server.close();
});

Deno.test("aprsis: a login that may only listen says each six hours that it is there, or its server drops it after two days", async () => {
  const server = aprsIsServer(), waits: { ms: number; over(): void; stop: AbortSignal }[] = [];
  const wait = (ms: number, stop: AbortSignal) =>
    new Promise<void>((over) => {
      waits.push({ ms, over, stop });
      stop.addEventListener("abort", () => over());
    });
  const { driver, address } = at(server.address);
  const here = { io: { ...realIo(), wait }, call: "OE1BOX-10" };
  const line = await driver.open(address, here, new AbortController().signal);
  const { ended } = listen(line);
  for (const times of [1, 2]) {
    await until("the wait", () => waits.length === times);
    assert.equal(waits[times - 1]!.ms, 6 * 3_600_000);
    waits[times - 1]!.over();
    await until("a comment", () => server.comments.length === times);
  }
  assert.deepEqual(new Set(server.comments), new Set(["# OE1BOX-10 is still here"]));
  await until("the next wait", () => waits.length === 3);
  line.close();
  await ended.catch(() => {});
  assert.ok(waits[2]!.stop.aborted, "nothing waits behind a closed line");
  await server.close();
});

Deno.test("meshcom: the named node alone is heard, others and floods are not, and others may have a copy", async () => {
  const port = freePort();
  const io = realIo();
  const copy = await io.datagrams("127.0.0.1", 0), node = await io.datagrams("127.0.0.1", 0);
  const stranger = await io.datagrams("127.0.0.2", 0);
  const line = await openLine(
    `meshcom://127.0.0.1?call=OE1XYZ-12&site=OE1XYZ-12&port=${port}&bind=127.0.0.1&fanout=127.0.0.1:${copy.port}`,
  );
  const { frames, ended } = listen(line);
  const json = new TextEncoder().encode(
    '{"src_type":"lora","type":"msg","src":"OE1CAR-9","dst":"*","msg":"hi"}',
  );
  await stranger.send(json, "127.0.0.1", port);
  await node.send(json, "127.0.0.1", port);
  await until("the datagram", () => frames().length === 1);
  const { value } = await copy.received[Symbol.asyncIterator]().next();
  assert.deepEqual(value!.bytes, json);
  const began = performance.now();
  for (let n = 0; n < 100; n++) await node.send(json, "127.0.0.1", port);
  await until("what a second may bring", () => frames().length >= 20);
  // A busy machine may take seconds to send them: twenty are due for each second that began.
  const seconds = Math.ceil((performance.now() - began) / 1000);
  assert.ok(frames().length <= 21 + 20 * seconds, `${frames().length} of 101 in ${seconds} s`);
  await assert.rejects(
    openLine(`meshcom://127.0.0.1?call=OE1XYZ-12&port=${port}&bind=127.0.0.1`),
    /listened on/,
  );
  line.close();
  for (const socket of [copy, node, stranger]) socket.close();
  await ended;
});

Deno.test("a dial that ends in the moment in which it comes about leaves no connection open", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 }), { port } = listener.addr as Deno.NetAddr;
  const stop = new AbortController(), { connect } = Deno;
  // As the runtime does it: it looks at the signal once more when it is connected, and forgets the connection.
  Deno.connect = (async ({ signal, ...to }: Deno.ConnectOptions & { signal?: AbortSignal }) => {
    const connection = await connect(to);
    stop.abort();
    signal?.throwIfAborted();
    return connection;
  }) as typeof connect;
  try {
    const taken = listener.accept();
    await assert.rejects(realIo().connect("127.0.0.1", port, stop.signal), { name: "AbortError" });
    (await taken).close();
  } finally {
    Deno.connect = connect;
    listener.close();
  }
});

Deno.test("addresses that cannot be meant are refused with what they take", () => {
  const refused: [string, RegExp][] = [
    ["hill", /is not a connection/],
    ["smoke://hill", /not a kind of connection/],
    ["kiss://hill?speed=9600", /'speed' is nothing that kiss/],
    ["kiss:/dev/ttyUSB0?baud=9601", /baud takes/],
    ["kiss://hill:70000", /port/],
    ["kiss://hill?port=16", /0 to 15/],
    ["kiss://hill?tx=yes", /on or off/],
    ["kiss://hill?site=X", /site takes/],
    ["agwpe:/dev/ttyUSB0", /takes a host/],
    ["aprsis://a.example?site=OE1XYZ-10", /names no site/],
    ["aprsis://a.example?pass=hello", /pass takes/],
    ["meshcom://192.168.1.5", /node's callsign/],
    ["meshcom://node.lan?call=OE1XYZ-12", /IP address/],
  ];
  for (const [text, says] of refused) assert.match(String(readConnection(text)), says);
  const { address } = at("kiss:/dev/serial/by-id/usb-FTDI_x-if00?baud=9600&site=oe1xyz-10&tx=on");
  assert.deepEqual([address.device, address.site, address.tx], [
    "/dev/serial/by-id/usb-FTDI_x-if00",
    "OE1XYZ-10",
    true,
  ]);
});
