-- Area: stations.
-- What a node of the LoRa mesh measures of the air beside the weather, as it said it last.
ALTER TABLE mesh_node ADD COLUMN co2_ppm REAL;
ALTER TABLE mesh_node ADD COLUMN gas_ohm REAL;
