/** The columns of a row, told once, for every statement that reads or writes them. */

/**
 * How a field's column is declared: `true` for the field's name in snake case (`foundAt` is `found_at`), or the name
 * of the column.
 */
type ColumnNames<Row> = { readonly [Field in keyof Row & string]-?: true | string };

const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Pieces of SQL about one set of columns. All of them name the columns in the order of the declaration. */
class Columns<Row> {
  readonly #columns: ReadonlyMap<string, string>;

  constructor(columns: ReadonlyMap<string, string>) {
    this.#columns = columns;
  }

  #list(piece: (column: string, field: string) => string): string {
    return [...this.#columns].map(([field, column]) => piece(column, field)).join(", ");
  }

  /** What a SELECT gives: `l.id, l.found_at AS foundAt` with the alias `l`. */
  select(alias?: string): string {
    const before = alias === undefined ? "" : `${alias}.`;
    return this.#list((column, field) => before + (column === field ? column : `${column} AS ${field}`));
  }

  /** `INSERT INTO log (id, found_at) VALUES (:id, :foundAt)`, to which conditions of conflict may be added. */
  insertInto(table: string): string {
    const names = this.#list((column) => column);
    return `INSERT INTO ${table} (${names}) VALUES (${this.#list((_, field) => `:${field}`)})`;
  }

  /** What an UPDATE sets: `found_at = :foundAt`. */
  set(): string {
    return this.#list((column, field) => `${column} = :${field}`);
  }

  /** What `ON CONFLICT … DO UPDATE SET` takes over from the refused row: `found_at = excluded.found_at`. */
  setExcluded(): string {
    return this.#list((column) => `${column} = excluded.${column}`);
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

/**
 * Declares the columns of a row: `columns<LogRow>({ id: true, foundAt: true, at: "created_at" })`. A field that the row
 * type has and the declaration lacks does not compile.
 */
export function columns<Row>(names: ColumnNames<Row>): Columns<Row> {
  const entries = Object.entries<true | string>(names);
  return new Columns(new Map(entries.map(([field, name]) => [field, name === true ? snake(field) : name])));
}
