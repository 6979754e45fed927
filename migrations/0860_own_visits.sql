-- Area: caches.
-- What members of this instance logged at caches of others: handed on from here (`answer`: what the cache's instance said), or
-- come back as a record that a key of theirs signed (`gid`). Only a record makes it a find of theirs.
CREATE TABLE own_visit (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  signer_key TEXT NOT NULL,
  sent_id TEXT NOT NULL,
  cache_gid TEXT NOT NULL,
  origin TEXT NOT NULL,
  call TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  tier TEXT,
  answer TEXT,
  gid TEXT UNIQUE,
  UNIQUE (signer_key, sent_id)
) STRICT;
CREATE INDEX own_visit_person ON own_visit (account, found_at);
CREATE INDEX own_visit_cache ON own_visit (cache_gid);

-- Those that can count: a find whose cache is here and may be named, with a tier that could reach its minimum. `sure`: it
-- counts whatever the instance asks of caches that ask for nothing themselves.
CREATE VIEW counted_visit AS SELECT
  v.id, v.gid, v.account, v.cache_gid, v.origin, v.tier, v.found_at, m.map ->> 'type' AS type,
  v.tier = 'A' OR coalesce(m.map ->> 'minTrust', m.more ->> 'minTrust') IS 'B' AS sure,
  CAST(round(2 * (iif(v.tier = 'A', 10, 5) + (m.map ->> 'difficulty') + (m.map ->> 'terrain'))) AS INTEGER) AS halves
  FROM own_visit v JOIN cache_mirror m ON m.gid = v.cache_gid
  WHERE v.kind = 'found' AND v.gid IS NOT NULL
    AND (v.tier = 'A' OR (v.tier = 'B' AND coalesce(m.map ->> 'minTrust', m.more ->> 'minTrust') IS NOT 'A'))
    AND NOT coalesce(m.map ->> 'unlisted', m.more ->> 'unlisted', 0);

-- What they add up to, of each person and each origin, since blocked origins are left out when it is read: one find a cache.
CREATE TABLE own_visit_sum (
  account INTEGER NOT NULL,
  origin TEXT NOT NULL,
  sure INTEGER NOT NULL,
  tier TEXT NOT NULL,
  type TEXT NOT NULL,
  n INTEGER NOT NULL,
  halves INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (account, origin, sure, tier, type)
) STRICT, WITHOUT ROWID;
CREATE VIEW own_visit_sum_now AS SELECT account, origin, sure, tier, type,
  count(*) AS n, sum(halves) AS halves, min(found_at) AS first_at, max(found_at) AS last_at
  FROM counted_visit v WHERE NOT EXISTS (SELECT 1 FROM counted_visit o
    WHERE o.cache_gid = v.cache_gid AND o.account = v.account AND (o.sure, -o.found_at, -o.id) > (v.sure, -v.found_at, -v.id))
  GROUP BY account, origin, sure, tier, type;

-- A person has few visits: whatever changes one adds that person's up again.
CREATE VIEW own_visitor AS SELECT account FROM own_visit;
CREATE TRIGGER own_visitor_changed INSTEAD OF INSERT ON own_visitor BEGIN
  DELETE FROM own_visit_sum WHERE account = new.account;
  INSERT INTO own_visit_sum (account, origin, sure, tier, type, n, halves, first_at, last_at)
    SELECT account, origin, sure, tier, type, n, halves, first_at, last_at FROM own_visit_sum_now WHERE account = new.account;
END;
CREATE TRIGGER own_visit_insert AFTER INSERT ON own_visit WHEN new.gid IS NOT NULL BEGIN
  INSERT INTO own_visitor (account) VALUES (new.account);
END;
CREATE TRIGGER own_visit_update AFTER UPDATE ON own_visit BEGIN
  INSERT INTO own_visitor (account) VALUES (new.account);
END;
CREATE TRIGGER own_visit_delete AFTER DELETE ON own_visit WHEN old.gid IS NOT NULL BEGIN
  INSERT INTO own_visitor (account) VALUES (old.account);
END;
CREATE TRIGGER visited_cache_insert AFTER INSERT ON cache_mirror BEGIN
  INSERT INTO own_visitor (account) SELECT DISTINCT account FROM own_visit WHERE cache_gid = new.gid;
END;
CREATE TRIGGER visited_cache_update AFTER UPDATE OF map, more ON cache_mirror BEGIN
  INSERT INTO own_visitor (account) SELECT DISTINCT account FROM own_visit WHERE cache_gid = new.gid;
END;
CREATE TRIGGER visited_cache_delete AFTER DELETE ON cache_mirror BEGIN
  INSERT INTO own_visitor (account) SELECT DISTINCT account FROM own_visit WHERE cache_gid = old.gid;
END;
