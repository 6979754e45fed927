-- Area: caches.
-- Stages of mirrored caches, as far as their instance publishes them: numbers, kinds and seals. It is asked from `due_at` on.
CREATE TABLE mirror_stage (
  gid TEXT PRIMARY KEY,
  origin TEXT NOT NULL,
  stages TEXT NOT NULL DEFAULT '[]',   -- JSON
  due_at INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror_stage_due ON mirror_stage (origin, due_at);
INSERT INTO mirror_stage (gid, origin) SELECT gid, origin FROM cache_mirror;
CREATE TRIGGER mirror_stage_insert AFTER INSERT ON cache_mirror BEGIN
  INSERT OR REPLACE INTO mirror_stage (gid, origin) VALUES (new.gid, new.origin);
END;
CREATE TRIGGER mirror_stage_update AFTER UPDATE OF v ON cache_mirror WHEN new.v IS NOT old.v BEGIN
  UPDATE mirror_stage SET due_at = 0 WHERE gid = new.gid;
END;
CREATE TRIGGER mirror_stage_delete AFTER DELETE ON cache_mirror BEGIN
  DELETE FROM mirror_stage WHERE gid = old.gid;
END;
