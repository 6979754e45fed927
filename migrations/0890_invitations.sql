-- Area: accounts.
-- Codes that operators give on, so that somebody may sign up where that takes an invitation. They are passed from hand to
-- hand and printed: no secret of a person, bounded by their uses and their end.
CREATE TABLE invitation (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  made_by TEXT NOT NULL,                    -- a call, or OPERATOR
  made_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  most INTEGER NOT NULL,                    -- accounts that it may open
  used INTEGER NOT NULL DEFAULT 0,
  withdrawn_at INTEGER
) STRICT;
-- The code that a sign-up began with: it is used when the account is opened.
ALTER TABLE ceremony ADD COLUMN invitation TEXT;
ALTER TABLE sign_in_link ADD COLUMN invitation TEXT;
