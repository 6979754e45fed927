/** The columns of a row, told once, for every statement that reads or writes them. */

/**
 * A column of whole numbers whose values come from outside, where they may have fractions: each is rounded as it is
 * written, and held within what can be read again.
 */
export const WHOLE = Symbol("whole");
const MOST_WHOLE = Number.MAX_SAFE_INTEGER;

/** A parameter brought to a column of whole numbers; NULL stays NULL. */
export const whole = (parameter: string): string =>
  `CAST(round(max(-${MOST_WHOLE}, min(${MOST_WHOLE}, ${parameter}))) AS INTEGER)`;

/**
 * How a field's column is declared: `true` for the field's name in snake case (`foundAt` is `found_at`), the name of the
 * column, or `WHOLE` for a name in snake case and values that are rounded.
 */
type ColumnNames<Row> = { readonly [Field in keyof Row & string]-?: true | string | typeof WHOLE };
interface Column {
  name: string;
  whole: boolean;
}

const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Pieces of SQL about one set of columns. All of them name the columns in the order of the declaration. */
class Columns<Row> {
  readonly #columns: ReadonlyMap<string, Column>;

  constructor(columns: ReadonlyMap<string, Column>) {
    this.#columns = columns;
  }

  #list(piece: (column: string, field: string) => string): string {
    return [...this.#columns].map(([field, { name }]) => piece(name, field)).join(", ");
  }

  /** The parameter of a field, brought to its column's kind. */
  #value(field: string): string {
    return this.#columns.get(field)!.whole ? whole(`:${field}`) : `:${field}`;
  }

  /** What a SELECT gives: `l.id, l.found_at AS foundAt` with the alias `l`. */
  select(alias?: string): string {
    const before = alias === undefined ? "" : `${alias}.`;
    return this.#list((column, field) => before + (column === field ? column : `${column} AS ${field}`));
  }

  /** `INSERT INTO log (id, found_at) VALUES (:id, :foundAt)`, to which conditions of conflict may be added. */
  insertInto(table: string): string {
    const names = this.#list((column) => column);
    return `INSERT INTO ${table} (${names}) VALUES (${this.#list((_, field) => this.#value(field))})`;
  }

  /** What an UPDATE sets: `found_at = :foundAt`. */
  set(): string {
    return this.#list((column, field) => `${column} = ${this.#value(field)}`);
  }

  /** What `ON CONFLICT … DO UPDATE SET` takes over from the refused row: `found_at = excluded.found_at`. */
  setExcluded(): string {
    return this.#list((column) => `${column} = excluded.${column}`);
  }

  /** What it sets to keep the row that is there, and fill in what that one left out: `x = COALESCE(log.x, excluded.x)`. */
  fillExcluded(table: string): string {
    return this.#list((column) => `${column} = COALESCE(${table}.${column}, excluded.${column})`);
  }

  /** All columns but these. */
  without<const F extends keyof Row & string>(...fields: F[]): Columns<Omit<Row, F>> {
    return new Columns(new Map([...this.#columns].filter(([field]) => !fields.includes(field as F))));
  }

  /** These columns alone. */
  only<const F extends keyof Row & string>(...fields: F[]): Columns<Pick<Row, F>> {
    return new Columns(new Map([...this.#columns].filter(([field]) => fields.includes(field as F))));
  }
}

/** The words of a text with one space between two. */
type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

/** Columns named as their fields are, in snake case: `asNamed("id foundAt")`. */
export const asNamed = <const S extends string>(...fields: S[]): { readonly [Field in Words<S>]: true } =>
  Object.fromEntries(fields.flatMap((some) => some.split(" ")).map((field) => [field, true])) as {
    [Field in Words<S>]: true;
  };

/**
 * Declares the columns of a row: `columns<LogRow>({ ...asNamed("id foundAt"), at: "created_at" })`. A field that the row
 * type has and the declaration lacks does not compile.
 */
export function columns<Row>(names: ColumnNames<Row>): Columns<Row> {
  const entries = Object.entries<true | string | typeof WHOLE>(names);
  return new Columns(
    new Map(entries.map(([field, name]) => [field, {
      name: typeof name === "string" ? name : snake(field),
      whole: name === WHOLE,
    }])),
  );
}

/** The columns of a thing's facts: each has the name of its fact; of a table under an alias where one is given. */
export const factColumns = <F extends Record<string, unknown>>(
  facts: F,
  alias?: string,
): { readonly [Field in keyof F]: true | string } =>
  Object.fromEntries(
    Object.keys(facts).map((name) => [name, alias === undefined || `${alias}.${snake(name)}`]),
  ) as { [Field in keyof F]: true | string };
