-- Area: federation.
-- A block says why, and remembers the trust that it took, so that lifting it gives that back.
ALTER TABLE fed_peer ADD COLUMN block_reason TEXT;
ALTER TABLE fed_peer ADD COLUMN before_block TEXT;   -- JSON {trust, approvedAt, autoPromotedAt}
