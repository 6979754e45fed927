-- Area: registries.
-- Registries of tools: the instance's own (no account) and members'. The built-in one has a row only to be switched.
CREATE TABLE tool_registry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,    -- never given twice: copies on disk and web apps name it
  account_id INTEGER REFERENCES account (id) ON DELETE CASCADE,  -- NULL: the instance's
  spec TEXT NOT NULL,                      -- as typed: an https address or github:owner/repo[/path][@ref]
  url TEXT NOT NULL,                       -- where the list lies
  authority TEXT NOT NULL,                 -- pinned raw Ed25519 public key, base64url
  label TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX tool_registry_once ON tool_registry (coalesce(account_id, 0), url);

-- Whether the built-in registry is on; no row means that it is.
CREATE TABLE builtin_registry (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  enabled INTEGER NOT NULL
) STRICT;
