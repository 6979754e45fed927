-- Area: caches.
-- A mirrored cache in one row at the end of one table, found on the map by its number: a pull wrote two rows, one of them
-- among all others, and its fields twice. Indexes by origin served nothing.
CREATE TABLE mirrored_cache (
  id INTEGER PRIMARY KEY,
  gid TEXT NOT NULL UNIQUE,
  origin TEXT NOT NULL,
  v INTEGER NOT NULL,
  code_key TEXT NOT NULL,
  map TEXT NOT NULL,                   -- JSON of its row on the map
  more TEXT NOT NULL                   -- JSON of what else is shown of it, named as in its record
) STRICT;
INSERT INTO mirrored_cache SELECT id, gid, origin, v, code_key,
  json_object('id', NULL, 'gid', gid, 'code', body ->> 'code', 'title', body ->> 'title', 'type', body ->> 'type',
    'size', body ->> 'size', 'status', body ->> 'status', 'difficulty', (body ->> 'difficultyX10') / 10.0,
    'terrain', (body ->> 'terrainX10') / 10.0, 'lat', (body ->> 'latE7') / 1e7, 'lon', (body ->> 'lonE7') / 1e7,
    'owner', body ->> 'owner', 'country', body ->> 'country', 'origin', origin, 'mirrored', json('true')),
  json_remove(body, '$.code', '$.title', '$.type', '$.size', '$.status', '$.difficultyX10', '$.terrainX10', '$.latE7',
    '$.lonE7', '$.owner', '$.country')
  FROM cache_mirror;
-- Where the listed ones are.
CREATE VIRTUAL TABLE mirror_place USING rtree_i32 (id, min_lon, max_lon, min_lat, max_lat);
INSERT INTO mirror_place SELECT r.id, m.min_lon, m.max_lon, m.min_lat, m.max_lat
  FROM mirror_map_index m JOIN mirror_map_row r ON r.key = m.key;
DROP VIEW mirror_map;
DROP TABLE mirror_map_row;
DROP TABLE mirror_map_index;
DROP TABLE cache_mirror;
ALTER TABLE mirrored_cache RENAME TO cache_mirror;
CREATE INDEX cache_mirror_code ON cache_mirror (code_key);
DROP INDEX find_mirror_origin;
CREATE VIEW mirror_map AS
  SELECT p.id, p.min_lon, p.max_lon, p.min_lat, p.max_lat, c.origin, c.map AS json
  FROM mirror_place p CROSS JOIN cache_mirror c ON c.id = p.id;
