-- Area: support.
-- What came in for this instance and what was spent, as the operator confirmed it. It gates nothing.
CREATE TABLE donation (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  account_id INTEGER REFERENCES account (id) ON DELETE SET NULL,  -- who gave, where a member did
  amount_cents INTEGER NOT NULL,           -- below zero: spent
  currency TEXT NOT NULL,                  -- ISO 4217; one for the whole ledger
  bucket TEXT NOT NULL,                    -- development, hosting, operation, peer_reimbursement
  note TEXT,                               -- for the operator alone
  source TEXT                              -- how it came: bank, cash ...
) STRICT;
CREATE INDEX donation_account ON donation (account_id);

CREATE TABLE support_preference (
  account_id INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  hide_nag INTEGER NOT NULL,               -- never ask this member for support
  shown INTEGER NOT NULL                   -- may be named as a supporter
) STRICT;
