/** Text answers that are made while they are read. */
import { setImmediate } from "node:timers";
import { markStream } from "./answer.ts";

/** Characters that are gathered into one chunk: a chunk for each piece would cost more than the pieces. */
export const CHUNK = 32_768;
/** The piece that ends a turn: whoever makes pieces has worked for a while, whether there was much to say or nothing. */
export const TURN = "";
/** Who takes nothing for so long is cut, in milliseconds: what is held for an answer is not held for ever. */
const STALLED_MS = 60_000;

const encoder = new TextEncoder(), NOTHING = new Uint8Array();

/** Pieces of text as a body. */
export function streamed(
  pieces: Iterable<string>,
  type: string,
  headers: Record<string, string> = {},
): Response {
  return markStream(
    new Response(chunked(pieces), { headers: { "content-type": `${type}; charset=utf-8`, ...headers } }),
  );
}

/** Pieces of text in chunks. The generator stops where `bytesInTurns` says. */
export function chunked(pieces: Iterable<string>, stalledMs = STALLED_MS): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return bytesInTurns(
    () => {
      const { text, done } = gathered(iterator);
      return { bytes: encoder.encode(text), done };
    },
    () => iterator.return?.(),
    stalledMs,
  );
}

/**
 * Bytes as a body, made only as fast as somebody reads, and never longer than one chunk takes before everybody else has a turn;
 * a chunk without bytes is such a turn as well. `end` is called when the reader goes away or takes nothing for `stalledMs`.
 */
export function bytesInTurns(
  next: () => { bytes: Uint8Array; done: boolean },
  end: () => void,
  stalledMs = STALLED_MS,
): ReadableStream<Uint8Array> {
  let stalled: ReturnType<typeof setTimeout> | undefined, isFirst = true;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(stalled);
      let bytes: Uint8Array = NOTHING, done = false;
      while (bytes.length === 0 && !done) {
        // Most answers are one chunk, which waits for nobody.
        if (!isFirst) await new Promise<void>((resolve) => setImmediate(resolve));
        isFirst = false;
        ({ bytes, done } = next());
      }
      if (bytes.length > 0) controller.enqueue(bytes);
      if (done) return controller.close();
      stalled = setTimeout(() => {
        end();
        controller.error(new Error("nobody took what was made"));
      }, stalledMs);
      Deno.unrefTimer(stalled);
    },
    cancel() {
      clearTimeout(stalled);
      end();
    },
  }, { highWaterMark: 0 });
}

/** Pieces up to the size of a chunk, to the end of a turn, or to their end. */
export function gathered(iterator: Iterator<string>): { text: string; done: boolean } {
  let text = "";
  while (text.length < CHUNK) {
    const { done, value } = iterator.next();
    if (done) return { text, done };
    if (value === TURN) break;
    text += value;
  }
  return { text, done: false };
}
