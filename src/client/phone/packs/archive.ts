/** The part of the gateway's map archive that a square needs. The library that reads archives is loaded when it is used. */
import type { Gateway } from "../ask.ts";
import type { Range } from "./map_ranges.ts";
import { boxOf } from "../../ui/places/squares.ts";
import { routeTo } from "../wire/routes.ts";

/** Its path on the gateway. Maps of other hosts are not taken: the app asks no other host. */
export const ARCHIVE = "/tiles/offline.pmtiles";

/** Version of the archive, the ranges that a square needs, and their size. */
export interface Archive {
  etag: string;
  ranges: readonly Range[];
  bytes: number;
}

/** The part that a square needs; `undefined` where the gateway has no archive. */
export async function readArchive(gateway: Gateway, grid: string): Promise<Archive | undefined> {
  const where = await gateway.get(routeTo("GET /api/offline/tiles"));
  if (!where.ok || where.value.url !== ARCHIVE) return undefined;
  const { rangesOf } = await import("./map_ranges.ts");
  let etag = "";
  const ranges = await rangesOf({
    getKey: () => ARCHIVE,
    async getBytes(offset, length) {
      const got = await gateway.bytes(ARCHIVE, [offset, offset + length - 1]);
      if (!got.ok) throw new Error("the archive was not read");
      etag ||= got.value.etag ?? "";
      return { data: got.value.bytes };
    },
  }, boxOf(grid)!);
  return { etag, ranges, bytes: ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0) };
}
