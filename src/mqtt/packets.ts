/** Packets of MQTT 3.1.1 (https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html). */

/** Control packet types that a client of quality 0 meets. */
export const TYPE = {
  connect: 1,
  connack: 2,
  publish: 3,
  puback: 4,
  subscribe: 8,
  suback: 9,
  pingreq: 12,
  disconnect: 14,
};

/** A packet as it came: its type, the four bits beside it, and its body. */
interface MqttPacket {
  type: number;
  flags: number;
  body: Uint8Array;
}

export interface MqttMessage {
  topic: string;
  payload: Uint8Array;
  retain: boolean;
}

const utf8 = new TextEncoder();
/** Most bytes of a text in a packet. */
const MOST_TEXT = 65_535;

/** A text with its length before it. */
function text(value: string): Uint8Array {
  const bytes = utf8.encode(value).subarray(0, MOST_TEXT);
  return Uint8Array.of(bytes.length >> 8, bytes.length & 0xff, ...bytes);
}

function packet(type: number, flags: number, parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [type << 4 | flags];
  let rest = length;
  do {
    head.push(rest % 128 | (rest > 127 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  const all = new Uint8Array(head.length + length);
  all.set(head);
  let at = head.length;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export interface ConnectAs {
  clientId: string;
  user?: string;
  password?: string;
  keepAliveS: number;
  /** What the broker says when this client is gone without a word; kept by it (retained). */
  will?: { topic: string; payload: string };
}

/** How a client introduces itself; it leaves nothing behind with the broker but its last will. */
export function connectPacket({ clientId, user, password, keepAliveS, will }: ConnectAs): Uint8Array {
  const flags = 0x02 | (user === undefined ? 0 : 0x80) | (password === undefined ? 0 : 0x40) |
    (will ? 0x24 : 0);
  const head = Uint8Array.of(4, flags, keepAliveS >> 8, keepAliveS & 0xff);
  return packet(TYPE.connect, 0, [
    text("MQTT"),
    head,
    text(clientId),
    ...(will ? [text(will.topic), text(will.payload)] : []),
    ...(user === undefined ? [] : [text(user)]),
    ...(password === undefined ? [] : [text(password)]),
  ]);
}

export const publishPacket = (topic: string, payload: string, retain: boolean): Uint8Array =>
  packet(TYPE.publish, retain ? 1 : 0, [text(topic), utf8.encode(payload)]);
export const subscribePacket = (filter: string): Uint8Array =>
  packet(TYPE.subscribe, 2, [Uint8Array.of(0, 1), text(filter), Uint8Array.of(0)]);
export const pingPacket = (): Uint8Array => packet(TYPE.pingreq, 0, []);
export const disconnectPacket = (): Uint8Array => packet(TYPE.disconnect, 0, []);

/** What a PUBLISH packet says; undefined where its body is none. */
export function readPublish({ flags, body }: MqttPacket): MqttMessage | undefined {
  if (body.length < 2) return undefined;
  const length = body[0]! << 8 | body[1]!, quality = flags >> 1 & 3;
  const from = 2 + length + (quality > 0 ? 2 : 0);
  if (quality > 2 || from > body.length) return undefined;
  const topic = new TextDecoder().decode(body.subarray(2, 2 + length));
  return { topic, payload: body.subarray(from), retain: (flags & 1) === 1 };
}

/** Cuts packets out of a stream. Holds one packet at most; one that is too large is skipped to its end. */
export class PacketReader {
  #held = new Uint8Array(0);
  #skip = 0;

  /** `most`: bytes of one packet's body. */
  constructor(readonly most: number) {}

  /** The packets that these bytes complete. Throws a RangeError for what is no MQTT. */
  push(bytes: Uint8Array): MqttPacket[] {
    const rest = bytes.subarray(Math.min(this.#skip, bytes.length));
    this.#skip -= bytes.length - rest.length;
    const held = new Uint8Array(this.#held.length + rest.length);
    held.set(this.#held);
    held.set(rest, this.#held.length);
    const packets: MqttPacket[] = [];
    let at = 0;
    for (let head = headAt(held, at); head; head = headAt(held, at)) {
      const end = head.from + head.length;
      if (head.length > this.most) {
        this.#skip = Math.max(0, end - held.length);
        at = Math.min(end, held.length);
        continue;
      }
      if (held.length < end) break;
      packets.push({ type: held[at]! >> 4, flags: held[at]! & 0x0f, body: held.slice(head.from, end) });
      at = end;
    }
    this.#held = held.slice(at);
    return packets;
  }
}

/** Where a packet's body begins and how long it is; undefined where the bytes do not say so yet. */
function headAt(held: Uint8Array, at: number): { from: number; length: number } | undefined {
  let length = 0;
  for (let n = 0; n < 4; n++) {
    const byte = held[at + 1 + n];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** n;
    if (byte < 0x80) return { from: at + 2 + n, length };
  }
  throw new RangeError("what comes is no MQTT");
}
