-- Area: stations.
-- What receivers heard directly, by subsquare of the locator: kept beyond the positions themselves, and without calls.
CREATE TABLE coverage (
  x INTEGER NOT NULL,                       -- column of the subsquare, 5' of longitude from 180 west
  y INTEGER NOT NULL,                       -- row, 2.5' of latitude from the south pole
  site TEXT NOT NULL,                       -- receiving station
  heard INTEGER NOT NULL,
  last_heard INTEGER NOT NULL,
  farthest_m INTEGER,                       -- from the receiver's place; null where that is not known
  PRIMARY KEY (x, y, site)
) STRICT, WITHOUT ROWID;
CREATE INDEX coverage_site ON coverage (site);
CREATE INDEX coverage_last ON coverage (last_heard);
-- A station as it was heard last: by itself, or through a digipeater.
ALTER TABLE station ADD COLUMN direct INTEGER NOT NULL DEFAULT 0;
