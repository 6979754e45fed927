-- Area: stations.
-- What a Meshtastic node measured and how it does, a row each five minutes at the most.
CREATE TABLE meshtastic_sample (
  node INTEGER NOT NULL,
  at INTEGER NOT NULL,                      -- Unix seconds, a multiple of 300
  measured TEXT NOT NULL,                   -- JSON: numbers by name, tempC, humidity, batt, channelUse …
  PRIMARY KEY (node, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX meshtastic_sample_at ON meshtastic_sample (at);
