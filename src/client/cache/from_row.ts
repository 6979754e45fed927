/** A cache as far as its row in a list tells it: enough to see what it is and to be led there. Pure. */
import { CACHE } from "../../things/cache.ts";
import type { CacheRow } from "../phone/known/caches.ts";
import type { CacheSeen } from "./cache_seen.ts";

export function seenOf(row: CacheRow): CacheSeen {
  const {
    tags = [],
    minTrust = null,
    stationCall = null,
    source = "native",
    heardAt: _,
    recommended = 0,
    ...told
  } = row;
  return {
    ...CACHE.viewOf(CACHE.emptyRow),
    ratingPolicy: "off",
    ...{ ...told, tags, minTrust, stationCall, source },
    grid: null,
    // Nobody is told a number that nobody knows: pages leave out what is 0 here.
    ...{ createdAt: 0, updatedAt: 0, finds: 0, favorites: 0, recommended, rating: { avg: null, count: 0 } },
  };
}
