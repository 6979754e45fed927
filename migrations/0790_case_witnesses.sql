-- Area: federation.
-- Neighbours by whose trust this instance's finds were looked at last. One that is trusted and not among them has been given
-- trust since: what it says, or has said, of open finds is looked at anew.
CREATE TABLE fed_case_witness (
  instance TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO fed_case_witness (instance)
  SELECT DISTINCT instance FROM fed_peer WHERE trust = 'trusted' AND instance IS NOT NULL
    AND instance NOT IN (SELECT instance FROM fed_peer WHERE trust = 'blocked' AND instance IS NOT NULL);
