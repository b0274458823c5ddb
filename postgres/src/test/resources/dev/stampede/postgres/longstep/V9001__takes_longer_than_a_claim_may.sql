-- As the making of an index over a large table.
SELECT pg_sleep(1.5);
