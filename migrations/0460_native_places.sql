-- Area: caches.
-- Where the listed caches of this instance's own people are, under the keys of the map: where a box has more caches than one
-- answer, they come before imported places. Imported places alone can be many.
CREATE VIRTUAL TABLE cache_map_native USING rtree_i32 (key, min_lon, max_lon, min_lat, max_lat);
INSERT INTO cache_map_native SELECT m.key, m.min_lon, m.max_lon, m.min_lat, m.max_lat
  FROM cache_map_index m JOIN cache_map_row r ON r.key = m.key JOIN cache c ON c.id = r.id
  WHERE c.source = 'native';
