-- Area: ingest.
-- Receiver boxes that signed up with a one-time code. A revoked box keeps its row, so that its id shows in the history;
-- it may enrol again with a new code and a new key, and then nothing of its old trust comes back.
CREATE TABLE box (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL,                        -- raw Ed25519 public key, base64url
  label TEXT NOT NULL DEFAULT '',
  enrolled_for TEXT,                        -- base call whose sites alone it may name
  services INTEGER NOT NULL DEFAULT 0,      -- runs the instance's services
  enrolled_by TEXT NOT NULL,                -- who made the code: a call, or OPERATOR
  enrolled_at INTEGER NOT NULL,
  revoked_by TEXT,
  revoked_at INTEGER,
  last_seen_at INTEGER
) STRICT, WITHOUT ROWID;
-- One key serves one box id, for good: a key of a revoked box opens no other.
CREATE UNIQUE INDEX box_key ON box (key);

-- One-time enrolment codes: only the SHA-256 of a code is kept.
CREATE TABLE box_code (
  code_hash TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  call TEXT,                                -- base call that the box is enrolled for
  made_by TEXT NOT NULL,
  owner_account INTEGER REFERENCES account (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  spent_at INTEGER
) STRICT, WITHOUT ROWID;

-- Receiving stations trusted under one box: what its frames attest, and no other box's.
CREATE TABLE box_site (
  box TEXT NOT NULL REFERENCES box (id) ON DELETE CASCADE,
  site TEXT NOT NULL,
  trusted_by TEXT NOT NULL,
  trusted_at INTEGER NOT NULL,
  PRIMARY KEY (box, site)
) STRICT, WITHOUT ROWID;

-- Receiving stations trusted by call, for frames sent with the ingest secret only.
CREATE TABLE trusted_site (
  site TEXT PRIMARY KEY,
  trusted_by TEXT NOT NULL,
  trusted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whose a box is, for remote control. Also boxes that use the ingest secret and are not enrolled.
CREATE TABLE box_owner (
  box TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX box_owner_account ON box_owner (account_id);

CREATE TABLE box_pairing (
  box TEXT PRIMARY KEY,                     -- a newer code replaces an older one
  code_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a box said it can do when it last asked for commands.
CREATE TABLE box_abilities (
  box TEXT PRIMARY KEY,
  polled_at INTEGER NOT NULL,
  transmits INTEGER NOT NULL,
  radio INTEGER NOT NULL,
  mesh_nodes TEXT NOT NULL,                 -- comma list of calls
  kiss_calls TEXT NOT NULL,
  mesh_relays TEXT                          -- comma list; NULL: not said
) STRICT, WITHOUT ROWID;

CREATE TABLE box_command (
  id INTEGER PRIMARY KEY,
  box TEXT NOT NULL,
  call TEXT,                                -- on whose behalf; NULL for what is not sent on the air
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,                    -- JSON
  sig TEXT,
  status TEXT NOT NULL,                     -- queued, sent, done, failed, expired
  result TEXT,
  lat REAL,                                 -- where a beacon was sent from, as the box says
  lon REAL,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  acked_at INTEGER,
  message_id INTEGER                        -- message whose fate this decides
) STRICT;
CREATE INDEX box_command_box ON box_command (box, id);
CREATE INDEX box_command_beacons ON box_command (call, acked_at) WHERE kind = 'beacon' AND status = 'done';
