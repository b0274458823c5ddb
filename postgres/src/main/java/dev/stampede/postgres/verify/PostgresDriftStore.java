package dev.stampede.postgres.verify;

import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.DriftStore;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.Slice;
import dev.stampede.postgres.Database;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Stores findings and the patrol's progress, in two tables. */
public final class PostgresDriftStore implements DriftStore {

  private static final String REACHED = "SELECT reached FROM patrol WHERE part = :part";

  /** Nothing if another server has gone on from there. */
  private static final String GO_ON =
      """
      INSERT INTO patrol AS p (part, reached, rounds, last_round_at)
      VALUES (:part, :next, :round, CASE WHEN :round > 0 THEN stampede_now() END)
      ON CONFLICT (part) DO UPDATE
      SET reached = excluded.reached, rounds = p.rounds + excluded.rounds,
        last_round_at = coalesce(excluded.last_round_at, p.last_round_at)
      WHERE p.reached = :after""";

  private static final String FORGET =
      """
      DELETE FROM drift
      WHERE part = :part AND (place > :after OR :after = '')
        AND (place <= :upTo OR :last)
      RETURNING place, kind, detail, found_at""";

  private static final String NOTE =
      """
      INSERT INTO drift (part, place, kind, detail, found_at)
      VALUES (:part, :place, :kind, :detail, coalesce(:foundAt, stampede_now()))""";

  private static final String COUNT = "SELECT count(*) FROM drift";

  private static final String FIRST =
      "SELECT part, place, kind, detail FROM drift ORDER BY found_at, part, place LIMIT :most";

  private record Before(Drift drift, OffsetDateTime foundAt) {}

  private final Database database;

  public PostgresDriftStore(Database database) {
    this.database = database;
  }

  @Override
  public String reached(Part part) {
    return database
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(REACHED)
                    .bind("part", part.label())
                    .mapTo(String.class)
                    .findOne()
                    .orElse(DriftSearch.START));
  }

  @Override
  public List<Drift> settle(Part part, String after, Slice slice) {
    return database
        .jdbi()
        .inTransaction(
            handle -> {
              int moved =
                  handle
                      .createUpdate(GO_ON)
                      .bind("part", part.label())
                      .bind("after", after)
                      .bind("next", slice.last() ? DriftSearch.START : slice.upTo())
                      .bind("round", slice.last() ? 1 : 0)
                      .execute();
              return moved == 0 ? List.of() : note(handle, part, after, slice);
            });
  }

  /** Stores the findings of a slice; a known one keeps the time at which it was found. */
  private static List<Drift> note(Handle handle, Part part, String after, Slice slice) {
    List<Before> before =
        handle
            .createQuery(FORGET)
            .bind("part", part.label())
            .bind("after", after)
            .bind("upTo", slice.upTo())
            .bind("last", slice.last())
            .map(
                (row, _) ->
                    new Before(
                        new Drift(part, row.getString(1), row.getString(2), row.getString(3)),
                        row.getObject(4, OffsetDateTime.class)))
            .list();
    if (!slice.found().isEmpty()) {
      PreparedBatch notes = handle.prepareBatch(NOTE);
      for (Drift drift : slice.found()) {
        notes
            .bind("part", part.label())
            .bind("place", drift.place())
            .bind("kind", drift.kind())
            .bind("detail", drift.detail())
            .bind("foundAt", foundAt(before, drift).orElse(null))
            .add();
      }
      notes.execute();
    }
    return slice.found().stream().filter(drift -> foundAt(before, drift).isEmpty()).toList();
  }

  private static Optional<OffsetDateTime> foundAt(List<Before> before, Drift drift) {
    return before.stream()
        .filter(known -> known.drift().equals(drift))
        .map(Before::foundAt)
        .findFirst();
  }

  @Override
  public KnownDrifts known(int most) {
    return database
        .jdbi()
        .withHandle(
            handle -> {
              long rows = handle.createQuery(COUNT).mapTo(Long.class).one();
              return rows == 0
                  ? KnownDrifts.NONE
                  : new KnownDrifts(
                      rows,
                      handle
                          .createQuery(FIRST)
                          .bind("most", most)
                          .map(
                              (row, _) ->
                                  new Drift(
                                      part(row.getString(1)),
                                      row.getString(2),
                                      row.getString(3),
                                      row.getString(4)))
                          .list());
            });
  }

  private static Part part(String label) {
    return Arrays.stream(Part.values())
        .filter(part -> part.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("'" + label + "' is no part"));
  }
}
