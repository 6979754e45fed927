-- Area: db.
-- What the last check of the file for damage found. One row at most, none before the first check.
CREATE TABLE database_check (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  checked_at INTEGER NOT NULL,
  problem TEXT              -- the first complaint; NULL where there was none
) STRICT;
