-- Area: db.
-- When each regular job ran last: what was missed while the host was off is made up for, and a clock that jumped is noticed.
CREATE TABLE job_run (
  job TEXT PRIMARY KEY,
  ran_at INTEGER NOT NULL,  -- when it ended, by a clock that could be believed
  failed TEXT               -- what went wrong; NULL where nothing did
) STRICT, WITHOUT ROWID;
