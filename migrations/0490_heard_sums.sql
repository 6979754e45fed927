-- Area: caches.
-- How many logs each receiving site proved, how many finds of the last week are proved by radio, and how many caches there are
-- to find: kept up by the writes that change them, as the sums of 0472 are.
--
-- A log of Tier A that can count, whoever wrote it: 0 stands for somebody who was erased. Who is suspended now is decided
-- when the sums are read.
CREATE VIEW heard_log AS SELECT
  l.id, l.cache_id, l.account_id, coalesce(l.account_id, 0) AS account, l.kind, l.site, l.found_at, c.owner_account AS owner
  FROM log l JOIN cache c ON c.id = l.cache_id
  WHERE l.tier = 'A' AND l.removed_at IS NULL AND c.unlisted = 0 AND c.removed_at IS NULL AND c.status <> 'draft';
-- A native cache that can count as one to find.
CREATE VIEW active_cache AS SELECT id, owner_account AS account_id, coalesce(owner_account, 0) AS account FROM cache
  WHERE unlisted = 0 AND removed_at IS NULL AND status = 'active' AND lat IS NOT NULL AND source = 'native';

-- Of each window: of the week all finds, under no name; of the others logs by the site that proved them.
CREATE TABLE heard_sum (
  period TEXT NOT NULL REFERENCES finder_window (period),
  account INTEGER NOT NULL,            -- whose logs; -1: everybody's, those of the erased too
  name TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (period, account, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE active_sum (
  account INTEGER PRIMARY KEY,         -- whose caches; -1: everybody's
  n INTEGER NOT NULL
) STRICT;
-- What enters or leaves a window.
CREATE INDEX log_heard_at ON log (found_at) WHERE tier = 'A';

CREATE VIEW heard_change AS SELECT *, 1 AS n FROM heard_log;
CREATE TRIGGER heard_change_put INSTEAD OF INSERT ON heard_change BEGIN
  INSERT INTO heard_sum (period, account, name, n)
    SELECT w.period, who.account, iif(w.period = 'week', '', new.site), new.n
    FROM finder_window w CROSS JOIN (SELECT new.account AS account UNION ALL SELECT -1) who
    WHERE new.found_at >= w.since AND iif(w.period = 'week', new.kind = 'found', new.site IS NOT NULL)
    ON CONFLICT DO UPDATE SET n = n + excluded.n;
  DELETE FROM heard_sum WHERE n = 0 AND account IN (new.account, -1) AND name IN ('', new.site)
    AND period IN (SELECT period FROM finder_window);
END;
CREATE TRIGGER heard_log_insert AFTER INSERT ON log WHEN new.tier = 'A' BEGIN
  INSERT INTO heard_change SELECT *, 1 FROM heard_log WHERE id = new.id;
END;
CREATE TRIGGER heard_log_delete BEFORE DELETE ON log WHEN old.tier = 'A' BEGIN
  INSERT INTO heard_change SELECT *, -1 FROM heard_log WHERE id = old.id;
END;
CREATE TRIGGER heard_log_before BEFORE UPDATE OF cache_id, account_id, kind, found_at, tier, site, removed_at ON log
WHEN old.tier = 'A' BEGIN
  INSERT INTO heard_change SELECT *, -1 FROM heard_log WHERE id = old.id;
END;
CREATE TRIGGER heard_log_after AFTER UPDATE OF cache_id, account_id, kind, found_at, tier, site, removed_at ON log
WHEN new.tier = 'A' BEGIN
  INSERT INTO heard_change SELECT *, 1 FROM heard_log WHERE id = new.id;
END;
CREATE TRIGGER heard_cache_before BEFORE UPDATE OF unlisted, removed_at, status ON cache
WHEN (old.unlisted, old.removed_at IS NULL, old.status = 'draft')
  IS NOT (new.unlisted, new.removed_at IS NULL, new.status = 'draft') BEGIN
  INSERT INTO heard_change SELECT *, -1 FROM heard_log WHERE cache_id = old.id;
END;
CREATE TRIGGER heard_cache_after AFTER UPDATE OF unlisted, removed_at, status ON cache
WHEN (old.unlisted, old.removed_at IS NULL, old.status = 'draft')
  IS NOT (new.unlisted, new.removed_at IS NULL, new.status = 'draft') BEGIN
  INSERT INTO heard_change SELECT *, 1 FROM heard_log WHERE cache_id = new.id;
END;
-- Its logs go with it, after it has gone.
CREATE TRIGGER heard_cache_delete BEFORE DELETE ON cache BEGIN
  INSERT INTO heard_change SELECT *, -1 FROM heard_log WHERE cache_id = old.id;
END;

CREATE VIEW active_change AS SELECT *, 1 AS n FROM active_cache;
CREATE TRIGGER active_change_put INSTEAD OF INSERT ON active_change BEGIN
  INSERT INTO active_sum (account, n)
    SELECT who.account, new.n FROM (SELECT new.account AS account UNION ALL SELECT -1) who WHERE true
    ON CONFLICT DO UPDATE SET n = n + excluded.n;
  DELETE FROM active_sum WHERE n = 0 AND account IN (new.account, -1);
END;
CREATE TRIGGER active_cache_insert AFTER INSERT ON cache BEGIN
  INSERT INTO active_change SELECT *, 1 FROM active_cache WHERE id = new.id;
END;
CREATE TRIGGER active_cache_delete BEFORE DELETE ON cache BEGIN
  INSERT INTO active_change SELECT *, -1 FROM active_cache WHERE id = old.id;
END;
-- A living cache moves with every packet of its station: that it has a place is all that counts.
CREATE TRIGGER active_cache_before BEFORE UPDATE OF unlisted, removed_at, status, lat, source, owner_account ON cache
WHEN (old.unlisted, old.removed_at IS NULL, old.status, old.lat IS NULL, old.source, old.owner_account)
  IS NOT (new.unlisted, new.removed_at IS NULL, new.status, new.lat IS NULL, new.source, new.owner_account) BEGIN
  INSERT INTO active_change SELECT *, -1 FROM active_cache WHERE id = old.id;
END;
CREATE TRIGGER active_cache_after AFTER UPDATE OF unlisted, removed_at, status, lat, source, owner_account ON cache
WHEN (old.unlisted, old.removed_at IS NULL, old.status, old.lat IS NULL, old.source, old.owner_account)
  IS NOT (new.unlisted, new.removed_at IS NULL, new.status, new.lat IS NULL, new.source, new.owner_account) BEGIN
  INSERT INTO active_change SELECT *, 1 FROM active_cache WHERE id = new.id;
END;

-- About where it is now: the job moves it to the second.
INSERT INTO finder_window (period, since)
  SELECT 'week', max(0, coalesce((SELECT max(found_at) FROM log WHERE kind = 'found'), 0) - 7 * 86400);
INSERT INTO finder_sum (period, account, base, sure, finds, halves)
  SELECT w.period, f.account, f.base, f.sure, count(*), sum(f.halves)
  FROM finder_window w JOIN counted_find f ON f.found_at >= w.since WHERE w.period = 'week' GROUP BY 1, 2, 3, 4;
INSERT INTO heard_sum (period, account, name, n)
  SELECT w.period, h.account, iif(w.period = 'week', '', h.site), count(*)
  FROM finder_window w JOIN heard_log h ON h.found_at >= w.since
  WHERE iif(w.period = 'week', h.kind = 'found', h.site IS NOT NULL) GROUP BY 1, 2, 3;
INSERT INTO heard_sum (period, account, name, n) SELECT period, -1, name, sum(n) FROM heard_sum GROUP BY 1, 3;
INSERT INTO active_sum (account, n) SELECT account, count(*) FROM active_cache GROUP BY 1;
INSERT INTO active_sum (account, n) SELECT -1, sum(n) FROM active_sum HAVING count(*) > 0;

-- What counts read of it.
CREATE VIEW heard_sum_facts AS SELECT s.period, w.since, s.account, s.name, s.n
  FROM heard_sum s JOIN finder_window w ON w.period = s.period;
CREATE VIEW active_sum_facts AS SELECT account, n FROM active_sum;
