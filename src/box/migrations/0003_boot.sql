-- Area: box.
-- Which boot of the host a run began in, and how long the host had been up then, milliseconds; NULL where the system does
-- not say. Two runs of one boot between whose starts clock and uptime moved alike have one clock: what the later learns
-- holds for the earlier.
ALTER TABLE box_run ADD COLUMN boot TEXT;
ALTER TABLE box_run ADD COLUMN up_ms INTEGER;
