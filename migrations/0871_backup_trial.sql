-- Area: db.
-- What came of the last trial: the newest copy was put into a folder beside, opened and checked. One row.
CREATE TABLE backup_trial (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL,        -- unix seconds
  name TEXT NOT NULL,         -- of the copy
  ms INTEGER NOT NULL,        -- how long it took
  caches INTEGER NOT NULL,
  secrets TEXT NOT NULL CHECK (secrets IN ('all', 'closed', 'none')),
  error TEXT                  -- why it would not come back; NULL where it would
) STRICT;
