-- Area: federation.
-- The newest presence that was taken of an instance: what was said before it changes nothing, whoever repeats it.
CREATE TABLE fed_announce (
  instance TEXT PRIMARY KEY,
  v INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How the last packet circuit to a neighbour went.
CREATE TABLE fed_circuit (
  instance TEXT PRIMARY KEY,
  last_attempt INTEGER NOT NULL,
  last_ok INTEGER,
  last_error TEXT               -- NULL after one that went well
) STRICT, WITHOUT ROWID;

-- Where a neighbour's own feeds are to be read on over packet circuits.
CREATE TABLE fed_circuit_feed (
  instance TEXT NOT NULL,
  kind TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  next_id TEXT,
  generation INTEGER NOT NULL,  -- of fed_origin: past it the cursor says nothing any more
  PRIMARY KEY (instance, kind)
) STRICT, WITHOUT ROWID;

-- Batches of records that mail brought, by the hash of what they hold.
CREATE TABLE fed_batch (
  hash TEXT PRIMARY KEY,
  via TEXT NOT NULL,            -- the forwarding partner that brought it first
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX fed_batch_at ON fed_batch (at);

-- Area: bbs.
-- Where batches of federation go behind a marked partner; empty: the partner itself is the instance.
ALTER TABLE bbs_partner ADD COLUMN federation_at TEXT NOT NULL DEFAULT '';
