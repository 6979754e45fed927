/** Reads a licence register's file of any size, row by row: CSV (RFC 4180) or JSON. Never holds the whole file. */

import { textOfBytes } from "../../foreign/mod.ts";
import { BrokenRegister } from "./broken_register.ts";
import { recordsOf } from "./csv_records.ts";
import { devicesOf } from "./forms/acma.ts";
import { entriesOf } from "./forms/entries.ts";
import { HEAD_BYTES, type PublishedRegister, registerOf, unreadableOf } from "./forms/forms.ts";

type RegisterForm = "csv" | "json";

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
    "licence_valid_to",
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

/** A file with what its first bytes say of it: whose register it is, where that is known. */
interface Begun {
  register: PublishedRegister | undefined;
  /** All of the file, its beginning too. */
  bytes: AsyncIterable<Uint8Array>;
}

/** Looks at a file's beginning. Throws `BrokenRegister` for what no list can be read from, with what to take in its place. */
export async function beginRegister(bytes: AsyncIterable<Uint8Array>): Promise<Begun> {
  const reading = bytes[Symbol.asyncIterator](), first: Uint8Array[] = [];
  for (let size = 0; size < HEAD_BYTES;) {
    const { done, value } = await reading.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  const head = textOfBytes(Uint8Array.from(Buffer.concat(first).subarray(0, HEAD_BYTES))).text;
  const against = unreadableOf(head);
  if (against !== undefined) throw new BrokenRegister(against);
  async function* all() {
    try {
      yield* first;
      for (;;) {
        const { done, value } = await reading.next();
        if (done) return;
        yield value;
      }
    } finally {
      await reading.return?.();
    }
  }
  return { register: registerOf(head), bytes: all() };
}

/**
 * The rows of a file as its office publishes it; any other file as `readRegister` does. `beside`: opens a file that belongs to it, by
 * name; undefined where there is none.
 */
export function readPublished(
  { register, bytes }: Begun,
  skipped: OnSkip,
  beside: (name: string) => AsyncIterable<Uint8Array> | undefined,
): AsyncGenerator<RegisterRow> {
  if (register?.reads === "entries") return entriesOf(bytes, register);
  if (register?.reads !== "devices") return readCsv(bytes, skipped, register?.reads === "plain");
  const licences = beside("licence.csv");
  if (!licences) {
    throw new BrokenRegister("Its licences are in licence.csv of the same package: lay that beside it");
  }
  return devicesOf(bytes, licences, skipped);
}

async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  skipped: OnSkip,
  isPlain = false,
): AsyncGenerator<RegisterRow> {
  let order: number[] | undefined, dated: typeof dayOf | undefined, titles = 0;
  for await (const { line, record } of recordsOf(bytes, skipped, isPlain)) {
    if (record[0] === HEADERS && record.length > ULS.expired) {
      const { call, status, expired } = ULS;
      yield { line, fields: [record[call], record[status], dayOf(record[expired])] };
      continue;
    }
    const against = line === 1 ? unreadableOf(record.join(",")) : undefined;
    if (against !== undefined) throw new BrokenRegister(against);
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
        // Whose column it is says which of two figures is the day.
        const names = record.map(named);
        dated = names.includes("expired_date")
          ? dayOf
          : names.includes("licence_valid_to")
          ? britishDayOf
          : undefined;
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
    yield { line, fields: [call, status, dated ? dated(expires) : expires] };
  }
}

/** Lines of `l_amat.zip`, the FCC's Universal Licensing System: records of licences, and of who holds them. */
const HEADERS = "HD", ULS = { call: 4, status: 5, expired: 8 };
const OTHERS: Readonly<Record<string, string>> = { EN: "holders", AM: "classes", HS: "what happened" };
/** Lines above a heading. */
const TITLES_MOST = 5;
/** The FCC writes the month first. */
const dayOf = (text: string | undefined): string | undefined =>
  text?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$1-$2");
/** Ofcom writes the day first. */
const britishDayOf = (text: string | undefined): string | undefined =>
  text?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$2-$1");
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
