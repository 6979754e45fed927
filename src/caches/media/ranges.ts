/** Byte ranges of files on disk (RFC 9110 section 14), one at a time. */
import { open } from "node:fs/promises";

export interface ByteRange {
  from: number;
  /** Last byte, inclusive. */
  to: number;
}

/**
 * Reads a `Range` header against a file of `size` bytes: `undefined` without a header or of another unit, `null` for
 * what is no single satisfiable range.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | undefined {
  if (header === undefined || !/^bytes=/i.test(header)) return undefined;
  const parts = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header);
  if (!parts || (parts[1] === "" && parts[2] === "")) return null;
  if (parts[1] === "") {
    const length = Math.min(Number(parts[2]), size);
    return length > 0 ? { from: size - length, to: size - 1 } : null;
  }
  const from = Number(parts[1]);
  const to = parts[2] === "" ? size - 1 : Math.min(Number(parts[2]), size - 1);
  return from <= to ? { from, to } : null;
}

/** The bytes of a range. */
export async function readBytes(path: string, { from, to }: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path, "r");
  try {
    const bytes = new Uint8Array(to - from + 1);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
      if (bytesRead === 0) throw new Error(`${path} ends before byte ${to}`);
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
