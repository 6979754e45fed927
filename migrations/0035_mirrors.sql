-- Area: caches.
-- Caches and finds of other instances: for display, never logged here.
CREATE TABLE cache_mirror (
  id INTEGER PRIMARY KEY,
  gid TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL,
  v INTEGER NOT NULL,
  code TEXT NOT NULL,
  code_key TEXT NOT NULL,
  body TEXT NOT NULL                   -- JSON of the record's body
) STRICT;
CREATE INDEX cache_mirror_code ON cache_mirror (code_key);
CREATE INDEX cache_mirror_origin ON cache_mirror (origin);

-- The map of mirrored caches, made like cache_map.
CREATE VIRTUAL TABLE mirror_map_index USING rtree_i32 (key, min_lon, max_lon, min_lat, max_lat);
CREATE TABLE mirror_map_row (
  key INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  origin TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE VIEW mirror_map AS
  SELECT r.id, m.min_lon, m.max_lon, m.min_lat, m.max_lat, r.origin, r.json
  FROM mirror_map_index m CROSS JOIN mirror_map_row r ON r.key = m.key;

CREATE TABLE find_mirror (
  gid TEXT PRIMARY KEY,
  cache_gid TEXT NOT NULL,
  origin TEXT NOT NULL,
  call TEXT NOT NULL,
  kind TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  tier TEXT,
  text TEXT NOT NULL,
  distance_m REAL
) STRICT, WITHOUT ROWID;
CREATE INDEX find_mirror_cache ON find_mirror (cache_gid, found_at);
CREATE INDEX find_mirror_origin ON find_mirror (origin);
