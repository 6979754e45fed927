-- Area: notebook.
-- What a member keeps of caches for themselves. Caches are named by their codes as codes are compared, so that those of other
-- instances and programmes can be kept too.
CREATE TABLE cache_note (
  account_id INTEGER NOT NULL,
  code_key TEXT NOT NULL,
  code TEXT NOT NULL,
  text TEXT NOT NULL,
  lat REAL,                            -- solved coordinates, both or none
  lon REAL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, code_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE cache_ignored (
  account_id INTEGER NOT NULL,
  code_key TEXT NOT NULL,
  code TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, code_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE cache_list (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  share TEXT UNIQUE,                   -- end of the address under which it is shared; NULL: it is not
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cache_list_account ON cache_list (account_id, id);
CREATE TABLE cache_list_item (
  list_id INTEGER NOT NULL REFERENCES cache_list (id) ON DELETE CASCADE,
  code_key TEXT NOT NULL,
  code TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (list_id, code_key)
) STRICT, WITHOUT ROWID;
-- Finds that a member made elsewhere, out of a file: private, never logs.
CREATE TABLE found_elsewhere (
  account_id INTEGER NOT NULL,
  code_key TEXT NOT NULL,
  code TEXT NOT NULL,
  title TEXT NOT NULL,
  type TEXT NOT NULL,
  found_at INTEGER,                    -- NULL: the file does not say
  lat REAL,
  lon REAL,
  PRIMARY KEY (account_id, code_key)
) STRICT, WITHOUT ROWID;
