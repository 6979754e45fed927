/**
 * WebSocket frames (RFC 6455 5) of a server without extensions. A client's message is counted byte by byte as it comes
 * in, so that nobody holds more here than one short message, finished or not.
 */

/** Most bytes of a client's message, in all its frames. */
const MOST_BYTES = 65_536;
/** Most bytes of a control frame (RFC 6455 5.5). */
const MOST_CONTROL = 125;
const CONTINUATION = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;

const strict = new TextDecoder("utf-8", { fatal: true });

/** What a client sent. */
type Heard =
  | { kind: "text"; text: string }
  | { kind: "binary" }
  | { kind: "ping"; payload: Uint8Array }
  | { kind: "pong" }
  | { kind: "close" };

/** A client that breaks the protocol or a limit; `code` is the close code to tell it. */
export class FrameError extends Error {
  constructor(readonly code: number, reason: string) {
    super(reason);
  }
}

interface Frame {
  opcode: number;
  isLast: boolean;
  mask: Uint8Array;
  payload: Uint8Array;
  /** Bytes of the payload that have come. */
  here: number;
}

/** Reads a client's frames from bytes in whatever pieces they come. */
export class FrameReader {
  readonly #head = new Uint8Array(14);
  #headBytes = 0;
  #frame: Frame | undefined;
  /** The message that is not finished yet: its kind, and the bytes of it, in room that doubles as they come. */
  #message: { opcode: number; room: Uint8Array; size: number } | undefined;
  /** Bytes that were put into another room: no more than there were, however many frames a message comes in. */
  moved = 0;

  /** Takes bytes; gives what they complete. Throws a `FrameError`, after which the connection is to be ended. */
  *take(bytes: Uint8Array): Generator<Heard> {
    for (let at = 0; at < bytes.length;) {
      if (!this.#frame) {
        this.#head[this.#headBytes++] = bytes[at++]!;
        this.#frame = this.#begin();
      } else {
        const frame = this.#frame;
        const piece = bytes.subarray(at, at + frame.payload.length - frame.here);
        for (const byte of piece) frame.payload[frame.here] = byte ^ frame.mask[frame.here++ & 3]!;
        at += piece.length;
      }
      if (this.#frame && this.#frame.here === this.#frame.payload.length) {
        const heard = this.#end(this.#frame);
        this.#frame = undefined;
        this.#headBytes = 0;
        if (heard) yield heard;
      }
    }
  }

  /** The frame whose head is complete, judged before a byte of its payload is kept. */
  #begin(): Frame | undefined {
    const first = this.#head[0]!, second = this.#head[1]!;
    if (this.#headBytes < 2) return undefined;
    if ((first & 0x70) !== 0 || (second & 0x80) === 0) throw new FrameError(1002, "bad frame");
    const short = second & 0x7f;
    const extended = short === 127 ? 8 : short === 126 ? 2 : 0;
    if (this.#headBytes < 2 + extended + 4) return undefined;
    const view = new DataView(this.#head.buffer);
    const length = extended === 8 ? Number(view.getBigUint64(2)) : extended === 2 ? view.getUint16(2) : short;
    const opcode = first & 0x0f, isLast = (first & 0x80) !== 0;
    if (opcode >= CLOSE) {
      if (opcode > PONG || !isLast || length > MOST_CONTROL) throw new FrameError(1002, "bad frame");
    } else {
      const isFirst = opcode === TEXT || opcode === BINARY;
      if (isFirst === (this.#message !== undefined) || (!isFirst && opcode !== CONTINUATION)) {
        throw new FrameError(1002, "bad frame");
      }
      if (length + (this.#message?.size ?? 0) > MOST_BYTES) {
        throw new FrameError(1009, "message too long");
      }
    }
    const mask = this.#head.slice(2 + extended, 6 + extended);
    return { opcode, isLast, mask, payload: new Uint8Array(length), here: 0 };
  }

  #end({ opcode, isLast, payload }: Frame): Heard | undefined {
    if (opcode === CLOSE) return { kind: "close" };
    if (opcode === PING) return { kind: "ping", payload };
    if (opcode === PONG) return { kind: "pong" };
    const before = this.#message;
    if (!before && isLast) return heardOf(opcode, payload);
    const message = this.#message = before ?? { opcode, room: new Uint8Array(0), size: 0 };
    if (message.size + payload.length > message.room.length) {
      const larger = new Uint8Array(Math.max(2 * message.room.length, message.size + payload.length));
      larger.set(message.room.subarray(0, message.size));
      this.moved += message.size;
      message.room = larger;
    }
    message.room.set(payload, message.size);
    message.size += payload.length;
    if (!isLast) return undefined;
    this.#message = undefined;
    return heardOf(message.opcode, message.room.subarray(0, message.size));
  }
}

function heardOf(opcode: number, bytes: Uint8Array): Heard {
  if (opcode === BINARY) return { kind: "binary" };
  try {
    return { kind: "text", text: strict.decode(bytes) };
  } catch {
    throw new FrameError(1007, "text is not UTF-8");
  }
}

/** A frame of a server: whole, and without a mask. */
function frame(opcode: number, payload: Uint8Array): Uint8Array {
  const extended = payload.length > 65_535 ? 8 : payload.length > 125 ? 2 : 0;
  const bytes = new Uint8Array(2 + extended + payload.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = 0x80 | opcode;
  bytes[1] = extended === 8 ? 127 : extended === 2 ? 126 : payload.length;
  if (extended === 2) view.setUint16(2, payload.length);
  if (extended === 8) view.setBigUint64(2, BigInt(payload.length));
  bytes.set(payload, 2 + extended);
  return bytes;
}

export const textFrame = (text: string): Uint8Array => frame(TEXT, new TextEncoder().encode(text));
export const pingFrame = (): Uint8Array => frame(PING, new Uint8Array(0));
export const pongFrame = (payload: Uint8Array): Uint8Array => frame(PONG, payload);

/** `reason`: at most 123 bytes. */
export function closeFrame(code?: number, reason = ""): Uint8Array {
  if (code === undefined) return frame(CLOSE, new Uint8Array(0));
  return frame(CLOSE, Uint8Array.of(code >> 8, code & 255, ...new TextEncoder().encode(reason)));
}
