/** Reads a licence register's file of any size, row by row: CSV (RFC 4180) or JSON. Never holds the whole file. */

import { recordsOf } from "./csv_records.ts";

export type RegisterForm = "csv" | "json";

/** Thrown where the file is not valid JSON, or its CSV cannot be read. */
export class BrokenRegister extends Error {}

/** Names under which registers head their columns, for `[callsign, status, expiresAt]`. */
const COLUMNS = [
  ["callsign", "call", "call_sign", "rufzeichen", "indicatif"],
  ["status", "state", "license_status", "licence_status", "status_text"],
  [
    "expiresat",
    "expires",
    "expires_at",
    "expiry",
    "expired_date",
    "expiry_date",
    "date_of_expiry",
    "valid_until",
  ],
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
  let order: number[] | undefined, isAmerican = false, titles = 0;
  for await (const { line, record } of recordsOf(bytes, skipped)) {
    if (record[0] === HEADERS && record.length > ULS.expired) {
      const { call, status, expired } = ULS;
      yield { line, fields: [record[call], record[status], dayOf(record[expired])] };
      continue;
    }
    if (record[0]!.startsWith(ZIP)) {
      throw new BrokenRegister("The file is a ZIP: unpack it, and take the list in it");
    }
    const others = OTHERS[record[0]!];
    if (others !== undefined && record.length > ULS.call) {
      throw new BrokenRegister(
        `The file names ${others}, and not whether a licence is current: take HD.dat of the same package`,
      );
    }
    if (order === undefined) {
      const found = headed(record);
      if (found.length > 0) {
        order = found;
        isAmerican = record.some((name) => named(name) === "expired_date");
        continue;
      }
      // Above the heading there may be a title; data has figures and letters in its first column.
      if (titles < TITLES_MOST && !/^[a-z0-9]{3,7}$/i.test(record[0]!)) {
        titles++;
        skipped(line, "a title, or no row of a register");
        continue;
      }
      order = [];
    }
    const [call, status, expires] = order.length > 0
      ? order.map((column) => column < 0 ? undefined : record[column])
      : record.slice(0, 3);
    yield { line, fields: [call, status, isAmerican ? dayOf(expires) : expires] };
  }
}

/** Lines of `l_amat.zip`, the FCC's Universal Licensing System: records of licences, and of who holds them. */
const HEADERS = "HD", ULS = { call: 4, status: 5, expired: 8 };
const OTHERS: Readonly<Record<string, string>> = { EN: "holders", AM: "classes", HS: "what happened" };
/** How a package begins. */
const ZIP = "PK\u0003\u0004";
/** Lines above a heading. */
const TITLES_MOST = 5;
/** The FCC writes the month first. */
const dayOf = (text: string | undefined): string | undefined =>
  text?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$1-$2");
/** A column's name as it is compared. */
const named = (name: string): string => name.trim().toLowerCase().replace(/[\s-]+/g, "_");

/** Where the three columns are, when this row is the heading; empty when it is not. */
function headed(row: string[]): number[] {
  const names = row.map(named);
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
  const entries = Object.entries(value).map(([name, one]) => [named(name), one] as const);
  return COLUMNS.map((known) => entries.find(([name]) => known.includes(name))?.[1]);
}
