-- Area: caches.
-- Recommendations: for ten finds that count a finder recommends one cache that they found. `counts` is kept by the writes that
-- change it, and with it the number beside each cache: whoever loses finds loses the recommendations that they no longer reach,
-- the latest first, and has them again with the finds.
CREATE TABLE recommendation_rule (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sure INTEGER NOT NULL                -- 1: Tier B is not enough here where a cache asks for nothing itself
) STRICT;
INSERT INTO recommendation_rule (id, sure) VALUES (1, 0);
CREATE TABLE recommendation (
  account_id INTEGER NOT NULL,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  counts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, cache_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recommendation_cache ON recommendation (cache_id);
ALTER TABLE cache ADD COLUMN recommended INTEGER NOT NULL DEFAULT 0;

-- How many each person may give.
CREATE VIEW recommendation_allowance AS
  SELECT k.account, sum(k.n) / 10 AS n FROM finder_kind k CROSS JOIN recommendation_rule r WHERE k.sure >= r.sure
  GROUP BY k.account;
-- What each of them should count: the finder's own find of the cache stands, and it is among as many as they may give.
CREATE VIEW recommendation_due AS
  SELECT account_id, cache_id, counts AS counted,
    found AND sum(found) OVER (PARTITION BY account_id ORDER BY at, cache_id)
      <= coalesce((SELECT a.n FROM recommendation_allowance a WHERE a.account = account_id), 0) AS counts
  FROM (SELECT r.account_id, r.cache_id, r.at, r.counts, EXISTS (
      SELECT 1 FROM log l CROSS JOIN counted_find f ON f.id = l.id
      WHERE l.account_id = r.account_id AND l.cache_id = r.cache_id AND l.kind = 'found'
        AND f.sure >= (SELECT sure FROM recommendation_rule)) AS found
    FROM recommendation r);
-- One statement sets a person's right.
CREATE VIEW recommendation_settled AS SELECT account_id AS account FROM recommendation;
CREATE TRIGGER recommendation_settle INSTEAD OF INSERT ON recommendation_settled BEGIN
  UPDATE recommendation SET counts = d.counts
    FROM (SELECT account_id, cache_id, counts FROM recommendation_due
      WHERE account_id = new.account AND counts <> counted) d
    WHERE recommendation.account_id = d.account_id AND recommendation.cache_id = d.cache_id;
END;

CREATE TRIGGER recommendation_put AFTER INSERT ON recommendation BEGIN
  INSERT INTO recommendation_settled VALUES (new.account_id);
END;
CREATE TRIGGER recommendation_drop AFTER DELETE ON recommendation BEGIN
  UPDATE cache SET recommended = recommended - old.counts WHERE id = old.cache_id AND old.counts <> 0;
  INSERT INTO recommendation_settled VALUES (old.account_id);
END;
CREATE TRIGGER recommendation_count AFTER UPDATE OF counts ON recommendation WHEN old.counts <> new.counts BEGIN
  UPDATE cache SET recommended = recommended + new.counts - old.counts WHERE id = new.cache_id;
END;
-- Whatever changes how many finds a person has, or whether a find stands.
CREATE TRIGGER recommendation_kind_put AFTER INSERT ON finder_kind
WHEN EXISTS (SELECT 1 FROM recommendation WHERE account_id = new.account) BEGIN
  INSERT INTO recommendation_settled VALUES (new.account);
END;
CREATE TRIGGER recommendation_kind_change AFTER UPDATE OF n ON finder_kind
WHEN old.n <> new.n AND EXISTS (SELECT 1 FROM recommendation WHERE account_id = new.account) BEGIN
  INSERT INTO recommendation_settled VALUES (new.account);
END;
CREATE TRIGGER recommendation_kind_drop AFTER DELETE ON finder_kind
WHEN EXISTS (SELECT 1 FROM recommendation WHERE account_id = old.account) BEGIN
  INSERT INTO recommendation_settled VALUES (old.account);
END;
CREATE TRIGGER recommendation_log_drop AFTER DELETE ON log
WHEN old.kind = 'found' AND EXISTS (SELECT 1 FROM recommendation WHERE account_id = old.account_id) BEGIN
  INSERT INTO recommendation_settled VALUES (old.account_id);
END;
CREATE TRIGGER recommendation_log_change AFTER UPDATE OF cache_id, account_id, kind, tier, corroborated_by, removed_at ON log
WHEN EXISTS (SELECT 1 FROM recommendation WHERE account_id IN (old.account_id, new.account_id)) BEGIN
  INSERT INTO recommendation_settled SELECT DISTINCT account_id FROM recommendation
    WHERE account_id IN (old.account_id, new.account_id);
END;
CREATE TRIGGER recommendation_cache_change AFTER UPDATE OF unlisted, removed_at, status, min_trust ON cache
WHEN (old.unlisted, old.removed_at IS NULL, old.status = 'draft', old.min_trust)
  IS NOT (new.unlisted, new.removed_at IS NULL, new.status = 'draft', new.min_trust) BEGIN
  INSERT INTO recommendation_settled SELECT DISTINCT l.account_id FROM log l
    WHERE l.cache_id = new.id AND l.kind = 'found'
      AND EXISTS (SELECT 1 FROM recommendation r WHERE r.account_id = l.account_id);
END;
CREATE TRIGGER recommendation_rule_change AFTER UPDATE OF sure ON recommendation_rule WHEN old.sure <> new.sure BEGIN
  INSERT INTO recommendation_settled SELECT DISTINCT account_id FROM recommendation;
END;

-- The number goes out with the map's row and with packs.
CREATE TRIGGER recommended_shown AFTER UPDATE OF recommended ON cache WHEN old.recommended <> new.recommended BEGIN
  UPDATE cache_map_row SET json = iif(new.recommended > 0,
    json_set(json, '$.recommended', new.recommended), json_remove(json, '$.recommended')) WHERE id = new.id;
  DELETE FROM cache_pack WHERE id = new.id;
  INSERT INTO pack_version (square, n) SELECT char(65 + min(17, CAST((new.lon + 180) / 20 AS INTEGER)),
      65 + min(17, CAST((new.lat + 90) / 10 AS INTEGER)))
      || min(179, CAST((new.lon + 180) / 2 AS INTEGER)) % 10 || min(179, CAST(new.lat + 90 AS INTEGER)) % 10, 1
    WHERE new.lat IS NOT NULL
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

DROP VIEW cache_facts;
CREATE VIEW cache_facts AS SELECT
  id, code, code_key, title, description, hint, type, size, difficulty, terrain, lat, lon, heard_at, country, station_call,
  owner_account, owner_call, status, unlisted, min_trust, source, created_at, updated_at, removed_at, recommended
  FROM cache;
