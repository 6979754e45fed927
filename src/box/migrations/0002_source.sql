-- Area: box.
-- Who sent it: a message to the service call must not overtake what its sender said before, such as where it is.
ALTER TABLE spool_item ADD COLUMN source TEXT NOT NULL DEFAULT '';
CREATE INDEX spool_source ON spool_item (source, id);
