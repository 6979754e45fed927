-- Area: db.
-- How much room each account's texts and files take. Every table with an owner says of each of its rows what it takes, by
-- the triggers below: no write can forget it, and none adds up a table. Text counts in bytes, with 64 for the row.
CREATE TABLE member_room (
  account_id INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL,
  newcomer INTEGER NOT NULL                -- 1: the account holds no verified call
) STRICT;
CREATE INDEX member_room_newcomer ON member_room (bytes) WHERE newcomer = 1;
-- All newcomers together, and what each may take; without limits nothing is refused.
CREATE TABLE member_room_limit (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  newcomer_bytes INTEGER NOT NULL,
  of_account INTEGER,
  of_newcomer INTEGER,
  of_newcomers INTEGER
) STRICT;
INSERT INTO member_room_limit (id, newcomer_bytes) VALUES (1, 0);

CREATE TRIGGER member_room_insert AFTER INSERT ON member_room WHEN new.newcomer = 1 BEGIN
  UPDATE member_room_limit SET newcomer_bytes = newcomer_bytes + new.bytes;
END;
CREATE TRIGGER member_room_delete AFTER DELETE ON member_room WHEN old.newcomer = 1 BEGIN
  UPDATE member_room_limit SET newcomer_bytes = newcomer_bytes - old.bytes;
END;
CREATE TRIGGER member_room_update AFTER UPDATE ON member_room BEGIN
  UPDATE member_room_limit SET newcomer_bytes = newcomer_bytes
    - CASE old.newcomer WHEN 1 THEN old.bytes ELSE 0 END + CASE new.newcomer WHEN 1 THEN new.bytes ELSE 0 END;
END;

-- What a row takes, or gives back; refused where it would be too much.
CREATE VIEW room_change AS SELECT account_id, bytes FROM member_room;
CREATE TRIGGER room_changed INSTEAD OF INSERT ON room_change BEGIN
  INSERT INTO member_room (account_id, bytes, newcomer)
    SELECT new.account_id, new.bytes, NOT EXISTS (SELECT 1 FROM proven_account WHERE account_id = new.account_id)
    WHERE true ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes, newcomer = excluded.newcomer;
  SELECT RAISE(ABORT, concat('account_full ', CASE r.newcomer WHEN 1 THEN l.of_newcomer ELSE l.of_account END, ' ', r.bytes - new.bytes))
    FROM member_room r, member_room_limit l WHERE r.account_id = new.account_id AND new.bytes > 0
    AND r.bytes > CASE r.newcomer WHEN 1 THEN l.of_newcomer ELSE l.of_account END;
  SELECT RAISE(ABORT, concat('account_full ', l.of_newcomers, ' ', l.newcomer_bytes - new.bytes))
    FROM member_room r, member_room_limit l WHERE r.account_id = new.account_id AND new.bytes > 0
    AND r.newcomer = 1 AND l.newcomer_bytes > l.of_newcomers;
  DELETE FROM member_room WHERE account_id = new.account_id AND bytes <= 0;
END;

-- What operators cleared of newcomers' rows, and may bring back for a day: each as it was, with its table.
CREATE TABLE cleared_row (
  id INTEGER PRIMARY KEY,
  clearing_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  place TEXT NOT NULL,                     -- name of its table
  row TEXT NOT NULL                        -- JSON
) STRICT;
CREATE INDEX cleared_row_clearing ON cleared_row (clearing_id, id);
CREATE INDEX cleared_row_account ON cleared_row (account_id);

