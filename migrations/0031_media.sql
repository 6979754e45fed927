-- Area: caches.
-- Uploaded photos, sounds and stage clips. The bytes lie under DATA_DIR/media by their SHA-256; equal ones once.
CREATE TABLE media (
  id TEXT PRIMARY KEY,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  account_id INTEGER,                  -- whose quota it counts against
  stage INTEGER,                       -- NULL: gallery; else the stage whose clip it is
  kind TEXT NOT NULL CHECK (kind IN ('image', 'audio')),
  content_type TEXT NOT NULL,
  title TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  hash TEXT NOT NULL,
  thumb_key TEXT UNIQUE,
  thumb_type TEXT,
  thumb_bytes INTEGER NOT NULL DEFAULT 0,
  thumb_hash TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX media_stage ON media (cache_id, stage) WHERE stage IS NOT NULL;
CREATE INDEX media_cache ON media (cache_id);
CREATE INDEX media_account ON media (account_id);
CREATE INDEX media_hash ON media (hash);
CREATE INDEX media_thumb_hash ON media (thumb_hash) WHERE thumb_hash IS NOT NULL;
