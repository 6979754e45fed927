/** Prepared statements with checked names. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Tx } from "./write.ts";

/** What can be bound: booleans become 0 and 1; `undefined` is a defect, since node:sqlite would bind NULL silently. */
export type Bindable = string | number | bigint | boolean | Uint8Array | null;
export type Params = Record<string, Bindable>;

/** What a write did. */
export interface Written {
  changes: number;
  /** Row id of the last insert. */
  id: number;
}

/**
 * A statement's text with its named parameters, `:name` form outside of strings and comments, made numbered ones, and
 * their names in order. node:sqlite binds by position three times faster than by name.
 */
function numbered(text: string): { sql: string; names: string[] } {
  const names: string[] = [];
  const sql = text.replace(
    /'(?:[^']|'')*'|--[^\n]*|"(?:[^"]|"")*"|:([A-Za-z_]\w*)/g,
    (whole, name?: string) => {
      if (name === undefined) return whole;
      if (!names.includes(name)) names.push(name);
      return `?${names.indexOf(name) + 1}`;
    },
  );
  return { sql, names };
}

/**
 * One statement, prepared once, at its first use, and used until the database is closed: of some fifteen hundred a command
 * needs a few. `P` are its parameters by name, `R` a row of its answer. Reads are synchronous; whatever changes the
 * database needs the `Tx` that only `db.write` hands out.
 */
export class Statement<P extends Params = Params, R = Record<string, unknown>> {
  readonly #db: DatabaseSync;
  readonly #failed: (error: unknown) => void;
  #statement: StatementSync | undefined;
  #names: readonly string[] = [];

  /** `failed` hears of what the database throws, before whoever asked does. */
  constructor(db: DatabaseSync, readonly text: string, failed: (error: unknown) => void = () => {}) {
    this.#db = db;
    this.#failed = failed;
  }

  /** What the database threw, once whoever wants to hear of it has. */
  #told(error: unknown): unknown {
    this.#failed(error);
    return error;
  }

  /**
   * Prepares the statement, where that was not done yet. Throws where it is not SQL, or names tables that are not
   * there.
   */
  prepare(): StatementSync {
    if (this.#statement) return this.#statement;
    const { sql, names } = numbered(this.text);
    this.#names = names;
    return this.#statement = this.#db.prepare(sql);
  }

  #bind(params: P | undefined): SQLInputValue[] {
    const bound: SQLInputValue[] = [];
    for (const name of this.#names) {
      const value = params?.[name];
      if (value === undefined) throw new TypeError(`parameter :${name} is missing in: ${this.text}`);
      bound.push(typeof value === "boolean" ? (value ? 1 : 0) : value);
    }
    return bound;
  }

  /** The first row, or `undefined`. */
  get(params?: P): R | undefined {
    try {
      return this.prepare().get(...this.#bind(params)) as R | undefined;
    } catch (error) {
      throw this.#told(error);
    }
  }

  /** Every row. */
  all(params?: P): R[] {
    try {
      return this.prepare().all(...this.#bind(params)) as R[];
    } catch (error) {
      throw this.#told(error);
    }
  }

  /** Row by row, for answers too large to hold. The statement must not be used again until the loop has ended. */
  iterate(params?: P): IterableIterator<R> {
    return this.prepare().iterate(...this.#bind(params)) as IterableIterator<R>;
  }

  /** Changes the database inside `tx`. */
  run(tx: Tx, params?: P): Written {
    tx.check();
    try {
      const done = this.prepare().run(...this.#bind(params));
      return { changes: Number(done.changes), id: Number(done.lastInsertRowid) };
    } catch (error) {
      throw this.#told(error);
    }
  }

  /** Changes the database inside `tx` and gives the first row of its RETURNING clause. */
  returning(tx: Tx, params?: P): R | undefined {
    tx.check();
    return this.get(params);
  }
}
