-- Area: stations.
-- Every call that was heard, with what was last known of it.
CREATE TABLE station (
  id INTEGER PRIMARY KEY,
  call TEXT NOT NULL UNIQUE,                -- with SSID, as sent
  base TEXT NOT NULL,
  first_heard INTEGER NOT NULL,
  last_heard INTEGER NOT NULL,
  packets INTEGER NOT NULL DEFAULT 0,
  via TEXT NOT NULL,                        -- how it was heard last
  destination TEXT,                         -- tells the device
  placed_slot INTEGER,                      -- ten minutes of placed_at: an index that most positions leave alone
  placed_at INTEGER,                        -- time of its own last position, which is
  lat_e7 INTEGER,                           -- in 1e-7 degree
  lon_e7 INTEGER,
  ambiguity_m INTEGER,
  symbol TEXT,
  course INTEGER,
  speed_kmh REAL,
  altitude_m REAL,
  comment TEXT,
  status TEXT
) STRICT;
CREATE INDEX station_base ON station (base);
CREATE INDEX station_placed ON station (placed_slot) WHERE placed_slot IS NOT NULL;

-- Ways by which packets arrive, few: driver, receiving site and what delivered it. Whether one is trusted is decided
-- when it is asked, from what is trusted then.
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY,
  via TEXT NOT NULL,                        -- rf, aprsis, meshcom, app
  port TEXT NOT NULL,
  site TEXT NOT NULL,                       -- empty where none was named
  credential TEXT NOT NULL,                 -- secret, box, device
  box TEXT NOT NULL,
  UNIQUE (via, port, site, credential, box)
) STRICT;

-- Positions worth keeping, clustered by station and time: a million of them must fit 60 MB. Two places at one instant
-- are two fixes, so that nobody can push another's fix out by naming the same second.
CREATE TABLE fix (
  station_id INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  lat_e7 INTEGER NOT NULL,
  lon_e7 INTEGER NOT NULL,
  delivery_id INTEGER NOT NULL,             -- of the first hearing
  flags INTEGER NOT NULL,                   -- 1 direct, 2 signed by a device of the call
  ambiguity_m INTEGER,
  course INTEGER,
  speed_kmh INTEGER,
  altitude_m INTEGER,
  PRIMARY KEY (station_id, at, lat_e7, lon_e7)
) STRICT, WITHOUT ROWID;

-- Further hearings of a fix.
CREATE TABLE hearing (
  station_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  lat_e7 INTEGER NOT NULL,
  lon_e7 INTEGER NOT NULL,
  delivery_id INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  PRIMARY KEY (station_id, at, lat_e7, lon_e7, delivery_id)
) STRICT, WITHOUT ROWID;

