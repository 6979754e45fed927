-- Area: caches.
-- What each person's finds add up to, kept up by the writes that change it: rankings read these few rows instead of every find.
--
-- A find that can count: of a person, not removed, of a cache that may be named, with a tier that could reach its minimum.
-- `sure`: it counts whatever the instance asks of caches that ask for nothing themselves; the others only where Tier B is
-- enough here. Who is suspended now is decided when the sums are read.
CREATE VIEW counted_find AS SELECT
  l.id, l.cache_id, l.account_id AS account,
  iif(instr(l.call, '-') > 0, substr(l.call, 1, instr(l.call, '-') - 1), l.call) AS base,
  l.corroborated_by IS NOT NULL OR l.tier IS 'A' OR c.min_trust IS 'B' AS sure,
  -- Twice the points: they go by halves.
  CAST(round(2 * (CASE l.tier WHEN 'A' THEN 10 WHEN 'B' THEN 5 ELSE 2 END + c.difficulty + c.terrain)) AS INTEGER) AS halves,
  l.found_at, c.lat, c.lon, c.owner_account AS owner
  FROM log l JOIN cache c ON c.id = l.cache_id
  WHERE l.kind = 'found' AND l.removed_at IS NULL AND l.account_id IS NOT NULL
    AND c.unlisted = 0 AND c.removed_at IS NULL AND c.status <> 'draft'
    AND (l.corroborated_by IS NOT NULL OR l.tier IS 'A' OR (l.tier IS 'B' AND c.min_trust IS NOT 'A'));

