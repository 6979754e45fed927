/** Fetching a catalogue's file from an address. */
import { FetchGuard, FetchRefused } from "../../base/mod.ts";
import { FED_ALLOW_PRIVATE } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { UnreadableFile } from "./place.ts";

/** Most bytes that are read from an address, packed or unpacked; the largest catalogue has about a quarter of that. */
const FILE_BYTES = 200_000_000;
/** Milliseconds for all of it. */
const FETCH_MS = 300_000;

/**
 * Opens the catalogue's file at an address, as fast as it is read. Compressed ones (.gz) are opened. Addresses on
 * private networks are refused, and so are redirects to them: otherwise a request could make this host read from
 * its own network.
 */
export async function fetchCatalogue(game: Game, address: string): Promise<ReadableStream<Uint8Array>> {
  const url = URL.parse(address);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw gameFailure.import_no_file({ url: address }, "url takes an http or https address");
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => begun = resolve);
  const guard = new FetchGuard({ world: game.world, allowPrivate: game.settings.get(FED_ALLOW_PRIVATE) });
  const fetching = guard.request({
    url: url.href,
    maxBytes: FILE_BYTES,
    timeoutMs: FETCH_MS,
    into(bytes) {
      begun();
      return writer.write(bytes);
    },
  }).then(async ({ status }) => {
    if (status !== 200) throw gameFailure.import_unreachable({ url: address, status });
    begun();
    await writer.close();
  });
  // Once reading has begun, errors reach whoever reads the stream.
  fetching.catch((error) => writer.abort(new UnreadableFile(String(error))).catch(() => {}));
  await Promise.race([beginning, fetching.catch((error) => refuse(error, address))]);
  const packed = /\.gz$/i.test(url.pathname);
  const whole = packed ? readable.pipeThrough(new DecompressionStream("gzip")) : readable;
  return whole.pipeThrough(limitBytes(FILE_BYTES));
}

function refuse(error: unknown, address: string): never {
  if (!(error instanceof FetchRefused)) throw error;
  if (error.reason === "address" || error.reason === "bad_url") {
    throw gameFailure.import_no_file({ url: address }, "url takes an address on the public internet");
  }
  throw gameFailure.import_unreachable({ url: address });
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
