/** Opening a database file, and the one class through which the rest of the program uses it. */
import { backup, DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import { diskFailure, Failure, failures, folded, isDiskFull } from "../base/mod.ts";
import { type Bindable, type Params, Statement, type Written } from "./sql.ts";
import { type OpenWrite, type Tx, Writer } from "./write.ts";

/** Below this, a WAL reset could corrupt the file (SQLite release notes of 3.51.3). */
const OLDEST_SQLITE = [3, 51, 3] as const;
/** How long a command or the server waits for the other one's write, in milliseconds. */
const BUSY_MS = 5000;

export const dbFailure = failures({
  sqlite_too_old: "unavailable",
  database_unreadable: "unavailable",
  database_locked: "unavailable",
  database_newer: "unavailable",
  database_foreign: "unavailable",
  database_differs: "unavailable",
  database_damaged: "unavailable",
});

/** Parameters of a statement: every member can be bound. Interfaces of rows fit as they are. */
type Bindings<P> = { [Name in keyof P]: Bindable };
/** A statement without parameters is called without them. */
type Given<P> = keyof P extends never ? [params?: P] : [params: P];

export interface OpenOptions {
  /** `full` keeps what was acknowledged through a power cut; `normal` may lose the last seconds (raw packet ring). */
  synchronous?: "full" | "normal";
  readOnly?: boolean;
  /** Only looked at: once it is closed the file is as it was, and nothing lies beside it that did not before. */
  untouched?: boolean;
  /**
   * Without the memory that programs share over a file, which lies on the disk and finds no room on a full one: what is in the
   * database can be read, and nobody else can open it as long as this is open.
   */
  alone?: boolean;
  /** Looks at the file before anything of it is changed; where this throws the file stays as it was. */
  first?: (db: Database) => void;
  /** Milliseconds to wait for another writer. */
  busyMs?: number;
  /** Prepares each statement at once instead of at its first use: a test shows by that that all can be prepared. */
  eager?: boolean;
  /** The bytes of a database to begin with, in memory. */
  image?: Uint8Array;
}

/** Turns SQLite's errors, which have only a message, into refusals of this program. */
export function explainSqlite(error: unknown, path: string): unknown {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/database is (locked|busy)/.test(message)) {
    return dbFailure.database_locked({}, `${path} is locked by another program`);
  }
  if (isDiskFull(error)) {
    return diskFailure.disk_full({}, `The disk that holds ${path} is full or failing`);
  }
  if (/unable to open|not a database|malformed|readonly|read-only/.test(message)) {
    return dbFailure.database_unreadable({}, `${path} cannot be opened: ${message}`);
  }
  return error;
}

/**
 * Whether an error is of what was to be written, so that other things can still be: a value that does not fit, a rule that
 * refuses it, a defect that it meets. Not so where the database itself cannot be written.
 */
export function isOfOneWrite(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith("malformed JSON")) return true;
  const told = explainSqlite(error, "");
  return !(told instanceof Failure && told.kind === "unavailable") &&
    !/^no such (table|column)|database is not open/.test(message);
}

/** The runtime has these two; its types do not. */
type Imaged = DatabaseSync & { serialize(): Uint8Array; deserialize(image: Uint8Array): void };

/** One open SQLite file. Reads are synchronous; writes go through `write` and settle once they are committed. */
export class Database {
  readonly #db: DatabaseSync;
  readonly #writer: Writer;
  readonly #dataVersion: Statement<Params, { data_version: number }>;
  readonly #eager: boolean;
  readonly #busyMs: number;
  #damage: string | undefined;

