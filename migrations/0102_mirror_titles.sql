-- Area: caches.
-- Titles of mirrored caches by any three letters in a row. Read in aside: a pull does not wait for it.
CREATE VIRTUAL TABLE mirror_title USING fts5 (title, tokenize = 'trigram');
