-- Whether a line may exist in Redis: true before it is begun, false after it was removed. Lines of
-- shows that are closed, over or without a waiting room are removed by this list.
ALTER TABLE queue ADD COLUMN kept boolean NOT NULL DEFAULT true;
