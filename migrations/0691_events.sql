-- Area: caches.
-- A cache may be a meeting, which begins and ends; and it may say where one leaves the car.
ALTER TABLE cache ADD COLUMN event_from INTEGER;
ALTER TABLE cache ADD COLUMN event_until INTEGER;
ALTER TABLE cache ADD COLUMN parking_lat REAL;
ALTER TABLE cache ADD COLUMN parking_lon REAL;
CREATE INDEX cache_event ON cache (event_until) WHERE event_until IS NOT NULL;
-- Members who say that they will come: who they are is told to members alone.
CREATE TABLE event_guest (
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (cache_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_guest_account ON event_guest (account_id);
-- What files and calendars read of it.
DROP VIEW cache_facts;
CREATE VIEW cache_facts AS SELECT
  id, code, code_key, title, description, hint, type, size, difficulty, terrain, lat, lon, heard_at, country, station_call,
  owner_account, owner_call, status, unlisted, min_trust, source, created_at, updated_at, removed_at, recommended,
  event_from, event_until, parking_lat, parking_lon
  FROM cache;
