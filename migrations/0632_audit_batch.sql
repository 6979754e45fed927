-- Area: db.
-- Rows of one act on several things bear the same number, that of the act's first row. NULL: an act on one thing.
ALTER TABLE audit_log ADD COLUMN batch INTEGER;