-- Area: notebook.
CREATE TRIGGER room_cache_note_insert AFTER INSERT ON cache_note WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.text), 0));
END;
CREATE TRIGGER room_cache_note_delete AFTER DELETE ON cache_note WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.text), 0)));
END;
CREATE TRIGGER room_cache_note_update AFTER UPDATE ON cache_note
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.text), 0) <> 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.text), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.text), 0) - (64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.text), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.text), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.text), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(code_key), 0) + coalesce(octet_length(code), 0) + coalesce(octet_length(text), 0)) FROM cache_note WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_cache_ignored_insert AFTER INSERT ON cache_ignored WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0));
END;
CREATE TRIGGER room_cache_ignored_delete AFTER DELETE ON cache_ignored WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0)));
END;
CREATE TRIGGER room_cache_ignored_update AFTER UPDATE ON cache_ignored
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) <> 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) - (64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(code_key), 0) + coalesce(octet_length(code), 0)) FROM cache_ignored WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_cache_list_insert AFTER INSERT ON cache_list WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.name), 0) + coalesce(octet_length(new.share), 0));
END;
CREATE TRIGGER room_cache_list_delete AFTER DELETE ON cache_list WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.name), 0) + coalesce(octet_length(old.share), 0)));
END;
CREATE TRIGGER room_cache_list_update AFTER UPDATE ON cache_list
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.name), 0) + coalesce(octet_length(old.share), 0) <> 64 + coalesce(octet_length(new.name), 0) + coalesce(octet_length(new.share), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.name), 0) + coalesce(octet_length(new.share), 0) - (64 + coalesce(octet_length(old.name), 0) + coalesce(octet_length(old.share), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.name), 0) + coalesce(octet_length(old.share), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.name), 0) + coalesce(octet_length(new.share), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(name), 0) + coalesce(octet_length(share), 0)) FROM cache_list WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_found_elsewhere_insert AFTER INSERT ON found_elsewhere WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.title), 0) + coalesce(octet_length(new.type), 0));
END;
CREATE TRIGGER room_found_elsewhere_delete AFTER DELETE ON found_elsewhere WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.title), 0) + coalesce(octet_length(old.type), 0)));
END;
CREATE TRIGGER room_found_elsewhere_update AFTER UPDATE ON found_elsewhere
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.title), 0) + coalesce(octet_length(old.type), 0) <> 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.title), 0) + coalesce(octet_length(new.type), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.title), 0) + coalesce(octet_length(new.type), 0) - (64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.title), 0) + coalesce(octet_length(old.type), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.title), 0) + coalesce(octet_length(old.type), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.title), 0) + coalesce(octet_length(new.type), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(code_key), 0) + coalesce(octet_length(code), 0) + coalesce(octet_length(title), 0) + coalesce(octet_length(type), 0)) FROM found_elsewhere WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_field_note_insert AFTER INSERT ON field_note WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.kind), 0) + coalesce(octet_length(new.text), 0) + coalesce(octet_length(new.sent_id), 0));
END;
CREATE TRIGGER room_field_note_delete AFTER DELETE ON field_note WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.kind), 0) + coalesce(octet_length(old.text), 0) + coalesce(octet_length(old.sent_id), 0)));
END;
CREATE TRIGGER room_field_note_update AFTER UPDATE ON field_note
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.kind), 0) + coalesce(octet_length(old.text), 0) + coalesce(octet_length(old.sent_id), 0) <> 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.kind), 0) + coalesce(octet_length(new.text), 0) + coalesce(octet_length(new.sent_id), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.kind), 0) + coalesce(octet_length(new.text), 0) + coalesce(octet_length(new.sent_id), 0) - (64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.kind), 0) + coalesce(octet_length(old.text), 0) + coalesce(octet_length(old.sent_id), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.code_key), 0) + coalesce(octet_length(old.code), 0) + coalesce(octet_length(old.kind), 0) + coalesce(octet_length(old.text), 0) + coalesce(octet_length(old.sent_id), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.code_key), 0) + coalesce(octet_length(new.code), 0) + coalesce(octet_length(new.kind), 0) + coalesce(octet_length(new.text), 0) + coalesce(octet_length(new.sent_id), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(code_key), 0) + coalesce(octet_length(code), 0) + coalesce(octet_length(kind), 0) + coalesce(octet_length(text), 0) + coalesce(octet_length(sent_id), 0)) FROM field_note WHERE account_id IS NOT NULL GROUP BY account_id;

