-- Area: bbs.
-- A message, whoever wrote it and whatever brought it: personal mail, traffic, bulletins, and bulletins of other
-- instances (mirrors). Numbers are never given twice, since the BID of a message written here is made of its number. The
-- texts stand last, so that lists which need no text do not read it.
CREATE TABLE bbs_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bid TEXT NOT NULL,                        -- upper case, at most 12 characters
  type TEXT NOT NULL,                       -- P personal, B bulletin, T traffic
  from_call TEXT NOT NULL,
  from_base TEXT NOT NULL,
  to_call TEXT NOT NULL,                    -- call; of a bulletin its category
  to_base TEXT NOT NULL,                    -- whose mailbox it lies in
  at TEXT NOT NULL,                         -- hierarchical address or area behind the @; empty where none was given
  source TEXT NOT NULL,                     -- empty: written here; rf-fbb:<call>: that partner; else the instance it mirrors
  mirrored INTEGER NOT NULL DEFAULT 0,
  gid TEXT UNIQUE,                          -- of a published or mirrored bulletin
  auto TEXT NOT NULL DEFAULT '',            -- written by the box itself: return, wp
  account_id INTEGER,                       -- who held the writer's call when it was written here
  posted_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  expires_at INTEGER,                       -- null: stays
  read_at INTEGER,
  reply_to INTEGER,
  thread_id INTEGER NOT NULL,
  delivery TEXT NOT NULL,                   -- here, no_route, queued, sent, returned; of a bulletin: spread
  stuck_since INTEGER,                      -- since when no route was found
  passed TEXT NOT NULL DEFAULT ' ',         -- systems of its R: lines, each between blanks
  text_at INTEGER NOT NULL DEFAULT 0,       -- where the text begins behind the R: lines
  subject BLOB NOT NULL,
  body BLOB NOT NULL                        -- as it came: R: lines, then the text
) STRICT;
-- A BID is stored once, whoever brings it. A mirror is known by its gid: what BID it claims takes no place.
CREATE UNIQUE INDEX bbs_message_own_bid ON bbs_message (bid) WHERE mirrored = 0;
CREATE INDEX bbs_message_bid ON bbs_message (bid, mirrored, id);
CREATE INDEX bbs_message_to ON bbs_message (to_base, id) WHERE type <> 'B';
CREATE INDEX bbs_message_from ON bbs_message (from_base, id) WHERE type <> 'B';
CREATE INDEX bbs_message_thread ON bbs_message (thread_id, id);
CREATE INDEX bbs_message_expires ON bbs_message (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX bbs_message_open ON bbs_message (id) WHERE delivery IN ('no_route', 'queued');
CREATE INDEX bbs_message_account ON bbs_message (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX bbs_bulletin_posted ON bbs_message (posted_at, id) WHERE type = 'B';
CREATE INDEX bbs_bulletin_category ON bbs_message (to_call, posted_at, id) WHERE type = 'B';
CREATE INDEX bbs_bulletin_area ON bbs_message (at, id) WHERE type = 'B';
CREATE INDEX bbs_bulletin_from ON bbs_message (from_base, id) WHERE type = 'B';

-- BIDs that were here, so that what was killed or has expired does not come back by another partner.
CREATE TABLE bbs_bid (
  bid TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bbs_bid_at ON bbs_bid (at);

-- Posts of the last day, for the daily limit: a killed message counts too.
CREATE TABLE bbs_post (
  poster TEXT NOT NULL,                     -- account:<id>, or call:<base> through the ingest box
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX bbs_post_poster ON bbs_post (poster, at);
CREATE INDEX bbs_post_at ON bbs_post (at);

-- Who reads mail here over the packet mailbox, by base call, and up to where it was listed.
CREATE TABLE bbs_user (
  base TEXT PRIMARY KEY,
  seen_at INTEGER NOT NULL,
  last_listed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Forwarding partners and the rules by which mail goes to them.
CREATE TABLE bbs_partner (
  id INTEGER PRIMARY KEY,
  call TEXT NOT NULL UNIQUE,
  ha TEXT NOT NULL,                         -- its hierarchical address, or empty
  connect_script TEXT NOT NULL,
  proto TEXT NOT NULL,                      -- rf-fbb, axudp, ip-fed
  interval_min INTEGER NOT NULL,            -- 0: by hand only
  timebands TEXT NOT NULL,                  -- hours UTC, "0-6,22-23"; empty: always
  request_reverse INTEGER NOT NULL,
  msgtypes TEXT NOT NULL,                   -- of PBT
  max_block INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  federation INTEGER NOT NULL               -- takes and brings batches of federation
) STRICT;
CREATE TABLE bbs_rule (
  id INTEGER PRIMARY KEY,
  partner TEXT NOT NULL,
  route TEXT NOT NULL,                      -- components of a hierarchical address, or *
  transport TEXT NOT NULL,                  -- ip-fed, rf-fbb, axip
  enabled INTEGER NOT NULL,
  UNIQUE (partner, route)
) STRICT;
INSERT INTO bbs_rule (partner, route, transport, enabled) VALUES ('federation', '*', 'ip-fed', 1);

-- A message on its way to a partner. One partner's refusal touches no other's row.
CREATE TABLE bbs_forward (
  partner TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES bbs_message (id) ON DELETE CASCADE,
  state TEXT NOT NULL,                      -- waiting, sent, had_it, refused, given_up
  hold_reason TEXT,                         -- why a waiting one is not offered
  not_before INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  settled_at INTEGER,
  words TEXT NOT NULL DEFAULT '',           -- the partner's, or ours when it was given up
  PRIMARY KEY (partner, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bbs_forward_message ON bbs_forward (message_id);
CREATE INDEX bbs_forward_waiting ON bbs_forward (partner, message_id) WHERE state = 'waiting' AND hold_reason IS NULL;
CREATE INDEX bbs_forward_held ON bbs_forward (partner, message_id) WHERE state = 'waiting' AND hold_reason IS NOT NULL;
CREATE INDEX bbs_forward_settled ON bbs_forward (settled_at) WHERE settled_at IS NOT NULL;

-- The forward log: each try with a partner.
CREATE TABLE bbs_attempt (
  id INTEGER PRIMARY KEY,
  partner TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  seconds INTEGER,
  outcome TEXT NOT NULL,                    -- running, clean, cut, told, broken, no_link
  words TEXT NOT NULL DEFAULT '',
  sent INTEGER NOT NULL DEFAULT 0,
  received INTEGER NOT NULL DEFAULT 0,
  bytes_out INTEGER NOT NULL DEFAULT 0,
  bytes_in INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX bbs_attempt_partner ON bbs_attempt (partner, id);
CREATE INDEX bbs_attempt_started ON bbs_attempt (started_at);

-- Beginnings of messages whose link died: a partner that can is asked for the rest alone.
CREATE TABLE bbs_part (
  partner TEXT NOT NULL,
  bid TEXT NOT NULL,
  at INTEGER NOT NULL,
  part BLOB NOT NULL,
  PRIMARY KEY (partner, bid)
) STRICT;
CREATE INDEX bbs_part_at ON bbs_part (at);

-- White Pages: where a call has its home mailbox, and who says so.
CREATE TABLE bbs_white_page (
  call TEXT PRIMARY KEY,                    -- base call
  home TEXT NOT NULL,
  source TEXT NOT NULL,                     -- operator, box, told, guessed
  told_at INTEGER NOT NULL,                 -- date of the word
  seen_at INTEGER NOT NULL,                 -- last confirmed
  next_home TEXT,                           -- what R: lines say since next_since instead
  next_since INTEGER,
  name TEXT NOT NULL DEFAULT '',
  town TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX bbs_white_page_seen ON bbs_white_page (seen_at) WHERE source <> 'operator';
