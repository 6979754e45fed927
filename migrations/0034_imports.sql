-- Area: caches.
-- Imported places that an operator took out: later imports skip them.
CREATE TABLE import_removed (
  source TEXT NOT NULL,
  external_id TEXT NOT NULL,
  code TEXT NOT NULL,
  title TEXT NOT NULL,
  note TEXT NOT NULL,
  removed_at INTEGER NOT NULL,
  PRIMARY KEY (source, external_id)
) STRICT, WITHOUT ROWID;
