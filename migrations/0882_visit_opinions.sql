-- Area: caches.
-- What a member thinks of a neighbour's cache that they found, as its instance took it.
ALTER TABLE own_visit ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1));
ALTER TABLE own_visit ADD COLUMN stars INTEGER CHECK (stars BETWEEN 1 AND 5);
