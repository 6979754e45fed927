-- Area: stations.
-- Fixes as they come, a few thousand at most, until they are moved to their places among each station's own. A thousand
-- stations heard in one moment are a thousand pages of the large table, and few of this one.
CREATE TABLE fresh_fix (
  station_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  lat_e7 INTEGER NOT NULL,
  lon_e7 INTEGER NOT NULL,
  delivery_id INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  ambiguity_m INTEGER,
  course INTEGER,
  speed_kmh INTEGER,
  altitude_m INTEGER,
  PRIMARY KEY (station_id, at, lat_e7, lon_e7)
) STRICT, WITHOUT ROWID;
-- In place of a foreign key, under which SQLite empties a table row by row.
CREATE TRIGGER fresh_fix_station AFTER DELETE ON station BEGIN
  DELETE FROM fresh_fix WHERE station_id = old.id;
END;
-- One that a settled fix repeats to the second and the place shows twice until it is moved, and is dropped then.
CREATE VIEW any_fix AS SELECT * FROM fix UNION ALL SELECT * FROM fresh_fix;
