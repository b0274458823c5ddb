-- To count what came of one show's sale without reading those of all other shows.
--
-- Not trees: each would be one more insert for every claim. These note, for each 256 kB of a table,
-- between which shows and which moments its rows are. Rows come in order of time, so that a show's
-- own are together: in the days of its sale.
CREATE INDEX hold_by_show ON hold USING brin (show_id)
  WITH (pages_per_range = 32, autosummarize = on);

CREATE INDEX booking_by_show ON booking USING brin (show_id, confirmed_at)
  WITH (pages_per_range = 32, autosummarize = on);
