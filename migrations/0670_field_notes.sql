-- Area: notebook.
-- Visits that a member's device noted in the field: drafts of logs. A row that was sent or dropped stays without its text, so
-- that a device which repeats all its visits brings nothing twice.
CREATE TABLE field_note (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  code_key TEXT NOT NULL,              -- as codes are compared
  code TEXT NOT NULL,                  -- as the device wrote it
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('found', 'DNF', 'note', 'maintenance')),
  text TEXT NOT NULL,
  sent_id TEXT NOT NULL,               -- the id that its log is sent under
  dropped INTEGER NOT NULL DEFAULT 0,
  taken_at INTEGER NOT NULL,
  UNIQUE (account_id, code_key, at, kind)
) STRICT;
CREATE INDEX field_note_open ON field_note (account_id, at) WHERE dropped = 0;
-- Area: caches.
-- Places of other programmes by their reference, whatever the programme.
CREATE INDEX cache_reference ON cache (external_id) WHERE external_id IS NOT NULL;
