/** Serving uploaded files so that no browser takes them for anything but a photo or a sound. */
import type { Incoming } from "../../http/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Viewer } from "../acting.ts";
import type { Game } from "../game.ts";
import { servedFile } from "./served_file.ts";
import { readRange, streamBytes } from "./ranges.ts";

/** The file of a stored key, whole or one range of it. */
export async function serveMedia(
  game: Game,
  incoming: Incoming,
  key: string,
  viewer: () => Viewer,
): Promise<Response> {
  const file = servedFile(game, key, viewer);
  const headers: Record<string, string> = {
    "content-type": file.contentType,
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "accept-ranges": "bytes",
    ...(file.gated && { "cache-control": "private, no-store" }),
    etag: `"${file.hash.slice(0, 32)}"`,
  };
  if (!file.gated && incoming.header("if-none-match") === headers.etag) {
    return new Response(null, { status: 304, headers });
  }
  const range = readRange(incoming.header("range"), file.bytes);
  if (range === null) throw gameFailure.range_needed({ size: file.bytes }, "This range is not in the file");
  const part = range ?? { from: 0, to: file.bytes - 1 };
  try {
    const body = await streamBytes(file.path, part);
    headers["content-length"] = String(part.to - part.from + 1);
    if (range) headers["content-range"] = `bytes ${part.from}-${part.to}/${file.bytes}`;
    return new Response(body, { status: range ? 206 : 200, headers });
  } catch (error) {
    // Deleted between the look-up and the reading.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw gameFailure.media_not_found();
    throw error;
  }
}
