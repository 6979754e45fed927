/** Fetching a catalogue's file from an address. */
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { UnreadableFile } from "./read_csv.ts";

/** Most bytes read from an address: the largest catalogue has about a quarter of it. */
const FILE_BYTES = 200_000_000;
/** Milliseconds for all of it. */
const FETCH_MS = 300_000;

/** Opens the catalogue's file at an address. Compressed ones (.gz) are opened. */
export async function fetchCatalogue(game: Game, address: string): Promise<ReadableStream<Uint8Array>> {
  const url = URL.parse(address);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw gameFailure.import_no_file({ url: address }, "url takes an http or https address");
  }
  let answer: Response;
  try {
    answer = await game.world.fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  } catch {
    throw gameFailure.import_unreachable({ url: address });
  }
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw gameFailure.import_unreachable({ url: address, status: answer.status });
  }
  const packed = /\.gz$/i.test(url.pathname);
  const whole = packed ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
  return whole.pipeThrough(limitBytes(FILE_BYTES));
}

function limitBytes(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > limit) controller.error(new UnreadableFile(`it has more than ${limit} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
