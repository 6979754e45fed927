/** What the payload of a packet says, by its port. */
import { isPlace } from "../base/mod.ts";
import type { MeshtasticContent } from "./packet.ts";
import { type Message, readMessage } from "./protobuf.ts";

const PORT = { text: 1, position: 3, user: 4, telemetry: 67, neighbours: 71 };
/** Most characters of a name, bytes of a text, neighbours of a node: more than the protocol has room for. */
const MOST_NAME = 40, MOST_TEXT = 240, MOST_NEIGHBOURS = 40;
const utf8 = new TextDecoder();

/** What a `Data` message says. A text counts only where it was meant for everybody: `readable`. */
export function contentOf(data: Message, readable: boolean): MeshtasticContent {
  const port = data.uint(1) ?? 0, payload = data.bytes(2) ?? new Uint8Array();
  const other: MeshtasticContent = { kind: "other", port };
  if (port === PORT.text) {
    const text = utf8.decode(payload.subarray(0, MOST_TEXT)).replaceAll("\u0000", "").trim();
    // A reaction is a text too, of one sign: `emoji` says so, a fixed32 (mesh.proto, Data).
    return readable && text !== "" && !data.fixed(8) ? { kind: "text", text } : other;
  }
  const inner = readMessage(payload);
  if (!inner) return other;
  const read = port === PORT.position
    ? positionOf(inner)
    : port === PORT.user
    ? userOf(inner)
    : port === PORT.telemetry
    ? telemetryOf(inner)
    : port === PORT.neighbours
    ? neighboursOf(inner)
    : undefined;
  return read ?? other;
}

/** Numbers of a message by name, without those that are absent or cannot be true. */
function numbers<Name extends string>(
  of: Record<Name, readonly [value: number | undefined, least: number, most: number]>,
) {
  const kept: Partial<Record<Name, number>> = {};
  for (
    const [name, [value, least, most]] of Object.entries(of) as [
      Name,
      readonly [number | undefined, number, number],
    ][]
  ) {
    if (value !== undefined && value >= least && value <= most) kept[name] = Math.round(value * 100) / 100;
  }
  return kept;
}

/** A `Position`; undefined where it names no place. */
export function positionOf(message: Message): MeshtasticContent | undefined {
  const latI = message.signedFixed(1), lonI = message.signedFixed(2);
  if (latI === undefined || lonI === undefined || (latI === 0 && lonI === 0)) return undefined;
  const lat = latI / 1e7, lon = lonI / 1e7, bits = message.uint(23);
  if (!isPlace(lat, lon)) return undefined;
  const { altitudeM } = numbers({ altitudeM: [message.int(3), -1000, 50_000] });
  return {
    kind: "position",
    lat,
    lon,
    ...(altitudeM === undefined ? {} : { altitudeM }),
    ...(bits !== undefined && bits > 0 && bits <= 32 ? { precisionBits: bits } : {}),
  };
}

const named = (text: string | undefined): string =>
  (text ?? "").replace(/\p{C}/gu, "").trim().slice(0, MOST_NAME);

/** A `User`; undefined where it has no name. */
export function userOf(message: Message): MeshtasticContent | undefined {
  const longName = named(message.text(2)), shortName = named(message.text(3)).slice(0, 8);
  if (longName === "" && shortName === "") return undefined;
  return {
    kind: "user",
    longName,
    shortName,
    hardware: Math.min(message.uint(5) ?? 0, 65_535),
    licensed: (message.uint(6) ?? 0) !== 0,
    role: Math.min(message.uint(7) ?? 0, 255),
  };
}

function telemetryOf(message: Message): MeshtasticContent | undefined {
  const device = message.message(2), air = message.message(3);
  if (device) {
    return {
      kind: "device",
      ...numbers({
        // 101: it hangs on the mains.
        battery: [device.uint(1), 0, 101],
        voltage: [device.float(2), 0, 100],
        channelUse: [device.float(3), 0, 100],
        airUse: [device.float(4), 0, 100],
        uptimeS: [device.uint(5), 0, 4_294_967_295],
      }),
    };
  }
  if (!air) return undefined;
  return {
    kind: "environment",
    ...numbers({
      tempC: [air.float(1), -90, 70],
      humidity: [air.float(2), 0, 100],
      pressureHpa: [air.float(3), 300, 1100],
      windDirection: [air.uint(13), 0, 360],
      windMs: [air.float(14), 0, 120],
      gustMs: [air.float(16), 0, 120],
      rain1hMm: [air.float(19), 0, 500],
      rain24hMm: [air.float(20), 0, 2000],
    }),
  };
}

function neighboursOf(message: Message): MeshtasticContent {
  const nodes = message.messages(4).slice(0, MOST_NEIGHBOURS).flatMap((one) => {
    const node = one.uint(1), snr = one.float(2);
    return node && snr !== undefined ? [{ node, snr: Math.round(snr * 4) / 4 }] : [];
  });
  return { kind: "neighbours", nodes };
}
