-- Area: live.
-- Of which caches of other instances a member was told; by their global ids, since a mirror goes and comes back.
CREATE TABLE place_watch_mirror (
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  gid TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, gid)
) STRICT, WITHOUT ROWID;
