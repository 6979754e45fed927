-- Area: federation.
-- Numbers handed out, by kind: each above the last and at least the time in milliseconds (FED "Version semantics").
CREATE TABLE fed_counter (
  kind TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Every record ever published here or taken from others. A row stays for good: it remembers the last version applied.
CREATE TABLE fed_record (
  id INTEGER PRIMARY KEY,
  gid TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL,
  kind TEXT NOT NULL,
  v INTEGER NOT NULL,
  at INTEGER NOT NULL,          -- signing time of the frame; of an own record, when it was published
  frame BLOB,                   -- as signed or received; NULL while unsigned, dropped as no longer verifiable, or gone
  body BLOB,                    -- own records only: the body to sign
  signer TEXT,                  -- key that signed the frame
  hops INTEGER NOT NULL,        -- instances crossed since the origin; 0 for own records
  via TEXT,                     -- instance or carrier that delivered it
  lat_e7 INTEGER,
  lon_e7 INTEGER,
  until INTEGER,                -- a bulletin's end of life
  gone INTEGER NOT NULL DEFAULT 0   -- 1 once deleted: only the version is remembered
) STRICT;
CREATE INDEX fed_record_order ON fed_record (origin, kind, v) WHERE gone = 0;
CREATE INDEX fed_record_limit ON fed_record (origin, kind, v) WHERE gone = 0 AND hops >= 4;

-- What tombstones say, combined to the widest for each target. Kept for good (FED "Reception rules").
CREATE TABLE fed_tombstone (
  target TEXT PRIMARY KEY,
  up_to INTEGER                 -- highest version it suppresses; NULL suppresses every one
) STRICT, WITHOUT ROWID;

-- Peers, by the address they were added under (FED "Peer").
CREATE TABLE fed_peer (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,     -- also transit:<id>, discovered:<id>, submit:<id>
  instance TEXT,
  trust TEXT NOT NULL CHECK (trust IN ('unvetted', 'trusted', 'blocked')),
  enabled INTEGER NOT NULL,
  added_via TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  expected TEXT,                -- fingerprint that FED_PEERS asks for
  pin TEXT,
  accept TEXT NOT NULL,         -- JSON [{x, until?}], past cutoffs among them
  rotations TEXT NOT NULL,      -- JSON [{key, prevKey, at, sig}]
  endpoints TEXT NOT NULL,      -- JSON [{transport, address, priority, verifiedVia?}]
  endpoints_source TEXT,
  operator_call TEXT,
  verified_via TEXT,
  capabilities TEXT NOT NULL,   -- JSON [name]
  sightings TEXT NOT NULL,      -- JSON [{via, fp, at, addr?}]
  rep_confirmed INTEGER NOT NULL DEFAULT 0,
  rep_failed INTEGER NOT NULL DEFAULT 0,
  approved_at INTEGER,
  auto_promoted_at INTEGER,
  pulls INTEGER NOT NULL DEFAULT 0,
  pulls_failed INTEGER NOT NULL DEFAULT 0,
  last_sync INTEGER,
  last_ok INTEGER,
  last_error TEXT,
  last_counts TEXT,             -- JSON
  exchange_at INTEGER,
  contradictions INTEGER NOT NULL DEFAULT 0
) STRICT;
-- One live row per instance id; a blocked row stays beside it.
CREATE UNIQUE INDEX fed_peer_instance ON fed_peer (instance) WHERE trust <> 'blocked' AND instance IS NOT NULL;

-- Rises when an origin's marks are forgotten: a pull begun before writes none of its own after.
CREATE TABLE fed_origin (
  instance TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  keys_checked TEXT             -- usable keys under which the kept frames were last looked over
) STRICT, WITHOUT ROWID;

-- Every record of the origin up to here is held, superseded or deleted, but for the gaps.
CREATE TABLE fed_mark (
  origin TEXT NOT NULL,
  kind TEXT NOT NULL,
  mark INTEGER NOT NULL,
  PRIMARY KEY (origin, kind)
) STRICT, WITHOUT ROWID;

-- How far a neighbour's pages were read, and the highest held that it was read again from the mark for.
CREATE TABLE fed_position (
  neighbour TEXT NOT NULL,
  origin TEXT NOT NULL,
  kind TEXT NOT NULL,
  read INTEGER NOT NULL,
  replayed INTEGER NOT NULL,
  PRIMARY KEY (neighbour, origin, kind)
) STRICT, WITHOUT ROWID;

-- Where a neighbour's own feeds of keys and bulletins are to be read on.
CREATE TABLE fed_feed (
  neighbour TEXT NOT NULL,
  kind TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  next_id TEXT,
  PRIMARY KEY (neighbour, kind)
) STRICT, WITHOUT ROWID;

-- Records known to be missing (FED "Gap lifecycle").
CREATE TABLE fed_gap (
  origin TEXT NOT NULL,
  kind TEXT NOT NULL,
  v INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('unsettled', 'upstream', 'hops', 'upstream-hops')),
  first_seen INTEGER NOT NULL,
  aged INTEGER NOT NULL,        -- seconds that passed while it was looked at; a clock that jumps adds a day at most
  looked_at INTEGER NOT NULL,
  asks INTEGER NOT NULL,        -- asks that were answered without it
  tries TEXT NOT NULL,          -- JSON {neighbour: [asks, not before]}
  given_up INTEGER,
  seen INTEGER,
  PRIMARY KEY (origin, kind, v)
) STRICT, WITHOUT ROWID;
CREATE INDEX fed_gap_given_up ON fed_gap (given_up) WHERE given_up IS NOT NULL;

-- The newest registry document accepted, per authority.
CREATE TABLE fed_registry (
  authority TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Single facts: the region that caches are read under, the latest time seen.
CREATE TABLE fed_state (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
