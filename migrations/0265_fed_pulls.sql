-- Area: federation.
-- The last pulls of each peer, for the strip that shows how it did.
CREATE TABLE fed_pull (
  id INTEGER PRIMARY KEY,
  peer INTEGER NOT NULL REFERENCES fed_peer (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  ok INTEGER NOT NULL,
  fresh INTEGER NOT NULL,       -- records applied
  bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX fed_pull_order ON fed_pull (peer, id);
