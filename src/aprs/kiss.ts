/** KISS framing between a TNC and a host (Chepponis and Karn, 1987). Pure: bytes in, frames out. */

const FEND = 0xc0, FESC = 0xdb, TFEND = 0xdc, TFESC = 0xdd;
/** No AX.25 frame is longer, NET/ROM and IP included; a stream without FEND must not fill the memory. */
const MAX_FRAME = 4096;

interface KissFrame {
  /** TNC port, 0 to 15. */
  port: number;
  /** 0 is data; the others set the TNC up. */
  command: number;
  data: Uint8Array<ArrayBuffer>;
}

/** Reads a byte stream cut anywhere. Back-to-back FENDs are empty frames and are left out. */
export class KissReader {
  #bytes = new Uint8Array(MAX_FRAME);
  #length = 0;
  #escaped = false;
  #inside = false;
  #broken = false;
  /** Frames dropped: longer than any real frame, or cut off within an escape. */
  dropped = 0;

  /** The frames completed by these bytes. */
  push(chunk: Uint8Array): KissFrame[] {
    const frames: KissFrame[] = [];
    for (const byte of chunk) {
      if (byte === FEND) {
        const frame = this.#end();
        if (frame) frames.push(frame);
      } else if (!this.#inside || this.#broken) continue;
      else if (this.#escaped) this.#unescape(byte);
      else if (byte === FESC) this.#escaped = true;
      else this.#append(byte);
    }
    return frames;
  }

  #unescape(byte: number): void {
    this.#escaped = false;
    if (byte === TFEND) this.#append(FEND);
    else if (byte === TFESC) this.#append(FESC);
    // "No action is taken and frame assembly continues" (KISS, 2.): the frame's checksum was the radio's to check.
  }

  #append(byte: number): void {
    if (this.#length === MAX_FRAME) this.#broken = true;
    else this.#bytes[this.#length++] = byte;
  }

  #end(): KissFrame | undefined {
    const whole = this.#inside && !this.#broken && !this.#escaped;
    if (this.#inside && !whole) this.dropped++;
    const length = this.#length;
    this.#length = 0;
    this.#escaped = this.#broken = false;
    this.#inside = true;
    if (!whole || length < 2) return undefined;
    const type = this.#bytes[0]!;
    return { port: type >> 4, command: type & 15, data: this.#bytes.slice(1, length) };
  }
}

/** A frame with its delimiters, ready for the wire. */
export function encodeKiss(data: Uint8Array, port = 0, command = 0): Uint8Array<ArrayBuffer> {
  const out: number[] = [FEND];
  for (const byte of [port << 4 | command, ...data]) {
    if (byte === FEND) out.push(FESC, TFEND);
    else if (byte === FESC) out.push(FESC, TFESC);
    else out.push(byte);
  }
  out.push(FEND);
  return Uint8Array.from(out);
}
