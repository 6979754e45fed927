-- Area: accounts.
-- For the statement below: who holds a call since when, and has proved it since when.
CREATE VIEW call_holder AS
SELECT h.base, h.account_id, h.held_since, v.verified_at FROM held_call h LEFT JOIN verification v ON v.base = h.base;
-- Area: stations.
-- Whose a message was when it was left: calls go from one holder to the next, what was left for them does not.
ALTER TABLE mailbox ADD COLUMN to_account INTEGER;                  -- who held the addressee's call, verified or not
ALTER TABLE mailbox ADD COLUMN to_proven INTEGER NOT NULL DEFAULT 0; -- that holder had the call verified
CREATE INDEX mailbox_to ON mailbox (to_account) WHERE to_account IS NOT NULL;
-- What was left before these columns: as far as calls, proofs and their dates tell.
UPDATE mailbox SET
  to_account = (SELECT h.account_id FROM call_holder h
    WHERE h.base = substr(to_call || '-', 1, instr(to_call || '-', '-') - 1) AND h.held_since <= created_at),
  to_proven = EXISTS (SELECT 1 FROM call_holder h
    WHERE h.base = substr(to_call || '-', 1, instr(to_call || '-', '-') - 1) AND h.verified_at <= created_at);
-- Area: accounts.
DROP VIEW call_holder;
