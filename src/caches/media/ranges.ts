/** Byte ranges of files on disk, one at a time. */
import { open } from "node:fs/promises";
import type { ByteRange } from "../../http/mod.ts";

/** Bytes read at a time: what a slow reader holds in memory, whatever the range. */
const PIECE = 64 * 1024;

/** The bytes of a range, read from the file as fast as the reader takes them. Throws ENOENT when the file is gone. */
export async function streamBytes(
  path: string,
  { from, to }: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path, "r");
  let at = from;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const bytes = new Uint8Array(Math.min(PIECE, to + 1 - at));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
        if (bytesRead === 0) throw new Error(`${path} ends before byte ${to}`);
        at += bytesRead;
        controller.enqueue(bytes.subarray(0, bytesRead));
        if (at <= to) return;
        await file.close();
        controller.close();
      } catch (error) {
        await file.close().catch(() => {});
        throw error;
      }
    },
    cancel: () => file.close(),
  }, { highWaterMark: 0 });
}
