-- Area: accounts.
-- Keys that are published as revoked because their member is suspended: published anew when that ends.
ALTER TABLE device_key ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1));
CREATE INDEX device_key_withheld ON device_key (id) WHERE withheld = 1;
