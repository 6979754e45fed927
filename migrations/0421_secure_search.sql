-- Area: caches.
-- What is deleted leaves the search index at once, not only when its pieces are merged; what was deleted before goes now.
INSERT INTO cache_title (cache_title, rank) VALUES ('secure-delete', 1);
INSERT INTO cache_title (cache_title) VALUES ('optimize');
INSERT INTO mirror_title (mirror_title, rank) VALUES ('secure-delete', 1);
INSERT INTO mirror_title (mirror_title) VALUES ('optimize');
