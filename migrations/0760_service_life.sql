-- Area: db.
-- How each outside service did last: a light after a restart says what was known before it. At most 1,000 rows.
CREATE TABLE service_life (
  service TEXT PRIMARY KEY,   -- mail, push, dns, broker, or a kind with a name after a colon
  last_ok_at INTEGER,
  last_failed_at INTEGER,
  last_error TEXT,            -- of the last failure; NULL as soon as it works again
  shortfall TEXT CHECK (shortfall IN ('outage', 'refusal')),
  next_try_at INTEGER
) STRICT, WITHOUT ROWID;
