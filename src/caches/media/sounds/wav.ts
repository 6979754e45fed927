/** WAV: a RIFF file of chunks (Multimedia Programming Interface 1.0). Format and samples stay; lists, tags and the rest go. */
import { concat } from "../../../base/mod.ts";
import { nameAt, viewOf } from "../pictures/bytes.ts";

/** What a player needs: the format, the samples, how many there are; and the sizes of a file of the large kind (EBU Tech 3306). */
const KEPT = ["fmt ", "data", "fact", "ds64"];
const HEAD = 12, CHUNK_HEAD = 8;
/** A recorder that was cut off, or does not know the size, leaves one of these. */
const UNKNOWN = [0, 0xffffffff];

/** The sound without its notes; `undefined` where it has no format or no samples. */
export function cleanWav(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (bytes.length < HEAD || nameAt(bytes, 8) !== "WAVE") return undefined;
  const view = viewOf(bytes), parts: Uint8Array[] = [], names = new Set<string>();
  for (let at = HEAD; at + CHUNK_HEAD <= bytes.length;) {
    const name = nameAt(bytes, at),
      said = view.getUint32(at + 4, true),
      rest = bytes.length - at - CHUNK_HEAD;
    const size = name === "data" && UNKNOWN.includes(said) ? rest : Math.min(said, rest);
    if (KEPT.includes(name) && !names.has(name)) {
      names.add(name);
      const head = bytes.slice(at, at + CHUNK_HEAD);
      if (nameAt(bytes, 0) === "RIFF") viewOf(head).setUint32(4, size, true);
      parts.push(head, bytes.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + size), new Uint8Array(size % 2));
    }
    at += CHUNK_HEAD + size + size % 2;
  }
  if (!names.has("fmt ") || !names.has("data")) return undefined;
  const whole = concat(bytes.subarray(0, HEAD), ...parts);
  if (nameAt(bytes, 0) === "RIFF") viewOf(whole).setUint32(4, whole.length - CHUNK_HEAD, true);
  return whole;
}
