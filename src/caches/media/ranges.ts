/** Byte ranges of files on disk (RFC 9110 section 14), one at a time. */
import { open } from "node:fs/promises";

export interface ByteRange {
  from: number;
  /** Last byte, inclusive. */
  to: number;
}

/** Longest `Range` header that is looked at; more is no single range. */
const HEADER_MOST = 64;

/**
 * Reads a `Range` header against a file of `size` bytes: `undefined` without a header or of another unit, `null` for
 * what is no single satisfiable range.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | undefined {
  if (header === undefined || !/^bytes=/i.test(header)) return undefined;
  if (header.length > HEADER_MOST) return null;
  const parts = /^bytes= {0,8}(\d{0,15}) {0,8}- {0,8}(\d{0,15})$/i.exec(header.trimEnd());
  if (!parts || (parts[1] === "" && parts[2] === "")) return null;
  if (parts[1] === "") {
    const length = Math.min(Number(parts[2]), size);
    return length > 0 ? { from: size - length, to: size - 1 } : null;
  }
  const from = Number(parts[1]);
  const to = parts[2] === "" ? size - 1 : Math.min(Number(parts[2]), size - 1);
  return from <= to ? { from, to } : null;
}

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
