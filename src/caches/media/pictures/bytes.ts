/** Bytes as picture formats write them: whole numbers and four-letter names, and what is kept of a file. */

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Latin letters from `at`. */
export const nameAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

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
