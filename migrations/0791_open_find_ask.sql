-- Area: caches.
-- Open finds about which neighbours are to be asked as soon as there is time: nobody could be when they were logged.
ALTER TABLE open_find ADD COLUMN ask INTEGER NOT NULL DEFAULT 0;
CREATE INDEX open_find_ask ON open_find (log_id) WHERE ask = 1;
