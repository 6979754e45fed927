-- Area: ingest.
-- What a box last said of itself.
CREATE TABLE box_report (
  box TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  report TEXT NOT NULL,                     -- JSON, as it was said
  -- When its silence was told to whom it concerns; NULL while it is heard of.
  silent_told_at INTEGER
) STRICT, WITHOUT ROWID;

-- How much each port of a box hears in an hour (unix time / 3600): its usual rhythm. A row with 0 is an hour without.
CREATE TABLE box_port_hour (
  box TEXT NOT NULL,
  address TEXT NOT NULL,
  hour INTEGER NOT NULL,
  heard INTEGER NOT NULL,
  PRIMARY KEY (box, address, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX box_port_hour_old ON box_port_hour (hour);

-- What a box transmitted, and what it refused to. `seq` is its own number; a box that begins anew has another `at`.
CREATE TABLE box_transmission (
  box TEXT NOT NULL,
  at INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  port TEXT NOT NULL,
  purpose TEXT NOT NULL,
  frame TEXT NOT NULL,
  verdict TEXT NOT NULL,                    -- handed_over, refused, shown, unknown
  rules TEXT NOT NULL,                      -- comma list of the rules that refused it
  air_ms INTEGER NOT NULL,
  PRIMARY KEY (box, at, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX box_transmission_old ON box_transmission (at);
