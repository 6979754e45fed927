-- Area: club.
-- The club's logo as it is drawn here: made anew from what an operator sent, so that nothing but pixels is kept.
CREATE TABLE club_logo (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  png BLOB NOT NULL,
  sha256 TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
