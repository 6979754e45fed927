-- Area: stations.
-- What was sent that says where a station is: shown as sent until it is heard.
CREATE INDEX outbox_placed ON outbox (created_at) WHERE status = 'sent' AND kind IN ('beacon', 'wx');
