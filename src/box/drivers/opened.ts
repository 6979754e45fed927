/** An open stream of bytes with both its ends, closed once however often it is asked to be. */
import type { Connection } from "../../base/mod.ts";

export function opened(connection: Connection) {
  const reader = connection.readable.getReader();
  const writer = connection.writable.getWriter();
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    reader.cancel().catch(() => {});
    writer.abort().catch(() => {});
    try {
      connection.close();
    } catch {
      // The stream is closed already.
    }
  };
  return { reader, writer, close, isClosed: () => closed };
}
