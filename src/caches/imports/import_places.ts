/** Running an import: from an uploaded file or an address, in batches, one at a time for each catalogue. */
import { z } from "#schemas";
import { type Box, inBox, isPlace } from "../../base/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { type ImportedPlace, type ImportedRow, type SkippedRow, UnreadableFile } from "./place.ts";
import type { ImportSource } from "./sources.ts";
import type { Tx } from "../../db/mod.ts";
import { CACHE } from "../../things/mod.ts";
import { serviceCall } from "../../settings/mod.ts";
import { type CacheFields, type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { freeCode } from "../hiding/checks.ts";
import { codeKey, IMPORTED_CODE, isMintedForm } from "../rules/code.ts";
import { refreshMap } from "../exchange/cache_changed.ts";
import { importRows } from "../tables/import_store.ts";

// Writes one imported place: it is new, changed, unchanged, or was removed by an operator before.

type Becomes = "imported" | "updated" | "unchanged" | "skipped";

/** What would become of a place, and the fields that it would have. */
function comparePlace(game: Game, source: ImportSource, place: ImportedPlace): {
  becomes: Becomes;
  fields?: CacheFields;
  before?: CacheRow | undefined;
} {
  const { id } = source, { externalId } = place;
  if (importRows(game).removedOne({ source: id, externalId }) !== undefined) return { becomes: "skipped" };
  const before = cacheRows(game).byExternal({ source: id, externalId });
  const fields = fieldsOf(game, source, place, before, game.world.now());
  const same = before !== undefined && (Object.keys(fields) as (keyof CacheFields)[])
    .every((field) => field === "updatedAt" || fields[field] === before[field]);
  return { becomes: before === undefined ? "imported" : same ? "unchanged" : "updated", fields, before };
}

/** Inside an import's write. Gives what became of the place. */
function keepPlace(game: Game, tx: Tx, source: ImportSource, place: ImportedPlace): Becomes {
  const { becomes, fields, before } = comparePlace(game, source, place);
  if (!fields || becomes === "unchanged") return becomes;
  if (!before) {
    const { id } = cacheRows(game).insert(tx, fields);
    if (place.isDisabled) importRows(game).retire(tx, { id, at: game.world.now() });
    refreshMap(game, tx, cacheRows(game).byId({ id })!);
    return becomes;
  }
  if (fields.status !== before.status) {
    if (place.isDisabled) importRows(game).retire(tx, { id: before.id, at: game.world.now() });
    else importRows(game).comeBack(tx, { id: before.id });
  }
  cacheRows(game).update(tx, { ...fields, id: before.id });
  refreshMap(game, tx, cacheRows(game).byId({ id: before.id })!, before);
  return becomes;
}

/** The place of a reference that its list retires, where there is one. */
const retiredPlace = (game: Game, source: ImportSource, externalId: string): CacheRow | undefined =>
  cacheRows(game).byExternal({ source: source.id, externalId });

/** Inside an import's write: disables the place that its list retires. Gives whether there is one here. */
function retirePlace(
  game: Game,
  tx: Tx,
  source: ImportSource,
  externalId: string,
): "retired" | "gone" {
  const before = retiredPlace(game, source, externalId), now = game.world.now();
  if (!before) return "gone";
  if (before.status !== "active") return "retired";
  importRows(game).retire(tx, { id: before.id, at: now });
  cacheRows(game).update(tx, { ...before, status: "disabled", updatedAt: now });
  refreshMap(game, tx, cacheRows(game).byId({ id: before.id })!, before);
  return "retired";
}

/** What a place's list says of its state; where an operator has decided, that stands. */
function statusOf(game: Game, place: ImportedPlace, before: CacheRow | undefined): CacheRow["status"] {
  if (before === undefined || before.status === "active") return place.isDisabled ? "disabled" : "active";
  const isByList = importRows(game).retiredOne({ id: before.id }) !== undefined;
  return isByList && !place.isDisabled ? "active" : before.status;
}

function fieldsOf(
  game: Game,
  source: ImportSource,
  place: ImportedPlace,
  before: CacheRow | undefined,
  now: number,
): CacheFields {
  const code = before?.code ?? importedCode(game, place.externalId);
  // What no list says stays as an operator may have said it.
  const unsaid = before ?? CACHE.emptyRow;
  return {
    ...CACHE.changed(unsaid, {
      title: place.title,
      description: place.description ?? "",
      hint: place.hint ?? "",
      type: place.type,
      size: place.size ?? "none",
      difficulty: place.difficulty ?? 1.5,
      terrain: place.terrain ?? 1.5,
      status: statusOf(game, place, before),
      scope: "local",
      unlisted: false,
    }),
    code,
    codeKey: codeKey(code),
    ownerAccount: null,
    ownerCall: serviceCall(game.settings),
    lat: place.lat,
    lon: place.lon,
    heardAt: null,
    source: source.id,
    externalId: place.externalId,
    sourceName: source.sourceName,
    sourceUrl: place.url ?? null,
    sourceOwner: place.owner ?? null,
    sourceAttribution: JSON.stringify([{ text: source.sourceName, ...(place.url && { href: place.url }) }]),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}

/** The programme's own reference, if it can be a code and is free; otherwise a generated code. */
function importedCode(game: Game, reference: string): string {
  const key = codeKey(reference);
  if (IMPORTED_CODE.test(reference) && !isMintedForm(key) && !cacheRows(game).byKey({ key })) {
    return reference;
  }
  return freeCode(game);
}

/** Rows of one write: small enough not to hold up requests. */
const BATCH = 100;
/** Problems that are listed at most. */
const PROBLEMS = 50;

/** The result of an import: what became of each row. `rows` is the sum of the seven numbers that follow it. */
export const ImportResult = z.object({
  ok: z.literal(true),
  source: z.string(),
  rows: z.number().describe("Rows or waypoints that were read"),
  imported: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  retired: z.number().describe("Places that were disabled, or are, because their list retires them"),
  gone: z.number().describe("Rows that the list retires, and that were no place here"),
  outside: z.number().describe("Places outside the part that was asked for"),
  skipped: z.number().describe("Rows that could not be used, or were taken out here before"),
  problems: z.array(z.object({ row: z.number(), reason: z.string() })).describe(
    "Why, for the first 50 of them",
  ),
  odd: z.number().describe("Letters that were not what the file says it is written in; they were guessed"),
  truncated: z.boolean().describe("The list goes on behind the limit that was asked for"),
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
    ...{ ok: true, source: source.id, rows: 0 },
    ...{ imported: 0, updated: 0, unchanged: 0, retired: 0, gone: 0, outside: 0, skipped: 0 },
    ...{ problems: [], odd: 0, truncated: false },
  };
  const problem = (row: SkippedRow) => {
    if (result.problems.length < PROBLEMS) result.problems.push(row);
  };
  let batch: Exclude<ImportedRow, { skipped: unknown }>[] = [];
  const seen = new Set<string>();
  /** What would become of a place; a second row of it would find the first one's. */
  const count = (one: typeof batch[number]) => {
    const id = "place" in one ? one.place.externalId : one.retired.externalId, isSecond = seen.has(id);
    seen.add(id);
    if ("retired" in one) return isSecond ? "retired" : retiredPlace(game, source, id) ? "retired" : "gone";
    return isSecond ? "unchanged" : comparePlace(game, source, one.place).becomes;
  };
  const flush = async () => {
    const rows = batch;
    batch = [];
    const note = (one: typeof rows[number], becomes: ReturnType<typeof count>) => {
      result[becomes]++;
      if (becomes !== "skipped" || !("place" in one)) return;
      problem({ row: one.row, reason: `${one.place.externalId}: taken out here before` });
    };
    if (dry) { for (const one of rows) note(one, count(one)); }
    else if (rows.length > 0) {
      await game.db.write((tx) => {
        for (const one of rows) {
          note(
            one,
            "place" in one
              ? keepPlace(game, tx, source, one.place)
              : retirePlace(game, tx, source, one.retired.externalId),
          );
        }
      });
    }
  };
  const today = new Date(game.world.now() * 1000).toISOString().slice(0, 10);
  const { readPlaces } = await import("./read_places.ts"),
    { Overspent, Purse } = await import("../../foreign/mod.ts");
  let taken = 0;
  try {
    const { rows, odd } = await readPlaces(bytes, source, today, new Purse());
    for await (const row of rows) {
      const isMore = "place" in row && inScope(row.place, scope);
      if (isMore && taken === scope.limit) {
        result.truncated = true;
        break;
      }
      result.rows++;
      if ("skipped" in row) {
        result.skipped++;
        problem(row.skipped);
      } else if ("place" in row && !isMore) result.outside++;
      else if ("retired" in row && !inRegion(row.retired.externalId, scope)) result.outside++;
      else {
        if (isMore) taken++;
        batch.push(row);
        if (batch.length === BATCH) await flush();
      }
    }
    result.odd = odd();
  } catch (error) {
    if (error instanceof Overspent) throw new UnreadableFile(error.message, { cause: error });
    throw error;
  }
  await flush();
  return result;
}

const inRegion = (externalId: string, { region }: ImportScope): boolean =>
  !region || externalId.startsWith(region.toUpperCase());
const inScope = (place: ImportedPlace, scope: ImportScope): boolean =>
  isPlace(place.lat, place.lon) && (!scope.box || inBox(scope.box, place)) &&
  inRegion(place.externalId, scope);
