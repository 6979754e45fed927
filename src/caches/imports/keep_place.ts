/** Writes one imported place: it is new, changed, unchanged, or was removed by an operator before. */
import type { Tx } from "../../db/mod.ts";
import { serviceCall } from "../../settings/mod.ts";
import type { Game } from "../game.ts";
import { type CacheFields, type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { freeCode } from "../hiding/checks.ts";
import { codeKey, IMPORTED_CODE, isMintedForm } from "../rules/code.ts";
import { refreshMap } from "../exchange/cache_changed.ts";
import { importRows } from "../tables/import_store.ts";
import type { ImportedPlace } from "./place.ts";
import type { ImportSource } from "./sources.ts";

type Becomes = "imported" | "updated" | "unchanged" | "skipped";

/** What would become of a place, and the fields that it would have. */
export function comparePlace(game: Game, source: ImportSource, place: ImportedPlace): {
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
export function keepPlace(game: Game, tx: Tx, source: ImportSource, place: ImportedPlace): Becomes {
  const { becomes, fields, before } = comparePlace(game, source, place);
  if (!fields || becomes === "unchanged") return becomes;
  if (!before) {
    refreshMap(game, tx, cacheRows(game).byId({ id: cacheRows(game).insert(tx, fields).id })!);
    return becomes;
  }
  cacheRows(game).update(tx, { ...fields, id: before.id });
  refreshMap(game, tx, cacheRows(game).byId({ id: before.id })!, before);
  return becomes;
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
    ...{ eventFrom: null, eventUntil: null, parkingLat: null, parkingLon: null },
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
