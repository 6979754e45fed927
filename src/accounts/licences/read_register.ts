/** Reads a licence register's file of any size, row by row: CSV (RFC 4180) or JSON. Never holds the whole file. */

export type RegisterForm = "csv" | "json";

/** Names under which registers head their columns, for `[callsign, status, expiresAt]`. */
const COLUMNS = [
  ["callsign", "call", "call_sign", "rufzeichen"],
  ["status", "state", "license_status", "licence_status"],
  ["expiresat", "expires", "expires_at", "expiry", "expired_date", "valid_until"],
];

/** Rows `[callsign, status, expiresAt]`, cleaned by whoever takes them. Throws when the file is not of its form. */
export function readRegister(
  bytes: AsyncIterable<Uint8Array>,
  form: RegisterForm,
): AsyncGenerator<unknown[]> {
  return form === "csv" ? readCsv(bytes) : readJson(bytes);
}

async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown[]> {
  const { CsvError, parse: csv } = await import("csv-parse");
  const rows: string[][] = [];
  let broken: Error | undefined;
  const parser = csv({ bom: true, skip_empty_lines: true, relax_column_count: true, trim: true });
  parser.on("data", (row: string[]) => rows.push(row));
  parser.on("error", (error: Error) => broken = error);
  let order: number[] | undefined;
  const drain = function* () {
    for (const row of rows.splice(0)) {
      if (order === undefined) {
        order = headed(row);
        if (order.length > 0) continue;
      }
      yield order.length > 0 ? order.map((column) => column < 0 ? undefined : row[column]) : row.slice(0, 3);
    }
  };
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  for await (const chunk of bytes) {
    if (!parser.write(chunk)) await new Promise<void>((resolve) => parser.once("drain", resolve));
    else await settled();
    if (broken) break;
    yield* drain();
  }
  parser.end();
  while (!parser.readableEnded && !broken) await settled();
  if (broken) {
    throw broken instanceof CsvError ? new Error(`The CSV file is broken: ${broken.message}`) : broken;
  }
  yield* drain();
}

/** Where the three columns are, when the first row is a heading; empty when it is a row already. */
function headed(row: string[]): number[] {
  const names = row.map((name) => name.toLowerCase().replace(/[\s-]+/g, "_"));
  const order = COLUMNS.map((known) => names.findIndex((name) => known.includes(name)));
  return order[0]! >= 0 ? order : [];
}

async function* readJson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown[]> {
  const { JSONParser } = await import("@streamparser/json");
  const rows: unknown[][] = [];
  // Elements of the outermost array, or of `rows` in an outermost object.
  const parser = new JSONParser({ paths: ["$.*", "$.rows.*"], keepStack: false });
  parser.onValue = ({ value, key, parent }) => {
    if (Array.isArray(parent) && typeof key === "number") {
      rows.push(rowOf(value));
      parent.length = 0; // what was read is not kept
    }
  };
  try {
    for await (const chunk of bytes) {
      parser.write(chunk);
      yield* rows.splice(0);
    }
  } catch (error) {
    throw new Error(`The JSON file is broken: ${error instanceof Error ? error.message : error}`);
  }
  if (!parser.isEnded) throw new Error("The JSON file is broken: it ends too early");
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
