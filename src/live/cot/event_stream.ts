/**
 * Server-Sent Events (HTML Living Standard, 9.2) to many readers at once. A reader that does not read is dropped when
 * its queue is full; it reconnects by itself and gets a new snapshot.
 */

export interface EventReader {
  /** Queues one event; false when the reader was dropped for being too slow, or is gone. */
  send(event: string, data: string): boolean;
}

/** Bytes that may wait for one reader. A snapshot of 2,000 stations has about 900 kB. */
const QUEUE_MAX = 2 * 1024 * 1024;
/** A comment line now and then keeps proxies from closing a silent connection. */
const HEARTBEAT_MS = 15_000;

const encoder = new TextEncoder();

/** One client: a queue of its own, handed over when the network takes more. */
class Reader implements EventReader {
  #waiting = "";
  #wake: (() => void) | undefined;
  #gone = false;
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;

  constructor(private readonly forget: (reader: Reader, slow: boolean) => void) {
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: async (controller) => {
        while (this.#waiting === "" && !this.#gone) await new Promise<void>((wake) => this.#wake = wake);
        if (this.#gone) return;
        controller.enqueue(encoder.encode(this.#waiting));
        this.#waiting = "";
      },
      cancel: () => this.end(),
    }, { highWaterMark: 0 });
  }

  send(event: string, data: string): boolean {
    if (this.#gone) return false;
    const lines = data.split("\n").map((line) => `data: ${line}\n`).join("");
    return this.write(`event: ${event}\n${lines}\n`);
  }

  write(text: string): boolean {
    if (this.#gone) return false;
    if (this.#waiting.length + text.length > QUEUE_MAX) {
      this.end(true);
      return false;
    }
    this.#waiting += text;
    this.#wake?.();
    return true;
  }

  /** Ends the stream. What waits is thrown away. */
  end(slow = false): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#waiting = "";
    try {
      this.#controller?.close();
    } catch {
      // The client had closed the stream already.
    }
    this.#wake?.();
    this.forget(this, slow);
  }
}

export class EventStreams {
  readonly #readers = new Set<Reader>();
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Readers that were dropped because they did not read. */
  dropped = 0;

  get size(): number {
    return this.#readers.size;
  }

  /** The answer of a stream; `opened` is called with its reader, `closed` once when it is gone. */
  open(opened: (reader: EventReader) => void, closed: (reader: EventReader) => void): Response {
    const reader = new Reader((gone, slow) => {
      if (slow) this.dropped++;
      this.#readers.delete(gone);
      this.#beat();
      closed(gone);
    });
    this.#readers.add(reader);
    this.#beat();
    // Three seconds between reconnects, and a first byte that opens the connection in every client.
    reader.write("retry: 3000\n\n");
    opened(reader);
    return new Response(reader.body, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        // nginx would hold the events back otherwise.
        "x-accel-buffering": "no",
      },
    });
  }

  /** Ends every stream: the process stops. */
  close(): void {
    for (const reader of [...this.#readers]) reader.end();
  }

  /** The heartbeat runs exactly while somebody listens. */
  #beat(): void {
    if (this.#readers.size > 0) {
      this.#heartbeat ??= setInterval(() => {
        for (const reader of [...this.#readers]) reader.write(": still here\n\n");
      }, HEARTBEAT_MS);
    } else {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    }
  }
}
