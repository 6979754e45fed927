-- Area: caches.
-- Log books and a person's own logs are read by the time that a log is about, newest first; the number decides between equals.
CREATE INDEX log_book ON log (cache_id, found_at, id);
CREATE INDEX log_of_person ON log (account_id, found_at, id);
-- What it served begins with the cache as well.
DROP INDEX log_cache;
