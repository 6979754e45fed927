-- Area: caches.
-- Visits: logs that members of other instances signed with their own device keys. A visitor is a person here, of a base call
-- and a home; its number stands where that of an account does, below those that sums use for everybody together.
CREATE TABLE visitor (
  account INTEGER PRIMARY KEY CHECK (account < -1),
  base TEXT NOT NULL,
  home TEXT NOT NULL,
  UNIQUE (base, home)
) STRICT;
CREATE TABLE visit (
  id TEXT PRIMARY KEY,
  log_id INTEGER NOT NULL REFERENCES log (id) ON DELETE CASCADE,
  home TEXT NOT NULL,
  call TEXT NOT NULL,
  key TEXT NOT NULL,
  key_call TEXT NOT NULL,              -- the call of the key's record
  sent_id TEXT NOT NULL,
  cache_gid TEXT NOT NULL,
  at INTEGER NOT NULL,                 -- of the last document that was taken
  created_at INTEGER NOT NULL,
  UNIQUE (key, sent_id)
) STRICT;
CREATE INDEX visit_log ON visit (log_id);
CREATE INDEX visit_home ON visit (home, created_at);
CREATE TABLE visit_waiting (
  key TEXT NOT NULL,
  sent_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  home TEXT NOT NULL,
  cache_gid TEXT NOT NULL,
  document TEXT NOT NULL,              -- JSON as it was posted
  came_at INTEGER NOT NULL,
  PRIMARY KEY (key, sent_id, at)
) STRICT;
CREATE INDEX visit_waiting_home ON visit_waiting (home);
CREATE TABLE visit_photo (
  visit TEXT NOT NULL REFERENCES visit (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  media TEXT NOT NULL,
  PRIMARY KEY (visit, n)
) STRICT, WITHOUT ROWID;
-- Whose visits operators refuse: all of an instance, or those of one base call of it.
CREATE TABLE visitor_refusal (
  home TEXT NOT NULL,
  base TEXT NOT NULL,                  -- empty: all
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (home, base)
) STRICT;
-- Keys whose visits were erased, as digests: what they signed before is not taken again.
CREATE TABLE visit_erased (
  digest TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT;

ALTER TABLE log ADD COLUMN visit_home TEXT;
ALTER TABLE log ADD COLUMN visit_priv TEXT;
DROP VIEW log_facts;
CREATE VIEW log_facts AS SELECT
  id, cache_id, account_id, call, kind, text, found_at, created_at, tier, site, corroborated_by, removed_at, visit_home
  FROM log;

ALTER TABLE find_mirror ADD COLUMN signer_key TEXT;
ALTER TABLE find_mirror ADD COLUMN signature TEXT;
ALTER TABLE find_mirror ADD COLUMN signed_at INTEGER;
ALTER TABLE find_mirror ADD COLUMN visit_home TEXT;
ALTER TABLE find_mirror ADD COLUMN visit_sent TEXT;
ALTER TABLE find_mirror ADD COLUMN visit_priv TEXT;
CREATE INDEX find_mirror_signer ON find_mirror (signer_key) WHERE signer_key IS NOT NULL;

-- Area: accounts.
-- When a key began and ended at its own instance; of records that came before this only that they are there.
ALTER TABLE key_mirror ADD COLUMN call TEXT NOT NULL DEFAULT '';
ALTER TABLE key_mirror ADD COLUMN added_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE key_mirror ADD COLUMN revoked_at INTEGER;
UPDATE key_mirror SET call = base, revoked_at = CASE revoked WHEN 1 THEN 0 END;
