-- Area: stations.
-- The last place of each call that this gateway sent itself: shown as sent until it is heard, and evidence of nothing.
-- It is read out of the packet once, when that was sent; what was sent before this table came is not in it.
CREATE TABLE sent_place (
  call TEXT PRIMARY KEY,
  at INTEGER NOT NULL,                      -- not later than the transmission
  lat_e7 INTEGER NOT NULL,
  lon_e7 INTEGER NOT NULL,
  symbol TEXT NOT NULL,                     -- empty where it is not known
  comment TEXT NOT NULL
) STRICT;
CREATE INDEX sent_place_at ON sent_place (at);
DROP INDEX outbox_placed;
