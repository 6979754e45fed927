-- Area: caches.
-- Whether a member shows others what their finds tell of their habits.
ALTER TABLE game_switch ADD COLUMN statistics INTEGER NOT NULL DEFAULT 0;
