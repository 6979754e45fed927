/** Text answers that are made while they are read. */
import { markStream } from "./answer.ts";

/** Characters that are gathered into one chunk: a chunk for each piece would cost more than the pieces. */
const CHUNK = 32_768;

const encoder = new TextEncoder();

/** Pieces of text as a body. The generator runs only as fast as the client reads, and stops when it goes away. */
export function streamed(
  pieces: Iterable<string>,
  type: string,
  headers: Record<string, string> = {},
): Response {
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      let text = "";
      while (text.length < CHUNK) {
        const { done, value } = iterator.next();
        if (done) {
          if (text !== "") controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
    cancel: () => void iterator.return?.(),
  }, { highWaterMark: 0 });
  return markStream(
    new Response(body, { headers: { "content-type": `${type}; charset=utf-8`, ...headers } }),
  );
}
