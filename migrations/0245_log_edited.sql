-- Area: caches.
-- When its writer last mended the text of a log; null where it stands as it was written.
ALTER TABLE log ADD COLUMN edited_at INTEGER;
