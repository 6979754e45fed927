-- Area: awards.
-- What members can reach. Those that come with the program have their names in the book of words, under `builtin`.
CREATE TABLE award (
  id INTEGER PRIMARY KEY,
  builtin TEXT UNIQUE,                 -- NULL: the club has declared it
  name TEXT NOT NULL,
  about TEXT NOT NULL,
  rule TEXT NOT NULL,                  -- JSON
  active INTEGER NOT NULL DEFAULT 1,   -- 0: nobody is shown it, and nobody gets another certificate
  changed_at INTEGER NOT NULL
) STRICT;
INSERT INTO award (builtin, name, about, rule, changed_at) VALUES
  ('radio-ten', '', '', '{"kind":"finds","n":10,"radio":true}', 0),
  ('all-kinds', '', '', '{"kind":"types","types":["traditional","multi","mystery","living","letterbox","virtual","earth","audio"],"radio":false}', 0),
  ('ten-squares', '', '', '{"kind":"squares","n":10,"radio":false}', 0),
  ('year-round', '', '', '{"kind":"months","n":12,"radio":false}', 0);
-- Certificates that members have taken. `code` leads to the page of proof; `document` is what was signed.
CREATE TABLE award_given (
  code TEXT PRIMARY KEY,
  award_id INTEGER NOT NULL,           -- may outlive the award
  account_id INTEGER NOT NULL,
  earned_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  document TEXT NOT NULL,
  UNIQUE (account_id, award_id)
) STRICT, WITHOUT ROWID;
