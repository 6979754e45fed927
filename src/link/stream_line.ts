/** A circuit's line over two byte streams that are open already: a program's own input and output, a TCP connection. */
import type { OpenLine } from "./drive.ts";

export interface StreamLine extends OpenLine {
  readonly bytes: { in: number; out: number };
  /** Hands over what was written and lets go of both streams. */
  close(): Promise<void>;
}

/**
 * A reading that outlasts the caller's wait is kept and given to the next caller, so that a timeout loses no bytes.
 */
export function streamLine(
  input: ReadableStream<Uint8Array>,
  output: WritableStream<Uint8Array>,
): StreamLine {
  const reader = input.getReader(), writer = output.getWriter();
  const bytes = { in: 0, out: 0 };
  let pending: Promise<Uint8Array | undefined> | undefined;
  return {
    bytes,
    async read(seconds) {
      pending ??= reader.read().then(({ value }) => value, () => undefined);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silent = new Promise<"silent">((resolve) => {
        timer = setTimeout(() => resolve("silent"), seconds * 1000);
      });
      const chunk = await Promise.race([pending, silent]);
      clearTimeout(timer);
      if (chunk === "silent") return chunk;
      pending = undefined;
      bytes.in += chunk?.length ?? 0;
      return chunk;
    },
    async write(chunk) {
      await writer.write(chunk);
      bytes.out += chunk.length;
    },
    async close() {
      await writer.close().catch(() => {});
      await reader.cancel().catch(() => {});
    },
  };
}
