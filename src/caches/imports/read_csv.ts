/**
 * Reads a programme's CSV row by row, so that a list of 180,000 summits never stands in memory. Takes what the named
 * programmes publish: a title line before the header (SOTA), a byte order mark, semicolons, decimal commas, bounding boxes
 * instead of places (IOTA), a locator where coordinates are missing.
 */
import { Readable } from "node:stream";
import type { CsvError } from "csv-parse";
import { boxOfLocator, concat, isPlace, type Place } from "../../base/mod.ts";
import { type ImportedRow, manyLines, oneLine, UnreadableFile } from "./place.ts";
import type { ImportSource } from "./sources.ts";

/** Characters of one row; a longer one is a broken quote, not a place. */
const ROW_BYTES = 128_000;

/**
 * The places of a CSV file. `today` is yyyy-mm-dd, for lists that say until when a place counts.
 * Throws `UnreadableFile` when there is no header with the columns that the source needs, or the quoting is broken.
 */
export async function* readCsv(
  bytes: ReadableStream<Uint8Array>,
  source: ImportSource,
  today: string,
): AsyncGenerator<ImportedRow> {
  const { delimiter, whole } = await sniff(bytes);
  const { parse } = await import("csv-parse");
  const parser = Readable.from(whole).pipe(parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: ROW_BYTES,
  }));
  let columns: Map<string, number> | undefined;
  let number = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number++;
      if (!columns) {
        const header = headerOf(record, source);
        if (header) columns = header;
        else if (number > 5) break;
        continue;
      }
      const at = columns;
      const cell = (column: string) => record[at.get(column) ?? -1] ?? "";
      if (source.skip?.(cell, today)) continue;
      yield rowOf(number, cell, source);
    }
  } catch (cause) {
    if ((cause as CsvError).code?.startsWith("CSV_")) {
      throw new UnreadableFile(`row ${number + 1}: ${(cause as Error).message}`, { cause });
    }
    throw cause;
  } finally {
    parser.destroy();
  }
  if (!columns) throw new UnreadableFile("no header with a reference, a name and a place in the first rows");
}

/** Finds out what separates the columns, from the first rows, and gives the whole file again. */
async function sniff(bytes: ReadableStream<Uint8Array>) {
  const reader = bytes.getReader();
  const head: Uint8Array[] = [];
  for (let size = 0; size < 4096;) {
    const { done, value } = await reader.read();
    if (done) break;
    head.push(value);
    size += value.length;
  }
  const rows = new TextDecoder().decode(concat(...head)).split("\n", 3).join("\n");
  const count = (separator: string) => rows.split(separator).length;
  const delimiter = [";", "\t"].find((other) => count(other) > 2 && count(other) >= count(",")) ?? ",";
  async function* whole() {
    try {
      yield* head;
      for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    } finally {
      await reader.cancel();
    }
  }
  return { delimiter, whole: whole() };
}

/** Positions of the columns, when this row is the header. */
function headerOf(record: string[], source: ImportSource): Map<string, number> | undefined {
  const columns = new Map(record.map((name, i) => [name.trim().toLowerCase(), i] as const).reverse());
  const has = (names: string[] | undefined) => names?.some((name) => columns.has(name)) ?? false;
  const { reference, title, lat, lon, grid, box } = source.columns;
  const placed = (has(lat) && has(lon)) || has(grid) || (box?.every((name) => columns.has(name)) ?? false);
  return has(reference) && has(title) && placed ? columns : undefined;
}

function rowOf(row: number, cell: (column: string) => string, source: ImportSource): ImportedRow {
  const first = (names: string[] = []) => names.map(cell).find((text) => text.trim() !== "") ?? "";
  const externalId = oneLine(first(source.columns.reference), 32).toUpperCase();
  const title = oneLine(first(source.columns.title), 120);
  if (!externalId) return { skipped: { row, reason: "no reference" } };
  const at = placeOf(first, cell, source);
  if (!at) return { skipped: { row, reason: `${externalId}: no place` } };
  const notes = manyLines(first(source.columns.notes), 4000);
  return {
    place: {
      externalId,
      title: title || externalId,
      type: source.type,
      ...at,
      ...(notes && { description: notes }),
      ...(source.link && { url: source.link.replace("{}", encodeURI(externalId)) }),
    },
  };
}

const numberOf = (text: string): number =>
  /^\s*[-+]?\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(",", ".")) : NaN;

/** To 1e-7 degree (a centimetre), the resolution of records. */
const degrees = (value: number): number => Math.round(value * 1e7) / 1e7;

/** Coordinates, else the middle of a bounding box, else the middle of a locator of six characters or more. */
function placeOf(
  first: (names?: string[]) => string,
  cell: (column: string) => string,
  { columns }: ImportSource,
): Place | undefined {
  const lat = numberOf(first(columns.lat)), lon = numberOf(first(columns.lon));
  // 0, 0 is how several lists write "unknown".
  if (isPlace(lat, lon) && (lat !== 0 || lon !== 0)) return { lat: degrees(lat), lon: degrees(lon) };
  if (columns.box) {
    const [south, north, west, east] = columns.box.map((name) => numberOf(cell(name)));
    if (isPlace(south!, west!) && isPlace(north!, east!)) {
      // A group across the antimeridian has its west edge east of its east edge.
      const span = (east! - west! + 360) % 360;
      const middle = west! + span / 2;
      return { lat: degrees((south! + north!) / 2), lon: degrees(middle > 180 ? middle - 360 : middle) };
    }
  }
  const grid = first(columns.grid).trim();
  const square = grid.length >= 6
    ? boxOfLocator(grid.slice(0, 8)) ?? boxOfLocator(grid.slice(0, 6))
    : undefined;
  return square &&
    { lat: degrees((square.minLat + square.maxLat) / 2), lon: degrees((square.minLon + square.maxLon) / 2) };
}
