/** What the trends read: counted here as areas tell of it, or looked up when it is asked for. */
import { cpuUsage } from "node:process";
import { freeBytes } from "../base/mod.ts";
import type { Federation } from "../federation/mod.ts";
import type { Stations } from "../stations/mod.ts";
import type { Readings, TrendParts } from "../trends/mod.ts";
import type { House } from "./house.ts";

/** Counts since the start of the process. */
export class Tally {
  finds = 0;
  requests = 0;
  errors = 0;

  /** A request was answered with this status. */
  answered(status: number): void {
    this.requests++;
    if (status >= 500) this.errors++;
  }
}

/** Of how many seconds the stations are counted as heard. */
const HEARD_S = 3600;

/** How the trends look at this program. */
export function watched(
  { db, world, dataDir, source }: House,
  { tally, stations, federation }: { tally: Tally; stations: Stations; federation: Federation },
): Pick<TrendParts, "read" | "process"> {
  const beganMs = world.elapsedMs();
  const size = db.row<Record<never, never>, { bytes: number }>(
    "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  );
  return {
    read: (): Readings => ({
      packets: stations.taken,
      finds: tally.finds,
      requests: tally.requests,
      errors: tally.errors,
      pulls: federation.puller.tally.ended,
      pullsFailed: federation.puller.tally.failed,
      stations: stations.countHeardSince(world.now() - HEARD_S),
      diskFree: freeBytes(dataDir) ?? null,
      database: size({})!.bytes,
      memory: Deno.memoryUsage().rss,
    }),
    process: () => {
      const { user, system } = cpuUsage();
      return {
        version: source.version,
        startedAt: Math.floor(world.now() - (world.elapsedMs() - beganMs) / 1000),
        cpuS: (user + system) / 1e6,
      };
    },
  };
}
