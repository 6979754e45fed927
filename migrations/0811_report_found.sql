-- Area: moderation.
-- What this instance reports by itself: what its text is made of, as JSON, for readers of other languages.
ALTER TABLE report ADD COLUMN found TEXT;
