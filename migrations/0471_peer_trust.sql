-- Area: federation.
-- What is made of all peers' trust is kept until this changes: a text that was never there before, so that a change which is
-- taken back leaves nothing behind. Triggers keep it, since commands write beside a running server.
CREATE TABLE fed_peer_trust (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision TEXT NOT NULL
) STRICT;
INSERT INTO fed_peer_trust (id, revision) VALUES (1, '');
CREATE TRIGGER fed_peer_trust_insert AFTER INSERT ON fed_peer BEGIN
  UPDATE fed_peer_trust SET revision = lower(hex(randomblob(8)));
END;
CREATE TRIGGER fed_peer_trust_delete AFTER DELETE ON fed_peer BEGIN
  UPDATE fed_peer_trust SET revision = lower(hex(randomblob(8)));
END;
CREATE TRIGGER fed_peer_trust_update AFTER UPDATE OF instance, trust ON fed_peer
WHEN old.instance IS NOT new.instance OR old.trust <> new.trust BEGIN
  UPDATE fed_peer_trust SET revision = lower(hex(randomblob(8)));
END;
