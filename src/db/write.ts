/**
 * Group-committed writes: functions that wait in the same turn of the event loop run in one transaction, each in a
 * savepoint of its own, and each promise settles after the commit. An SD card takes tens of milliseconds for a commit
 * and hardly more for a commit of hundred rows.
 */
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import { accountFull, isDiskFull, lockFailure } from "../base/mod.ts";

/**
 * Shows that its holder is inside a write. Only `Writer` makes one; it cannot be used after its function has
 * returned.
 */
export class Tx {
  #open = true;
  readonly #after: (() => void)[] = [];
  readonly #last: (() => void)[] = [];
  readonly #gathered = new Map<unknown, { all: Set<unknown>; hand: () => boolean }>();
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /**
   * Runs a part of the write that stands or falls by itself: where it throws, this part alone is undone, with its
   * effects, and the error goes on to the caller. SQLite copies pages for this; a part cannot lie inside another.
   */
  part<T>(fn: () => T): T {
    this.check();
    const after = this.#after.length, last = this.#last.length;
    this.#db.exec("SAVEPOINT part");
    try {
      const value = fn();
      this.#db.exec("RELEASE part");
      return value;
    } catch (error) {
      this.#after.length = after;
      this.#last.length = last;
      // A full disk makes SQLite give up the whole transaction: then nothing more may be written under this Tx.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK TO part; RELEASE part");
      else this.#open = false;
      throw error;
    }
  }

  /** Runs `effect` after the commit, and only if this write was committed. */
  after(effect: () => void): void {
    this.#after.push(effect);
  }

  /** Runs `effect` at the end of this write, still inside its transaction: for totals of several steps. */
  last(effect: () => void): void {
    this.#last.push(effect);
  }

  /**
   * A set to which the steps of this write add values; the same `atEnd` always gets the same set. At the end of the write,
   * still inside its transaction, `atEnd` is called with all values. A part that was undone leaves its values in the set,
   * so `atEnd` must do no harm with a value that nothing came of.
   */
  gather<T>(atEnd: (tx: Tx, all: readonly T[]) => void): Set<T> {
    this.check();
    const known = this.#gathered.get(atEnd);
    if (known) return known.all as Set<T>;
    const all = new Set<T>();
    const hand = (): boolean => {
      if (all.size === 0) return false;
      const values = [...all];
      all.clear();
      atEnd(this, values);
      return true;
    };
    this.#gathered.set(atEnd, { all, hand });
    return all;
  }

