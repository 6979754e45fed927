-- Area: db.
-- Which machine serves this database: a copy of it on another one can tell. One row at most, none without a replica.
CREATE TABLE lease (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  machine TEXT NOT NULL,
  renewed_at INTEGER NOT NULL
) STRICT;
