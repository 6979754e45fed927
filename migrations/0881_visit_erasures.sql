-- Area: caches.
-- Who erased the account here has their visits erased at the instances that keep them: what still has to be asked for, until it
-- was done, or thirty days have passed.
CREATE TABLE visit_erasure (
  origin TEXT NOT NULL,
  key TEXT NOT NULL,
  call TEXT NOT NULL,
  at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (origin, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_erasure_due ON visit_erasure (due_at);
