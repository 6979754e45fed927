-- Area: caches.
-- How many notes and DNFs somebody has written lately is asked before each of them.
CREATE INDEX log_said ON log (account_id, created_at) WHERE kind IN ('note', 'DNF');
