/**
 * `axudp://44.143.40.7:10093`: a tunnel of AX.25 over UDP to one other host, as BPQ, XRouter, ax25ipd and others speak it: the
 * frame with its checksum (RFC 1226), one in a datagram. Somebody else heard what comes, or wrote it: it names no site, counts as
 * heard directly nowhere, and no gate takes it to APRS-IS. What goes out may be put on the air over there, so every lock holds.
 */
import { isIP } from "node:net";
import { concat } from "../../base/mod.ts";
import { type Driver, type Heard, LineRefused } from "./driver.ts";

const PORT = 10_093;
/** The longest frame with eight digipeaters and its checksum has 330 bytes (AX.25 2.2, 3.5). */
const MOST_BYTES = 400, LEAST_BYTES = 17;
/** Frames in a second: a channel of 9600 bit/s has no more, and a tunnel may carry a few. */
const MOST_A_SECOND = 50;

/** The frame check sequence of AX.25: CRC-16 as X.25 has it, the low byte first. */
export function checksumOf(bytes: Uint8Array): Uint8Array {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0x8408 : crc >> 1;
  }
  crc ^= 0xffff;
  return Uint8Array.of(crc & 0xff, crc >> 8);
}

/** The frame in a datagram; undefined where it is too short, too long, or its checksum is another. */
export function frameIn(datagram: Uint8Array): Uint8Array | undefined {
  if (datagram.length < LEAST_BYTES || datagram.length > MOST_BYTES) return undefined;
  const frame = datagram.subarray(0, -2), [low, high] = checksumOf(frame);
  return datagram.at(-2) === low && datagram.at(-1) === high ? frame : undefined;
}

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

export const axudp: Driver = {
  scheme: "axudp",
  port: "axudp",
  via: "tunnel",
  namesSite: false,
  transmits: true,
  settings: [
    { name: "listen", takes: `this host's UDP port, ${PORT} without; each tunnel has one of its own` },
    { name: "bind", takes: "this host's address to listen on; all without" },
    { name: "tx", takes: "on opens this connection's transmit lock" },
  ],
  causes: { refused: "does another program of this host have that UDP port? ss -lunp says so" },
  problem({ host, query }) {
    if (isIP(host) === 0) return "axudp: takes the other host's IP address";
    const listen = query.get("listen"), bind = query.get("bind");
    if (listen !== undefined && !isPort(listen)) return "listen takes 1 to 65535";
    return bind !== undefined && isIP(bind) === 0 ? "bind takes an address of this host" : undefined;
  },
  async open({ host, port: there = PORT, query }, { io }) {
    const here = Number(query.get("listen") ?? PORT);
    const bind = query.get("bind") ?? (isIP(host) === 6 ? "::" : "0.0.0.0");
    const socket = await io.datagrams(bind, here).catch((error) => {
      throw new LineRefused(
        "refused",
        `UDP ${bind}:${here} cannot be listened on: ${(error as Error).message}`,
      );
    });
    const { received, send, close } = socket;
    async function* heard(): AsyncGenerator<Heard> {
      let second = 0, count = 0, unread = 0;
      yield { kind: "alive", detail: `listening on UDP ${here}` };
      for await (const { from, bytes, ms } of received) {
        // A dual-stack socket writes IPv4 addresses into IPv6.
        if (from.replace(/^::ffff:/, "") !== host) continue;
        const now = Math.floor(ms / 1000);
        if (now !== second) [second, count] = [now, 0];
        if (++count > MOST_A_SECOND) continue;
        const frame = frameIn(bytes);
        yield frame ? { kind: "frame", bytes: frame, channel: 0 } : {
          kind: "alive",
          detail: `listening on UDP ${here}, ${++unread} without a right checksum`,
        };
      }
    }
    return {
      heard: heard(),
      send: (permit) => {
        const { bytes } = permit.take("frame");
        return send(concat(bytes, checksumOf(bytes)), host, there);
      },
      close,
    };
  },
};
