/** One malformed item never costs its neighbours: every reader of a line is given two hundred of them between good ones. */
import assert from "node:assert/strict";
import {
  decodeFrame,
  decodeMeshcom,
  decodeTnc2,
  encodeFrame,
  encodeKiss,
  isUnreadable,
} from "../../src/aprs/mod.ts";
import { concat } from "../../src/base/mod.ts";
import { encodeAgw } from "../../src/box/drivers/agwpe/frames.ts";
import type { Heard, Here } from "../../src/box/drivers/driver.ts";
import { readConnection } from "../../src/box/drivers/table.ts";
import { EventReader, readEvent } from "../../src/live/cot/read_event.ts";
import { readEnvelope } from "../../src/meshtastic/mod.ts";
import { PacketReader, readPublish } from "../../src/mqtt/packets.ts";
import { listenToCluster } from "../../src/read/spots/cluster.ts";
import type { World } from "../../src/base/mod.ts";
import { random } from "../kit/random.ts";

const BAD = 200, NOW = Date.UTC(2026, 5, 1, 17) / 1000;
type Bytes = Uint8Array<ArrayBuffer>;
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** Flips, drops, doubles, adds and cuts bytes. */
function mutated(item: Bytes, next: () => number): Bytes {
  const bytes = [...item], any = (most: number) => Math.floor(next() * most);
  for (let changes = 1 + any(5); changes > 0; changes--) {
    const at = any(bytes.length);
    switch (any(5)) {
      case 0:
        bytes[at] = any(256);
        break;
      case 1:
        bytes.splice(at, 1 + any(4));
        break;
      case 2:
        bytes.splice(at, 0, any(256));
        break;
      case 3:
        bytes.splice(at, 0, ...bytes.slice(at, at + any(20)));
        break;
      default:
        bytes.length = Math.max(1, at);
    }
  }
  return Uint8Array.from(bytes);
}

interface Reader {
  /** An item that says its number. */
  item(n: number): Bytes;
  /** An item as it stands on the line; the numbers of items are of what is whole. */
  framed?(item: Bytes): Bytes;
  /** Whether the frame is mutated too: where a frame says its length, what follows a wrong one is lost to everybody. */
  isFrameMutated?: true;
  /** The numbers that are read of all that comes, in pieces. */
  read(pieces: readonly Bytes[]): Promise<(number | undefined)[]> | (number | undefined)[];
}

const streams = (pieces: readonly Bytes[]) => ({
  readable: new ReadableStream<Bytes>({
    start(to) {
      for (const piece of pieces) to.enqueue(piece);
      to.close();
    },
  }),
  writable: new WritableStream(),
  close() {},
});

/** What a driver of the box hears of them. */
async function heardBy(
  text: string,
  pieces: readonly Bytes[],
  numberOf: (heard: Heard) => number | undefined,
) {
  const read = readConnection(text);
  assert.ok(typeof read !== "string", String(read));
  const io = {
    connect: () => Promise.resolve(streams(pieces)),
    wait: (_: number, stop: AbortSignal) =>
      new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve(), { once: true })),
    datagrams: () =>
      Promise.resolve({
        received: (async function* () {
          for (const [n, bytes] of pieces.entries()) yield { from: "10.0.0.9", bytes, ms: n * 100 };
        })(),
        send: () => Promise.resolve(),
        close() {},
      }),
  };
  const line = await read.driver.open(
    read.address,
    { io, call: "OE9BOX-10" } as unknown as Here,
    new AbortController().signal,
  );
  const numbers: (number | undefined)[] = [];
  for await (const heard of line.heard) numbers.push(numberOf(heard));
  return numbers;
}

