package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Scope;
import dev.stampede.engine.verify.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Shows against the seats that their sections promise. */
final class ShowDrift {

  /** Counting a show's seats is worth so many rows of anything else. */
  private static final int WEIGHT = 1_000;

  private static final String COUNT =
      """
      SELECT s.id, m.promised, c.counted, c.highest
      FROM (
        SELECT id FROM show
        WHERE id > :after AND (:show::bigint IS NULL OR id = :show::bigint)
        ORDER BY id
        LIMIT :limit) AS s
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(coalesce(capacity, row_count * seats_per_row)), 0) AS promised
        FROM section
        WHERE show_id = s.id) AS m
      CROSS JOIN LATERAL (
        SELECT count(*) AS counted, coalesce(max(number), -1) AS highest
        FROM seat
        WHERE show_id = s.id) AS c
      ORDER BY s.id""";

  private record Counted(long id, long promised, long counted, long highest) {

    Drift drift() {
      return new Drift(
          Part.SHOWS,
          place(),
          "show-seats",
          "show %d has %d seats, the last has number %d; its sections promise %d, numbered from 0"
              .formatted(id, counted, highest, promised));
    }

    boolean isWrong() {
      return counted != promised || highest != promised - 1;
    }

    String place() {
      return "%019d".formatted(id);
    }
  }

  private ShowDrift() {}

  static Slice search(Handle handle, Scope scope, String after, int limit) {
    int most = Math.max(1, limit / WEIGHT);
    List<Counted> shows =
        handle
            .createQuery(COUNT)
            .bind("after", after.equals(DriftSearch.START) ? 0 : Long.parseLong(after))
            .bind("limit", most)
            .bind("show", ScopeFilter.show(scope))
            .map(
                (row, _) ->
                    new Counted(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)))
            .list();
    List<Drift> found = new ArrayList<>();
    shows.stream().filter(Counted::isWrong).map(Counted::drift).forEach(found::add);
    String upTo = shows.isEmpty() ? after : shows.getLast().place();
    return new Slice(shows.size(), upTo, shows.size() < most, found);
  }
}
