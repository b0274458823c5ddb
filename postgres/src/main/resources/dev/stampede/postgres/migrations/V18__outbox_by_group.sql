-- What others have not been told yet, by the group that wrote it.
--
-- A row stands for all events of one range that a group of claims has written of one show, or for
-- its bookings, in their order. A row for each event cost as much as the sale: to write it, to
-- delete it, and to pass over it afterwards for as long as somebody's snapshot kept it.
--
-- Servers of the version before write a row for each event, in the columns that were there; those
-- are read as well, in the same order. They do not read rows of groups: ranges that such a server
-- has wait until it is stopped.
ALTER TABLE outbox
  ADD COLUMN numbers  integer[],
  ADD COLUMN versions integer[],
  ADD COLUMN bookings uuid[],
  ALTER COLUMN version DROP NOT NULL,
  DROP CONSTRAINT seat_or_booking,
  ADD CONSTRAINT seats_or_bookings CHECK (
    CASE WHEN versions IS NULL
      THEN version IS NOT NULL
        AND num_nulls(show_id, number) = CASE WHEN booking_id IS NULL THEN 0 ELSE 2 END
      ELSE cardinality(versions) > 0
        AND num_nulls(show_id, numbers) = CASE WHEN bookings IS NULL THEN 0 ELSE 2 END
        AND cardinality(versions) = coalesce(cardinality(numbers), cardinality(bookings))
    END);

-- The same, a row for each event; "place" is its place within its group.
CREATE VIEW outbox_event AS
SELECT o.id, o.range, o.timeline, o.show_id, e.number, e.version, e.booking_id, e.place
FROM outbox o
CROSS JOIN LATERAL unnest(
    coalesce(o.numbers, ARRAY[o.number]), coalesce(o.versions, ARRAY[o.version]),
    coalesce(o.bookings, ARRAY[o.booking_id]))
  WITH ORDINALITY AS e (number, version, booking_id, place);
