-- The highest pass that a buyer has held seats with and that queue_gone lacks: it was given before the
-- database was rewound. The booking of those seats spends it.
ALTER TABLE show_buyer ADD COLUMN shown_pass bigint NOT NULL DEFAULT 0 CHECK (shown_pass >= 0);
