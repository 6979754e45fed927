/**
 * DX clusters and the reverse beacon network: telnet lines. Columns drift between cluster programs, so lines are read
 * by pattern; bells, telnet commands and Latin-1 letters are expected.
 */
import type { World } from "../../base/mod.ts";
import type { RawSpot } from "./spot.ts";

/** Cluster lines are 80 characters wide; a much longer line is not a spot and is not looked at. */
const LINE_MAX = 200;
/** `DX de OE1ABC:     14025.0  DL1XYZ       comment                        1432Z JN88`, up to the comment. */
const ANNOUNCED =
  /^DX de {1,20}([A-Z0-9/-]{3,20}?)(?:-#)?:? {1,20}(\d{3,8}(?:\.\d{1,3})?) {1,20}([A-Z0-9/]{3,14}) (.*)$/i;
/**
 * The time at which such a line's comment ends: the last one, behind which a locator may stand. People write times into comments
 * too ("QRV till 1800Z").
 */
const CLOCK = /(\d{4})Z(?!.*\d{4}Z)/i;
/** `14025.0  DL1XYZ       1-Jun-2026 1432Z  comment   <OE1ABC>`, the answer to SHOW/DX, up to the comment. */
const SHOWN =
  /^ {0,20}(\d{3,8}(?:\.\d{1,3})?) {1,20}([A-Z0-9/]{3,14}) {1,20}\d{1,2}-[A-Z]{3}-\d{2,4} {1,5}(\d{4})Z(.*)$/i;
/** The spotter at the end of such a line; skimmers are marked. */
const SPOTTER = /<([A-Z0-9/-]{3,20}?)(?:-#)?>/i;
/** Colours, which some nodes set for people. */
// deno-lint-ignore no-control-regex
const COLOURS = /\u001b\[[\d;]{0,12}[A-Za-z]/g;
/** Modes that comments and skimmers name. */
const MODE = /\b(CW|SSB|USB|LSB|FM|AM|FT8|FT4|RTTY|PSK31|PSK63|JS8|MSK144|SSTV|DIGI)\b/i;

/** The newest moment not after `now` (a minute's grace) at which the UTC clock showed that time. */
function momentOf(clock: string, now: number): number {
  const midnight = Math.floor(now / 86_400) * 86_400;
  const at = midnight + Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(2)) * 60;
  return at > now + 60 ? at - 86_400 : at;
}

interface LineParts {
  kilohertz: string;
  callsign: string;
  comment: string;
  /** Hours and minutes, UTC. */
  clock: string;
  by: string;
}

function announcedParts(line: string): LineParts | undefined {
  const [, by, kilohertz, callsign, rest] = ANNOUNCED.exec(line) ?? [];
  const clock = rest === undefined ? null : CLOCK.exec(rest);
  if (!clock) return undefined;
  return {
    kilohertz: kilohertz!,
    callsign: callsign!,
    by: by!,
    clock: clock[1]!,
    comment: rest!.slice(0, clock.index),
  };
}

function shownParts(line: string): LineParts | undefined {
  const [, kilohertz, callsign, clock, rest] = SHOWN.exec(line) ?? [];
  const spotter = rest === undefined ? null : SPOTTER.exec(rest);
  if (!spotter) return undefined;
  return {
    kilohertz: kilohertz!,
    callsign: callsign!,
    by: spotter[1]!,
    clock: clock!,
    comment: rest!.slice(0, spotter.index),
  };
}

/** A spot line, or `undefined` for any other line (greetings, announcements, WWV). */
export function parseClusterLine(raw: string, now: number): RawSpot | undefined {
  if (raw.length > LINE_MAX) return undefined;
  // deno-lint-ignore no-control-regex
  const line = raw.replace(COLOURS, "").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/g, "")
    .replaceAll("\t", " ");
  const parts = announcedParts(line) ?? shownParts(line);
  if (!parts) return undefined;
  const { kilohertz, callsign, comment, clock, by } = parts;
  return {
    callsign,
    freqHz: Number(kilohertz) * 1000,
    mode: MODE.exec(comment)?.[1],
    comment: `${comment.replace(/\s+/g, " ").trim()} de ${by}`.trim(),
    spottedAt: momentOf(clock, now),
  };
}

/** Telnet option negotiation is three bytes from 255 on; nothing that we need is in it. */
function withoutTelnetCommands(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(255)) return bytes;
  const kept: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 255) at += bytes[at + 1] === 255 ? 1 : 2;
    else kept.push(bytes[at]!);
  }
  return Uint8Array.from(kept);
}

interface ClusterOptions {
  host: string;
  port: number;
  /** The call to log in with. */
  login: string;
  /** Sent after the login, e.g. `sh/dx 50`. */
  ask?: string;
  /** How long to listen at most, in milliseconds, and for how many spots. */
  listenMs: number;
  most: number;
}

/** Logs in, listens for a while, leaves. Rejects when no connection comes about. */
export async function listenToCluster(world: World, options: ClusterOptions): Promise<RawSpot[]> {
  if (!world.connect) throw new Error("there is no network");
  const connection = await world.connect(options.host, options.port);
  const spots: RawSpot[] = [];
  // Closing ends the read below, whether the cluster went silent or talks on.
  const timer = setTimeout(() => close(), options.listenMs);
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    clearTimeout(timer);
    try {
      connection.close();
    } catch {
      // The other side had closed the connection already.
    }
  };
  try {
    const writer = connection.writable.getWriter();
    await writer.write(
      new TextEncoder().encode(`${options.login}\r\n${options.ask ? `${options.ask}\r\n` : ""}`),
    );
    writer.releaseLock();
    const decoder = new TextDecoder("latin1");
    let rest = "";
    for await (const bytes of connection.readable) {
      const lines = (rest + decoder.decode(withoutTelnetCommands(bytes), { stream: true })).split(/\r?\n/);
      // The rest of a line that has not ended yet; of one that never ends only the last part is kept.
      rest = lines.pop()!.slice(-500);
      for (const line of lines) {
        const spot = parseClusterLine(line, world.now());
        if (spot) spots.push(spot);
      }
      if (spots.length >= options.most) break;
    }
  } catch (reason) {
    // What was heard until the line broke is good; a line that brought nothing is an error.
    if (spots.length === 0 && !closed) throw reason;
  } finally {
    close();
  }
  return spots;
}
