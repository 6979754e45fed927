-- Area: accounts.
-- The handle by which authenticators know an account: random, base64url, never a name.
ALTER TABLE account ADD COLUMN user_handle TEXT;
CREATE UNIQUE INDEX account_user_handle ON account (user_handle);

CREATE TABLE passkey (
  id TEXT PRIMARY KEY,                     -- credential id, base64url
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  public_key BLOB NOT NULL,                -- COSE
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,                -- JSON list
  added_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_account ON passkey (account_id);

-- Begun passkey ceremonies. A finish takes its row away before anything is checked.
CREATE TABLE ceremony (
  challenge TEXT PRIMARY KEY,
  kind TEXT NOT NULL,                      -- register, login
  account_id INTEGER REFERENCES account (id) ON DELETE CASCADE,
  call TEXT,                               -- as asked for
  handle TEXT,
  email TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ceremony_expiry ON ceremony (expires_at);

-- Somebody says that a held call is theirs. Done when they prove it.
CREATE TABLE claim (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  call TEXT NOT NULL,                      -- with SSID, as asked for
  base TEXT NOT NULL,
  account_id INTEGER REFERENCES account (id) ON DELETE CASCADE,  -- NULL: a new account opens when done
  status TEXT NOT NULL,                    -- open, done, refused, expired
  method TEXT,
  opened_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  won_account INTEGER REFERENCES account (id) ON DELETE CASCADE, -- sign-up claim: whose session its first status gives
  session_given INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX claim_base ON claim (base, status);

-- A started proof: a code to send, to publish or to sign. Exactly one of account and claim.
CREATE TABLE proof (
  id INTEGER PRIMARY KEY,
  method TEXT NOT NULL,                    -- rf_heard, ampr_dns, lotw
  base TEXT NOT NULL,
  account_id INTEGER REFERENCES account (id) ON DELETE CASCADE,
  claim_id INTEGER REFERENCES claim (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  wrong INTEGER NOT NULL DEFAULT 0,        -- tries that cost something
  CHECK ((account_id IS NULL) <> (claim_id IS NULL))
) STRICT;
CREATE INDEX proof_base ON proof (base, method);
CREATE INDEX proof_expiry ON proof (expires_at);

-- How calls changed hands. An erased account's side is NULL.
CREATE TABLE call_event (
  id INTEGER PRIMARY KEY,
  base TEXT NOT NULL,
  action TEXT NOT NULL,                    -- claimed, released
  from_account INTEGER REFERENCES account (id) ON DELETE SET NULL,
  to_account INTEGER REFERENCES account (id) ON DELETE SET NULL,
  actor TEXT NOT NULL,                     -- licensee, or the operator's call
  note TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX call_event_base ON call_event (base, id);
CREATE INDEX call_event_from ON call_event (from_account, id);

-- Calls of erased accounts that were suspended: nobody takes them until the suspension ends.
CREATE TABLE erased_suspension (
  base TEXT PRIMARY KEY,
  category TEXT NOT NULL,
  reason TEXT NOT NULL,
  until INTEGER,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Device keys, per call as registered.
CREATE TABLE device_key (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  call TEXT NOT NULL,
  base TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,                -- raw Ed25519, base64url; one key belongs to one call
  label TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  gid TEXT                                 -- of its published record
) STRICT;
CREATE INDEX device_key_base ON device_key (base);
CREATE INDEX device_key_account ON device_key (account_id);

-- Accounts that came from, or went to, another instance.
CREATE TABLE account_move (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  base TEXT NOT NULL,
  from_instance TEXT NOT NULL,
  to_instance TEXT NOT NULL,
  moved_at INTEGER NOT NULL,
  gid TEXT                                 -- of the published record, for one that came here
) STRICT;
CREATE INDEX account_move_account ON account_move (account_id);

-- What a person writes about themselves; shown to others only while public.
CREATE TABLE profile (
  account_id INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  display_name TEXT,
  home_grid TEXT,
  avatar_url TEXT,
  bio TEXT,
  links TEXT NOT NULL,                     -- JSON list of {label, url}
  public_contact TEXT,
  is_public INTEGER NOT NULL
) STRICT;

CREATE TABLE preference (
  account_id INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  prefs TEXT NOT NULL DEFAULT '{}',        -- JSON of the web app's own settings
  digest INTEGER NOT NULL DEFAULT 0        -- watch-alert digest by mail
) STRICT;

-- Keys of the public read API: only their SHA-256.
CREATE TABLE api_key (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX api_key_account ON api_key (account_id);

-- Licence registers: what their newest run listed. Public data of authorities, about calls and not about members.
CREATE TABLE licence_source (
  source TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  run_at INTEGER NOT NULL,                 -- importedAt of the newest run begun
  finished_at INTEGER                      -- importedAt of the newest run closed
) STRICT, WITHOUT ROWID;
CREATE TABLE licence_row (
  call TEXT NOT NULL,
  source TEXT NOT NULL REFERENCES licence_source (source) ON DELETE CASCADE,
  status TEXT NOT NULL,
  expires_at INTEGER,
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (call, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX licence_row_run ON licence_row (source, imported_at);
