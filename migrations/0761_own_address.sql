-- Area: accounts.
-- Under which addresses this instance was served, one row for each change: passkeys hold for the name that they were made
-- for, and whoever comes after a change is told why theirs is not taken.
CREATE TABLE own_address (
  id INTEGER PRIMARY KEY,
  origin TEXT NOT NULL,  -- APP_URL as it was then; '' without one
  rp TEXT NOT NULL,      -- the relying party of passkeys (Web Authentication, 5.1.2)
  at INTEGER NOT NULL    -- the first start with it
) STRICT;
