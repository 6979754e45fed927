-- Area: caches.
-- Each cache as offline packs hold it, made when a pack first needs it and dropped with every change of it.
CREATE TABLE cache_pack (
  id INTEGER PRIMARY KEY REFERENCES cache (id) ON DELETE CASCADE,
  stamp TEXT NOT NULL,                 -- settings that it depends on
  type TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
