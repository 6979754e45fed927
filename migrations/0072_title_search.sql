-- Area: caches.
-- Titles of caches by any three letters in a row: search must not read every title. The rows are the caches' own.
CREATE VIRTUAL TABLE cache_title USING fts5 (title, content = 'cache', content_rowid = 'id', tokenize = 'trigram');
CREATE TRIGGER cache_title_insert AFTER INSERT ON cache BEGIN
  INSERT INTO cache_title (rowid, title) VALUES (new.id, new.title);
END;
CREATE TRIGGER cache_title_delete AFTER DELETE ON cache BEGIN
  INSERT INTO cache_title (cache_title, rowid, title) VALUES ('delete', old.id, old.title);
END;
CREATE TRIGGER cache_title_update AFTER UPDATE OF title ON cache WHEN old.title <> new.title BEGIN
  INSERT INTO cache_title (cache_title, rowid, title) VALUES ('delete', old.id, old.title);
  INSERT INTO cache_title (rowid, title) VALUES (new.id, new.title);
END;
INSERT INTO cache_title (cache_title) VALUES ('rebuild');
