/** Writes one imported place: it is new, changed, unchanged, or was removed by an operator before. */
import type { Tx } from "../../db/mod.ts";
import { serviceCall } from "../../settings/mod.ts";
import type { Game } from "../game.ts";
import { type CacheFields, type CacheRow, cacheRows } from "../hiding/cache_store.ts";
import { freeCode } from "../hiding/checks.ts";
import { codeKey, IMPORTED_CODE, isMintedForm } from "../hiding/code.ts";
import { refreshMap } from "../map/cache_changed.ts";
import { importRows } from "./import_store.ts";
import type { ImportedPlace } from "./place.ts";
import type { ImportSource } from "./sources.ts";

/** Inside an import's write. Gives what became of the place. */
export function keepPlace(
  game: Game,
  tx: Tx,
  source: ImportSource,
  place: ImportedPlace,
): "imported" | "updated" | "unchanged" | "skipped" {
  if (importRows(game).removedOne({ source: source.id, externalId: place.externalId }) !== undefined) {
    return "skipped";
  }
  const before = cacheRows(game).byExternal({ source: source.id, externalId: place.externalId });
  const now = game.world.now();
  const fields = fieldsOf(game, source, place, before, now);
  if (!before) {
    refreshMap(game, tx, cacheRows(game).byId({ id: cacheRows(game).insert(tx, fields).id })!);
    return "imported";
  }
  const same = (Object.keys(fields) as (keyof CacheFields)[])
    .every((field) => field === "updatedAt" || fields[field] === before[field]);
  if (same) return "unchanged";
  cacheRows(game).update(tx, { ...fields, id: before.id });
  refreshMap(game, tx, cacheRows(game).byId({ id: before.id })!, before);
  return "updated";
}

function fieldsOf(
  game: Game,
  source: ImportSource,
  place: ImportedPlace,
  before: CacheRow | undefined,
  now: number,
): CacheFields {
  const code = before?.code ?? importedCode(game, place.externalId);
  return {
    code,
    codeKey: codeKey(code),
    ownerAccount: null,
    ownerCall: serviceCall(game.settings),
    title: place.title,
    description: place.description ?? "",
    hint: place.hint ?? "",
    type: place.type,
    size: place.size ?? "none",
    difficulty: place.difficulty ?? 1.5,
    terrain: place.terrain ?? 1.5,
    lat: place.lat,
    lon: place.lon,
    heardAt: null,
    country: before?.country ?? null,
    tags: before?.tags ?? "[]",
    status: before?.status ?? "active",
    scope: "local",
    unlisted: 0,
    minTrust: before?.minTrust ?? null,
    ratingPolicy: before?.ratingPolicy ?? "finders",
    stationCall: null,
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
