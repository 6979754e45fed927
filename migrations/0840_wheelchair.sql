-- Area: caches.
-- Whether its owner says that a cache can be reached in a wheelchair; files read it too.
ALTER TABLE cache ADD COLUMN wheelchair INTEGER NOT NULL DEFAULT 0 CHECK (wheelchair IN (0, 1));
DROP VIEW cache_facts;
CREATE VIEW cache_facts AS SELECT
  id, code, code_key, title, description, hint, type, size, difficulty, terrain, lat, lon, heard_at, country, station_call,
  owner_account, owner_call, status, unlisted, min_trust, source, created_at, updated_at, removed_at, recommended,
  event_from, event_until, parking_lat, parking_lon, wheelchair
  FROM cache;