  /** Opens or makes the file; `:memory:` for tests. Throws a `Failure` that says what is wrong. */
  constructor(readonly path: string, options: OpenOptions = {}) {
    this.#eager = options.eager ?? false;
    this.#busyMs = options.busyMs ?? BUSY_MS;
    let opened: DatabaseSync | undefined;
    try {
      this.#db = opened = new DatabaseSync(path, {
        // A reader that may not write leaves an empty log beside the file; one that may would write a full one back.
        readOnly: options.readOnly ?? (options.untouched === true && hasLog(path)),
        timeout: this.#busyMs,
      });
      // Before the first statement: preparing any reads the file.
      if (options.alone) this.#db.exec("PRAGMA locking_mode = EXCLUSIVE");
      if (options.image) (this.#db as Imaged).deserialize(options.image);
      const { version } = this.#db.prepare("SELECT sqlite_version() AS version").get() as { version: string };
      if (isOlder(version)) {
        throw dbFailure.sqlite_too_old(
          {},
          `SQLite ${version} is too old; at least ${OLDEST_SQLITE.join(".")} is needed`,
        );
      }
      if (options.first || options.untouched) this.#db.exec("PRAGMA query_only = ON");
      if (options.first) {
        options.first(this);
        this.#db.exec("PRAGMA query_only = OFF");
      }
      if (!options.untouched && !options.readOnly) {
        // The write-ahead log is checkpointed every 16 MB, so that a page that every packet changes is written back
        // once for many commits.
        this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 4000");
        this.#db.exec(`PRAGMA synchronous = ${options.synchronous ?? "full"}`);
        // What is deleted is overwritten: somebody who was erased is not to be read out of the file.
        this.#db.exec("PRAGMA secure_delete = ON");
      }
      // 8 MiB of page cache and no memory map: the whole process has to fit a small Pi.
      this.#db.exec("PRAGMA foreign_keys = ON; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY");
      // SQLite's own lower() and LIKE know the letters of ASCII alone.
      this.#db.function("folded", { deterministic: true }, (text) => folded(String(text ?? "")));
      this.#writer = new Writer(this.#db, this.#busyMs);
      this.#dataVersion = new Statement(this.#db, "PRAGMA data_version");
      this.#dataVersion.prepare();
    } catch (error) {
      // Nobody else could: what is open keeps its disk busy.
      opened?.close();
      throw explainSqlite(error, path);
    }
  }

  /** A statement that is prepared once; keep what it returns. */
  sql<P extends Params = Params, R = Record<string, unknown>>(text: string): Statement<P, R> {
    const statement = new Statement<P, R>(this.#db, text, (error) => {
      if (isDamage(error)) this.#damage ??= (error as Error).message;
    });
    if (this.#eager) statement.prepare();
    return statement;
  }

  /** A statement that gives its first row, or `undefined`: `byId: db.row<{ id: number }, LogRow>("SELECT …")`. */
  row<P extends Bindings<P>, R>(text: string): (...params: Given<P>) => R | undefined {
    const statement = this.sql<Bindings<P>, R>(text);
    return (...[params]: Given<P>) => statement.get(params);
  }

  /** A statement that gives every row. */
  rows<P extends Bindings<P>, R>(text: string): (...params: Given<P>) => R[] {
    const statement = this.sql<Bindings<P>, R>(text);
    return (...[params]: Given<P>) => statement.all(params);
  }

  /** A statement that changes the database inside a write. */
  change<P extends Bindings<P>>(text: string): (tx: Tx, ...params: Given<P>) => Written {
    const statement = this.sql<Bindings<P>>(text);
    return (tx, ...[params]: Given<P>) => statement.run(tx, params);
  }

  /** A statement that changes the database inside a write and gives the first row of its RETURNING clause. */
  changeReturning<P extends Bindings<P>, R>(text: string): (tx: Tx, ...params: Given<P>) => R | undefined {
    const statement = this.sql<Bindings<P>, R>(text);
    return (tx, ...[params]: Given<P>) => statement.returning(tx, params);
  }

  /** Whether the disk took nothing when something was written last. */
  get isFull(): boolean {
    return this.#writer.isFull;
  }

  /** Runs `fn` in the next group commit; settles once it is on the disk. */
  write<T>(fn: (tx: Tx) => T): Promise<T> {
    return this.#writer.write(fn);
  }

  /** Runs `fn` in a transaction of its own, now. For the start of the process and for commands. */
  writeNow<T>(fn: (tx: Tx) => T): T {
    return this.#writer.writeNow(fn);
  }

  /** Begins a write that stays open until it is committed; nothing else can be written until then. */
  begin(): OpenWrite {
    return this.#writer.begin();
  }

  /** Runs a script of several statements: migrations. */
  exec(_tx: Tx, script: string): void {
    this.#db.exec(script);
  }

  /** A number that changes whenever another connection has written to the file. */
  dataVersion(): number {
    return this.#dataVersion.get()!.data_version;
  }

  /** Makes a function usable in SQL. The built-in SQLite has no mathematics of its own. */
  define(name: string, fn: (...args: SQLOutputValue[]) => SQLInputValue): void {
    this.#db.function(name, { deterministic: true, varargs: true }, fn);
  }

  /** The database as the bytes of its file. */
  image(): Uint8Array {
    return (this.#db as Imaged).serialize();
  }

  /**
   * Copies the database to `path` while it is in use (online backup API), `rate` pages at a time. The runtime does so in one
   * turn: until it is done nothing but `progress` is called.
   */
  async backup(path: string, rate = 1000, progress?: (done: number, total: number) => void): Promise<void> {
    await backup(this.#db, path, {
      rate,
      ...(progress && {
        progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
      }),
    });
    // A write-ahead log beside it could be made neither on a stick that is only read nor by another user: the copy is one file.
    const copy = new DatabaseSync(path);
    copy.exec("PRAGMA journal_mode = DELETE");
    copy.close();
  }

  /**
   * Writes the log back into the file and empties it: what was erased stands in the log until then. Does nothing while
   * somebody else reads the file, and waits for nobody. Call it outside of writes.
   */
  emptyLog(): void {
    this.#db.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
    this.#db.exec(`PRAGMA busy_timeout = ${this.#busyMs}`);
  }

  /** Whether writes wait for another program that has the lock. */
  get isHeldUp(): boolean {
    return this.#writer.isHeldUp;
  }

  /** What SQLite said when it met a damaged page in this process; absent where it met none. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /** What `PRAGMA integrity_check` complains of; empty when the file is not damaged. */
  problems(): string[] {
    const rows = this.sql<Params, { integrity_check: string }>("PRAGMA integrity_check").all();
    return rows.map((row) => row.integrity_check).filter((text) => text !== "ok");
  }

  /** Commits what waits, checkpoints the write-ahead log and closes. */
  close(): void {
    this.#writer.flushAll();
    this.#db.close();
  }
}

/** Whether a log lies beside the file that has more in it than the file: it is another program's, or one's own of a crash. */
export const hasLog = (path: string): boolean => (sizeOf(`${path}-wal`) ?? 0) > 0;

/** Bytes of a file; `undefined` where there is none, or nobody may look: whoever opens it says why. */
export function sizeOf(path: string): number | undefined {
  try {
    return Deno.statSync(path).size;
  } catch {
    return undefined;
  }
}

/** SQLITE_CORRUPT, or an index that does not fit its table: the file is not what was written to it. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("database disk image is malformed");

function isOlder(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [i, oldest] of OLDEST_SQLITE.entries()) {
    const part = parts[i] ?? 0;
    if (part !== oldest) return part < oldest;
  }
  return false;
}
