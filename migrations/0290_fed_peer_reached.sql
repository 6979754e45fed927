-- Area: federation.
-- What a peer's page shows of the last pull: the addresses that were tried with what each said (a JSON list), and how far the
-- peer says that it holds our own records (a JSON object of numbers by kind; null while it has not said).
ALTER TABLE fed_peer ADD COLUMN tried TEXT NOT NULL DEFAULT '[]';
ALTER TABLE fed_peer ADD COLUMN holds TEXT;
