-- Area: qsl.
-- The card of each find that a receiver proved. What it says is read from the find whenever it is drawn.
CREATE TABLE qsl (
  log_id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,              -- who was heard, and under which call
  call TEXT NOT NULL,
  base TEXT NOT NULL,                       -- base call of the receiver
  code TEXT NOT NULL UNIQUE,
  design TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  line TEXT NOT NULL DEFAULT '',            -- what the receiver's owner answered
  line_account INTEGER,
  line_call TEXT,
  line_at INTEGER
) STRICT;
CREATE INDEX qsl_account ON qsl (account_id, log_id);
CREATE INDEX qsl_base ON qsl (base, made_at);
CREATE INDEX qsl_line ON qsl (line_account) WHERE line_account IS NOT NULL;

-- Finds that were proven before there were cards. Numbers below 0 are visitors', whose home is elsewhere.
INSERT INTO qsl (log_id, account_id, call, base, code, design, made_at)
  SELECT id, account_id, call, iif(instr(site, '-') > 0, substr(site, 1, instr(site, '-') - 1), site),
    upper(hex(randomblob(5))), 'map', found_at
  FROM log_facts
  WHERE kind = 'found' AND tier = 'A' AND site IS NOT NULL AND account_id > 0;
