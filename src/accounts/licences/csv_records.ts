/**
 * CSV (RFC 4180) record by record, from files that people and offices made: where a quote is never closed, only its
 * own line is lost, not the rest of the file.
 */

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

/** Every record of a file. Lines that give no record are passed to `skipped`. */
export async function* recordsOf(
  bytes: AsyncIterable<Uint8Array>,
  skipped: (line: number, why: string) => void,
): AsyncGenerator<CsvRecord> {
  const { parse } = await import("csv-parse/sync");
  const recordOf = (text: string): string[] | undefined => {
    if (!text.includes('"')) return text.split(",").map((field) => field.trim());
    try {
      return parse(text, { relax_column_count: true, trim: true })[0];
    } catch {
      return undefined;
    }
  };
  let waiting: Line[] = [];
  /** The records in the lines read so far, when no further line can be added to them. */
  function* settle(): Generator<CsvRecord> {
    while (waiting.length > 0) {
      const [first, ...rest] = waiting as [Line, ...Line[]];
      const record = quotesOf(first.text) % 2 === 0 ? recordOf(first.text) : undefined;
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
    const closed = quotesOf(text) % 2 === 0;
    const record = closed ? recordOf(text) : undefined;
    if (record) {
      yield { line: waiting[0]!.number, record };
      waiting = [];
    } else if (closed || waiting.length === LINES_MOST || text.length > RECORD_MAX) yield* settle();
  }
  yield* settle();
}

const quotesOf = (text: string): number => text.split('"').length - 1;

/** Lines with their numbers, without their ends and without a byte order mark; a line without end is cut off. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = "", number = 0;
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!.slice(0, RECORD_MAX + 1);
    for (const text of lines) yield { number: ++number, text: text.replace(/\r$/, "") };
  }
  rest += decoder.decode();
  if (rest !== "") yield { number: ++number, text: rest.replace(/\r$/, "") };
}
