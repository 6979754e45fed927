-- Area: caches.
-- Visits of members that wait here for a packet circuit to the instance that keeps the cache, since nothing faster reaches it
-- (FED "Packet circuit line protocol"). Each goes with its record's coming, with the account, or after seven days.
CREATE TABLE visit_circuit (
  signer_key TEXT NOT NULL,
  sent_id TEXT NOT NULL,
  account INTEGER NOT NULL,
  origin TEXT NOT NULL,                -- that keeps the cache
  digest TEXT NOT NULL,                -- of the document, by which the line names it
  at INTEGER NOT NULL,                 -- when it was signed
  document BLOB NOT NULL,              -- CBOR, with what is private of it: that goes with the row
  due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,    -- answers that came
  answer TEXT,                         -- the last of them
  PRIMARY KEY (signer_key, sent_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_circuit_due ON visit_circuit (origin, due_at);
CREATE INDEX visit_circuit_account ON visit_circuit (account);
