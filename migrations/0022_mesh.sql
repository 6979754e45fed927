-- Area: stations.
-- Nodes of the LoRa mesh with what was last known of them.
CREATE TABLE mesh_node (
  call TEXT PRIMARY KEY,
  last_heard INTEGER NOT NULL,
  how TEXT NOT NULL,                        -- direct, relayed, server, node
  receiver TEXT,                            -- node that heard it
  lat_e7 INTEGER,
  lon_e7 INTEGER,
  placed_at INTEGER,
  symbol TEXT,
  hardware INTEGER,
  firmware TEXT,
  battery INTEGER,                          -- percent
  rssi INTEGER,                             -- dBm, of the last hop
  snr REAL,                                 -- dB
  sent_via TEXT,                            -- comma list: relays of its latest relayed message
  meta_at INTEGER                           -- when hardware, battery and signal were last written
) STRICT, WITHOUT ROWID;
CREATE INDEX mesh_node_heard ON mesh_node (last_heard);

-- Who heard whom. Only the leg into the receiver has a signal.
CREATE TABLE mesh_link (
  from_call TEXT NOT NULL,
  to_call TEXT NOT NULL,
  kind TEXT NOT NULL,                       -- direct, relay
  last_seen INTEGER NOT NULL,
  samples INTEGER NOT NULL,
  receiver TEXT NOT NULL,
  rssi REAL,                                -- rolling means
  snr REAL,
  PRIMARY KEY (from_call, to_call)
) STRICT, WITHOUT ROWID;
CREATE INDEX mesh_link_seen ON mesh_link (last_seen);

CREATE TABLE mesh_message (
  id INTEGER PRIMARY KEY,
  grp TEXT NOT NULL,                        -- 1 to 99999, or *
  at INTEGER NOT NULL,
  from_call TEXT NOT NULL,
  body TEXT NOT NULL,
  receiver TEXT,
  heard TEXT NOT NULL,                      -- direct, relayed, server, node: the best hearing
  message_id TEXT NOT NULL,
  removed_at INTEGER,
  UNIQUE (from_call, message_id)
) STRICT;
CREATE INDEX mesh_message_group ON mesh_message (grp, id);
CREATE INDEX mesh_message_at ON mesh_message (at);
