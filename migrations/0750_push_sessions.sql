-- Area: live.
-- Which session a browser was registered in: its pushes end with it. NULL: registered before this was written down.
ALTER TABLE push_subscription ADD COLUMN session_id TEXT;
ALTER TABLE push_subscription ADD COLUMN session_ends INTEGER;
-- How it stands with its push service: `failures` are those in a row, after which it is asked again at `next_try_at`.
ALTER TABLE push_subscription ADD COLUMN last_ok_at INTEGER;
ALTER TABLE push_subscription ADD COLUMN last_failed_at INTEGER;
ALTER TABLE push_subscription ADD COLUMN last_error TEXT;
ALTER TABLE push_subscription ADD COLUMN next_try_at INTEGER;
CREATE INDEX push_subscription_session ON push_subscription (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX push_subscription_try ON push_subscription (next_try_at) WHERE next_try_at IS NOT NULL;

-- Messages that a push service could not be given yet, the newest of each browser.
CREATE TABLE push_waiting (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint TEXT NOT NULL REFERENCES push_subscription (endpoint) ON DELETE CASCADE,
  message TEXT NOT NULL,                   -- JSON
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX push_waiting_endpoint ON push_waiting (endpoint, id);

-- Area: accounts.
-- The session in which a key of the read API was made: whoever signs that session out ends its keys too.
ALTER TABLE api_key ADD COLUMN session_id TEXT;
CREATE INDEX api_key_session ON api_key (session_id) WHERE session_id IS NOT NULL;