-- What stands on a list is its owner's. With the list it goes at once, before the list is gone.
CREATE TRIGGER room_cache_list_item_insert AFTER INSERT ON cache_list_item BEGIN
  INSERT INTO room_change SELECT account_id, 64 + octet_length(new.code_key) + octet_length(new.code) FROM cache_list WHERE id = new.list_id;
END;
CREATE TRIGGER room_cache_list_item_delete AFTER DELETE ON cache_list_item BEGIN
  INSERT INTO room_change SELECT account_id, -(64 + octet_length(old.code_key) + octet_length(old.code)) FROM cache_list WHERE id = old.list_id;
END;
CREATE TRIGGER room_cache_list_items BEFORE DELETE ON cache_list BEGIN
  DELETE FROM cache_list_item WHERE list_id = old.id;
END;
INSERT INTO room_change SELECT l.account_id, sum(64 + octet_length(i.code_key) + octet_length(i.code)) FROM cache_list_item i JOIN cache_list l ON l.id = i.list_id
  GROUP BY l.account_id;

-- Area: caches.
CREATE TRIGGER room_cache_insert AFTER INSERT ON cache WHEN new.owner_account IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.owner_account, 64 + coalesce(octet_length(new.title), 0) + coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.hint), 0) + coalesce(octet_length(new.tags), 0) + coalesce(octet_length(new.station_call), 0));
END;
CREATE TRIGGER room_cache_delete AFTER DELETE ON cache WHEN old.owner_account IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.owner_account, -(64 + coalesce(octet_length(old.title), 0) + coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.hint), 0) + coalesce(octet_length(old.tags), 0) + coalesce(octet_length(old.station_call), 0)));
END;
CREATE TRIGGER room_cache_update AFTER UPDATE ON cache
WHEN old.owner_account IS NOT new.owner_account OR 64 + coalesce(octet_length(old.title), 0) + coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.hint), 0) + coalesce(octet_length(old.tags), 0) + coalesce(octet_length(old.station_call), 0) <> 64 + coalesce(octet_length(new.title), 0) + coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.hint), 0) + coalesce(octet_length(new.tags), 0) + coalesce(octet_length(new.station_call), 0) BEGIN
  INSERT INTO room_change SELECT new.owner_account, 64 + coalesce(octet_length(new.title), 0) + coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.hint), 0) + coalesce(octet_length(new.tags), 0) + coalesce(octet_length(new.station_call), 0) - (64 + coalesce(octet_length(old.title), 0) + coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.hint), 0) + coalesce(octet_length(old.tags), 0) + coalesce(octet_length(old.station_call), 0)) WHERE new.owner_account IS old.owner_account AND new.owner_account IS NOT NULL;
  INSERT INTO room_change SELECT old.owner_account, -(64 + coalesce(octet_length(old.title), 0) + coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.hint), 0) + coalesce(octet_length(old.tags), 0) + coalesce(octet_length(old.station_call), 0)) WHERE new.owner_account IS NOT old.owner_account AND old.owner_account IS NOT NULL;
  INSERT INTO room_change SELECT new.owner_account, 64 + coalesce(octet_length(new.title), 0) + coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.hint), 0) + coalesce(octet_length(new.tags), 0) + coalesce(octet_length(new.station_call), 0) WHERE new.owner_account IS NOT old.owner_account AND new.owner_account IS NOT NULL;
END;
INSERT INTO room_change SELECT owner_account, sum(64 + coalesce(octet_length(title), 0) + coalesce(octet_length(description), 0) + coalesce(octet_length(hint), 0) + coalesce(octet_length(tags), 0) + coalesce(octet_length(station_call), 0)) FROM cache WHERE owner_account IS NOT NULL GROUP BY owner_account;

