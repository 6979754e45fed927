/** AGWPE's frames: a header of 36 bytes, then data (SV2AGW's TCP/IP socket interface). Pure. */
import { concat } from "../../../base/mod.ts";

const HEADER = 36, CALL = 10;
/** Most bytes of data in a frame: no AX.25 frame and no answer that a box asks for is longer. */
const MOST_DATA = 8192;

export interface AgwFrame {
  port: number;
  /** The kind of the frame, one letter. */
  kind: string;
  pid: number;
  from: string;
  to: string;
  data: Uint8Array;
}

const callBytes = (call: string): Uint8Array => {
  const bytes = new Uint8Array(CALL);
  bytes.set(new TextEncoder().encode(call).subarray(0, CALL - 1));
  return bytes;
};

const readCall = (bytes: Uint8Array): string => {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...bytes.subarray(0, end < 0 ? CALL : end)).trim();
};

const NOTHING = new Uint8Array();

/** A frame as bytes. What is not given is zero or empty. */
export function encodeAgw(frame: Partial<AgwFrame> & { kind: string }): Uint8Array<ArrayBuffer> {
  const { port = 0, kind, pid = 0, from = "", to = "", data = NOTHING } = frame;
  const head = new Uint8Array(HEADER);
  head[0] = port;
  head[4] = kind.charCodeAt(0);
  head[6] = pid;
  head.set(callBytes(from), 8);
  head.set(callBytes(to), 18);
  new DataView(head.buffer).setUint32(28, data.length, true);
  return concat(head, data);
}

/** The list of relays of a call through digipeaters: a count, then ten bytes each. */
export const viaData = (via: readonly string[]): Uint8Array =>
  concat(Uint8Array.of(via.length), ...via.map(callBytes));

/** Reads frames out of a stream of bytes, wherever it is cut. */
export class AgwReader {
  #rest: Uint8Array = NOTHING;

  /**
   * The frames that are whole with this chunk, in order; a sentence where the bytes are not AGWPE, after which
   * nothing more can be read.
   */
  push(chunk: Uint8Array): AgwFrame[] | string {
    const bytes = this.#rest.length === 0 ? chunk : concat(this.#rest, chunk);
    const frames: AgwFrame[] = [];
    let at = 0;
    while (bytes.length - at >= HEADER) {
      const view = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER);
      const kind = view.getUint8(4), length = view.getUint32(28, true);
      const letter = (kind >= 65 && kind <= 90) || (kind >= 97 && kind <= 122);
      if (!letter || length > MOST_DATA) return "what comes is not AGWPE";
      if (bytes.length - at < HEADER + length) break;
      frames.push({
        port: view.getUint8(0),
        kind: String.fromCharCode(kind),
        pid: view.getUint8(6),
        from: readCall(bytes.subarray(at + 8, at + 18)),
        to: readCall(bytes.subarray(at + 18, at + 28)),
        data: bytes.slice(at + HEADER, at + HEADER + length),
      });
      at += HEADER + length;
    }
    this.#rest = bytes.slice(at);
    return frames;
  }
}
