-- Area: caches.
-- What other areas read of caches and logs: these columns keep their names and meanings, whatever the tables become.
CREATE VIEW cache_facts AS SELECT
  id, code, code_key, title, description, hint, type, size, difficulty, terrain, lat, lon, heard_at, country, station_call,
  owner_account, owner_call, status, unlisted, min_trust, source, created_at, updated_at, removed_at
  FROM cache;
CREATE VIEW log_facts AS SELECT
  id, cache_id, account_id, call, kind, text, found_at, created_at, tier, site, corroborated_by, removed_at
  FROM log;
-- Titles for a full-text search: `title MATCH` finds three letters in a row.
CREATE VIEW cache_title_facts AS SELECT rowid AS cache_id, title FROM cache_title;