CREATE TRIGGER room_log_insert AFTER INSERT ON log WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.text), 0) + coalesce(octet_length(new.sent_id), 0) + coalesce(octet_length(new.signature), 0));
END;
CREATE TRIGGER room_log_delete AFTER DELETE ON log WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.text), 0) + coalesce(octet_length(old.sent_id), 0) + coalesce(octet_length(old.signature), 0)));
END;
CREATE TRIGGER room_log_update AFTER UPDATE ON log
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.text), 0) + coalesce(octet_length(old.sent_id), 0) + coalesce(octet_length(old.signature), 0) <> 64 + coalesce(octet_length(new.text), 0) + coalesce(octet_length(new.sent_id), 0) + coalesce(octet_length(new.signature), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.text), 0) + coalesce(octet_length(new.sent_id), 0) + coalesce(octet_length(new.signature), 0) - (64 + coalesce(octet_length(old.text), 0) + coalesce(octet_length(old.sent_id), 0) + coalesce(octet_length(old.signature), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.text), 0) + coalesce(octet_length(old.sent_id), 0) + coalesce(octet_length(old.signature), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.text), 0) + coalesce(octet_length(new.sent_id), 0) + coalesce(octet_length(new.signature), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(text), 0) + coalesce(octet_length(sent_id), 0) + coalesce(octet_length(signature), 0)) FROM log WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_hide_draft_insert AFTER INSERT ON hide_draft WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.draft), 0));
END;
CREATE TRIGGER room_hide_draft_delete AFTER DELETE ON hide_draft WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.draft), 0)));
END;
CREATE TRIGGER room_hide_draft_update AFTER UPDATE ON hide_draft
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.draft), 0) <> 64 + coalesce(octet_length(new.draft), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.draft), 0) - (64 + coalesce(octet_length(old.draft), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.draft), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.draft), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(draft), 0)) FROM hide_draft WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_adoption_request_insert AFTER INSERT ON adoption_request WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.call), 0) + coalesce(octet_length(new.note), 0));
END;
CREATE TRIGGER room_adoption_request_delete AFTER DELETE ON adoption_request WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.call), 0) + coalesce(octet_length(old.note), 0)));
END;
CREATE TRIGGER room_adoption_request_update AFTER UPDATE ON adoption_request
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.call), 0) + coalesce(octet_length(old.note), 0) <> 64 + coalesce(octet_length(new.call), 0) + coalesce(octet_length(new.note), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.call), 0) + coalesce(octet_length(new.note), 0) - (64 + coalesce(octet_length(old.call), 0) + coalesce(octet_length(old.note), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.call), 0) + coalesce(octet_length(old.note), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.call), 0) + coalesce(octet_length(new.note), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(call), 0) + coalesce(octet_length(note), 0)) FROM adoption_request WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_media_insert AFTER INSERT ON media WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, new.bytes + new.thumb_bytes);
END;
CREATE TRIGGER room_media_delete AFTER DELETE ON media WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(old.bytes + old.thumb_bytes));
END;
CREATE TRIGGER room_media_update AFTER UPDATE ON media
WHEN old.account_id IS NOT new.account_id OR old.bytes + old.thumb_bytes <> new.bytes + new.thumb_bytes BEGIN
  INSERT INTO room_change SELECT new.account_id, new.bytes + new.thumb_bytes - (old.bytes + old.thumb_bytes) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(old.bytes + old.thumb_bytes) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, new.bytes + new.thumb_bytes WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(bytes + thumb_bytes) FROM media WHERE account_id IS NOT NULL GROUP BY account_id;

-- Area: live.
CREATE TRIGGER room_watch_insert AFTER INSERT ON watch WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.base), 0));
END;
CREATE TRIGGER room_watch_delete AFTER DELETE ON watch WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.base), 0)));
END;
CREATE TRIGGER room_watch_update AFTER UPDATE ON watch
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.base), 0) <> 64 + coalesce(octet_length(new.base), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.base), 0) - (64 + coalesce(octet_length(old.base), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.base), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.base), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(base), 0)) FROM watch WHERE account_id IS NOT NULL GROUP BY account_id;

