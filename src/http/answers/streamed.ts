/** Text answers that are made while they are read. */
import { setImmediate } from "node:timers";
import { markStream } from "./answer.ts";

/** Characters that are gathered into one chunk: a chunk for each piece would cost more than the pieces. */
const CHUNK = 32_768;
/** The piece that ends a turn: whoever makes pieces has worked for a while, whether there was much to say or nothing. */
export const TURN = "";
/** Who takes nothing for so long is cut, in milliseconds: what is held for an answer is not held for ever. */
const STALLED_MS = 60_000;

const encoder = new TextEncoder();

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

/**
 * Pieces of text in chunks. The generator runs only as fast as somebody reads, and never longer than one chunk takes, or up to
 * its next `TURN`, before everybody else has a turn. It stops when the reader goes away or takes nothing for `stalledMs`.
 */
export function chunked(pieces: Iterable<string>, stalledMs = STALLED_MS): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  let stalled: ReturnType<typeof setTimeout> | undefined, isFirst = true;
  const end = () => {
    clearTimeout(stalled);
    iterator.return?.();
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(stalled);
      let text = "", done = false;
      while (text === "" && !done) {
        // Most answers are one chunk, which waits for nobody.
        if (!isFirst) await new Promise<void>((resolve) => setImmediate(resolve));
        isFirst = false;
        ({ text, done } = gathered(iterator));
      }
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (done) return controller.close();
      stalled = setTimeout(() => {
        end();
        controller.error(new Error("nobody took what was made"));
      }, stalledMs);
      Deno.unrefTimer(stalled);
    },
    cancel: end,
  }, { highWaterMark: 0 });
}

function gathered(iterator: Iterator<string>): { text: string; done: boolean } {
  let text = "";
  while (text.length < CHUNK) {
    const { done, value } = iterator.next();
    if (done) return { text, done };
    if (value === TURN) break;
    text += value;
  }
  return { text, done: false };
}
