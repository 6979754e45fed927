-- Area: federation.
-- What others ask spokes through this hub (FED "States and transitions").
CREATE TABLE fed_relay (
  id TEXT PRIMARY KEY,
  instance TEXT NOT NULL,         -- the spoke that is asked
  kind TEXT NOT NULL CHECK (kind IN ('feed', 'corroborate')),
  params TEXT NOT NULL,           -- JSON, as the spoke gets it
  requester TEXT NOT NULL,        -- digest of the network that showed the relay secret, or `instance:<id>`
  gid TEXT UNIQUE,                -- a question's own name: it is queued once
  ticket TEXT NOT NULL,           -- SHA-256, hex
  status TEXT NOT NULL CHECK (status IN ('queued', 'leased', 'dispatched', 'answered')),
  created_at INTEGER NOT NULL,
  lease_until INTEGER,
  dispatched_at INTEGER,
  answered_at INTEGER,
  bytes INTEGER NOT NULL,         -- of the answer
  answer TEXT                     -- JSON, as the spoke gave it
) STRICT, WITHOUT ROWID;
CREATE INDEX fed_relay_spoke ON fed_relay (instance, status, created_at);
CREATE INDEX fed_relay_requester ON fed_relay (requester, created_at);

-- What was asked of this instance through a hub and acted on: each once (FED "States and transitions").
CREATE TABLE fed_relay_done (
  name TEXT PRIMARY KEY,          -- a relay frame's gid, or `sha256:` of a relayed question
  until INTEGER NOT NULL,         -- nothing as old is acted on after this
  answer TEXT                     -- JSON: the same question gets the same bytes
) STRICT, WITHOUT ROWID;
CREATE INDEX fed_relay_done_until ON fed_relay_done (until);
