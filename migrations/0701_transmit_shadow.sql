-- Area: ingest.
-- Times in which a box may have transmitted at this instance's word: what is heard then under these base calls attests
-- nothing. Kept apart from commands, which are forgotten when a box comes to somebody else.
CREATE TABLE transmit_shadow (
  base TEXT NOT NULL,
  from_at INTEGER NOT NULL,                 -- when it was handed out
  to_at INTEGER NOT NULL,                   -- two minutes after its acknowledgement; an hour without one
  source TEXT NOT NULL,                     -- command or outbox, and its number
  box TEXT NOT NULL,                        -- empty where the ingest secret was shown
  owner_account INTEGER,                    -- whose the box was then
  PRIMARY KEY (base, from_at, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX transmit_shadow_source ON transmit_shadow (source);
CREATE INDEX transmit_shadow_old ON transmit_shadow (to_at);

DROP INDEX box_command_beacons;
INSERT INTO transmit_shadow
  SELECT iif(instr(call, '-') > 0, substr(call, 1, instr(call, '-') - 1), call), sent_at,
    min(sent_at + 3600, coalesce(acked_at + 120, sent_at + 3600)), 'command ' || id, box, NULL
  FROM box_command WHERE kind <> 'status' AND sent_at IS NOT NULL AND call IS NOT NULL;
