-- Area: caches.
-- Where caches stand on the map, by their number: what goes through caches by number asks which of them lie in a box.
CREATE VIEW cache_map_place AS
  SELECT r.id, m.min_lon, m.max_lon, m.min_lat, m.max_lat
  FROM cache_map_row r CROSS JOIN cache_map_index m ON m.key = r.key;
