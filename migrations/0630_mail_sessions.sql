-- Area: bbs.
-- What was said in a session with a partner: its control lines, never a message's text. It goes with the session's row.
CREATE TABLE bbs_transcript (
  attempt_id INTEGER PRIMARY KEY REFERENCES bbs_attempt (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
-- Since when an operator wants a partner called, whatever its interval and hours say. NULL: nobody does.
ALTER TABLE bbs_partner ADD COLUMN call_asked_at INTEGER;
