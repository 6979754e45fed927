-- Area: federation.
-- The calls that a peer names as its operator's, itself: nobody proves that about themselves, so they count against it alone.
ALTER TABLE fed_peer ADD COLUMN declared TEXT NOT NULL DEFAULT '[]';   -- JSON [call]
