-- Commands that came over the air, and what became of them.
CREATE TABLE radio_command (
  id INTEGER PRIMARY KEY,
  account_id INTEGER,                  -- who holds the sender's base call; NULL: nobody
  from_call TEXT NOT NULL,
  command TEXT NOT NULL,               -- found, dnf, note, mail, near, help, invalid
  cache_code TEXT,
  body TEXT NOT NULL,                  -- the message as sent, without its number
  number TEXT,                         -- message number that asks for an ack
  trusted INTEGER NOT NULL,            -- heard by a trusted site, or signed by the sender's device
  status TEXT NOT NULL,                -- logged, pending, rejected, help, done, discarded, expired
  reason TEXT,
  log_id INTEGER REFERENCES log (id) ON DELETE SET NULL,
  sent_at INTEGER NOT NULL,            -- when it was heard
  decided_at INTEGER
) STRICT;
CREATE INDEX radio_command_account ON radio_command (account_id, id);
CREATE INDEX radio_command_from ON radio_command (from_call, sent_at);
CREATE INDEX radio_command_sent ON radio_command (sent_at);

-- Answers and near-cache messages that went out, for their limits. Kept a day.
CREATE TABLE radio_sent (
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,                  -- ack, reply, near
  account_id INTEGER,
  to_call TEXT NOT NULL,
  cache_id INTEGER
) STRICT;
CREATE INDEX radio_sent_at ON radio_sent (kind, at);
CREATE INDEX radio_sent_to ON radio_sent (to_call, kind, at);
CREATE INDEX radio_sent_account ON radio_sent (account_id, kind, at) WHERE account_id IS NOT NULL;
