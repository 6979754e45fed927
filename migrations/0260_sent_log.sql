-- Area: caches.
-- What a page named a log when it was written: sent again after a lost answer, it is the same log.
ALTER TABLE log ADD COLUMN sent_id TEXT;
CREATE UNIQUE INDEX log_sent ON log (account_id, cache_id, sent_id) WHERE sent_id IS NOT NULL;
