-- Area: accounts.
-- A device by the name that its person gave it, the session that is open on it, and when that asked for something last.
ALTER TABLE device_key ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE device_key ADD COLUMN session TEXT;
ALTER TABLE device_key ADD COLUMN used_at INTEGER;
CREATE INDEX device_key_session ON device_key (session) WHERE session IS NOT NULL;
-- A link for a second device is as old a sign-in as the session that made it, and ends with all sessions of its account.
ALTER TABLE sign_in_link ADD COLUMN vouched_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sign_in_link ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
