/**
 * Reads a programme's CSV row by row, so that a list of 180,000 summits never stands in memory. Takes what the named
 * programmes publish: a title line before the header (SOTA), a byte order mark, semicolons, decimal commas, bounding boxes
 * instead of places (IOTA), a locator where coordinates are missing.
 */
import { boxOfLocator, isPlace, type Place } from "../../base/mod.ts";
import { rowAt, TextOfBytes } from "../../foreign/mod.ts";
import { type ImportedRow, manyLines, oneLine, UnreadableFile } from "./place.ts";
import type { ImportSource } from "./sources.ts";

/** Characters of one row; a longer one is a broken quote, not a place. */
const ROW_CHARACTERS = 128_000;
/** Characters of the first rows, by which the columns are told apart. */
const HEAD_CHARACTERS = 4096;

/**
 * The places of a CSV file. `today` is yyyy-mm-dd, for lists that say until when a place counts.
 * Throws `UnreadableFile` when there is no header with the columns that the source needs, or a quote
 * breaks and no row is a place.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  source: ImportSource,
  today: string,
  encoding = new TextOfBytes(),
): AsyncGenerator<ImportedRow> {
  const { delimiter, whole } = await sniff(bytes, encoding);
  let columns: Map<string, number> | undefined;
  let number = 0;
  const shape: Shape = {};
  let broken: string | undefined, isList = false;
  for await (const record of rowsOf(whole, delimiter, shape)) {
    number++;
    if (!columns) {
      const header = typeof record === "string" ? undefined : headerOf(record, source);
      if (header) {
        columns = header;
        shape.columns = record.length;
      } else if (number > 5) break;
      continue;
    }
    if (typeof record === "string") {
      broken ??= `row ${number}: ${record}`;
      yield { skipped: { row: number, reason: record } };
      continue;
    }
    const at = columns;
    const cell = (column: string) => record[at.get(column) ?? -1] ?? "";
    const row = rowOf(number, cell, source), why = source.retired?.(cell, today);
    const of = "place" in row ? row.place.externalId : "";
    isList ||= of !== "";
    yield why && of ? { retired: { externalId: of, row: number, reason: `${of}: ${why}` } } : row;
  }
  if (!columns) throw new UnreadableFile("no header with a reference, a name and a place in the first rows");
  if (broken !== undefined && !isList) throw new UnreadableFile(broken);
}

interface Shape {
  /** How many columns the header has, once it was read. */
  columns?: number;
}

/**
 * The rows of a text, empty ones left out; for a line that gives none, why. A row may run over lines where its quotes are whole and
 * it has the header's columns: with a quote that is never closed one line is lost, and none of its neighbours.
 */
async function* rowsOf(
  pieces: AsyncIterable<string>,
  delimiter: string,
  shape: Shape,
): AsyncGenerator<string[] | string> {
  let rest = "", skips = false;
  const take = function* (isLast: boolean): Generator<string[] | string> {
    let at = rest.startsWith("\uFEFF") ? 1 : 0;
    while (at < rest.length) {
      if (skips) {
        const next = rest.indexOf("\n", at);
        skips = next < 0;
        at = skips ? rest.length : next + 1;
        continue;
      }
      const row = rowAt(rest, at, { delimiter, isLast, relaxed: true });
      const length = (typeof row === "string" ? rest.length : row.next) - at;
      if (row === "open" && length <= ROW_CHARACTERS) break;
      if (typeof row !== "string" && length <= ROW_CHARACTERS && isSound(row.cells, at, row.next)) {
        at = row.next;
        if (row.cells.length > 1 || row.cells[0] !== "") yield row.cells;
        continue;
      }
      const lineEnd = rest.indexOf("\n", at), end = lineEnd < 0 ? rest.length : lineEnd + 1;
      const own = rowAt(rest.slice(at, end), 0, { delimiter, isLast: true, relaxed: true });
      if (typeof own === "string" || end - at > ROW_CHARACTERS) {
        yield end - at > ROW_CHARACTERS
          ? `more than ${ROW_CHARACTERS} characters`
          : "a quote is never closed";
        skips = lineEnd < 0 && !isLast;
      } else yield own.cells;
      at = end;
    }
    rest = rest.slice(at);
  };
  /** Whether a row is one line, or has the header's columns and quotes that are whole. */
  const isSound = (cells: string[], from: number, next: number): boolean =>
    !cells.some((cell) => cell.includes("\n")) ||
    (shape.columns === undefined || cells.length === shape.columns) &&
      typeof rowAt(rest.slice(from, next), 0, { delimiter, isLast: true, relaxed: false }) !== "string";
  for await (const piece of pieces) {
    rest += piece;
    yield* take(false);
  }
  yield* take(true);
}

/** Finds out what separates the columns, from the first rows, and gives the whole file again, as text. */
async function sniff(bytes: AsyncIterable<Uint8Array>, encoding: TextOfBytes) {
  const reader = bytes[Symbol.asyncIterator]();
  let head = "", isOver = false;
  const next = async (): Promise<string> => {
    const { done, value } = await reader.next();
    isOver = done === true;
    return isOver ? encoding.end() : encoding.push(value);
  };
  while (!isOver && head.length < HEAD_CHARACTERS) head += await next();
  const rows = head.split("\n", 3).join("\n");
  const count = (separator: string) => rows.split(separator).length;
  const delimiter = [";", "\t"].find((other) => count(other) > 2 && count(other) >= count(",")) ?? ",";
  async function* whole() {
    try {
      yield head;
      while (!isOver) yield await next();
    } finally {
      await reader.return?.();
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
    row,
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
