-- Area: federation.
-- Instances that push their records to this hub (FED "Push, relay, packet"). Their keys and trust are peers' rows.
CREATE TABLE fed_spoke (
  instance TEXT PRIMARY KEY,
  first_at INTEGER NOT NULL,
  submitted_at INTEGER NOT NULL,  -- last submission that was taken
  seen_at INTEGER NOT NULL,       -- last submission or signed look at its marks; noted every five minutes at most
  signs INTEGER NOT NULL,         -- 1 once it has signed a request: from then on unsigned pages move none of its marks
  applied INTEGER NOT NULL,       -- records, over all its submissions
  rejected INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The hub that this instance pushes to, by its address (FED_HUB_URL).
CREATE TABLE fed_hub (
  url TEXT PRIMARY KEY,
  tried_at INTEGER NOT NULL,
  pushed_at INTEGER,              -- last push that came to its end
  offline_since INTEGER,          -- first of the pushes that failed since
  last_error TEXT
) STRICT, WITHOUT ROWID;

-- How far the hub said that it holds us: what is waiting lies above.
CREATE TABLE fed_hub_mark (
  url TEXT NOT NULL,
  kind TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  next_id TEXT,
  PRIMARY KEY (url, kind)
) STRICT, WITHOUT ROWID;
