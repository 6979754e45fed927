-- Area: live.
-- The log that an alert is about, by its number here: mails and lists lead to its page.
ALTER TABLE alert ADD COLUMN find INTEGER;
