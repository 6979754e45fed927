-- Area: federation.
-- A finder may have been heard under another SSID than the one that signed in: peers are asked for several calls, and an
-- answer counts for the call asked (FED "Events", Corroboration).
ALTER TABLE fed_case ADD COLUMN others TEXT NOT NULL DEFAULT '[]'; -- JSON: the calls that are asked for besides the question's

CREATE TABLE fed_testimony_of_call (
  find INTEGER NOT NULL REFERENCES fed_case (find) ON DELETE CASCADE,
  instance TEXT NOT NULL,
  call TEXT NOT NULL,           -- whom the peer was asked about
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
  PRIMARY KEY (find, instance, call)
) STRICT, WITHOUT ROWID;
INSERT INTO fed_testimony_of_call
  SELECT t.find, t.instance, c.question ->> 'callsign', t.said, t.why, t.asked_at, t.question, t.answer, t.key,
    t.distance_m, t.at, t.igate, t.wait
  FROM fed_testimony t JOIN fed_case c ON c.find = t.find;
DROP TABLE fed_testimony;
ALTER TABLE fed_testimony_of_call RENAME TO fed_testimony;
CREATE INDEX fed_testimony_waiting ON fed_testimony (asked_at) WHERE said = 'waiting';
