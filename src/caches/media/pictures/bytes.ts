/** Bytes as picture formats write them: whole numbers, four-letter names, and the parts that stay of a file. */

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Latin letters from `at`. */
export const nameAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Parts in one piece. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** What is kept of a picture: its bytes without what tells of who took it, and every size that it states. */
export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  sizes: Size[];
}
