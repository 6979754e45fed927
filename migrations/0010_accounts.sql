-- Area: accounts.
-- A person: all base calls that the account holds and all their SSIDs.
CREATE TABLE account (
  id INTEGER PRIMARY KEY AUTOINCREMENT,    -- never given twice: cookies and other areas' rows name it
  created_at INTEGER NOT NULL,
  generation INTEGER NOT NULL DEFAULT 0,   -- sessions name it; raising it ends them all
  active_call TEXT,                        -- with SSID; NULL for an account that lost its calls
  email TEXT UNIQUE COLLATE NOCASE,        -- confirmed
  pending_email TEXT COLLATE NOCASE        -- waits for confirmation and signs nobody in
) STRICT;

-- Who holds a base call. The primary key is the promise that two accounts never hold one.
CREATE TABLE held_call (
  base TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  held_since INTEGER NOT NULL,
  is_primary INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX held_call_account ON held_call (account_id);

-- Control-verification: one row a base call, inherited by all its SSIDs.
CREATE TABLE verification (
  base TEXT PRIMARY KEY REFERENCES held_call (base) ON DELETE CASCADE,
  method TEXT NOT NULL,                    -- rf_heard, ampr_dns, lotw, operator, sysop
  verified_at INTEGER NOT NULL,
  verified_by TEXT,                        -- who, for methods that a person decides
  note TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE suspension (
  account_id INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  category TEXT NOT NULL,
  suspended_at INTEGER NOT NULL,
  until INTEGER                            -- NULL holds until lifted
) STRICT;

-- Single-use links: only the SHA-256 of a token is kept.
CREATE TABLE sign_in_link (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,                   -- operator, sign-in, confirm, account-data
  account_id INTEGER REFERENCES account (id) ON DELETE CASCADE,
  call TEXT,                               -- call to open or create an account for
  email TEXT,
  verify INTEGER NOT NULL DEFAULT 0,       -- spending it verifies an operator's call (made at the operator's shell)
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  spent_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_link_expiry ON sign_in_link (expires_at);
