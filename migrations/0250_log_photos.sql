-- Area: caches.
-- Photos that people put beside their logs; they count against who wrote the log.
ALTER TABLE media ADD COLUMN log_id INTEGER REFERENCES log (id) ON DELETE CASCADE;
CREATE INDEX media_log ON media (log_id) WHERE log_id IS NOT NULL;

-- Names that phones gave to caches before they had signal: a hide that is sent twice makes one cache.
CREATE TABLE hide_draft (
  account_id INTEGER NOT NULL,
  draft TEXT NOT NULL,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, draft)
) STRICT, WITHOUT ROWID;
CREATE INDEX hide_draft_cache ON hide_draft (cache_id);
