/** Two ends of a connection in memory, for sessions between two post offices; it can be cut after a number of bytes. */
import type { Connection } from "../../../src/base/mod.ts";

/** A pair of connected ends. After `cutAfter` bytes in all both fall silent and close. */
export function pipe(cutAfter = Infinity): [Connection, Connection] {
  let left = cutAfter;
  const closers: (() => void)[] = [];
  const cut = () => closers.forEach((close) => close());
  const way = () => {
    let out: ReadableStreamDefaultController<Uint8Array>;
    let open = true;
    const close = () => {
      if (!open) return;
      open = false;
      out.close();
    };
    closers.push(close);
    const readable = new ReadableStream<Uint8Array>({
      start: (controller) => void (out = controller),
      cancel: close,
    });
    const writable = new WritableStream<Uint8Array>({
      write(chunk) {
        if (!open) throw new Error("the line is closed");
        const passing = chunk.subarray(0, Math.max(0, left));
        left -= chunk.length;
        if (passing.length > 0) out.enqueue(passing.slice());
        if (left <= 0) cut();
      },
      close,
    });
    return { readable, writable, close };
  };
  const [there, back] = [way(), way()];
  return [
    { readable: back.readable, writable: there.writable, close: cut },
    { readable: there.readable, writable: back.writable, close: cut },
  ];
}
