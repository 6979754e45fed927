-- Area: accounts.
-- Sessions that somebody signed out of: their cookies open nothing any more, whoever still has one.
CREATE TABLE ended_session (
  id TEXT PRIMARY KEY,                     -- as in the cookie
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL              -- when the cookie would have ended by itself
) STRICT, WITHOUT ROWID;
CREATE INDEX ended_session_account ON ended_session (account_id);
CREATE INDEX ended_session_expiry ON ended_session (expires_at);

-- Whether the key may sign the erasure of the account: only one registered soon after a sign-in may.
ALTER TABLE device_key ADD COLUMN may_erase INTEGER NOT NULL DEFAULT 1;
