-- Area: stations.
-- What a position report says beyond place, motion and comment, as JSON: the frequency on which somebody listens, the
-- antenna, a range, the status of a Mic-E radio. It is taken out of the comment, so it is kept here.
ALTER TABLE station ADD COLUMN details TEXT;
ALTER TABLE radio_object ADD COLUMN details TEXT;
-- Snow of the last day, in millimetres.
ALTER TABLE weather_sample ADD COLUMN snow_mm REAL;
