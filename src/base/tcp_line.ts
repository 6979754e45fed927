/**
 * A TCP connection as the line of a session: its bytes are counted, and it is closed when it is silent for too
 * long.
 */
import type { Connection } from "./world.ts";

/** The connection to whoever speaks over it; `read` gives `undefined` at its end. */
export interface TcpLine {
  readonly bytes: { in: number; out: number };
  read(): Promise<Uint8Array | undefined>;
  write(data: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Hands over what was written and closes. */
  close(): Promise<void>;
}

/** After `silentMs` milliseconds of silence it counts as ended. */
export function tcpLine(connection: Connection, silentMs: number): TcpLine {
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
