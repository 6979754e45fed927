-- Area: ingest.
-- What a box heard before this time attests nothing: it belonged to somebody else then, or was enrolled anew since.
ALTER TABLE box ADD COLUMN attests_since INTEGER NOT NULL DEFAULT 0;
