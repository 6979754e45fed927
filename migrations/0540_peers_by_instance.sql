-- Area: federation.
-- Each page that is pulled asks for the keys of its origin. The index of live rows does not serve that, since it leaves out
-- blocked ones: with a thousand neighbours each page read them all.
CREATE INDEX fed_peer_of ON fed_peer (instance);
