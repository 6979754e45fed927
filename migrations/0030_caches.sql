-- Area: caches.
-- Caches, their stages, logs and what people keep of them. Account numbers refer to accounts; an erased account leaves NULL.
CREATE TABLE cache (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL UNIQUE,       -- upper case without dashes, slashes and blanks: how codes are compared
  gid TEXT UNIQUE,                     -- name among instances, from the first publication on
  owner_account INTEGER,               -- NULL: erased, or an imported place
  owner_call TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  hint TEXT NOT NULL,
  type TEXT NOT NULL,
  size TEXT NOT NULL,
  difficulty REAL NOT NULL,            -- 1 to 5 by 0.5
  terrain REAL NOT NULL,
  lat REAL,                            -- NULL: a living cache whose station was never heard
  lon REAL,
  heard_at INTEGER,                    -- living: when its station was heard there
  country TEXT,                        -- DXCC prefix
  tags TEXT NOT NULL,                  -- JSON list
  status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'disabled', 'archived')),
  scope TEXT NOT NULL CHECK (scope IN ('federated', 'local')),
  unlisted INTEGER NOT NULL,
  min_trust TEXT CHECK (min_trust IN ('A', 'B')),
  rating_policy TEXT NOT NULL CHECK (rating_policy IN ('finders', 'all', 'off')),
  station_call TEXT,                   -- living: the station that it follows
  source TEXT NOT NULL,                -- native, or the id of an import
  external_id TEXT,
  source_name TEXT,
  source_url TEXT,
  source_owner TEXT,
  source_attribution TEXT,             -- JSON list of {text, href?}
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER,                  -- by moderation
  removed_reason TEXT,
  needs_maintenance INTEGER NOT NULL DEFAULT 0,
  finds_a INTEGER NOT NULL DEFAULT 0,
  finds_b INTEGER NOT NULL DEFAULT 0,
  finds_c INTEGER NOT NULL DEFAULT 0,  -- without a tier
  favorites INTEGER NOT NULL DEFAULT 0,
  rating_sum INTEGER NOT NULL DEFAULT 0,
  rating_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX cache_owner ON cache (owner_account, created_at);
CREATE INDEX cache_new ON cache (created_at, id);
CREATE UNIQUE INDEX cache_external ON cache (source, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX cache_station ON cache (station_call) WHERE station_call IS NOT NULL;

-- What the map shows, by place in 1e-7 degree, with each row's JSON ready made. Only listed caches are in it. Keys follow
-- a Z-order of places, so that the rows of a box lie on few pages.
CREATE VIRTUAL TABLE cache_map_index USING rtree_i32 (key, min_lon, max_lon, min_lat, max_lat);
CREATE TABLE cache_map_row (
  key INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  json TEXT NOT NULL
) STRICT;
CREATE VIEW cache_map AS
  SELECT r.id, m.min_lon, m.max_lon, m.min_lat, m.max_lat, r.json
  FROM cache_map_index m CROSS JOIN cache_map_row r ON r.key = m.key;

-- Where a cache (stage 0) and its stages were when first found: the origin of the move limit.
CREATE TABLE cache_pin (
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  stage INTEGER NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL,
  PRIMARY KEY (cache_id, stage)
) STRICT, WITHOUT ROWID;

CREATE TABLE stage (
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  unlock TEXT NOT NULL CHECK (unlock IN ('geo', 'audio', 'open', 'nfc')),
  clue TEXT,
  lat REAL,
  lon REAL,
  radius_m INTEGER NOT NULL,
  code TEXT,                           -- NFC code as the owner wrote it
  bits INTEGER NOT NULL,               -- its strength
  sealed TEXT,                         -- JSON of the stage sealed under its code; NULL after each change until sealed anew
  PRIMARY KEY (cache_id, n)
) STRICT, WITHOUT ROWID;

-- Stages that a person has opened.
CREATE TABLE stage_unlock (
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  call TEXT NOT NULL,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  bits INTEGER NOT NULL,               -- strength of the NFC code at that time; 0 for other methods
  PRIMARY KEY (cache_id, n, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stage_unlock_account ON stage_unlock (account_id);

-- Tries of NFC codes within the last hour.
CREATE TABLE nfc_try (
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX nfc_try_stage ON nfc_try (cache_id, n, at);
CREATE INDEX nfc_try_account ON nfc_try (account_id, at);

CREATE TABLE log (
  id INTEGER PRIMARY KEY,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  account_id INTEGER,
  call TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('found', 'DNF', 'note', 'maintenance')),
  text TEXT NOT NULL,
  found_at INTEGER NOT NULL,           -- the time used
  created_at INTEGER NOT NULL,         -- arrival
  tier TEXT CHECK (tier IN ('A', 'B')),
  method TEXT,
  why TEXT,                            -- JSON {method, sentence, candidates}
  distance_m REAL,
  site TEXT,                           -- receiving site that made Tier A, and the box that delivered it
  box TEXT,
  corroborated_by TEXT,                -- instances, comma separated
  corroborated_later_at INTEGER,
  field_time_rejected TEXT,
  offline INTEGER NOT NULL,
  signer_key TEXT,
  signature TEXT,
  signed_at INTEGER,
  via TEXT NOT NULL,                   -- web, secret, radio
  needs_maintenance INTEGER NOT NULL,
  gid TEXT UNIQUE,
  removed_at INTEGER,
  removed_reason TEXT
) STRICT;
-- One find a cache a person, whatever races.
CREATE UNIQUE INDEX log_one_find ON log (cache_id, account_id)
  WHERE kind = 'found' AND removed_at IS NULL AND account_id IS NOT NULL;
CREATE UNIQUE INDEX log_signature ON log (signature) WHERE signature IS NOT NULL;
CREATE INDEX log_cache ON log (cache_id, id);
CREATE INDEX log_account ON log (account_id, id);
CREATE INDEX log_found_at ON log (found_at) WHERE kind = 'found';
CREATE INDEX log_site ON log (site) WHERE site IS NOT NULL;
CREATE INDEX log_box ON log (box) WHERE box IS NOT NULL;

CREATE TABLE favorite (
  account_id INTEGER NOT NULL,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, cache_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE cache_watch (
  account_id INTEGER NOT NULL,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, cache_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cache_watch_cache ON cache_watch (cache_id);
CREATE TABLE rating (
  account_id INTEGER NOT NULL,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, cache_id)
) STRICT, WITHOUT ROWID;

-- Switches of a person in the game; absent rows are all off.
CREATE TABLE game_switch (
  account_id INTEGER PRIMARY KEY,
  announce INTEGER NOT NULL DEFAULT 0,
  near_radio INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Changes of what an offline pack holds, counted for each square of two by one degree: the version of its packs.
CREATE TABLE pack_version (
  square TEXT PRIMARY KEY,             -- locator of four characters
  n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
