-- Area: accounts.
-- Keys and account moves of other instances, as their records say. Shown, and used to judge moves; they open nothing here.
CREATE TABLE key_mirror (
  gid TEXT PRIMARY KEY,
  origin TEXT NOT NULL,
  base TEXT NOT NULL,
  key TEXT NOT NULL,
  verified INTEGER NOT NULL,               -- the call is control-verified there
  revoked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX key_mirror_key ON key_mirror (key);

CREATE TABLE move_mirror (
  gid TEXT PRIMARY KEY,
  origin TEXT NOT NULL,                    -- also where the account moved to
  base TEXT NOT NULL,
  key TEXT NOT NULL,                       -- of the mover; whether it is believed is judged anew each time
  signed_at INTEGER NOT NULL               -- orders the moves of a call: an old proof announced again loses
) STRICT, WITHOUT ROWID;
CREATE INDEX move_mirror_base ON move_mirror (base, signed_at);
