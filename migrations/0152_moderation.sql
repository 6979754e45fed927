-- Area: db.
-- Whose thing it was that an operator acted on: the base call, until that person is erased.
ALTER TABLE audit_log ADD COLUMN about TEXT;
CREATE INDEX audit_log_about ON audit_log (about, id) WHERE about IS NOT NULL;

-- Area: moderation.
-- What people reported. Label and preview are of the time of the report: they outlive the thing.
CREATE TABLE report (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,                      -- cache, log, media, message, bbs, mailbox, mesh, profile
  target_id TEXT NOT NULL,
  label TEXT NOT NULL,
  preview TEXT NOT NULL,
  owner_account INTEGER,                   -- whose it was then
  owner_call TEXT,
  cache_id INTEGER,
  code TEXT,
  category TEXT NOT NULL,                  -- spam, offensive, unsafe, copyright, other
  text TEXT NOT NULL,
  reporter_account INTEGER,                -- NULL: nobody signed in, or erased
  reporter TEXT,                           -- the call, for operators alone
  status TEXT NOT NULL,                    -- open, resolved
  resolution TEXT,
  resolved_by TEXT,
  resolved_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX report_status ON report (status, id);
CREATE INDEX report_target ON report (kind, target_id) WHERE status = 'open';
CREATE INDEX report_owner ON report (owner_account) WHERE status = 'open';
CREATE INDEX report_reporter ON report (reporter_account);
CREATE INDEX report_resolved ON report (resolved_at) WHERE resolved_at IS NOT NULL;

-- Area: stations.
-- A removed message stays until it is pruned, so that a copy which is heard later does not bring it back.
ALTER TABLE message ADD COLUMN removed_at INTEGER;

-- Area: bbs.
-- Bulletins of other instances that an operator took away: they are not mirrored again.
CREATE TABLE bbs_blocked (
  gid TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Area: caches.
CREATE INDEX media_latest ON media (account_id, created_at, id);