  /** Runs the effects of `last`, then those of `gather`, again and again until they add no more values. For `Writer` alone. */
  finish(): void {
    for (const effect of this.#last) effect();
    for (let more = true; more;) {
      more = false;
      for (const { hand } of this.#gathered.values()) more = hand() || more;
    }
  }

  /** Throws a TypeError once the write of this Tx is over. */
  check(): void {
    if (!this.#open) {
      throw new TypeError("this write is over: its Tx was used after its function had returned");
    }
  }

  /** Ends this write; gives the effects to run after the commit. For `Writer` alone. */
  end(): (() => void)[] {
    this.#open = false;
    return this.#after;
  }
}

interface Waiting {
  fn: (tx: Tx) => unknown;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** A write that was begun and not yet committed. */
export interface OpenWrite {
  tx: Tx;
  /** Commits the write. Throws the database's refusal; then nothing of the write was kept. */
  commit(): void;
}

/** Between two tries to get a lock that another program has, in milliseconds. */
const AGAIN_MS = 25;
/** When whoever was refused for it may come again, in seconds. */
const RETRY_AFTER_S = 5;

/** Writes that wait at most this many to a commit, so that one commit never holds the event loop for long. */
const MOST_IN_ONE_COMMIT = 1000;

/**
 * Runs writes of one connection. What one throws undoes that one alone; a failed commit rejects all that were in it.
 */
export class Writer {
  readonly #db: DatabaseSync;
  readonly #begin;
  readonly #commit;
  readonly #savepoint;
  readonly #release;
  /** Whether the disk took nothing when it was asked last; the next write that it takes ends that. */
  isFull = false;
  readonly #atOnce;
  readonly #patiently;
  #waiting: Waiting[] = [];
  #running = false;
  /** How often what waits was tried while another program has the lock. */
  #tries = 0;
  /** Whoever writes after the end is told so, where the statements are gone. */
  #isEnded = false;

  /** `busyMs`: how long another program's write is waited for. */
  constructor(db: DatabaseSync, private readonly busyMs: number) {
    this.#db = db;
    this.#atOnce = db.prepare("PRAGMA busy_timeout = 0");
    this.#patiently = db.prepare(`PRAGMA busy_timeout = ${busyMs}`);
    this.#begin = db.prepare("BEGIN IMMEDIATE");
    this.#commit = db.prepare("COMMIT");
    this.#savepoint = db.prepare("SAVEPOINT one");
    this.#release = db.prepare("RELEASE one");
  }

  /** Runs `fn` in the next group commit. Rejects with what `fn` threw, or with the database's refusal. */
  write<T>(fn: (tx: Tx) => T): Promise<T> {
    if (this.#isEnded) return Promise.reject(new Error("the database is closed"));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ fn, resolve: resolve as (value: unknown) => void, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Runs `fn` in a transaction of its own, now. For the start of the process and for commands, not for requests. */
  writeNow<T>(fn: (tx: Tx) => T): T {
    let outcome: { value: T } | { error: unknown } | undefined;
    this.#group([{
      fn,
      resolve: (value) => outcome = { value: value as T },
      reject: (error) => outcome = { error },
    }]);
    if (outcome && "value" in outcome) return outcome.value;
    throw outcome?.error;
  }

  /**
   * Begins a write that stays open over turns of the event loop, until `commit` of what it gives. Nothing else can be
   * written meanwhile: for a file of its own whose last moments may be lost.
   */
  begin(): OpenWrite {
    if (this.#running) throw new TypeError("a write cannot be started inside a write");
    const tx = new Tx(this.#db);
    this.#begin.run();
    this.#running = true;
    return {
      tx,
      commit: () => {
        let after: (() => void)[];
        try {
          tx.finish();
          // A full disk has undone it already.
          if (this.#db.isTransaction) this.#commit.run();
        } catch (error) {
          if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
          throw error;
        } finally {
          this.#running = false;
          after = tx.end();
        }
        for (const effect of after) effect();
      },
    };
  }

  /** Whether writes wait for another program that has the lock. */
  get isHeldUp(): boolean {
    return this.#tries > 0;
  }

  /**
   * Commits what waits, as far as it fits one commit; the rest follows in the next turn. Where another program has the lock,
   * what waits is tried again in a moment: meanwhile everybody is answered who only reads.
   */
  flush(): void {
    if (this.#waiting.length > 0 && !this.#running && !this.#hasLock()) return;
    const batch = this.#waiting.splice(0, MOST_IN_ONE_COMMIT);
    if (this.#waiting.length > 0) setImmediate(() => this.flush());
    if (batch.length > 0) this.#group(batch);
  }

  /** Begins a transaction, without waiting. Where that fails it is tried again later, or what waits is refused. */
  #hasLock(): boolean {
    this.#atOnce.get();
    try {
      this.#begin.run();
      this.#tries = 0;
      return true;
    } catch (error) {
      if (!/database is (?:locked|busy)/.test(String(error))) {
        // The group meets it again, and tells those that wait.
        this.#tries = 0;
        return true;
      }
      if (++this.#tries * AGAIN_MS > this.busyMs) {
        this.#tries = 0;
        const busy = lockFailure.database_busy({ retryAfter: RETRY_AFTER_S });
        for (const one of this.#waiting.splice(0)) one.reject(busy);
      } else setTimeout(() => this.flush(), AGAIN_MS);
      return false;
    } finally {
      this.#patiently.get();
    }
  }

  /** Commits everything that waits, now, however much it is, and takes no more: for the end of the process. */
  flushAll(): void {
    while (this.#waiting.length > 0) this.#group(this.#waiting.splice(0, MOST_IN_ONE_COMMIT));
    this.#isEnded = true;
  }

  #group(batch: Waiting[]): void {
    if (this.#running) {
      const error = new TypeError("a write cannot be started inside a write");
      for (const one of batch) one.reject(error);
      return;
    }
    const settle: (() => void)[] = [];
    this.#running = true;
    try {
      if (!this.#db.isTransaction) this.#begin.run();
      for (const one of batch) settle.push(...this.#one(one, batch.length === 1));
      this.#commit.run();
      this.isFull = false;
    } catch (error) {
      if (isDiskFull(error)) this.isFull = true;
      // The whole group is lost (disk full, I/O error, lock not got): nobody is told that it was kept.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      for (const one of batch) one.reject(error);
      return;
    } finally {
      this.#running = false;
    }
    for (const tell of settle) tell();
  }

  /**
   * Runs one function; gives what to do once the group is committed. With others it has a savepoint of its own. Alone it
   * needs none, and SQLite then copies no page for it: half the time of a large write.
   */
  #one({ fn, resolve, reject }: Waiting, alone: boolean): (() => void)[] {
    const tx = new Tx(this.#db);
    if (!alone) this.#savepoint.run();
    try {
      const value = fn(tx);
      if (value instanceof Promise) {
        throw new TypeError("a write must not wait: its function returned a promise");
      }
      tx.finish();
      if (!alone) this.#release.run();
      return [() => resolve(value), ...tx.end()];
    } catch (thrown) {
      const error = accountFull(thrown) ?? thrown;
      tx.end();
      // Nobody else is in it, or SQLite itself gave the whole transaction up.
      if (alone || !this.#db.isTransaction) throw error;
      this.#db.exec("ROLLBACK TO one; RELEASE one");
      return [() => reject(error)];
    }
  }
}
