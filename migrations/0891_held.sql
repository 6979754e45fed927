-- Area: accounts.
-- Newcomers whom operators welcomed, with the act that did it: what they write is not held. An act is taken back as one.
CREATE TABLE welcome_act (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL
) STRICT;
CREATE TABLE welcome (
  account_id INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  act_id INTEGER NOT NULL REFERENCES welcome_act (id)
) STRICT;
CREATE INDEX welcome_of_act ON welcome (act_id);

-- Area: caches.
-- A log that is held has the mark of a removed one, so that whatever leaves removed logs out leaves it out too: lists, sums,
-- indexes. `held_at` says that it waits; who may see it all the same asks for that.
ALTER TABLE log ADD COLUMN held_at INTEGER;
ALTER TABLE log ADD COLUMN welcome_act INTEGER;   -- the welcome that released it
CREATE INDEX log_held ON log (account_id) WHERE held_at IS NOT NULL;
CREATE INDEX log_welcomed ON log (welcome_act) WHERE welcome_act IS NOT NULL;
CREATE VIEW held_log_facts AS SELECT account_id AS account, count(*) AS n FROM log
  WHERE held_at IS NOT NULL AND account_id IS NOT NULL GROUP BY account_id;
-- Held logs that an act of clearing took away; they come back with it.
CREATE TABLE cleared_held (
  log_id INTEGER PRIMARY KEY REFERENCES log (id) ON DELETE CASCADE,
  clearing_id INTEGER NOT NULL REFERENCES media_clearing (id) ON DELETE CASCADE,
  held_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cleared_held_clearing ON cleared_held (clearing_id);

-- Area: bbs.
ALTER TABLE bbs_message ADD COLUMN held_at INTEGER;
ALTER TABLE bbs_message ADD COLUMN welcome_act INTEGER;
CREATE INDEX bbs_message_held ON bbs_message (account_id) WHERE held_at IS NOT NULL;
CREATE INDEX bbs_message_welcomed ON bbs_message (welcome_act) WHERE welcome_act IS NOT NULL;
CREATE VIEW held_mail_facts AS SELECT account_id AS account, count(*) AS n FROM bbs_message
  WHERE held_at IS NOT NULL AND account_id IS NOT NULL GROUP BY account_id;
