-- Area: accounts.
-- For the statements below: who holds a call since when, and has proved it since when.
CREATE VIEW call_holder AS
SELECT h.base, h.account_id, h.held_since, v.verified_at FROM held_call h LEFT JOIN verification v ON v.base = h.base;
-- Calls that went to another holder, and when last.
CREATE VIEW call_gone AS SELECT base, max(at) AS at FROM call_event GROUP BY base;
-- Area: stations.
-- Who held the calls of a message when it came: calls go from one holder to the next, messages do not.
ALTER TABLE message ADD COLUMN from_account INTEGER;
ALTER TABLE message ADD COLUMN from_proven INTEGER NOT NULL DEFAULT 0;  -- 1: that holder had the call verified
ALTER TABLE message ADD COLUMN to_account INTEGER;
ALTER TABLE message ADD COLUMN to_proven INTEGER NOT NULL DEFAULT 0;
CREATE INDEX message_from_account ON message (from_account, id) WHERE from_account IS NOT NULL;
CREATE INDEX message_to_account ON message (to_account, id) WHERE to_account IS NOT NULL;

-- What came before these columns: as far as calls, proofs and their dates tell.
UPDATE message SET
  from_account = (SELECT h.account_id FROM call_holder h WHERE h.base = from_base AND h.held_since <= message.at),
  from_proven = EXISTS (SELECT 1 FROM call_holder h WHERE h.base = from_base AND h.verified_at <= message.at),
  to_account = (SELECT h.account_id FROM call_holder h WHERE h.base = to_base AND h.held_since <= message.at),
  to_proven = EXISTS (SELECT 1 FROM call_holder h WHERE h.base = to_base AND h.verified_at <= message.at);
-- A former holder's, whoever that was; and what members wrote to each other was never public.
UPDATE message SET from_proven = 1 WHERE from_account IS NULL
  AND (delivery = 'here' OR EXISTS (SELECT 1 FROM call_gone g WHERE g.base = from_base AND g.at >= message.at));
UPDATE message SET to_proven = 1 WHERE to_account IS NULL
  AND (delivery = 'here' OR EXISTS (SELECT 1 FROM call_gone g WHERE g.base = to_base AND g.at >= message.at));
-- Area: accounts.
DROP VIEW call_gone;
DROP VIEW call_holder;
