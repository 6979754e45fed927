/** What is connected to this host: TNCs that listen, serial devices by names that stay the same, gateways nearby. */
import { decodeMeshcom, toBinary } from "../../aprs/mod.ts";
import { hearingOf } from "../connections/hearing.ts";
import { isSensed } from "../drivers/driver.ts";
import { readConnection } from "../drivers/table.ts";
import type { Loudness } from "../senses/loudness.ts";
import { isPlace, wait } from "../../base/mod.ts";
import { BY_ID } from "../config/address.ts";
import type { Io } from "../io.ts";

interface Found {
  address: string;
  what: string;
}

const DIAL_MS = 1500;

async function answers(host: string, port: number, io: Io): Promise<boolean> {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), DIAL_MS);
  try {
    (await io.connect(host, port, stop.signal)).close();
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(late);
  }
}

/** Looks round; takes a few seconds at most. */
export async function lookRound(io: Io): Promise<Found[]> {
  const [kiss, agwpe, gps, rig, mesh, names] = await Promise.all([
    answers("127.0.0.1", 8001, io),
    answers("127.0.0.1", 8000, io),
    answers("127.0.0.1", 2947, io),
    answers("127.0.0.1", 4532, io),
    answers("127.0.0.1", 4403, io),
    io.files.list(BY_ID),
  ]);
  return [
    ...(kiss
      ? [{ address: "kiss://127.0.0.1:8001", what: "a KISS TNC on this host (Direwolf's KISSPORT)" }]
      : []),
    // Direwolf on both ports gives each frame twice: AGWPE is offered only where there is no KISS.
    ...(agwpe && !kiss
      ? [{ address: "agwpe://127.0.0.1:8000", what: "AGWPE on this host (Direwolf's AGWPORT)" }]
      : []),
    ...(gps ? [{ address: "gpsd://127.0.0.1", what: "a GPS on this host (gpsd): place and time" }] : []),
    ...(rig ? [{ address: "rigctl://127.0.0.1", what: "a rig on this host (rigctld): its frequency" }] : []),
    ...(mesh
      ? [{ address: "meshtastic://127.0.0.1", what: "a Meshtastic device on this host (meshtasticd)" }]
      : []),
    ...names.map((name) => ({ address: `kiss:${BY_ID}/${name}?baud=9600`, what: `serial device ${name}` })),
  ];
}

/** Whether a text is a place for a circle round the box: latitude and longitude in degrees. */
export function isCircle(text: string): boolean {
  const place = /^(-?\d{1,2}(?:\.\d{1,7})?)[ ,]{1,3}(-?\d{1,3}(?:\.\d{1,7})?)$/.exec(text.trim());
  return place !== null && isPlace(Number(place[1]), Number(place[2]));
}

const MESHCOM_PORT = 1799;

/** The address of the first host that sends a MeshCom node's JSON here within `ms`; undefined where none does. */
export async function nodeNearby(
  { datagrams }: Pick<Io, "datagrams">,
  ms: number,
  { host = "0.0.0.0", port = MESHCOM_PORT } = {},
): Promise<string | undefined> {
  const socket = await datagrams(host, port).catch(() => undefined);
  if (!socket) return undefined;
  const stop = new AbortController();
  const late = wait(ms, stop.signal).then(() => socket.close());
  try {
    for await (const { from, bytes } of socket.received) {
      if (!("unreadable" in decodeMeshcom(toBinary(bytes)))) return from.replace(/^::ffff:/, "");
    }
    return undefined;
  } finally {
    stop.abort();
    // Until the port is free: the node that was found is listened to next, at the same one.
    await late;
  }
}

interface Counted {
  frames: number;
  direct: number;
  relayed: number;
  via: string | undefined;
}

/** Listens to one connection and counts; gives what it heard, or why it could not. */
export async function listenTo(
  text: string,
  { io, call, ms, tell, tellLoudness }: {
    io: Io;
    call: string;
    ms: number;
    tell(counted: Counted): void;
    tellLoudness?: (loudness: Loudness) => void;
  },
): Promise<Counted | string> {
  const read = readConnection(text);
  if (typeof read === "string") return read;
  const stop = new AbortController();
  const counted: Counted = { frames: 0, direct: 0, relayed: 0, via: undefined };
  try {
    const line = await read.driver.open(read.address, { io, call }, stop.signal);
    const late = setTimeout(() => line.close(), ms);
    try {
      for await (const heard of line.heard) {
        if (heard.kind === "loudness") {
          tellLoudness?.(heard.loudness);
          continue;
        }
        if (heard.kind === "alive" || heard.kind === "said" || isSensed(heard)) continue;
        const hearing = hearingOf(heard, { ...read, connection: 0, atMs: 0 });
        if (typeof hearing === "string") continue;
        counted.frames++;
        if (hearing.direct) counted.direct++;
        else counted.relayed++;
        const relay = hearing.packet?.path.findLast(({ used }) => used)?.call;
        if (relay !== undefined) counted.via = relay;
        tell(counted);
      }
    } finally {
      clearTimeout(late);
      line.close();
    }
    return counted;
  } catch (error) {
    return (error as Error).message;
  }
}

/** `7 frames: 5 direct, 2 through OE3XAR`. */
export const countedText = ({ frames, direct, relayed, via }: Counted): string =>
  `${frames} frames${
    frames === 0 ? "" : `: ${direct} direct, ${relayed} ${via === undefined ? "relayed" : `through ${via}`}`
  }`;

/** Reasons why nothing is heard, the most frequent one first. */
export const SILENCE = [
  "the radio is on another frequency",
  "the squelch is closed: open it, the modem does without",
  "the level is wrong: Direwolf's audio level should be about 50",
  "the serial speed is wrong",
  "the TNC is not in KISS mode",
];