const after = (text: string | undefined, word: string): number | undefined => {
  const digits = new RegExp(`${word}(\\d{3})$`).exec(text ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
};
const three = (n: number) => String(n).padStart(3, "0");
const frame = (n: number): Bytes => {
  const packet = decodeTnc2(`OE9ABC-7>APRS,WIDE1-1:>good ${three(n)}`);
  assert.ok(!isUnreadable(packet));
  return Uint8Array.from(encodeFrame(packet) as Uint8Array);
};
const ofFrame = (heard: Heard) => {
  if (heard.kind !== "frame") return undefined;
  const packet = decodeFrame(heard.bytes);
  return isUnreadable(packet) ? undefined : after(packet.info, "good ");
};

const word32 = (n: number) => [n & 255, n >> 8 & 255, n >> 16 & 255, n >>> 24];
const part = (tag: number, bytes: ArrayLike<number>) => [tag, bytes.length, ...Array.from(bytes)];
/** A `MeshPacket` with a text to everybody, and the number of its sender. */
const meshPacket = (n: number): number[] => [
  ...[0x0d, ...word32(1000 + n), 0x15, ...word32(0xffffffff)],
  ...[...part(0x22, [0x08, 1, ...part(0x12, utf8(`good ${three(n)}`))]), 0x35, ...word32(5000 + n)],
];
const textOf = (content: { kind: string; text?: string }) =>
  content.kind === "text" ? after(content.text, "good ") : undefined;

const READERS: Readonly<Record<string, Reader>> = {
  "KISS": {
    item: (n) => encodeKiss(frame(n)),
    isFrameMutated: true,
    read: (pieces) => heardBy("kiss://127.0.0.1:8001", pieces, ofFrame),
  },
  "AGWPE": {
    item: frame,
    framed: (data) =>
      encodeAgw({ kind: "K", from: "OE9ABC-7", to: "APRS", data: concat(Uint8Array.of(0), data) }),
    read: (pieces) => heardBy("agwpe://127.0.0.1:8000", pieces, ofFrame),
  },
  "APRS-IS": {
    item: (n) => utf8(`OE9ABC-7>APRS,TCPIP*:>good ${three(n)}`),
    framed: (line) => concat(line, utf8("\r\n")),
    read: (pieces) =>
      heardBy("aprsis://127.0.0.1:14580", pieces, (heard) => {
        if (heard.kind !== "line") return undefined;
        const packet = decodeTnc2(heard.text);
        return isUnreadable(packet) ? undefined : after(packet.info, "good ");
      }),
  },
  "MeshCom": {
    item: (n) =>
      utf8(JSON.stringify({
        ...{ src_type: "lora", type: "msg", src: "OE9ABC-12", dst: "*", msg: `good ${three(n)}` },
        ...{ msg_id: "43758090", rssi: -88, snr: 6 },
      })),
    isFrameMutated: true,
    read: (pieces) =>
      heardBy("meshcom://10.0.0.9?call=OE9ABC-12", pieces, (heard) => {
        if (heard.kind !== "mesh") return undefined;
        const read = decodeMeshcom(heard.json);
        return "unreadable" in read || read.content.kind !== "group"
          ? undefined
          : after(read.content.text, "good ");
      }),
  },
  "gpsd": {
    item: (n) =>
      utf8(`{"class":"TPV","mode":2,"lat":48.2,"lon":16.4,"track":${three(n)}.5}`.replace(":0", ":1")),
    framed: (line) => concat(line, utf8("\n")),
    read: (pieces) =>
      heardBy(
        "gpsd://127.0.0.1:2947",
        pieces,
        (heard) => heard.kind === "fix" ? heard.fix.course : undefined,
      ),
  },
  "Meshtastic": {
    item: (n) => Uint8Array.from(part(0x12, meshPacket(n))),
    framed: (inside) =>
      concat(Uint8Array.of(0x94, 0xc3, 0, Math.min(255, inside.length)), inside.subarray(0, 255)),
    read: (pieces) =>
      heardBy(
        "meshtastic://127.0.0.1:4403",
        pieces,
        (heard) => heard.kind === "meshtastic" ? textOf(heard.packet.content) : undefined,
      ),
  },
  "MQTT": {
    item: (n) =>
      Uint8Array.from([
        ...part(0x0a, meshPacket(n)),
        ...part(0x12, utf8("LongFast")),
        ...part(0x1a, utf8("!0000000a")),
      ]),
    framed: (payload) => {
      const topic = utf8("msh/2/e/LongFast/!0000000a"), length = 2 + topic.length + payload.length;
      return concat(Uint8Array.of(0x30, length % 128 | 128, length >> 7, 0, topic.length), topic, payload);
    },
    read: (pieces) => {
      const packets = new PacketReader(4096);
      return pieces.flatMap((piece) => packets.push(piece) as { type: number; body: Uint8Array }[]).map(
        (packet) => {
          const message = readPublish(packet as never),
            read = message && readEnvelope(message.payload, "LongFast");
          return read ? textOf(read.packet.content) : undefined;
        },
      );
    },
  },
  "clusters": {
    item: (n) => utf8(`DX de OE1AAA:    14${three(n)}.0  OE9XYZ       CW                             1658Z`),
    framed: (line) => concat(line, utf8("\r\n")),
    read: async (pieces) => {
      const world = { now: () => NOW, connect: () => Promise.resolve(streams(pieces)) } as unknown as World;
      const options = { host: "x", port: 1, login: "OE9ABC", listenMs: 60_000, most: 10_000 };
      return (await listenToCluster(world, options)).map(({ freqHz }) => freqHz! / 1000 - 14_000);
    },
  },
  "TAK": {
    item: (n) =>
      utf8(
        `<event version="2.0" uid="U" type="a-f-G-U-C" how="m-g"><point lat="48.2" lon="16.4" hae="1" ce="9" le="9"/>` +
          `<detail><contact callsign="good ${three(n)}"/></detail></event>`,
      ),
    isFrameMutated: true,
    read: (pieces) => {
      const reader = new EventReader(), decoder = new TextDecoder();
      return pieces.flatMap((piece) => reader.push(decoder.decode(piece))).map(readEvent)
        .map((event) => event?.kind === "place" ? after(event.said.name, "good ") : undefined);
    },
  },
};

for (
  const [name, { item, framed = (one: Bytes): Bytes => one, isFrameMutated, read }] of Object.entries(READERS)
) {
  Deno.test(`${name}: two hundred malformed items cost none of those between them`, async () => {
    const next = random(BAD), pieces: Bytes[] = [];
    for (let n = 0; n < BAD; n++) {
      const bad = isFrameMutated ? mutated(framed(item(999)), next) : framed(mutated(item(999), next));
      pieces.push(framed(item(n + 100)), bad);
    }
    pieces.push(framed(item(BAD + 100)));
    const numbers = new Set(await read(pieces));
    const lost = Array.from({ length: BAD + 1 }, (_, n) => n + 100).filter((n) =>
      ![...numbers].some((one) => one !== undefined && Math.floor(one) === n)
    );
    assert.deepEqual(lost, []);
  });
}
