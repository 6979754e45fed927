-- Area: accounts.
-- When somebody was last signed in and asked for anything, to a quarter of an hour. NULL: not since this is noted.
ALTER TABLE account ADD COLUMN seen_at INTEGER;
-- Accounts as a list of people reads them. `call`: the one that names the account; '' for an account that lost its calls.
CREATE VIEW account_facts AS SELECT
  a.id, coalesce(a.active_call, (SELECT min(h.base) FROM held_call h WHERE h.account_id = a.id), '') AS call,
  a.email, a.created_at, a.seen_at,
  EXISTS (SELECT 1 FROM held_call h JOIN verification v ON v.base = h.base WHERE h.account_id = a.id) AS verified,
  s.suspended_at, s.until AS suspended_until
  FROM account a LEFT JOIN suspension s ON s.account_id = a.id;
CREATE VIEW held_call_facts AS SELECT base, account_id FROM held_call;
