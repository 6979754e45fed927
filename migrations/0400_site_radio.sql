-- Area: ingest.
-- Of the packets of an hour those that a radio of the station itself received: people are told which stations hear here.
-- Hours from before this column count as none; a day later nothing of them is left.
ALTER TABLE site_hour ADD COLUMN radio INTEGER NOT NULL DEFAULT 0;
