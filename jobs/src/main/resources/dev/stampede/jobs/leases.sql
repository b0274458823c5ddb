-- How long a worker's lease lasts from one sign of life: one that ends much later was given before
-- the clock stepped back. The default, for workers that do not say it, is the longest there is.
ALTER TABLE job_worker ADD COLUMN lease_millis bigint NOT NULL DEFAULT 3600000;
