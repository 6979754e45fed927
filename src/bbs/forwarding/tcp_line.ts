/** A TCP connection as the line of a forwarding session: counted, and given up when it is silent for too long. */
import type { Connection } from "../../base/mod.ts";
import type { Line } from "../../fbb/mod.ts";

export interface CountedLine extends Line {
  readonly bytes: { in: number; out: number };
  /** Hands over what was written and closes. */
  close(): Promise<void>;
}

export function tcpLine(connection: Connection, silentMs: number): CountedLine {
  const reader = connection.readable.getReader();
  const writer = connection.writable.getWriter();
  const bytes = { in: 0, out: 0 };
  return {
    bytes,
    async read() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silent = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), silentMs);
      });
      try {
        const chunk = await Promise.race([reader.read().catch(() => undefined), silent]);
        bytes.in += chunk?.value?.length ?? 0;
        return chunk?.value;
      } finally {
        clearTimeout(timer);
      }
    },
    async write(data) {
      await writer.write(data);
      bytes.out += data.length;
    },
    async close() {
      await writer.close().catch(() => {});
      await reader.cancel().catch(() => {});
      try {
        connection.close();
      } catch {
        // Closed already, by either side.
      }
    },
  };
}
