-- Area: caches.
-- Finds for which evidence may still come. A find without Tier A is judged anew when some does; one with Tier A stays here as
-- long, so that operators learn of what contradicts it.
CREATE TABLE open_find (
  log_id INTEGER PRIMARY KEY REFERENCES log (id) ON DELETE CASCADE,
  cache_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  base TEXT NOT NULL,                  -- base call of the log when it was written
  station TEXT,                        -- of a living cache: the base call of its station then
  from_at INTEGER NOT NULL,            -- positions of these times say something of it
  to_at INTEGER NOT NULL,
  until INTEGER NOT NULL,              -- after this nothing comes that could count
  place TEXT,                          -- JSON of where it had to happen when it was written; NULL: of a living cache
  readings TEXT NOT NULL,              -- JSON list of what the logger's device said
  look INTEGER NOT NULL DEFAULT 0,     -- 1: to be judged anew as soon as there is time
  contradicted INTEGER NOT NULL DEFAULT 0 -- 1: operators were told of what contradicts it
) STRICT;
CREATE INDEX open_find_base ON open_find (base, from_at);
CREATE INDEX open_find_station ON open_find (station, from_at) WHERE station IS NOT NULL;
CREATE INDEX open_find_person ON open_find (account_id, cache_id);
CREATE INDEX open_find_until ON open_find (until);
CREATE INDEX open_find_look ON open_find (log_id) WHERE look = 1;

-- A find whose place another find of the same person has taken is a note; it may come back.
ALTER TABLE log ADD COLUMN was_find INTEGER NOT NULL DEFAULT 0;
-- Further finds may be logged while none counts. Of those that have a tier one is the find, whatever races: sums rest on it.
DROP INDEX log_one_find;
CREATE UNIQUE INDEX log_one_find ON log (cache_id, account_id)
  WHERE kind = 'found' AND removed_at IS NULL AND account_id IS NOT NULL AND tier IS NOT NULL;
CREATE INDEX log_finds_of ON log (cache_id, account_id) WHERE kind = 'found' AND removed_at IS NULL AND account_id IS NOT NULL;

INSERT INTO open_find (log_id, cache_id, account_id, base, station, from_at, to_at, until, readings)
  SELECT l.id, l.cache_id, l.account_id, iif(instr(l.call, '-') > 0, substr(l.call, 1, instr(l.call, '-') - 1), l.call),
    iif(c.type = 'living' AND c.station_call IS NOT NULL,
      iif(instr(c.station_call, '-') > 0, substr(c.station_call, 1, instr(c.station_call, '-') - 1), c.station_call), NULL),
    l.found_at - 7200, l.found_at + 7200, l.found_at + 604800, '[]'
  FROM log l JOIN cache c ON c.id = l.cache_id
  WHERE l.kind = 'found' AND l.removed_at IS NULL AND l.account_id IS NOT NULL
    AND l.found_at > coalesce((SELECT max(found_at) FROM log WHERE kind = 'found'), 0) - 604800;