-- Objects and items, by name (case counts): the latest sender owns it; a killed one is off the map at once.
CREATE TABLE radio_object (
  name TEXT PRIMARY KEY,
  kind TEXT NOT NULL,                       -- object, item
  sender TEXT NOT NULL,
  live INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  lat_e7 INTEGER NOT NULL,
  lon_e7 INTEGER NOT NULL,
  symbol TEXT NOT NULL,
  course INTEGER,
  speed_kmh REAL,
  comment TEXT NOT NULL,
  via TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX radio_object_heard ON radio_object (heard_at);

-- Sensor values over time: weather in metric units, telemetry as sent.
CREATE TABLE weather_sample (
  station_id INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  wind_direction INTEGER,
  wind_ms REAL,
  gust_ms REAL,
  temp_c REAL,
  rain_1h_mm REAL,
  rain_24h_mm REAL,
  rain_today_mm REAL,
  humidity INTEGER,
  pressure_hpa REAL,
  luminosity_wm2 INTEGER,
  PRIMARY KEY (station_id, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE telemetry_sample (
  station_id INTEGER NOT NULL REFERENCES station (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  sequence TEXT NOT NULL,
  analog TEXT NOT NULL,                     -- JSON list of numbers and nulls
  bits TEXT,
  PRIMARY KEY (station_id, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE telemetry_definition (
  call TEXT NOT NULL,
  part TEXT NOT NULL,                       -- PARM, UNIT, EQNS, BITS
  given TEXT NOT NULL,                      -- JSON list of texts
  heard_at INTEGER NOT NULL,
  PRIMARY KEY (call, part)
) STRICT, WITHOUT ROWID;

-- Messages heard and sent.
CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  from_call TEXT NOT NULL,
  to_call TEXT NOT NULL,
  from_base TEXT NOT NULL,
  to_base TEXT NOT NULL,
  body TEXT NOT NULL,
  direction TEXT NOT NULL,                  -- rx, tx
  transport TEXT NOT NULL,                  -- aprs-is, tnc, meshcom, browser-rf ...
  bulletin INTEGER NOT NULL,
  msg_no TEXT,
  delivery TEXT                             -- of a sent one: queued, sent, acked, failed
) STRICT;
CREATE INDEX message_from ON message (from_base, id);
CREATE INDEX message_to ON message (to_base, id);
CREATE INDEX message_bulletin ON message (id) WHERE bulletin = 1;
CREATE INDEX message_unacked ON message (to_call, msg_no) WHERE direction = 'tx' AND msg_no IS NOT NULL;
CREATE INDEX message_at ON message (at);

-- What waits for APRS-IS or CWOP.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  created_at INTEGER NOT NULL,
  account_id INTEGER,
  src_call TEXT NOT NULL,
  to_call TEXT NOT NULL,                    -- destination (tocall) of the frame
  kind TEXT NOT NULL,                       -- message, status, beacon, wx
  payload TEXT NOT NULL,                    -- the information field
  target TEXT NOT NULL,                     -- is, cwop
  status TEXT NOT NULL,                     -- queued, sent, failed
  settled_at INTEGER,
  message_id INTEGER
) STRICT;
CREATE INDEX outbox_queued ON outbox (id) WHERE status = 'queued';
CREATE INDEX outbox_account ON outbox (account_id);

-- A member's messages that wait until their addressee is heard.
CREATE TABLE mailbox (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  from_call TEXT NOT NULL,
  to_call TEXT NOT NULL,                    -- a base call: the first SSID heard gets it
  body TEXT NOT NULL,
  via TEXT NOT NULL,                        -- app, radio
  status TEXT NOT NULL,                     -- held, sent, delivered, undelivered, expired, withdrawn
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  sent_to TEXT,
  settled_at INTEGER
) STRICT;
CREATE INDEX mailbox_waiting ON mailbox (to_call) WHERE status IN ('held', 'sent');
CREATE INDEX mailbox_account ON mailbox (account_id, id);

-- Commands that came to the service call, remembered so that a repeat is acknowledged and not run again.
CREATE TABLE service_message (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  from_call TEXT NOT NULL,
  from_base TEXT NOT NULL,
  msg_no TEXT NOT NULL,                     -- empty where none
  body TEXT NOT NULL,
  word TEXT NOT NULL,
  status TEXT NOT NULL,
  attested INTEGER NOT NULL,
  acked_at INTEGER,
  reply TEXT
) STRICT;
CREATE INDEX service_message_from ON service_message (from_base, at);
CREATE INDEX service_message_at ON service_message (at);

-- What members list as theirs.
CREATE TABLE my_station (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  call TEXT NOT NULL UNIQUE,
  lat REAL,
  lon REAL,
  symbol TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  roles TEXT NOT NULL DEFAULT '',           -- comma list: weather, digipeater, igate, node, repeater
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  wx_key_hash TEXT UNIQUE,
  wx_seen_at INTEGER,
  wx_beacon_at INTEGER,
  tx_is INTEGER NOT NULL DEFAULT 0,
  tx_cwop INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX my_station_account ON my_station (account_id);

-- NET/ROM NODES as the node's software hands it over.
CREATE TABLE node_route (
  dest TEXT NOT NULL,
  alias TEXT NOT NULL,
  neighbor TEXT NOT NULL,
  quality INTEGER NOT NULL,
  port TEXT NOT NULL,
  told_at INTEGER NOT NULL,
  PRIMARY KEY (dest, neighbor, port)
) STRICT, WITHOUT ROWID;
