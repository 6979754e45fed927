-- Area: caches.
-- The newest caches of this instance, for their feed. The index of all caches had imported places in it, which the feed looked
-- through by the hundred thousand; nothing else used it.
CREATE INDEX cache_newest ON cache (created_at, id) WHERE source = 'native' AND status = 'active' AND unlisted = 0;
DROP INDEX cache_new;