-- The windows of rankings: each sums finds from this moment on. A job moves it as time passes; what lies between it and the
-- moment that a reader means is taken off by the reader.
CREATE TABLE finder_window (
  period TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Sums of one person's finds under one base call.
CREATE TABLE finder_sum (
  period TEXT NOT NULL REFERENCES finder_window (period),
  account INTEGER NOT NULL,
  base TEXT NOT NULL,
  sure INTEGER NOT NULL,
  finds INTEGER NOT NULL,
  halves INTEGER NOT NULL,
  PRIMARY KEY (period, account, base, sure)
) STRICT, WITHOUT ROWID;
-- Of all of them the one with the lowest number, and the time of the latest.
CREATE TABLE finder_call (
  account INTEGER NOT NULL,
  base TEXT NOT NULL,
  sure INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (account, base, sure)
) STRICT, WITHOUT ROWID;
CREATE INDEX finder_call_base ON finder_call (base);

-- Both change by one statement: a find is put in with `n` 1 and taken out with -1 while it can still be seen.
CREATE VIEW finder_change AS SELECT *, 1 AS n FROM counted_find;
CREATE TRIGGER finder_change_put INSTEAD OF INSERT ON finder_change BEGIN
  INSERT INTO finder_sum (period, account, base, sure, finds, halves)
    SELECT period, new.account, new.base, new.sure, new.n, new.n * new.halves FROM finder_window
    WHERE new.found_at >= since
    ON CONFLICT DO UPDATE SET finds = finds + excluded.finds, halves = halves + excluded.halves;
  DELETE FROM finder_sum WHERE account = new.account AND base = new.base AND sure = new.sure AND finds = 0
    AND period IN (SELECT period FROM finder_window);
  DELETE FROM finder_call WHERE new.n < 0 AND account = new.account AND base = new.base AND sure = new.sure
    AND (first_id = new.id OR last_at = new.found_at);
  INSERT INTO finder_call (account, base, sure, first_id, last_at)
    SELECT new.account, new.base, new.sure, new.id, new.found_at WHERE new.n > 0
    ON CONFLICT DO UPDATE SET first_id = min(first_id, excluded.first_id), last_at = max(last_at, excluded.last_at);
  -- The first or the last one has gone: another takes its place.
  INSERT OR IGNORE INTO finder_call (account, base, sure, first_id, last_at)
    SELECT account, base, sure, first_id, last_at FROM (
      SELECT new.account AS account, new.base AS base, new.sure AS sure,
        (SELECT f.id FROM counted_find f WHERE f.account = new.account AND f.base = new.base AND f.sure = new.sure
           AND f.id <> new.id ORDER BY f.id LIMIT 1) AS first_id,
        (SELECT f.found_at FROM counted_find f WHERE f.account = new.account AND f.base = new.base AND f.sure = new.sure
           AND f.id <> new.id ORDER BY f.found_at DESC LIMIT 1) AS last_at
      WHERE new.n < 0 AND NOT EXISTS (SELECT 1 FROM finder_call o
        WHERE o.account = new.account AND o.base = new.base AND o.sure = new.sure))
    WHERE first_id IS NOT NULL;
END;

CREATE TRIGGER finder_log_insert AFTER INSERT ON log BEGIN
  INSERT INTO finder_change SELECT *, 1 FROM counted_find WHERE id = new.id;
END;
CREATE TRIGGER finder_log_delete BEFORE DELETE ON log BEGIN
  INSERT INTO finder_change SELECT *, -1 FROM counted_find WHERE id = old.id;
END;
CREATE TRIGGER finder_log_before BEFORE UPDATE OF cache_id, account_id, call, kind, found_at, tier, corroborated_by, removed_at
ON log BEGIN
  INSERT INTO finder_change SELECT *, -1 FROM counted_find WHERE id = old.id;
END;
CREATE TRIGGER finder_log_after AFTER UPDATE OF cache_id, account_id, call, kind, found_at, tier, corroborated_by, removed_at
ON log BEGIN
  INSERT INTO finder_change SELECT *, 1 FROM counted_find WHERE id = new.id;
END;
-- A cache's own fields decide whether its finds count, and for how much.
CREATE TRIGGER finder_cache_before BEFORE UPDATE OF unlisted, removed_at, status, min_trust, difficulty, terrain ON cache
WHEN (old.unlisted, old.removed_at IS NULL, old.status = 'draft', old.min_trust, old.difficulty, old.terrain)
  IS NOT (new.unlisted, new.removed_at IS NULL, new.status = 'draft', new.min_trust, new.difficulty, new.terrain) BEGIN
  INSERT INTO finder_change SELECT *, -1 FROM counted_find WHERE cache_id = old.id;
END;
CREATE TRIGGER finder_cache_after AFTER UPDATE OF unlisted, removed_at, status, min_trust, difficulty, terrain ON cache
WHEN (old.unlisted, old.removed_at IS NULL, old.status = 'draft', old.min_trust, old.difficulty, old.terrain)
  IS NOT (new.unlisted, new.removed_at IS NULL, new.status = 'draft', new.min_trust, new.difficulty, new.terrain) BEGIN
  INSERT INTO finder_change SELECT *, 1 FROM counted_find WHERE cache_id = new.id;
END;
-- Its logs go with it, after it has gone.
CREATE TRIGGER finder_cache_delete BEFORE DELETE ON cache BEGIN
  INSERT INTO finder_change SELECT *, -1 FROM counted_find WHERE cache_id = old.id;
END;

-- About where they are now: the job moves them to the second.
INSERT INTO finder_window (period, since)
  SELECT name, max(0, coalesce((SELECT max(found_at) FROM log WHERE kind = 'found'), 0) - seconds)
  FROM (SELECT 'all' AS name, 9000000000000000 AS seconds UNION ALL SELECT 'year', 365 * 86400 UNION ALL SELECT 'month', 30 * 86400);
INSERT INTO finder_sum (period, account, base, sure, finds, halves)
  SELECT w.period, f.account, f.base, f.sure, count(*), sum(f.halves)
  FROM counted_find f JOIN finder_window w ON f.found_at >= w.since GROUP BY 1, 2, 3, 4;
INSERT INTO finder_call (account, base, sure, first_id, last_at)
  SELECT account, base, sure, min(id), max(found_at) FROM counted_find GROUP BY 1, 2, 3;

-- Rankings of a box go from its caches to their finds; archived ones, which no map shows, count as well.
CREATE INDEX cache_place ON cache (lat, lon) WHERE lat IS NOT NULL;

-- What rankings read of it.
CREATE VIEW finder_sum_facts AS SELECT s.period, w.since, s.account, s.base, s.sure, s.finds, s.halves
  FROM finder_sum s JOIN finder_window w ON w.period = s.period;
CREATE VIEW finder_call_facts AS SELECT account, base, sure, first_id, last_at FROM finder_call;
CREATE VIEW finder_window_facts AS SELECT period, since FROM finder_window;
