/** What a device tells: itself, the nodes that it knows, channels, and packets as they come. */
import type { MeshtasticContent, MeshtasticPacket } from "./packet.ts";
import { contentOf, positionOf, userOf } from "./content.ts";
import { type Message, readMessage } from "./protobuf.ts";

type FromRadio =
  | { kind: "my_info"; node: number }
  /** What the device remembers of a node: as many packets as it knows things. */
  | { kind: "node"; packets: MeshtasticPacket[] }
  | { kind: "complete"; id: number }
  | { kind: "rebooted" }
  | { kind: "firmware"; version: string }
  | { kind: "packet"; packet: MeshtasticPacket }
  | { kind: "other" };

const EVERYBODY = 0xffffffff;
/** A LoRa receiver's signal, dBm, and how far below the noise it still reads, dB. */
const isRssi = (value: number) => value < 0 && value >= -160;
const isSnr = (value: number) => value >= -40 && value <= 40;
const MOST_HOPS = 7;

/** One message of a device; undefined where the bytes are none. */
export function readFromRadio(bytes: Uint8Array): FromRadio | undefined {
  const all = readMessage(bytes);
  if (!all) return undefined;
  if (all.fields.has(2)) {
    const packet = packetOf(all.message(2), (channel) => channel === 0);
    return packet && { kind: "packet", packet };
  }
  if (all.fields.has(3)) {
    const node = all.message(3)?.uint(1);
    return node === undefined ? undefined : { kind: "my_info", node };
  }
  if (all.fields.has(4)) {
    const packets = nodePackets(all.message(4));
    return packets && { kind: "node", packets };
  }
  const id = all.uint(7);
  if (id !== undefined) return { kind: "complete", id };
  if (all.uint(8)) return { kind: "rebooted" };
  const version = all.message(13)?.text(1);
  return version === undefined ? { kind: "other" } : { kind: "firmware", version: version.slice(0, 40) };
}

/** What a gateway node hands to a broker, and the name of its channel; undefined where the bytes are none. */
export function readEnvelope(
  bytes: Uint8Array,
  primary: string,
): { packet: MeshtasticPacket; gateway: string } | undefined {
  const all = readMessage(bytes), channel = all?.text(2);
  const packet = packetOf(all?.message(1), () => channel === primary);
  return packet &&
    { packet: { ...packet, mqtt: true, direct: false }, gateway: (all?.text(3) ?? "").slice(0, 20) };
}

/** `isPrimary`: whether a channel is the one whose texts everybody reads. */
function packetOf(
  message: Message | undefined,
  isPrimary: (channel: number) => boolean,
): MeshtasticPacket | undefined {
  const from = message?.fixed(1);
  if (!message || from === undefined || from === 0 || from === EVERYBODY) return undefined;
  const limit = message.uint(9) ?? 0, start = message.uint(15) ?? 0;
  const mqtt = (message.uint(14) ?? 0) !== 0;
  const hops = start > 0 && start <= MOST_HOPS && limit <= start ? start - limit : undefined;
  const rssi = message.int(12), snr = message.float(8);
  const data = message.message(4);
  const readable = (message.fixed(2) ?? EVERYBODY) === EVERYBODY && isPrimary(message.uint(3) ?? 0);
  return {
    from,
    id: message.fixed(6) ?? 0,
    direct: hops === 0 && !mqtt,
    mqtt,
    ...(hops === undefined ? {} : { hops }),
    ...(rssi !== undefined && isRssi(rssi) ? { rssi } : {}),
    ...(snr !== undefined && isSnr(snr) && (snr !== 0 || rssi !== 0) ? { snr: Math.round(snr * 4) / 4 } : {}),
    content: data
      ? contentOf(data, readable)
      : message.bytes(5)
      ? { kind: "encrypted" }
      : { kind: "other", port: 0 },
  };
}

function nodePackets(info: Message | undefined): MeshtasticPacket[] | undefined {
  const from = info?.uint(1);
  if (!info || from === undefined || from === 0) return undefined;
  const lastHeard = info.fixed(5), hops = info.uint(9), snr = info.float(4);
  const mqtt = (info.uint(8) ?? 0) !== 0;
  const user = info.message(2), position = info.message(3);
  const contents: (MeshtasticContent | undefined)[] = [
    user && userOf(user),
    position && positionOf(position),
  ];
  return contents.flatMap((content) =>
    content
      ? [{
        from,
        id: 0,
        // It was heard then, not now: what a device remembers is no hearing.
        direct: false,
        mqtt,
        ...(hops !== undefined && hops <= MOST_HOPS ? { hops } : {}),
        ...(snr !== undefined && snr !== 0 && isSnr(snr) ? { snr: Math.round(snr * 4) / 4 } : {}),
        ...(lastHeard ? { lastHeard } : {}),
        content,
      }]
      : []
  );
}
