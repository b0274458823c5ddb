-- A booking spends the passes of its buyer: the highest number that is spent. The row, which was
-- there for limits per buyer, is there now where a show has a waiting room too.
ALTER TABLE show_buyer ADD COLUMN spent_pass bigint NOT NULL DEFAULT 0 CHECK (spent_pass >= 0);

-- No index is on what changes, and with room in each page an update stays in it (HOT).
ALTER TABLE show_buyer SET (fillfactor = 70);