-- Area: read.
CREATE TRIGGER room_map_view_insert AFTER INSERT ON map_view WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.id), 0) + coalesce(octet_length(new.name), 0) + coalesce(octet_length(new.view), 0));
END;
CREATE TRIGGER room_map_view_delete AFTER DELETE ON map_view WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.id), 0) + coalesce(octet_length(old.name), 0) + coalesce(octet_length(old.view), 0)));
END;
CREATE TRIGGER room_map_view_update AFTER UPDATE ON map_view
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.id), 0) + coalesce(octet_length(old.name), 0) + coalesce(octet_length(old.view), 0) <> 64 + coalesce(octet_length(new.id), 0) + coalesce(octet_length(new.name), 0) + coalesce(octet_length(new.view), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.id), 0) + coalesce(octet_length(new.name), 0) + coalesce(octet_length(new.view), 0) - (64 + coalesce(octet_length(old.id), 0) + coalesce(octet_length(old.name), 0) + coalesce(octet_length(old.view), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.id), 0) + coalesce(octet_length(old.name), 0) + coalesce(octet_length(old.view), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.id), 0) + coalesce(octet_length(new.name), 0) + coalesce(octet_length(new.view), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(id), 0) + coalesce(octet_length(name), 0) + coalesce(octet_length(view), 0)) FROM map_view WHERE account_id IS NOT NULL GROUP BY account_id;

-- Area: stations.
CREATE TRIGGER room_mailbox_insert AFTER INSERT ON mailbox WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.from_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.body), 0));
END;
CREATE TRIGGER room_mailbox_delete AFTER DELETE ON mailbox WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.from_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.body), 0)));
END;
CREATE TRIGGER room_mailbox_update AFTER UPDATE ON mailbox
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.from_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.body), 0) <> 64 + coalesce(octet_length(new.from_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.body), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.from_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.body), 0) - (64 + coalesce(octet_length(old.from_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.body), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.from_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.body), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.from_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.body), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(from_call), 0) + coalesce(octet_length(to_call), 0) + coalesce(octet_length(body), 0)) FROM mailbox WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_outbox_insert AFTER INSERT ON outbox WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.src_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.payload), 0) + coalesce(octet_length(new.target), 0));
END;
CREATE TRIGGER room_outbox_delete AFTER DELETE ON outbox WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.src_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.payload), 0) + coalesce(octet_length(old.target), 0)));
END;
CREATE TRIGGER room_outbox_update AFTER UPDATE ON outbox
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.src_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.payload), 0) + coalesce(octet_length(old.target), 0) <> 64 + coalesce(octet_length(new.src_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.payload), 0) + coalesce(octet_length(new.target), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.src_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.payload), 0) + coalesce(octet_length(new.target), 0) - (64 + coalesce(octet_length(old.src_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.payload), 0) + coalesce(octet_length(old.target), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.src_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.payload), 0) + coalesce(octet_length(old.target), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.src_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.payload), 0) + coalesce(octet_length(new.target), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(src_call), 0) + coalesce(octet_length(to_call), 0) + coalesce(octet_length(payload), 0) + coalesce(octet_length(target), 0)) FROM outbox WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_my_station_insert AFTER INSERT ON my_station WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.call), 0) + coalesce(octet_length(new.symbol), 0) + coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.roles), 0));
END;
CREATE TRIGGER room_my_station_delete AFTER DELETE ON my_station WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.call), 0) + coalesce(octet_length(old.symbol), 0) + coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.roles), 0)));
END;
CREATE TRIGGER room_my_station_update AFTER UPDATE ON my_station
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.call), 0) + coalesce(octet_length(old.symbol), 0) + coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.roles), 0) <> 64 + coalesce(octet_length(new.call), 0) + coalesce(octet_length(new.symbol), 0) + coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.roles), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.call), 0) + coalesce(octet_length(new.symbol), 0) + coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.roles), 0) - (64 + coalesce(octet_length(old.call), 0) + coalesce(octet_length(old.symbol), 0) + coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.roles), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.call), 0) + coalesce(octet_length(old.symbol), 0) + coalesce(octet_length(old.description), 0) + coalesce(octet_length(old.roles), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.call), 0) + coalesce(octet_length(new.symbol), 0) + coalesce(octet_length(new.description), 0) + coalesce(octet_length(new.roles), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(call), 0) + coalesce(octet_length(symbol), 0) + coalesce(octet_length(description), 0) + coalesce(octet_length(roles), 0)) FROM my_station WHERE account_id IS NOT NULL GROUP BY account_id;

