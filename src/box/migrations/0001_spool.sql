-- Area: box.
-- What waits for the gateway, what it refused, and counters that are kept for ever: in = sent + waiting + rejected +
-- dropped, changed in the transaction that changes the items.

-- A process's life on its own monotonic clock. The offset to the gateway's clock is what its answers said last.
CREATE TABLE box_run (
  id INTEGER PRIMARY KEY,
  -- The host's clock at the start, Unix milliseconds: perhaps of 1970.
  started_ms INTEGER NOT NULL,
  -- Latest time of the run's own clock that was written down.
  lasted_ms INTEGER NOT NULL,
  -- Gateway minus box, milliseconds; NULL while no answer was had.
  offset_ms INTEGER
) STRICT;

CREATE TABLE spool_item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL REFERENCES box_run (id),
  -- By the run's own clock.
  at_ms INTEGER NOT NULL,
  -- 1: a message to the service call, which goes ahead of everything.
  urgent INTEGER NOT NULL,
  -- The item for /ingest as JSON, without heardAt and site, which may depend on what is learnt of the clock.
  body TEXT NOT NULL,
  site TEXT,
  -- Unix seconds as first sent; the same in every repetition, so that a repetition is no second hearing. Below 0: nobody
  -- knows when it was, at the latest then; it names no site.
  stamp INTEGER
) STRICT;
CREATE INDEX spool_urgent ON spool_item (id) WHERE urgent = 1;

CREATE TABLE spool_rejected (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE spool_counter (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  taken INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  dropped INTEGER NOT NULL,
  -- Of the waiting items.
  waiting INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
INSERT INTO spool_counter VALUES (1, 0, 0, 0, 0, 0, 0);

CREATE TABLE connection_counter (
  address TEXT PRIMARY KEY,
  heard INTEGER NOT NULL,
  -- Copies that the window dropped, and frames that are no APRS.
  copies INTEGER NOT NULL,
  other INTEGER NOT NULL,
  last_heard_at INTEGER
) STRICT, WITHOUT ROWID;

-- Small facts that outlive a restart: the service call, when the gateway was last reached, the seal of box.json.
CREATE TABLE box_fact (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
