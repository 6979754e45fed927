-- Area: trends.
-- What does not work now, and what operators were told of it. A row goes as soon as it is well and they know.
CREATE TABLE light (
  key TEXT PRIMARY KEY,       -- a line of the checklist, or an outside service: BACKUP, box:hut
  since INTEGER NOT NULL,     -- unix seconds
  well INTEGER,               -- since when it is well again; NULL while it is not
  told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1))
) STRICT, WITHOUT ROWID;
-- What the instance itself has to tell beside the log of operators: it started, a light went out, it is well again.
CREATE TABLE happening (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('start', 'broken', 'well')),
  what TEXT NOT NULL          -- of a start the version that runs, else the light's key
) STRICT;
CREATE INDEX happening_at ON happening (at);
