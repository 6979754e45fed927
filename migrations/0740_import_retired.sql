-- Area: caches.
-- Imported places that are disabled because their list retires them: when the list has them again, they are active again. One that
-- an operator disabled is not here, and stays as it is.
CREATE TABLE import_retired (
  cache_id INTEGER PRIMARY KEY REFERENCES cache (id) ON DELETE CASCADE,
  retired_at INTEGER NOT NULL
) STRICT;
