-- Area: stations.
-- Nodes of Meshtastic meshes: a network of its own. Nothing of it is a station, a position or a hearing of the game.
CREATE TABLE meshtastic_node (
  node INTEGER PRIMARY KEY,                 -- its number; people read it as ! and eight hexadecimal digits
  last_heard INTEGER NOT NULL,
  how TEXT NOT NULL,                        -- direct, relayed, broker, remembered
  receiver INTEGER,                         -- node that heard it
  hops INTEGER,
  long_name TEXT,
  short_name TEXT,
  hardware INTEGER,
  role INTEGER,
  call TEXT,                                -- of a node in licensed mode whose name begins with a callsign
  lat_e7 INTEGER,
  lon_e7 INTEGER,
  altitude_m INTEGER,
  precision_bits INTEGER,                   -- fewer than 32: coarse on purpose
  placed_at INTEGER,
  battery INTEGER,                          -- percent; 101: mains
  voltage REAL,
  channel_use REAL,                         -- percent
  air_use REAL,
  uptime_s INTEGER,
  environment TEXT,                         -- JSON: the latest measurements
  rssi REAL,                                -- dBm and dB, heard directly
  snr REAL,
  encrypted INTEGER NOT NULL DEFAULT 0      -- packets under a key that nobody here has
) STRICT;
CREATE INDEX meshtastic_node_heard ON meshtastic_node (last_heard);

-- Who says that it hears whom.
CREATE TABLE meshtastic_link (
  from_node INTEGER NOT NULL,
  to_node INTEGER NOT NULL,
  snr REAL NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (from_node, to_node)
) STRICT, WITHOUT ROWID;
CREATE INDEX meshtastic_link_seen ON meshtastic_link (last_seen);

-- Texts to everybody on the primary channel.
CREATE TABLE meshtastic_text (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  node INTEGER NOT NULL,
  packet_id INTEGER NOT NULL,
  call TEXT,                                -- as the node was linked then
  body TEXT NOT NULL,
  how TEXT NOT NULL,
  removed_at INTEGER,
  UNIQUE (node, packet_id)
) STRICT;
CREATE INDEX meshtastic_text_at ON meshtastic_text (at);

-- Nodes that their people do not want shown.
CREATE TABLE meshtastic_hidden (
  node INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE
) STRICT;
