/** Running an import: from an uploaded file or an address, in batches, one at a time for each catalogue. */
import { type Box, inBox, isPlace } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { IMPORT_ALLOW, serviceCall } from "../../settings/mod.ts";
import type { CacheFields, CacheRow } from "../hiding/cache_store.ts";
import { codeKey, IMPORTED_CODE, isMintedForm, mintCode } from "../hiding/code.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import type { ImportedPlace, ImportedRow, SkippedRow } from "./place.ts";
import { readCsv, UnreadableFile } from "./read_csv.ts";
import { readGpx } from "./read_gpx.ts";
import { type ImportSource, sourceOf, SOURCES } from "./sources.ts";

/** Most bytes read from an address: the largest catalogue has about a quarter of it. */
const FILE_BYTES = 200_000_000;
/** Rows of one write: small enough not to hold up requests. */
const BATCH = 100;
/** Problems told of at most. */
const PROBLEMS = 50;
const FETCH_MS = 300_000;

export interface ImportScope {
  /** Only places in here. */
  box?: Box;
  /** Only references that begin so, e.g. `OE/`. */
  region?: string;
  /** At most so many places. */
  limit?: number;
}
export interface ImportResult {
  ok: true;
  source: string;
  imported: number;
  updated: number;
  unchanged: number;
  skipped: number;
  problems: SkippedRow[];
}

/** The catalogues, and which wait for their owners' permission. */
export function importSources(game: Game) {
  const allowed: readonly string[] = game.settings.get(IMPORT_ALLOW);
  return SOURCES.map(({ id, sourceName, needsPermission, url }) => {
    const ready = !needsPermission || allowed.includes(id);
    return {
      id,
      sourceName,
      state: ready ? "ready" as const : "needs-permission" as const,
      ...(!ready && { needs: "IMPORT_ALLOW" }),
      ...(url && { url }),
    };
  });
}

/** The catalogue, if this instance may import it. */
export function allowedSource(game: Game, id: string): ImportSource {
  const source = sourceOf(id);
  if (!source) throw gameFailure.source_unknown({ source: id });
  const allowed: readonly string[] = game.settings.get(IMPORT_ALLOW);
  if (source.needsPermission && !allowed.includes(id)) {
    throw gameFailure.source_needs_permission({ source: id }, `IMPORT_ALLOW does not name ${id}`);
  }
  return source;
}

/** Opens the catalogue's file at an address. Compressed ones (.gz) are opened. */
export async function fetchCatalogue(game: Game, address: string): Promise<ReadableStream<Uint8Array>> {
  const url = URL.parse(address);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw gameFailure.import_no_file({ url: address }, "url takes an http or https address");
  }
  let answer: Response;
  try {
    answer = await game.world.fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  } catch {
    throw gameFailure.import_unreachable({ url: address });
  }
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw gameFailure.import_unreachable({ url: address, status: answer.status });
  }
  const packed = /\.gz$/i.test(url.pathname);
  const whole = packed ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
  return whole.pipeThrough(limitBytes(FILE_BYTES));
}

function limitBytes(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > limit) controller.error(new UnreadableFile(`it has more than ${limit} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

const running = new WeakMap<Game, Set<string>>();

/** Imports a file. A place that is here already is updated in place; one that was taken out is skipped. */
export async function importPlaces(
  game: Game,
  source: ImportSource,
  bytes: ReadableStream<Uint8Array>,
  scope: ImportScope,
): Promise<ImportResult> {
  let busy = running.get(game);
  if (!busy) running.set(game, busy = new Set());
  if (busy.has(source.id)) {
    await bytes.cancel();
    throw gameFailure.import_running({ source: source.id });
  }
  busy.add(source.id);
  try {
    return await run(game, source, bytes, scope);
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
  const flush = async () => {
    const places = batch;
    batch = [];
    await game.db.write((tx) => {
      for (const place of places) result[keepPlace(game, tx, source, place)]++;
    });
  };
  let taken = 0;
  for await (const row of await rowsOf(game, bytes, source)) {
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

/** XML or CSV, by its first byte that is not white space. */
async function rowsOf(
  game: Game,
  bytes: ReadableStream<Uint8Array>,
  source: ImportSource,
): Promise<AsyncGenerator<ImportedRow>> {
  const reader = bytes.getReader();
  const first = await reader.read();
  const head = first.value ?? new Uint8Array(0);
  const whole = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    async pull(controller) {
      const { done, value } = first.done ? { done: true, value: undefined } : await reader.read();
      if (done) controller.close();
      else controller.enqueue(value!);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // A byte order mark, or UTF-16, may stand before the bracket.
  const lead = head.slice(0, 64).find((byte) =>
    ![0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, 9, 10, 13, 32].includes(byte)
  );
  const today = new Date(game.world.now() * 1000).toISOString().slice(0, 10);
  return lead === 0x3c ? readGpx(whole, source) : readCsv(whole, source, today);
}

const inScope = (place: ImportedPlace, { box, region }: ImportScope): boolean =>
  isPlace(place.lat, place.lon) && (!box || inBox(box, place)) &&
  (!region || place.externalId.startsWith(region.toUpperCase()));

function keepPlace(
  game: Game,
  tx: Tx,
  source: ImportSource,
  place: ImportedPlace,
): "imported" | "updated" | "unchanged" | "skipped" {
  if (game.imports.isRemoved(source.id, place.externalId)) return "skipped";
  const before = game.caches.byExternal(source.id, place.externalId);
  const now = game.world.now();
  const fields = fieldsOf(game, source, place, before, now);
  if (!before) {
    game.refreshMap(tx, game.caches.byId(game.caches.insert(tx, fields))!);
    return "imported";
  }
  const same = (Object.keys(fields) as (keyof CacheFields)[])
    .every((field) => field === "updatedAt" || fields[field] === before[field]);
  if (same) return "unchanged";
  game.caches.update(tx, before.id, fields);
  game.refreshMap(tx, game.caches.byId(before.id)!, before);
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

/** The programme's own reference where it can be a code and is free, else a minted one. */
function importedCode(game: Game, reference: string): string {
  const key = codeKey(reference);
  if (IMPORTED_CODE.test(reference) && !isMintedForm(key) && !game.caches.byKey(key)) return reference;
  for (;;) {
    const code = mintCode(game.world);
    if (!game.caches.byKey(codeKey(code))) return code;
  }
}

/** An operator takes an imported place out, with logs, ratings and media; later imports skip it. */
export function removePlace(game: Game, id: number, note: string) {
  return game.db.write((tx) => {
    const row = game.caches.byId(id);
    if (!row || row.source === "native" || row.externalId === null) throw gameFailure.place_not_found();
    const files = game.media.ofCache(id);
    game.imports.addRemoved(tx, {
      source: row.source,
      externalId: row.externalId,
      code: row.code,
      title: row.title,
      note,
      removedAt: game.world.now(),
    });
    game.map.drop(tx, id);
    game.packs.changed(tx, row);
    game.caches.delete(tx, id);
    tx.after(() => {
      for (const file of files) {
        game.files.drop(file.hash, game.media.uses);
        if (file.thumbHash !== null) game.files.drop(file.thumbHash, game.media.uses);
      }
    });
    return { removed: true, code: row.code };
  });
}
