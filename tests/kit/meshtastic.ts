/** A Meshtastic device for tests: what it says is encoded by Google's protobuf, not by this project. */
import { ROOT } from "./server.ts";

export const ENCODER = [
  "/usr/bin/python3",
  "protoc",
  "/usr/lib/python3/dist-packages/google/protobuf/message.py",
];

interface Asked {
  type: "FromRadio" | "ServiceEnvelope";
  message: Record<string, unknown>;
}

/** Encodes messages, in order. */
export async function encoded(asked: readonly Asked[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const child = new Deno.Command("/usr/bin/python3", {
    args: [`${ROOT}tests/kit/meshtastic_encode.py`],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const writing = writer.write(
    new TextEncoder().encode(asked.map((one) => JSON.stringify(one)).join("\n") + "\n"),
  ).then(() => writer.close());
  const { success, stdout, stderr } = await child.output();
  await writing;
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim().split("\n").map((line) =>
    Uint8Array.from(Buffer.from(line, "hex"))
  );
}

/** A message as it stands in a device's stream. */
export const framed = (message: Uint8Array): Uint8Array =>
  Uint8Array.of(0x94, 0xc3, message.length >> 8, message.length & 0xff, ...message);

const EVERYBODY = 0xffffffff;
/** `decoded` of a packet whose payload is another message, or a text. */
export const data = (portnum: number, of: string | { utf8: string }, is?: unknown) => ({
  portnum,
  payload: typeof of === "string" ? { of, is } : of,
});

/** A packet to everybody, heard from the sender itself. */
export const packet = (
  from: number,
  id: number,
  decoded: unknown,
  more: Record<string, unknown> = {},
): Asked => ({
  type: "FromRadio",
  message: {
    packet: { from, to: EVERYBODY, id, rxSnr: 6.25, rxRssi: -80, hopLimit: 3, hopStart: 3, decoded, ...more },
  },
});
export const node = (num: number, longName: string, more: Record<string, unknown> = {}): Asked => ({
  type: "FromRadio",
  message: {
    nodeInfo: {
      num,
      user: { longName, shortName: longName.slice(0, 4), hwModel: 43, ...more },
      position: { latitudeI: 482_000_000 + num % 1000, longitudeI: 163_700_000, precisionBits: 16 },
      lastHeard: 1_780_000_000,
      hopsAway: 1,
    },
  },
});

/** Whether bytes ask a device for all that it knows; the number that it has to end with. */
export function askedFor(bytes: Uint8Array): number | undefined {
  const at = bytes.findIndex((_, i) => bytes[i] === 0x94 && bytes[i + 1] === 0xc3 && bytes[i + 4] === 0x18);
  if (at < 0) return undefined;
  let value = 0;
  for (let i = at + 5, shift = 0; i < bytes.length; i++, shift += 7) {
    value |= (bytes[i]! & 0x7f) << shift;
    if (bytes[i]! < 0x80) break;
  }
  return value;
}

/** The end of the answer to a question: its number, as one field of `FromRadio`. */
export function complete(id: number): Uint8Array {
  const bytes = [0x38];
  let rest = id;
  for (; rest > 0x7f; rest >>= 7) bytes.push(rest & 0x7f | 0x80);
  return framed(Uint8Array.of(...bytes, rest));
}
