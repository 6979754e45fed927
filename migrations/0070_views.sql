-- Area: read.
-- Map views that members saved and may share by address.
CREATE TABLE map_view (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  view TEXT NOT NULL,           -- JSON: what the map showed
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX map_view_account ON map_view (account_id, created_at);
