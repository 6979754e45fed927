-- Area: ingest.
-- What came in from each receiving station by the hour (unix time / 3600), trusted or not: an operator looks at it before
-- trusting one, and it says how often a station is usually heard of. `box` is empty for what the ingest secret brought.
CREATE TABLE site_hour (
  box TEXT NOT NULL,
  site TEXT NOT NULL,
  hour INTEGER NOT NULL,
  heard INTEGER NOT NULL,
  direct INTEGER NOT NULL,                  -- of these heard without a digipeater
  last_at INTEGER NOT NULL,
  PRIMARY KEY (box, site, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_hour_old ON site_hour (hour);
