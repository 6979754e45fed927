/**
 * Server-Sent Events (HTML Living Standard, 9.2) to many readers at once. A reader that does not read is dropped when
 * its queue is full; it reconnects by itself and gets a new snapshot.
 */

export interface EventReader {
  /** Queues one event; false when the reader was dropped for being too slow, or is gone. */
  send(event: string, data: string): boolean;
}

/** Bytes that may wait for one reader. */
const QUEUE_MAX = 512 * 1024;
/** A comment line now and then keeps proxies from closing a silent connection. */
const HEARTBEAT_MS = 15_000;

const encoder = new TextEncoder();

interface Reader extends EventReader {
  end(): void;
}

export class EventStreams {
  readonly #readers = new Set<Reader>();
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Readers that were dropped because they did not read. */
  dropped = 0;

  get size(): number {
    return this.#readers.size;
  }

  /** The answer of a stream; `opened` is called with its reader once the client begins to read. */
  open(opened: (reader: EventReader) => void, closed: (reader: EventReader) => void): Response {
    let reader: Reader;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        reader = this.#readerOf(controller, closed);
        this.#readers.add(reader);
        // Three seconds between reconnects, and a first byte that opens the connection in every client.
        controller.enqueue(encoder.encode("retry: 3000\n\n"));
        this.#beat();
        opened(reader);
      },
      cancel: () => reader.end(),
    }, new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_MAX }));
    return new Response(body, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      },
    });
  }

  /** Ends every stream: the process stops. */
  close(): void {
    for (const reader of [...this.#readers]) reader.end();
  }

  #readerOf(
    controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>,
    closed: (reader: EventReader) => void,
  ): Reader {
    let gone = false;
    const reader: Reader = {
      send: (event, data) => {
        if (gone) return false;
        if ((controller.desiredSize ?? 0) <= 0) {
          this.dropped++;
          // An error, not an end: what waits in the queue is thrown away with it.
          controller.error(new Error("too slow"));
          forget();
          return false;
        }
        const lines = data.split("\n").map((line) => `data: ${line}\n`).join("");
        controller.enqueue(encoder.encode(event ? `event: ${event}\n${lines}\n` : `: ${data}\n\n`));
        return true;
      },
      end: () => {
        if (gone) return;
        forget();
        try {
          controller.close();
        } catch {
          // The client was first.
        }
      },
    };
    const forget = () => {
      gone = true;
      this.#readers.delete(reader);
      this.#beat();
      closed(reader);
    };
    return reader;
  }

  /** The heartbeat runs exactly while somebody listens. */
  #beat(): void {
    if (this.#readers.size > 0) {
      this.#heartbeat ??= setInterval(() => {
        for (const reader of [...this.#readers]) reader.send("", "still here");
      }, HEARTBEAT_MS);
    } else {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    }
  }
}
