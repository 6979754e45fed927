-- Area: caches.
-- Stages are their cache's owner's: clues and codes count in the ledger (0751), and go with the cache before it is gone.
CREATE TRIGGER room_stage_insert AFTER INSERT ON stage BEGIN
  INSERT INTO room_change SELECT owner_account, 64 + coalesce(octet_length(new.clue), 0) + coalesce(octet_length(new.code), 0)
    FROM cache WHERE id = new.cache_id AND owner_account IS NOT NULL;
END;
CREATE TRIGGER room_stage_delete AFTER DELETE ON stage BEGIN
  INSERT INTO room_change SELECT owner_account, -(64 + coalesce(octet_length(old.clue), 0) + coalesce(octet_length(old.code), 0))
    FROM cache WHERE id = old.cache_id AND owner_account IS NOT NULL;
END;
CREATE TRIGGER room_stage_update AFTER UPDATE OF clue, code ON stage
WHEN coalesce(octet_length(old.clue), 0) + coalesce(octet_length(old.code), 0)
  <> coalesce(octet_length(new.clue), 0) + coalesce(octet_length(new.code), 0) BEGIN
  INSERT INTO room_change SELECT owner_account, coalesce(octet_length(new.clue), 0) + coalesce(octet_length(new.code), 0)
    - coalesce(octet_length(old.clue), 0) - coalesce(octet_length(old.code), 0)
    FROM cache WHERE id = new.cache_id AND owner_account IS NOT NULL;
END;
CREATE TRIGGER room_stages BEFORE DELETE ON cache BEGIN
  DELETE FROM stage WHERE cache_id = old.id;
END;
CREATE TRIGGER room_stages_owner AFTER UPDATE OF owner_account ON cache
WHEN old.owner_account IS NOT new.owner_account AND EXISTS (SELECT 1 FROM stage WHERE cache_id = new.id) BEGIN
  INSERT INTO room_change SELECT old.owner_account, -sum(64 + coalesce(octet_length(clue), 0) + coalesce(octet_length(code), 0))
    FROM stage WHERE cache_id = new.id HAVING old.owner_account IS NOT NULL;
  INSERT INTO room_change SELECT new.owner_account, sum(64 + coalesce(octet_length(clue), 0) + coalesce(octet_length(code), 0))
    FROM stage WHERE cache_id = new.id HAVING new.owner_account IS NOT NULL;
END;
-- What is there already counts, whatever the limits say by now.
CREATE VIEW stage_room AS SELECT c.owner_account AS account_id,
    sum(64 + coalesce(octet_length(s.clue), 0) + coalesce(octet_length(s.code), 0)) AS bytes
  FROM stage s JOIN cache c ON c.id = s.cache_id WHERE c.owner_account IS NOT NULL GROUP BY c.owner_account;
-- Area: db.
INSERT INTO member_room (account_id, bytes, newcomer)
  SELECT account_id, bytes, NOT EXISTS (SELECT 1 FROM proven_account p WHERE p.account_id = stage_room.account_id)
  FROM stage_room WHERE true ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes;
-- Area: caches.
DROP VIEW stage_room;