-- Area: bbs.
CREATE TRIGGER room_bbs_message_insert AFTER INSERT ON bbs_message WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.from_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.at), 0) + coalesce(octet_length(new.subject), 0) + coalesce(octet_length(new.body), 0));
END;
CREATE TRIGGER room_bbs_message_delete AFTER DELETE ON bbs_message WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.from_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.at), 0) + coalesce(octet_length(old.subject), 0) + coalesce(octet_length(old.body), 0)));
END;
CREATE TRIGGER room_bbs_message_update AFTER UPDATE ON bbs_message
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.from_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.at), 0) + coalesce(octet_length(old.subject), 0) + coalesce(octet_length(old.body), 0) <> 64 + coalesce(octet_length(new.from_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.at), 0) + coalesce(octet_length(new.subject), 0) + coalesce(octet_length(new.body), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.from_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.at), 0) + coalesce(octet_length(new.subject), 0) + coalesce(octet_length(new.body), 0) - (64 + coalesce(octet_length(old.from_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.at), 0) + coalesce(octet_length(old.subject), 0) + coalesce(octet_length(old.body), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.from_call), 0) + coalesce(octet_length(old.to_call), 0) + coalesce(octet_length(old.at), 0) + coalesce(octet_length(old.subject), 0) + coalesce(octet_length(old.body), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.from_call), 0) + coalesce(octet_length(new.to_call), 0) + coalesce(octet_length(new.at), 0) + coalesce(octet_length(new.subject), 0) + coalesce(octet_length(new.body), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(from_call), 0) + coalesce(octet_length(to_call), 0) + coalesce(octet_length(at), 0) + coalesce(octet_length(subject), 0) + coalesce(octet_length(body), 0)) FROM bbs_message WHERE account_id IS NOT NULL GROUP BY account_id;

-- Area: registries.
CREATE TRIGGER room_tool_registry_insert AFTER INSERT ON tool_registry WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.spec), 0) + coalesce(octet_length(new.url), 0) + coalesce(octet_length(new.authority), 0) + coalesce(octet_length(new.label), 0));
END;
CREATE TRIGGER room_tool_registry_delete AFTER DELETE ON tool_registry WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.spec), 0) + coalesce(octet_length(old.url), 0) + coalesce(octet_length(old.authority), 0) + coalesce(octet_length(old.label), 0)));
END;
CREATE TRIGGER room_tool_registry_update AFTER UPDATE ON tool_registry
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.spec), 0) + coalesce(octet_length(old.url), 0) + coalesce(octet_length(old.authority), 0) + coalesce(octet_length(old.label), 0) <> 64 + coalesce(octet_length(new.spec), 0) + coalesce(octet_length(new.url), 0) + coalesce(octet_length(new.authority), 0) + coalesce(octet_length(new.label), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.spec), 0) + coalesce(octet_length(new.url), 0) + coalesce(octet_length(new.authority), 0) + coalesce(octet_length(new.label), 0) - (64 + coalesce(octet_length(old.spec), 0) + coalesce(octet_length(old.url), 0) + coalesce(octet_length(old.authority), 0) + coalesce(octet_length(old.label), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.spec), 0) + coalesce(octet_length(old.url), 0) + coalesce(octet_length(old.authority), 0) + coalesce(octet_length(old.label), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.spec), 0) + coalesce(octet_length(new.url), 0) + coalesce(octet_length(new.authority), 0) + coalesce(octet_length(new.label), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(spec), 0) + coalesce(octet_length(url), 0) + coalesce(octet_length(authority), 0) + coalesce(octet_length(label), 0)) FROM tool_registry WHERE account_id IS NOT NULL GROUP BY account_id;

