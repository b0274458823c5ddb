-- Events have an epoch: what was undone is not compared with what came instead.
ALTER TABLE inbox ADD COLUMN epoch bigint NOT NULL DEFAULT 1 CHECK (epoch > 0);
ALTER TABLE parked_message ADD COLUMN epoch bigint; -- none: it could not be read
UPDATE parked_message SET epoch = 1 WHERE version IS NOT NULL;
