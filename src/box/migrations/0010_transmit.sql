-- Area: box.
-- What was transmitted, what was shown instead, and what was refused, a row each. A row of what leaves is written before
-- it leaves: `unknown` until the line took it.
CREATE TABLE transmission (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Unix seconds, by the gateway's clock where it is known.
  at INTEGER NOT NULL,
  port TEXT NOT NULL,
  purpose TEXT NOT NULL,
  frame TEXT NOT NULL,
  verdict TEXT NOT NULL,                    -- handed_over, refused, shown, unknown
  rules TEXT NOT NULL,                      -- comma list
  why TEXT NOT NULL,
  air_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX transmission_at ON transmission (at);

-- What later decisions hang on (buckets, texts, beacons, airtime), as JSON: changed with the row of what leaves.
CREATE TABLE tx_record (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  record TEXT NOT NULL
) STRICT;

-- What became of commands, until the gateway took it: in order, the oldest dropped beyond 200.
CREATE TABLE command_ack (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL
) STRICT;
