/** Reads a licence register's file of any size, row by row: CSV (RFC 4180) or JSON. Never holds the whole file. */

import { recordsOf } from "./csv_records.ts";

export type RegisterForm = "csv" | "json";

/** Thrown where the file is not valid JSON, or its CSV cannot be read. */
export class BrokenRegister extends Error {}

/** Names under which registers head their columns, for `[callsign, status, expiresAt]`. */
const COLUMNS = [
  ["callsign", "call", "call_sign", "rufzeichen"],
  ["status", "state", "license_status", "licence_status"],
  ["expiresat", "expires", "expires_at", "expiry", "expired_date", "valid_until"],
];

/** One row of a register, with the line of the file (or the number of the element) on which it begins. */
interface RegisterRow {
  line: number;
  /** `[callsign, status, expiresAt]` as in the file; the caller cleans them. */
  fields: unknown[];
}

/** Called with each line that cannot be read, and why. */
type OnSkip = (line: number, why: string) => void;

/**
 * The rows of a register. `skipped` is called with each line that cannot be read. Throws `BrokenRegister` when a JSON
 * file cannot be parsed.
 */
export function readRegister(
  bytes: AsyncIterable<Uint8Array>,
  form: RegisterForm,
  skipped: OnSkip,
): AsyncGenerator<RegisterRow> {
  return form === "csv" ? readCsv(bytes, skipped) : readJson(bytes);
}

async function* readCsv(bytes: AsyncIterable<Uint8Array>, skipped: OnSkip): AsyncGenerator<RegisterRow> {
  let order: number[] | undefined;
  for await (const { line, record } of recordsOf(bytes, skipped)) {
    if (order === undefined) {
      order = headed(record);
      if (order.length > 0) continue;
    }
    const fields = order.length > 0
      ? order.map((column) => column < 0 ? undefined : record[column])
      : record.slice(0, 3);
    yield { line, fields };
  }
}

/** Where the three columns are, when the first row is a heading; empty when the first row is data. */
function headed(row: string[]): number[] {
  const names = row.map((name) => name.toLowerCase().replace(/[\s-]+/g, "_"));
  const order = COLUMNS.map((known) => names.findIndex((name) => known.includes(name)));
  return order[0]! >= 0 ? order : [];
}

async function* readJson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RegisterRow> {
  const { JSONParser } = await import("@streamparser/json");
  const rows: RegisterRow[] = [];
  let read = 0;
  // Elements of the outermost array, or of `rows` in an outermost object.
  const parser = new JSONParser({ paths: ["$.*", "$.rows.*"], keepStack: false });
  parser.onValue = ({ value, key, parent }) => {
    if (Array.isArray(parent) && typeof key === "number") {
      rows.push({ line: ++read, fields: rowOf(value) });
      parent.length = 0; // what was read is not kept
    }
  };
  try {
    for await (const chunk of bytes) {
      parser.write(chunk);
      yield* rows.splice(0);
    }
  } catch (error) {
    throw new BrokenRegister(`The JSON file is broken: ${error instanceof Error ? error.message : error}`);
  }
  if (!parser.isEnded) throw new BrokenRegister("The JSON file is broken: it ends too early");
  yield* rows.splice(0);
}

function rowOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, 3);
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value).map(([name, one]) =>
    [name.toLowerCase().replace(/[\s-]+/g, "_"), one] as const
  );
  return COLUMNS.map((known) => entries.find(([name]) => known.includes(name))?.[1]);
}
