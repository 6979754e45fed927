-- Area: bbs.
-- Which bulletins a member has read, so that all of the member's devices agree: everything up to a number, and of what is
-- newer each one by itself.
CREATE TABLE bbs_bulletin_mark (
  account_id INTEGER PRIMARY KEY,
  up_to INTEGER NOT NULL,                   -- number of the newest message when all were marked as read
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE bbs_bulletin_read (
  account_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL REFERENCES bbs_message (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bbs_bulletin_read_message ON bbs_bulletin_read (message_id);
CREATE INDEX bbs_bulletin_id ON bbs_message (id) WHERE type = 'B';
