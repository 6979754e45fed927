-- Area: caches.
-- What a member has found and hidden in all, read without a look at anything else: a table of all members is sorted by it.
CREATE VIEW finder_total_facts AS SELECT account, finds FROM finder_sum WHERE period = 'all';
CREATE INDEX cache_owner_here ON cache (owner_account) WHERE removed_at IS NULL;
