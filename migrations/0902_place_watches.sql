-- Area: live.
-- Places that members watch: they are told of new caches around them, and of those that nobody has found yet.
CREATE TABLE place_watch (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  lat REAL NOT NULL,
  lon REAL NOT NULL,
  radius_m INTEGER NOT NULL,
  new_caches INTEGER NOT NULL,
  first_finds INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX place_watch_account ON place_watch (account_id, id);

-- The boxes around the circles, in degrees: whoever writes a cache asks for those that its place lies in.
CREATE VIRTUAL TABLE place_watch_box USING rtree (id, min_lon, max_lon, min_lat, max_lat);
CREATE TRIGGER place_watch_gone AFTER DELETE ON place_watch BEGIN
  DELETE FROM place_watch_box WHERE id = old.id;
END;

-- Of which cache a member was told: of each once, whichever place it lies around and whatever becomes of it.
CREATE TABLE place_watch_told (
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('new_cache', 'first_open')),
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, cache_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX place_watch_told_cache ON place_watch_told (cache_id);

-- How far from the place that is watched, in metres.
ALTER TABLE alert ADD COLUMN far_m INTEGER;
