-- Area: caches.
-- How many finds each person has by tier and type of cache, and the earliest of each: profiles read these few rows instead of
-- every find. Finds are put in and taken out together with those of `finder_sum`, by the same triggers.
CREATE VIEW counted_kind AS SELECT
  f.id, f.cache_id, f.account, f.sure, coalesce(l.tier, 'none') AS tier, c.type, f.found_at
  FROM counted_find f CROSS JOIN log l ON l.id = f.id CROSS JOIN cache c ON c.id = f.cache_id;
CREATE TABLE finder_kind (
  account INTEGER NOT NULL,
  sure INTEGER NOT NULL,
  tier TEXT NOT NULL,
  type TEXT NOT NULL,
  n INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  PRIMARY KEY (account, sure, tier, type)
) STRICT, WITHOUT ROWID;

CREATE VIEW finder_kind_change AS SELECT *, 1 AS n FROM counted_kind;
CREATE TRIGGER finder_kind_change_put INSTEAD OF INSERT ON finder_kind_change BEGIN
  INSERT INTO finder_kind (account, sure, tier, type, n, first_at, first_id)
    VALUES (new.account, new.sure, new.tier, new.type, new.n, new.found_at, new.id)
    ON CONFLICT DO UPDATE SET n = n + excluded.n,
      first_at = iif(excluded.n > 0 AND (excluded.first_at, excluded.first_id) < (first_at, first_id),
        excluded.first_at, first_at),
      first_id = iif(excluded.n > 0 AND (excluded.first_at, excluded.first_id) < (first_at, first_id),
        excluded.first_id, first_id);
  DELETE FROM finder_kind
    WHERE account = new.account AND sure = new.sure AND tier = new.tier AND type = new.type AND n = 0;
  -- The earliest has gone: another takes its place.
  UPDATE finder_kind SET (first_at, first_id) = (SELECT f.found_at, f.id FROM counted_kind f
      WHERE f.account = new.account AND f.sure = new.sure AND f.tier = new.tier AND f.type = new.type AND f.id <> new.id
      ORDER BY f.found_at, f.id LIMIT 1)
    WHERE new.n < 0 AND account = new.account AND sure = new.sure AND tier = new.tier AND type = new.type
      AND first_id = new.id;
END;
CREATE TRIGGER finder_kind_put INSTEAD OF INSERT ON finder_change BEGIN
  INSERT INTO finder_kind_change SELECT *, new.n FROM counted_kind WHERE id = new.id;
END;

-- A type says nothing of whether or for how much a find counts: its change alone moves no other sum.
CREATE TRIGGER finder_type_before BEFORE UPDATE OF type ON cache
WHEN old.type <> new.type
  AND (old.unlisted, old.removed_at IS NULL, old.status = 'draft', old.min_trust, old.difficulty, old.terrain)
  IS (new.unlisted, new.removed_at IS NULL, new.status = 'draft', new.min_trust, new.difficulty, new.terrain) BEGIN
  INSERT INTO finder_kind_change SELECT *, -1 FROM counted_kind WHERE cache_id = old.id;
END;
CREATE TRIGGER finder_type_after AFTER UPDATE OF type ON cache
WHEN old.type <> new.type
  AND (old.unlisted, old.removed_at IS NULL, old.status = 'draft', old.min_trust, old.difficulty, old.terrain)
  IS (new.unlisted, new.removed_at IS NULL, new.status = 'draft', new.min_trust, new.difficulty, new.terrain) BEGIN
  INSERT INTO finder_kind_change SELECT *, 1 FROM counted_kind WHERE cache_id = new.id;
END;

INSERT INTO finder_kind (account, sure, tier, type, n, first_at, first_id)
  SELECT account, sure, tier, type, n, found_at, id FROM (
    SELECT *, count(*) OVER (PARTITION BY account, sure, tier, type) AS n,
      row_number() OVER (PARTITION BY account, sure, tier, type ORDER BY found_at, id) AS nth
    FROM counted_kind)
  WHERE nth = 1;

-- What profiles read of it.
CREATE VIEW finder_kind_facts AS SELECT account, sure, tier, type, n, first_at, first_id FROM finder_kind;
