-- Area: moderation.
-- Reports about visitors reach both clubs: those that are still to be handed to the instance where the visitor lives,
CREATE TABLE report_hand_on (
  report INTEGER PRIMARY KEY REFERENCES report (id) ON DELETE CASCADE,
  home TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX report_hand_on_due ON report_hand_on (due_at);
-- and those that other instances have handed to this one, with what its member signed there.
CREATE TABLE report_from (
  report INTEGER PRIMARY KEY REFERENCES report (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  number INTEGER NOT NULL,             -- as the origin counts its reports
  gid TEXT NOT NULL,                   -- of the log's record there
  document TEXT NOT NULL,              -- JSON, as the member signed it
  at INTEGER NOT NULL,
  UNIQUE (origin, number)
) STRICT;
CREATE INDEX report_from_gid ON report_from (gid);
CREATE INDEX report_from_at ON report_from (origin, at);
