-- Area: settings.
-- Saved instance settings, in canonical text form.
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  saved_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Area: db.
-- What operators did: setting changes, moderation, peers. Kept for MODERATION_RETENTION_DAYS.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,          -- a call, OPERATOR for the operator secret, or CLI
  action TEXT NOT NULL,         -- setting, remove, restore, suspend, unsuspend, resolve, reopen, trust ...
  kind TEXT NOT NULL,           -- what it was done to: setting, cache, log, account, peer ...
  target_id TEXT NOT NULL,
  label TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_at ON audit_log (at, id);

-- Nonces and signatures that were accepted once and must not be accepted again before they expire.
CREATE TABLE spent_nonce (
  purpose TEXT NOT NULL,        -- box, account-action, spoke ...
  nonce TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (purpose, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_nonce_expiry ON spent_nonce (expires_at);
