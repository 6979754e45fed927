-- Area: caches.
-- A cache whose owner asks a member to take it over: it stays the owner's until that member says yes.
CREATE TABLE cache_handing (
  cache_id INTEGER PRIMARY KEY REFERENCES cache (id) ON DELETE CASCADE,
  from_account INTEGER NOT NULL,       -- the owner who asks; void where the cache is somebody else's by now
  to_account INTEGER NOT NULL,
  to_call TEXT NOT NULL,
  in_place INTEGER NOT NULL,           -- whether the container is still where it was
  note TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cache_handing_to ON cache_handing (to_account);
CREATE INDEX cache_handing_from ON cache_handing (from_account);
