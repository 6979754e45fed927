-- Area: caches.
-- Caches whose owner is gone, offered to others.
CREATE TABLE adoption_offer (
  cache_id INTEGER PRIMARY KEY REFERENCES cache (id) ON DELETE CASCADE,
  note TEXT NOT NULL,                  -- public
  offered_by TEXT NOT NULL,
  offered_at INTEGER NOT NULL,
  notice_ends_at INTEGER NOT NULL
) STRICT;
CREATE TABLE adoption_request (
  id INTEGER PRIMARY KEY,
  cache_id INTEGER NOT NULL REFERENCES cache (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL,
  call TEXT NOT NULL,
  in_place INTEGER NOT NULL,
  note TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'declined', 'cancelled')),
  requested_at INTEGER NOT NULL,
  decided_at INTEGER,
  decision_note TEXT
) STRICT;
CREATE UNIQUE INDEX adoption_request_pending ON adoption_request (cache_id, account_id) WHERE status = 'pending';
CREATE INDEX adoption_request_account ON adoption_request (account_id);
CREATE TABLE adoption_log (
  id INTEGER PRIMARY KEY,
  cache_id INTEGER NOT NULL,
  code TEXT NOT NULL,
  action TEXT NOT NULL,                -- offered, offer_withdrawn, owner_declined, requested, request_cancelled, declined, approved, assigned
  actor TEXT NOT NULL,
  from_call TEXT,
  to_call TEXT,
  note TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
