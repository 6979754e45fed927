/** Running an import: from an uploaded file or an address, in batches, one at a time for each catalogue. */
import { z } from "zod";
import { type Box, inBox, isPlace } from "../../base/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { comparePlace, keepPlace } from "./keep_place.ts";
import { type ImportedPlace, type SkippedRow, UnreadableFile } from "./place.ts";
import type { ImportSource } from "./sources.ts";

/** Rows of one write: small enough not to hold up requests. */
const BATCH = 100;
/** Problems that are listed at most. */
const PROBLEMS = 50;

/** The result of an import: how many places were new, changed or unchanged, and how many rows could not be used. */
export const ImportResult = z.object({
  ok: z.literal(true),
  source: z.string(),
  imported: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  problems: z.array(z.object({ row: z.number(), reason: z.string() })),
  dry: z.literal(true).optional().describe("Nothing was written: this is what would be done"),
});
export type ImportResult = z.infer<typeof ImportResult>;

export interface ImportScope {
  /** Only places in this box. */
  box?: Box;
  /** Only references that begin so, e.g. `OE/`. */
  region?: string;
  /** At most so many places. */
  limit?: number;
}
/** Catalogues that are being imported now. */
const runningIn = perGame((_game: Game) => new Set<string>());

/**
 * Imports a file. A place that is here already is updated in place; one that was taken out is skipped. `dry` only counts.
 */
export async function importPlaces(
  game: Game,
  source: ImportSource,
  bytes: ReadableStream<Uint8Array>,
  scope: ImportScope,
  dry = false,
): Promise<ImportResult> {
  const busy = runningIn(game);
  if (busy.has(source.id)) {
    await bytes.cancel();
    throw gameFailure.import_running({ source: source.id });
  }
  busy.add(source.id);
  try {
    return await run(game, source, bytes, scope, dry);
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw gameFailure.import_unreadable({}, `The file cannot be read: ${error.message}`);
    }
    throw error;
  } finally {
    busy.delete(source.id);
  }
}

async function run(
  game: Game,
  source: ImportSource,
  bytes: ReadableStream<Uint8Array>,
  scope: ImportScope,
  dry: boolean,
): Promise<ImportResult> {
  const result: ImportResult = {
    ok: true,
    source: source.id,
    imported: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    problems: [],
  };
  const skip = (row: SkippedRow) => {
    result.skipped++;
    if (result.problems.length < PROBLEMS) result.problems.push(row);
  };
  let batch: ImportedPlace[] = [];
  const seen = new Set<string>();
  /** What would become of a place; a second row of it would find the first one's. */
  const count = (place: ImportedPlace) => {
    const isSecond = seen.has(place.externalId);
    seen.add(place.externalId);
    return isSecond ? "unchanged" : comparePlace(game, source, place).becomes;
  };
  const flush = async () => {
    const places = batch;
    batch = [];
    if (dry) {
      for (const place of places) result[count(place)]++;
      return;
    }
    await game.db.write((tx) => {
      for (const place of places) result[keepPlace(game, tx, source, place)]++;
    });
  };
  const today = new Date(game.world.now() * 1000).toISOString().slice(0, 10);
  const { readPlaces } = await import("./read_places.ts");
  let taken = 0;
  for await (const row of await readPlaces(bytes, source, today)) {
    if ("skipped" in row) skip(row.skipped);
    else if (inScope(row.place, scope)) {
      batch.push(row.place);
      if (batch.length === BATCH) await flush();
      if (++taken === scope.limit) break;
    }
  }
  await flush();
  return result;
}

const inScope = (place: ImportedPlace, { box, region }: ImportScope): boolean =>
  isPlace(place.lat, place.lon) && (!box || inBox(box, place)) &&
  (!region || place.externalId.startsWith(region.toUpperCase()));
