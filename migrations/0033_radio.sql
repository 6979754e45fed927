-- Area: caches.
-- Commands that came over the air, and what became of them.
CREATE TABLE radio_command (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL UNIQUE,  -- the message to the service call; all its copies have one number
  account_id INTEGER,                  -- who holds the sender's base call; NULL: nobody
  from_call TEXT NOT NULL,
  command TEXT NOT NULL,               -- found, dnf, note, mail, near, invalid
  cache_code TEXT,
  body TEXT NOT NULL,                  -- the message as sent, without its number
  trusted INTEGER NOT NULL,            -- heard by a trusted site, or signed by the sender's device
  status TEXT NOT NULL,                -- logged, pending, rejected, done, discarded, expired
  reason TEXT,
  log_id INTEGER REFERENCES log (id) ON DELETE SET NULL,
  sent_at INTEGER NOT NULL,            -- when it was heard
  decided_at INTEGER
) STRICT;
CREATE INDEX radio_command_account ON radio_command (account_id, id);
CREATE INDEX radio_command_waiting ON radio_command (from_call) WHERE status = 'pending';
CREATE INDEX radio_command_sent ON radio_command (sent_at);

-- Near-cache messages that went out, for their limits. Kept a day.
CREATE TABLE near_message (
  at INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  cache_id INTEGER NOT NULL
) STRICT;
CREATE INDEX near_message_at ON near_message (at);
CREATE INDEX near_message_account ON near_message (account_id, at);
