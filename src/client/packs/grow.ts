/** Brings what a pack still lacks: photo by photo and range by range, each kept as it comes, so that it can be left at any time. */
import type { Gateway, Refused } from "../shell/ask.ts";
import { missing, type Pack, partsOf, sizeOf } from "./pack.ts";
import type { PackStorage } from "./pack_storage.ts";
import { ARCHIVE } from "./archive.ts";

export interface Room {
  gateway: Gateway;
  storage: PackStorage;
  /** Is told how many bytes of the pack are here. */
  told(bytes: number): void;
}

export async function grow(
  { gateway, storage, told }: Room,
  pack: Pack,
): Promise<"whole" | "unreachable" | "full" | Refused> {
  const { grid } = pack;
  const wanted = partsOf(await storage.caches(grid), pack.images);
  const here = await storage.partNames(grid);
  const names = new Set(wanted.map(({ name }) => name));
  await storage.dropParts(grid, [...here].filter((name) => !names.has(name)));
  const lacking = missing(wanted, here);
  let images = sizeOf(wanted) - sizeOf(lacking), map = 0;
  const tell = () => told(pack.bytes.caches + images + map);
  try {
    for (const { name, bytes } of lacking) {
      tell();
      const got = await gateway.bytes(name);
      if (got.ok) await storage.putPart({ grid, name, ...got.value });
      else if (!got.refused) return "unreachable";
      // A photo that was taken away since is nothing to wait for; anything else is.
      else if (got.status !== 404 && got.status !== 410) return got;
      images += bytes;
    }
    const { etag, ranges } = pack.archive ?? { etag: "", ranges: [] };
    const starts = await storage.rangeStarts(grid);
    for (const [from, to] of ranges) {
      if (!starts.has(from)) {
        tell();
        const got = await gateway.bytes(ARCHIVE, [from, to]);
        if (!got.ok) return got.refused ? got : "unreachable";
        if (got.value.etag !== etag) {
          // Another archive lies there now: of two halves no map is made.
          await storage.dropRanges(grid);
          await storage.change(grid, ({ archive: _, ...rest }) => ({ ...rest, map: false, whole: true }));
          return "whole";
        }
        await storage.putRange({ grid, from, bytes: got.value.bytes });
      }
      map += to - from + 1;
    }
    const kept = await storage.change(
      grid,
      (one) => ({ ...one, whole: true, bytes: { ...one.bytes, images, map } }),
    );
    // It was removed while it came.
    if (!kept) await storage.remove(grid);
    return "whole";
  } catch {
    return "full";
  }
}
