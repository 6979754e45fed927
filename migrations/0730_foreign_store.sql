-- Area: federation.
-- What is kept of others' records, by who signed them and who brought them, in the bytes of room.ts: each record is
-- reckoned at twice its frame (the frame, and the mirror made of it) and 600 bytes for its rows, indexes and the version
-- that stays for good. Triggers keep it, since each write that touches a record must, whichever way the record came.
CREATE TABLE fed_store (
  origin TEXT NOT NULL,
  via TEXT NOT NULL,            -- instance or carrier that delivered it
  records INTEGER NOT NULL DEFAULT 0,   -- deleted ones, of which the version stays, count in bytes alone
  bytes INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,   -- how often a record found no room
  refused_at INTEGER,
  PRIMARY KEY (origin, via)
) STRICT, WITHOUT ROWID;
CREATE INDEX fed_store_via ON fed_store (via);
INSERT INTO fed_store (origin, via, records, bytes)
  SELECT origin, ifnull(via, ''), sum(1 - gone), sum(600 + 2 * ifnull(length(frame), 0))
  FROM fed_record WHERE hops > 0 GROUP BY 1, 2;

CREATE TRIGGER fed_store_insert AFTER INSERT ON fed_record WHEN new.hops > 0 BEGIN
  INSERT INTO fed_store (origin, via, records, bytes)
    VALUES (new.origin, ifnull(new.via, ''), 1 - new.gone, 600 + 2 * ifnull(length(new.frame), 0))
    ON CONFLICT (origin, via) DO UPDATE SET records = records + excluded.records, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER fed_store_delete AFTER DELETE ON fed_record WHEN old.hops > 0 BEGIN
  UPDATE fed_store SET records = records - 1 + old.gone, bytes = bytes - 600 - 2 * ifnull(length(old.frame), 0)
    WHERE origin = old.origin AND via = ifnull(old.via, '');
END;
CREATE TRIGGER fed_store_update AFTER UPDATE OF frame, hops, via, gone ON fed_record
WHEN old.hops > 0 OR new.hops > 0 BEGIN
  UPDATE fed_store SET records = records - 1 + old.gone, bytes = bytes - 600 - 2 * ifnull(length(old.frame), 0)
    WHERE old.hops > 0 AND origin = old.origin AND via = ifnull(old.via, '');
  INSERT INTO fed_store (origin, via, records, bytes)
    SELECT new.origin, ifnull(new.via, ''), 1 - new.gone, 600 + 2 * ifnull(length(new.frame), 0) WHERE new.hops > 0
    ON CONFLICT (origin, via) DO UPDATE SET records = records + excluded.records, bytes = bytes + excluded.bytes;
END;
