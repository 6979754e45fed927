-- Area: accounts.
-- For the statement below: who holds a call since when, and has proved it since when.
CREATE VIEW call_holder AS
SELECT h.base, h.account_id, h.held_since, v.verified_at FROM held_call h LEFT JOIN verification v ON v.base = h.base;
-- Area: bbs.
-- Whose a message was when it came. Calls go from one holder to the next, mail does not: an account sees what it wrote
-- and what came while it held the call. A table of its own, since the texts stand last in `bbs_message`.
CREATE TABLE bbs_side (
  message_id INTEGER PRIMARY KEY REFERENCES bbs_message (id) ON DELETE CASCADE,
  from_account INTEGER,                     -- who wrote it signed in, or held the writer's call verified
  to_account INTEGER,                       -- who held the addressee's call, verified or not
  to_proven INTEGER NOT NULL,               -- that holder had the call verified
  by_air INTEGER NOT NULL                   -- by the packet mailbox or a partner: its sender is a claim
) STRICT;
CREATE INDEX bbs_side_from ON bbs_side (from_account) WHERE from_account IS NOT NULL;
CREATE INDEX bbs_side_to ON bbs_side (to_account) WHERE to_account IS NOT NULL;
-- What came before this table: as far as calls, proofs and their dates tell.
INSERT INTO bbs_side (message_id, from_account, to_account, to_proven, by_air)
SELECT m.id,
  coalesce(m.account_id,
    (SELECT h.account_id FROM call_holder h WHERE h.base = m.from_base AND h.verified_at <= m.received_at)),
  (SELECT h.account_id FROM call_holder h WHERE h.base = m.to_base AND h.held_since <= m.received_at),
  EXISTS (SELECT 1 FROM call_holder h WHERE h.base = m.to_base AND h.verified_at <= m.received_at),
  m.source LIKE 'rf-fbb:%'
FROM bbs_message m WHERE m.mirrored = 0;
-- Area: accounts.
DROP VIEW call_holder;
