-- Area: notebook.
-- The order in which a member wants the caches of a list; NULL: behind those that have one, by when it was put on the list.
ALTER TABLE cache_list_item ADD COLUMN place INTEGER;
