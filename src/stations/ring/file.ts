/**
 * The file for data that may be lost in a power cut: raw packets, the heard list, port statistics. A database of
 * its own with `synchronous=NORMAL`, committed a second's worth at a time, so that receiving does not wear out the
 * card. Made anew when its form is an old one.
 */
import type { Database, OpenWrite, Tx } from "../../db/mod.ts";

/** Raised when the tables change; the file is emptied then. */
const FORM = 6;
const NAMES = ["packet", "packets_of", "port_hour", "mheard"];
const TABLES = `
CREATE TABLE packet (
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  call TEXT NOT NULL,
  raw TEXT NOT NULL,
  via TEXT NOT NULL,
  port TEXT NOT NULL,
  ways TEXT NOT NULL          -- comma list of deliveries, below zero where not heard directly
) STRICT;
-- A call's packets, a row for what one commit brought: an index would be written at as many places as there are packets.
CREATE TABLE packets_of (
  call TEXT NOT NULL,
  to_at INTEGER NOT NULL,
  first INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  ids TEXT NOT NULL,          -- JSON list
  keys TEXT NOT NULL,         -- JSON list, by position: looking for a copy reads no packets
  PRIMARY KEY (call, to_at, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE port_hour (
  port TEXT NOT NULL,
  hour INTEGER NOT NULL,
  rx INTEGER NOT NULL,
  tx INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (port, hour)
) STRICT, WITHOUT ROWID;
CREATE TABLE mheard (
  call TEXT NOT NULL,
  port TEXT NOT NULL,
  last_heard INTEGER NOT NULL,
  heard INTEGER NOT NULL,
  PRIMARY KEY (call, port)
) STRICT, WITHOUT ROWID;
CREATE INDEX mheard_last ON mheard (last_heard);
`;

/** Writes that go into one commit at most. */
const MOST_IN_ONE_COMMIT = 20_000;

export class RingFile {
  /** The second's write: this connection reads what is in it. */
  #write: OpenWrite | undefined;
  #written = 0;

  constructor(readonly db: Database) {
    // Written much and read little: a small page cache, and the log folded back less often.
    db.sql("PRAGMA cache_size = -6144").get();
    db.sql("PRAGMA wal_autocheckpoint = 4000").get();
    const { user_version: form } = db.sql<never, { user_version: number }>("PRAGMA user_version").get()!;
    if (form === FORM) return;
    db.writeNow((tx) => {
      for (const name of NAMES) db.exec(tx, `DROP TABLE IF EXISTS ${name}`);
      db.exec(tx, `${TABLES} PRAGMA user_version = ${FORM}`);
    });
  }

  /** The present write, begun if there is none. */
  tx(): Tx {
    this.#written++;
    return (this.#write ??= this.db.begin()).tx;
  }

  /** So much is written that it should be committed before the second ends. */
  get isFull(): boolean {
    return this.#written >= MOST_IN_ONE_COMMIT;
  }

  /** Commits what was written since the last commit, where there is anything. */
  commit(): void {
    const write = this.#write;
    this.#write = undefined;
    this.#written = 0;
    write?.commit();
  }
}
