-- Area: live.
-- Callsigns that members watch: base calls, whatever SSID is heard.
CREATE TABLE watch (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  base TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, base)
) STRICT;

-- What a member is told: a watched call was heard, a cache of theirs was found ...
CREATE TABLE alert (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,           -- heard, near_cache, cache_found, corroborated ...
  call TEXT NOT NULL,           -- whom it is about, with SSID
  code TEXT,                    -- the cache, where there is one
  title TEXT,
  at INTEGER NOT NULL,
  seen_at INTEGER,
  mailed_at INTEGER
) STRICT;
CREATE INDEX alert_account ON alert (account_id, at, id);
CREATE INDEX alert_unmailed ON alert (account_id) WHERE seen_at IS NULL AND mailed_at IS NULL;
CREATE INDEX alert_at ON alert (at);

CREATE TABLE push_subscription (
  endpoint TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX push_subscription_account ON push_subscription (account_id, created_at);
