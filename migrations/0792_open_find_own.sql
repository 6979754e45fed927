-- Area: caches.
-- Base calls that the finder held, and stations that were the finder's, when a find was logged: what was no witness then is
-- none after they are given away. NULL: of a find of an older version.
ALTER TABLE open_find ADD COLUMN own TEXT; -- JSON {bases, stations}
