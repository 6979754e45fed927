-- Area: caches.
-- How a command came, so that its sender can judge it: rf, meshcom or aprsis, and the station that heard it, or, of an
-- internet copy, the gate that it names. Both null for commands of older versions.
ALTER TABLE radio_command ADD COLUMN via TEXT;
ALTER TABLE radio_command ADD COLUMN heard_by TEXT;
