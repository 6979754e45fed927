-- Area: accounts.
-- Rows of a register's run whose call was listed in that run before: who closes the run counts rows or calls.
ALTER TABLE licence_source ADD COLUMN twice INTEGER NOT NULL DEFAULT 0;
