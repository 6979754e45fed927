-- Area: db.
-- A trigger that raises an expression is newer than the SQLite in replicators (litestream 0.3) and in older shells: they can
-- not read a schema that has one, and copy nothing. The refusal is raised as a path of JSON that is none, with its numbers.
DROP TRIGGER room_changed;
CREATE TRIGGER room_changed INSTEAD OF INSERT ON room_change BEGIN
  INSERT INTO member_room (account_id, bytes, newcomer)
    SELECT new.account_id, new.bytes, NOT EXISTS (SELECT 1 FROM proven_account WHERE account_id = new.account_id)
    WHERE true ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes, newcomer = excluded.newcomer;
  SELECT json_extract('{}', 'account_full ' || CASE r.newcomer WHEN 1 THEN l.of_newcomer ELSE l.of_account END || ' ' || (r.bytes - new.bytes))
    FROM member_room r, member_room_limit l WHERE r.account_id = new.account_id AND new.bytes > 0
    AND r.bytes > CASE r.newcomer WHEN 1 THEN l.of_newcomer ELSE l.of_account END;
  SELECT json_extract('{}', 'account_full ' || l.of_newcomers || ' ' || (l.newcomer_bytes - new.bytes))
    FROM member_room r, member_room_limit l WHERE r.account_id = new.account_id AND new.bytes > 0
    AND r.newcomer = 1 AND l.newcomer_bytes > l.of_newcomers;
  DELETE FROM member_room WHERE account_id = new.account_id AND bytes <= 0;
END;
