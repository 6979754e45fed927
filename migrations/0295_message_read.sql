-- Area: stations.
-- Up to which message a member has read what each station wrote: what is newer is unread, on all of the member's devices.
CREATE TABLE message_read (
  account_id INTEGER NOT NULL,
  other TEXT NOT NULL,                      -- call of the other station, with its SSID
  up_to INTEGER NOT NULL,                   -- number of the newest message that was read
  PRIMARY KEY (account_id, other)
) STRICT, WITHOUT ROWID;
