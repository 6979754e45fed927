-- Area: box.
-- First parts of mail whose transfer broke off: the partner is asked for the rest. By partner, since each compresses anew.
CREATE TABLE mail_part (
  partner TEXT NOT NULL,
  bid TEXT NOT NULL,
  -- Of the compressed body, as it came.
  part BLOB NOT NULL,
  kept_at INTEGER NOT NULL,                 -- milliseconds by the box's clock
  PRIMARY KEY (partner, bid)
) STRICT;
