/** Caches as CSV after RFC 4180, for a spreadsheet. */
import { decimal, isoTime, locatorOf } from "../../base/mod.ts";
import { TURN } from "../../http/mod.ts";
import { type ExportCache, FILED } from "./views.ts";

const COLUMNS = [
  "code",
  "title",
  "type",
  "size",
  "difficulty",
  "terrain",
  "lat",
  "lon",
  "locator",
  "owner",
  "status",
  "hidden",
  "recommended",
  "begins",
  "ends",
  ...FILED.columns,
  "url",
];

/** What members wrote may begin as a formula does, which a spreadsheet would run: an apostrophe before it makes it text.
 * A semicolon or a tab is what other spreadsheets part columns by: such a cell is quoted too. */
const cell = (value: string | number): string => {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value)
    ? `'${value}`
    : typeof value === "number"
    ? decimal(value)
    : value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const row = (cache: ExportCache): string => {
  const {
    code,
    title,
    type,
    size,
    difficulty,
    terrain,
    lat,
    lon,
    owner,
    status,
    createdAt,
    url,
    recommended = 0,
  } = cache;
  const { event } = cache;
  const more = [
    event ? isoTime(event.from) : "",
    event ? isoTime(event.until) : "",
    ...FILED.cells(cache.row),
  ];
  const cells = [code, title, type, size, difficulty, terrain, lat, lon, locatorOf({ lat, lon }, 6)];
  return [...cells, owner, status, isoTime(createdAt), recommended, ...more, url].map(cell).join(",") +
    "\r\n";
};

/** The file in pieces, with the mark by which spreadsheets know UTF-8. */
export function* csvOfCaches(pages: Iterable<readonly ExportCache[]>): Generator<string> {
  yield `\uFEFF${COLUMNS.join(",")}\r\n`;
  for (const page of pages) {
    for (const cache of page) yield row(cache);
    yield TURN;
  }
}
