/** Which tracks an MP4 file has (ISO/IEC 14496-12, boxes `moov`, `trak`, `mdia`, `hdlr`). Pure. */

/** Boxes looked at in all; a sound has a few dozen. */
const BOXES_MOST = 1000;

/** Whether every track of the file is sound, and there is one. */
export function isSoundAlone(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  const handlers: string[] = [];
  let left = BOXES_MOST;

  /** Walks the boxes from `at` to `end` and into those that lead to a track's handler. */
  function walk(at: number, end: number, path: string): void {
    while (at + 8 <= end && left-- > 0) {
      const size = view.getUint32(at), name = nameAt(at + 4);
      // 1 is a 64-bit size, 0 one to the end of the file: `moov` has neither in a file of a few megabytes.
      const inner = size === 0 ? end : at + size;
      if ((size !== 0 && size < 8) || inner > end) return;
      const here = `${path}/${name}`;
      if (here === "/moov" || here === "/moov/trak" || here === "/moov/trak/mdia") walk(at + 8, inner, here);
      if (here === "/moov/trak/mdia/hdlr" && at + 20 <= inner) handlers.push(nameAt(at + 16));
      at = inner;
    }
  }
  walk(0, bytes.length, "");
  return handlers.length > 0 && handlers.every((handler) => handler === "soun");
}
