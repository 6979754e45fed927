-- Area: federation.
-- Finds about which peers were asked (FED "Events", Corroboration): what was asked, and how it stands.
CREATE TABLE fed_case (
  find INTEGER PRIMARY KEY,     -- number of the find where it was written
  question TEXT NOT NULL,       -- JSON: what every peer is asked alike
  asked_at INTEGER NOT NULL,    -- when peers were asked first
  round INTEGER NOT NULL,       -- how often peers that were not reached have been asked again
  next_at INTEGER,              -- when they are asked next; NULL: never
  state TEXT NOT NULL CHECK (state IN ('open', 'lifted', 'ended')),
  why TEXT,                     -- why it ended
  ended_at INTEGER
) STRICT;
CREATE INDEX fed_case_due ON fed_case (next_at) WHERE state = 'open';
CREATE INDEX fed_case_over ON fed_case (ended_at) WHERE state = 'ended';

-- The last word of each peer on a find, as it was signed: so that it can be shown later why a find counts.
CREATE TABLE fed_testimony (
  find INTEGER NOT NULL REFERENCES fed_case (find) ON DELETE CASCADE,
  instance TEXT NOT NULL,
  said TEXT NOT NULL CHECK (said IN ('yes', 'no', 'refused', 'unreached', 'waiting')),
  why TEXT,                     -- of what is neither yes nor no
  asked_at INTEGER NOT NULL,
  question BLOB NOT NULL,       -- the signed frame that it was sent
  answer BLOB,                  -- the signed frame that it sent
  key TEXT,                     -- under which that verified
  distance_m INTEGER,
  at INTEGER,                   -- start of the ten minutes in which it heard the station
  igate TEXT,
  wait TEXT,                    -- JSON {hub, id, ticket}: where the question lies until the peer fetches it
  PRIMARY KEY (find, instance)
) STRICT, WITHOUT ROWID;
CREATE INDEX fed_testimony_waiting ON fed_testimony (asked_at) WHERE said = 'waiting';
