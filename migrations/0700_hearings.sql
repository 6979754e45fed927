-- Area: stations.
-- A fix is one hearing of a position: by which delivery, directly or not, and when that receiver heard it. What could
-- attest stands by itself within each station, so that nothing that anybody may write hides it or takes its name.
DROP VIEW any_fix;
DROP TRIGGER fresh_fix_station;
ALTER TABLE fix RENAME TO fix_before;
ALTER TABLE fresh_fix RENAME TO fresh_fix_before;

-- Clustered by station, sort and time: a million must fit 60 MB.
CREATE TABLE fix (
  station_id INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
  sort INTEGER NOT NULL,                    -- 1 heard itself by a radio of a named site, 2 signed by a device, 0 any other
  at INTEGER NOT NULL,                      -- when this delivery heard it
  lat_e7 INTEGER NOT NULL,
  lon_e7 INTEGER NOT NULL,
  delivery_id INTEGER NOT NULL,
  flags INTEGER NOT NULL,                   -- 1 direct, 2 signed by a device of the call, 4 a further copy: not of the track
  ambiguity_m INTEGER,
  course INTEGER,
  speed_kmh INTEGER,
  altitude_m INTEGER,
  PRIMARY KEY (station_id, sort, at, lat_e7, lon_e7, delivery_id)
) STRICT, WITHOUT ROWID;
-- As they come, a few thousand at most, until they are moved to their places among each station's own.
CREATE TABLE fresh_fix (
  station_id INTEGER NOT NULL,
  sort INTEGER NOT NULL,
  at INTEGER NOT NULL,
  lat_e7 INTEGER NOT NULL,
  lon_e7 INTEGER NOT NULL,
  delivery_id INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  ambiguity_m INTEGER,
  course INTEGER,
  speed_kmh INTEGER,
  altitude_m INTEGER,
  PRIMARY KEY (station_id, sort, at, lat_e7, lon_e7, delivery_id)
) STRICT, WITHOUT ROWID;

CREATE VIEW fix_as_it_was AS SELECT * FROM fix_before UNION ALL SELECT * FROM fresh_fix_before;
CREATE VIEW hearing_as_it_was AS
  SELECT station_id, at, lat_e7, lon_e7, delivery_id, flags, ambiguity_m, course, speed_kmh, altitude_m
  FROM fix_as_it_was
  UNION ALL
  SELECT h.station_id, h.heard_at, h.lat_e7, h.lon_e7, h.delivery_id, h.flags | 4, f.ambiguity_m, NULL, NULL, NULL
  FROM hearing h JOIN fix_as_it_was f
    ON f.station_id = h.station_id AND f.at = h.at AND f.lat_e7 = h.lat_e7 AND f.lon_e7 = h.lon_e7;
INSERT INTO fix
SELECT h.station_id,
  CASE
    WHEN h.flags & 2 THEN 2
    WHEN h.flags & 1 AND d.via IN ('rf', 'meshcom') AND d.site <> '' AND d.credential <> 'device'
      AND d.port IN ('rf', 'kiss', 'kiss-tnc', 'agwpe', 'soundcard', 'hostmode', 'tnc', 'lora-aprs', 'meshcom',
        'meshcom-kiss') THEN 1
    ELSE 0
  END,
  h.at, h.lat_e7, h.lon_e7, h.delivery_id, h.flags, h.ambiguity_m, h.course, h.speed_kmh, h.altitude_m
FROM hearing_as_it_was h JOIN delivery d ON d.id = h.delivery_id JOIN station s ON s.id = h.station_id
WHERE true ON CONFLICT DO NOTHING;
DROP VIEW hearing_as_it_was;
DROP VIEW fix_as_it_was;
DROP TABLE fix_before;
DROP TABLE fresh_fix_before;
DROP TABLE hearing;

-- In place of a foreign key, under which SQLite empties a table row by row.
CREATE TRIGGER fresh_fix_station AFTER DELETE ON station BEGIN
  DELETE FROM fresh_fix WHERE station_id = old.id;
END;
-- One that a settled fix repeats shows twice until it is moved, and is joined to it then.
CREATE VIEW any_fix AS SELECT * FROM fix UNION ALL SELECT * FROM fresh_fix;
-- A station's track: each sort in order of time, so that the newest are read without the rest.
CREATE VIEW track_fix AS
  SELECT * FROM fix WHERE sort = 0 AND flags < 4 UNION ALL SELECT * FROM fresh_fix WHERE sort = 0 AND flags < 4
  UNION ALL SELECT * FROM fix WHERE sort = 1 AND flags < 4 UNION ALL SELECT * FROM fresh_fix WHERE sort = 1 AND flags < 4
  UNION ALL SELECT * FROM fix WHERE sort = 2 AND flags < 4 UNION ALL SELECT * FROM fresh_fix WHERE sort = 2 AND flags < 4;
