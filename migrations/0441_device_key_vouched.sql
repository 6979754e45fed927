-- Area: accounts.
-- When the person last signed in before vouching for the key: for a short while after that it may say where the person
-- moves, and fetch what is kept of them.
ALTER TABLE device_key ADD COLUMN vouched_at INTEGER NOT NULL DEFAULT 0;
