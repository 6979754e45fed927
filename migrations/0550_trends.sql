-- Area: trends.
-- What the instance did, counted by minute, hour and day: small enough to be kept for years.
CREATE TABLE trend (
  step INTEGER NOT NULL,    -- length in seconds: 60, 3600 or 86400
  at INTEGER NOT NULL,      -- its beginning, unix seconds
  said TEXT NOT NULL,       -- JSON: values by the name of their series
  PRIMARY KEY (step, at)
) STRICT, WITHOUT ROWID;
