/** What Direwolf prints, as far as the box reads it. Pure. */
import type { Loudness } from "../senses/loudness.ts";

/** A line of Direwolf's, read. */
type DirewolfLine =
  /** Frames are to be had at this pseudo-terminal. */
  | { kind: "ready"; device: string }
  | { kind: "loudness"; loudness: Loudness }
  /** What it decoded, as text: routine. */
  | { kind: "frame" }
  /** Anything else that is worth a line of the log. */
  | { kind: "notice"; text: string };

const READY = /^Virtual KISS TNC is available on (\/dev\/pts\/\d{1,6})$/;
const LEVEL = / audio level = (\d{1,4})\(/;
const STATISTICS = /receive audio levels? CH0 (\d{1,4})/;
/** `[0.3] OE2FND-7>APRS:…` heard, `[0L] …` sent. */
const FRAME = /^\[\d[.\dLH ]{0,8}\] /;

/** Reads one line; undefined for an empty one. */
export function readSaid(line: string): DirewolfLine | undefined {
  const text = line.trim();
  if (text === "") return undefined;
  const device = READY.exec(text)?.[1];
  if (device !== undefined) return { kind: "ready", device };
  const level = LEVEL.exec(text)?.[1];
  if (level !== undefined) return { kind: "loudness", loudness: { level: Number(level) } };
  const any = STATISTICS.exec(text)?.[1];
  if (any !== undefined) return { kind: "loudness", loudness: { any: Number(any) } };
  if (FRAME.test(text)) return { kind: "frame" };
  // deno-lint-ignore no-control-regex -- a stranger's frame may hold them, and a log is read in a terminal
  return { kind: "notice", text: text.replace(/[\x00-\x1f\x7f-\x9f]/g, ".").slice(0, 200) };
}
