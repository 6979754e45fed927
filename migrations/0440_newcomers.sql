-- Area: accounts.
-- Accounts that hold a verified call. All others are newcomers.
CREATE VIEW proven_account AS
  SELECT DISTINCT h.account_id FROM held_call h JOIN verification v ON v.base = h.base;

-- Area: caches.
-- How much room the files of each account take, and those of all newcomers together. Kept up by every write that
-- changes it, so that no upload adds up a table.
CREATE TABLE media_sum (
  account_id INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL,
  files INTEGER NOT NULL,
  newcomer INTEGER NOT NULL DEFAULT 0      -- 1: the account holds no verified call
) STRICT;
CREATE INDEX media_sum_newcomer ON media_sum (bytes) WHERE newcomer = 1;
CREATE TABLE media_room (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  bytes INTEGER NOT NULL,                  -- of all files
  newcomer_bytes INTEGER NOT NULL          -- of those files whose account is a newcomer
) STRICT;
INSERT INTO media_sum (account_id, bytes, files, newcomer)
  SELECT account_id, sum(bytes + thumb_bytes), count(*), account_id NOT IN (SELECT account_id FROM proven_account)
  FROM media WHERE account_id IS NOT NULL GROUP BY account_id;
INSERT INTO media_room (id, bytes, newcomer_bytes)
  SELECT 1, (SELECT coalesce(sum(bytes + thumb_bytes), 0) FROM media),
    (SELECT coalesce(sum(bytes), 0) FROM media_sum WHERE newcomer = 1);

CREATE TRIGGER media_sum_insert AFTER INSERT ON media BEGIN
  UPDATE media_room SET bytes = bytes + new.bytes + new.thumb_bytes;
  INSERT INTO media_sum (account_id, bytes, files)
    SELECT new.account_id, new.bytes + new.thumb_bytes, 1 WHERE new.account_id IS NOT NULL
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes, files = files + 1;
END;
CREATE TRIGGER media_sum_delete AFTER DELETE ON media BEGIN
  UPDATE media_room SET bytes = bytes - old.bytes - old.thumb_bytes;
  UPDATE media_sum SET bytes = bytes - old.bytes - old.thumb_bytes, files = files - 1
    WHERE account_id = old.account_id;
  DELETE FROM media_sum WHERE account_id = old.account_id AND files = 0;
END;
CREATE TRIGGER media_sum_update AFTER UPDATE OF account_id, bytes, thumb_bytes ON media BEGIN
  UPDATE media_room SET bytes = bytes - old.bytes - old.thumb_bytes + new.bytes + new.thumb_bytes;
  UPDATE media_sum SET bytes = bytes - old.bytes - old.thumb_bytes, files = files - 1
    WHERE account_id = old.account_id;
  INSERT INTO media_sum (account_id, bytes, files)
    SELECT new.account_id, new.bytes + new.thumb_bytes, 1 WHERE new.account_id IS NOT NULL
    ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes, files = files + 1;
  DELETE FROM media_sum WHERE account_id = old.account_id AND files = 0;
END;

CREATE TRIGGER media_room_insert AFTER INSERT ON media_sum WHEN new.newcomer = 1 BEGIN
  UPDATE media_room SET newcomer_bytes = newcomer_bytes + new.bytes;
END;
CREATE TRIGGER media_room_delete AFTER DELETE ON media_sum WHEN old.newcomer = 1 BEGIN
  UPDATE media_room SET newcomer_bytes = newcomer_bytes - old.bytes;
END;
CREATE TRIGGER media_room_update AFTER UPDATE ON media_sum BEGIN
  UPDATE media_room SET newcomer_bytes = newcomer_bytes
    - CASE old.newcomer WHEN 1 THEN old.bytes ELSE 0 END + CASE new.newcomer WHEN 1 THEN new.bytes ELSE 0 END;
END;

-- What an operator took away from newcomers in one act, and may bring back for a day; the files stay as long.
CREATE TABLE media_clearing (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  accounts INTEGER NOT NULL,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE cleared_media (
  id TEXT PRIMARY KEY,
  clearing_id INTEGER NOT NULL REFERENCES media_clearing (id) ON DELETE CASCADE,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  account_id INTEGER,
  stage INTEGER,
  log_id INTEGER REFERENCES log (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  content_type TEXT NOT NULL,
  title TEXT NOT NULL,
  key TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  hash TEXT NOT NULL,
  thumb_key TEXT,
  thumb_type TEXT,
  thumb_bytes INTEGER NOT NULL,
  thumb_hash TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cleared_media_clearing ON cleared_media (clearing_id);
CREATE INDEX cleared_media_cache ON cleared_media (cache_id);
CREATE INDEX cleared_media_account ON cleared_media (account_id);
CREATE INDEX cleared_media_log ON cleared_media (log_id) WHERE log_id IS NOT NULL;
CREATE INDEX cleared_media_hash ON cleared_media (hash);
CREATE INDEX cleared_media_thumb_hash ON cleared_media (thumb_hash) WHERE thumb_hash IS NOT NULL;

-- How many finds a newcomer has written within the hour is asked before each of them.
CREATE INDEX log_found_by ON log (account_id, created_at) WHERE kind = 'found';
