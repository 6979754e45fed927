/**
 * CSV (RFC 4180) record by record, from files that people and offices made: commas, semicolons, tabs or upright strokes between the
 * columns; where a quote is never closed, only its own line is lost, not the rest of the file.
 */
import { rowAt, TextOfBytes } from "../../foreign/mod.ts";

/** Characters of a record; a longer one is not a row of a register. */
const RECORD_MAX = 10_000;
/** Lines over which a quoted field may run. */
const LINES_MOST = 6;

interface Line {
  number: number;
  text: string;
}

interface CsvRecord {
  /** The line on which it begins, counted from 1. */
  line: number;
  record: string[];
}

/** Every record of a file. Lines that give no record are passed to `skipped`. `isPlain`: a quote is a letter. */
export async function* recordsOf(
  bytes: AsyncIterable<Uint8Array>,
  skipped: (line: number, why: string) => void,
  isPlain = false,
): AsyncGenerator<CsvRecord> {
  let delimiter: string | undefined;
  const recordOf = (text: string): string[] | undefined => {
    const between = delimiter ??= delimiterOf(text);
    if (!text.includes('"') || isPlain || between === STROKE) {
      return text.split(between).map((field) => field.trim());
    }
    const row = rowAt(text, 0, { delimiter: between, isLast: true, relaxed: false });
    return typeof row === "string" ? undefined : row.cells;
  };
  let waiting: Line[] = [];
  /** The records in the lines read so far, when no further line can be added to them. */
  function* settle(): Generator<CsvRecord> {
    while (waiting.length > 0) {
      const [first, ...rest] = waiting as [Line, ...Line[]];
      const record = isPlain || quotesOf(first.text) % 2 === 0 ? recordOf(first.text) : undefined;
      if (record) yield { line: first.number, record };
      else skipped(first.number, "a quote that is not closed, or stands inside a field");
      waiting = rest;
    }
  }
  for await (const line of linesOf(bytes)) {
    if (line.text.length > RECORD_MAX) {
      yield* settle();
      skipped(line.number, `longer than ${RECORD_MAX} characters`);
      continue;
    }
    if (waiting.length === 0 && line.text.trim() === "") continue;
    waiting.push(line);
    const text = waiting.map((one) => one.text).join("\n");
    delimiter ??= delimiterOf(text);
    // Between strokes a quote is a letter, as the FCC writes its files.
    const closed = isPlain || delimiter === STROKE || quotesOf(text) % 2 === 0;
    const record = closed ? recordOf(text) : undefined;
    if (record) {
      yield { line: waiting[0]!.number, record };
      waiting = [];
    } else if (closed || waiting.length === LINES_MOST || text.length > RECORD_MAX) yield* settle();
  }
  yield* settle();
}

const STROKE = "|";
/** What stands between the columns: what the first line has most of. */
const delimiterOf = (line: string): string =>
  [",", ";", "\t", STROKE].map((one) => ({ one, n: line.split(one).length }))
    .reduce((most, other) => other.n > most.n ? other : most).one;

const quotesOf = (text: string): number => text.split('"').length - 1;

/** Lines with their numbers, without their ends and without a byte order mark; a line without end is cut off. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextOfBytes();
  let rest = "", number = 0;
  for await (const chunk of bytes) {
    const lines = (rest + decoder.push(chunk)).split("\n");
    rest = lines.pop()!.slice(0, RECORD_MAX + 1);
    for (const text of lines) yield { number: ++number, text: text.replace(/\r$/, "") };
  }
  rest += decoder.end();
  if (rest !== "") yield { number: ++number, text: rest.replace(/\r$/, "") };
}