-- Area: accounts.
CREATE TRIGGER room_preference_insert AFTER INSERT ON preference WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.prefs), 0));
END;
CREATE TRIGGER room_preference_delete AFTER DELETE ON preference WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.prefs), 0)));
END;
CREATE TRIGGER room_preference_update AFTER UPDATE ON preference
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.prefs), 0) <> 64 + coalesce(octet_length(new.prefs), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.prefs), 0) - (64 + coalesce(octet_length(old.prefs), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.prefs), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.prefs), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(prefs), 0)) FROM preference WHERE account_id IS NOT NULL GROUP BY account_id;

CREATE TRIGGER room_profile_insert AFTER INSERT ON profile WHEN new.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (new.account_id, 64 + coalesce(octet_length(new.display_name), 0) + coalesce(octet_length(new.home_grid), 0) + coalesce(octet_length(new.avatar_url), 0) + coalesce(octet_length(new.bio), 0) + coalesce(octet_length(new.links), 0) + coalesce(octet_length(new.public_contact), 0));
END;
CREATE TRIGGER room_profile_delete AFTER DELETE ON profile WHEN old.account_id IS NOT NULL BEGIN
  INSERT INTO room_change VALUES (old.account_id, -(64 + coalesce(octet_length(old.display_name), 0) + coalesce(octet_length(old.home_grid), 0) + coalesce(octet_length(old.avatar_url), 0) + coalesce(octet_length(old.bio), 0) + coalesce(octet_length(old.links), 0) + coalesce(octet_length(old.public_contact), 0)));
END;
CREATE TRIGGER room_profile_update AFTER UPDATE ON profile
WHEN old.account_id IS NOT new.account_id OR 64 + coalesce(octet_length(old.display_name), 0) + coalesce(octet_length(old.home_grid), 0) + coalesce(octet_length(old.avatar_url), 0) + coalesce(octet_length(old.bio), 0) + coalesce(octet_length(old.links), 0) + coalesce(octet_length(old.public_contact), 0) <> 64 + coalesce(octet_length(new.display_name), 0) + coalesce(octet_length(new.home_grid), 0) + coalesce(octet_length(new.avatar_url), 0) + coalesce(octet_length(new.bio), 0) + coalesce(octet_length(new.links), 0) + coalesce(octet_length(new.public_contact), 0) BEGIN
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.display_name), 0) + coalesce(octet_length(new.home_grid), 0) + coalesce(octet_length(new.avatar_url), 0) + coalesce(octet_length(new.bio), 0) + coalesce(octet_length(new.links), 0) + coalesce(octet_length(new.public_contact), 0) - (64 + coalesce(octet_length(old.display_name), 0) + coalesce(octet_length(old.home_grid), 0) + coalesce(octet_length(old.avatar_url), 0) + coalesce(octet_length(old.bio), 0) + coalesce(octet_length(old.links), 0) + coalesce(octet_length(old.public_contact), 0)) WHERE new.account_id IS old.account_id AND new.account_id IS NOT NULL;
  INSERT INTO room_change SELECT old.account_id, -(64 + coalesce(octet_length(old.display_name), 0) + coalesce(octet_length(old.home_grid), 0) + coalesce(octet_length(old.avatar_url), 0) + coalesce(octet_length(old.bio), 0) + coalesce(octet_length(old.links), 0) + coalesce(octet_length(old.public_contact), 0)) WHERE new.account_id IS NOT old.account_id AND old.account_id IS NOT NULL;
  INSERT INTO room_change SELECT new.account_id, 64 + coalesce(octet_length(new.display_name), 0) + coalesce(octet_length(new.home_grid), 0) + coalesce(octet_length(new.avatar_url), 0) + coalesce(octet_length(new.bio), 0) + coalesce(octet_length(new.links), 0) + coalesce(octet_length(new.public_contact), 0) WHERE new.account_id IS NOT old.account_id AND new.account_id IS NOT NULL;
END;
INSERT INTO room_change SELECT account_id, sum(64 + coalesce(octet_length(display_name), 0) + coalesce(octet_length(home_grid), 0) + coalesce(octet_length(avatar_url), 0) + coalesce(octet_length(bio), 0) + coalesce(octet_length(links), 0) + coalesce(octet_length(public_contact), 0)) FROM profile WHERE account_id IS NOT NULL GROUP BY account_id;
