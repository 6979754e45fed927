/** What the trends read: looked up when it is asked for. */
import { cpuUsage } from "node:process";
import { freeBytes } from "../base/mod.ts";
import type { Readings, TrendNeeds } from "../trends/mod.ts";
import type { House } from "./house.ts";
import type { Kept } from "./kept.ts";

/** Of how many seconds the stations are counted as heard. */
const HEARD_S = 3600;

/** What the trends read now. */
export function readings(
  { db, world, dataDir }: House,
  { accounts, bbs, moderation, tally, stations, federation }: Pick<
    Kept,
    "accounts" | "bbs" | "federation" | "moderation" | "stations" | "tally"
  >,
): () => Readings {
  const size = db.row<Record<never, never>, { bytes: number }>(
    "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  );
  const before = accounts.everMade();
  return () => ({
    signUps: accounts.everMade() - before,
    mailWaiting: bbs.mailWaiting(),
    reportsOpen: moderation.reports.open(),
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
  });
}

/** Which program runs, since when, and what it has cost. */
export function processOf({ world, source }: House): TrendNeeds["process"] {
  const beganMs = world.elapsedMs();
  return () => {
    const { user, system } = cpuUsage();
    return {
      version: source.version,
      startedAt: Math.floor(world.now() - (world.elapsedMs() - beganMs) / 1000),
      cpuS: (user + system) / 1e6,
    };
  };
}
