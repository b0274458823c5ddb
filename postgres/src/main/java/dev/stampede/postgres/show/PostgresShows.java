package dev.stampede.postgres.show;

import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.Show;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowSettings;
import dev.stampede.engine.show.Shows;
import dev.stampede.engine.version.OptimisticUpdate;
import dev.stampede.engine.version.VersionedChange;
import dev.stampede.engine.version.VersionedRow;
import dev.stampede.engine.version.VersionedValue;
import dev.stampede.postgres.Database;
import dev.stampede.postgres.DatabaseException;
import dev.stampede.postgres.ReadRouter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Shows in PostgreSQL. */
public final class PostgresShows implements Shows {

  private static final String INSERT_SHOW =
      "INSERT INTO show (name, starts_at, version, "
          + ShowColumns.SETTINGS
          + ") VALUES (:name, :startsAt, 1, "
          + ShowColumns.BOUND_SETTINGS
          + ") RETURNING id";

  private static final String INSERT_SECTION =
      """
      INSERT INTO section (show_id, position, name, price, row_count, seats_per_row, capacity)
      VALUES (:show, :position, :name, :price, :rows, :seatsPerRow, :capacity)""";

  private static final String INSERT_SEATS =
      """
      INSERT INTO seat (show_id, number, version, state)
      SELECT :show, number, 0, 'f'
      FROM generate_series(0, :size - 1) AS number""";

  private static final String FIND =
      "SELECT id, name, starts_at, version, " + ShowColumns.SETTINGS + " FROM show WHERE id = :id";

  private static final String LIST =
      "SELECT id, name, starts_at, version, "
          + ShowColumns.SETTINGS
          + " FROM show WHERE id < :below ORDER BY id DESC LIMIT :limit";

  /** A seat is free unless it is sold or held beyond this moment. */
  private static final String COUNT =
      """
      SELECT count(*) AS size,
        count(*) FILTER (WHERE state = 'h' AND held_until > clock.now) AS held,
        count(*) FILTER (WHERE state = 's') AS sold,
        min(held_until) FILTER (WHERE state = 'h' AND held_until > clock.now) AS next_end
      FROM seat, (SELECT stampede_now() AS now) AS clock
      WHERE show_id = :show""";

  private static final String UPDATE =
      "UPDATE show SET version = version + 1, ("
          + ShowColumns.SETTINGS
          + ") = ROW ("
          + ShowColumns.BOUND_SETTINGS
          + ") WHERE id = :id AND version = :version";

  private static final String NOW = "SELECT stampede_now()";

  private final Jdbi jdbi;
  private final ReadRouter reads;
  private final ShowMaps maps = new ShowMaps();
  private final OptimisticUpdate updates = new OptimisticUpdate();

  public PostgresShows(Database database) {
    this(database, ReadRouter.of(database));
  }

  public PostgresShows(Database database, ReadRouter reads) {
    this.jdbi = database.jdbi();
    this.reads = reads;
  }

  /** The seat maps, for the committers of claims. */
  public ShowMaps maps() {
    return maps;
  }

  @Override
  public Show create(NewShow show) {
    long id = jdbi.inTransaction(handle -> insert(handle, show));
    reads.wrote(Page.class);
    return new Show(new ShowId(id), show.name(), show.startsAt(), show.map(), show.settings(), 1);
  }

  private static long insert(Handle handle, NewShow show) {
    long id =
        handle
            .createQuery(INSERT_SHOW)
            .bind("name", show.name())
            .bind("startsAt", show.startsAt())
            .bindMap(ShowColumns.values(show.settings()))
            .mapTo(Long.class)
            .one();
    insertSections(handle, id, show.map());
    handle.createUpdate(INSERT_SEATS).bind("show", id).bind("size", show.map().size()).execute();
    return id;
  }

  private static void insertSections(Handle handle, long show, SeatMap map) {
    PreparedBatch batch = handle.prepareBatch(INSERT_SECTION);
    for (int i = 0; i < map.sections().size(); i++) {
      Section section = map.sections().get(i);
      Optional<Section.Mapped> mapped =
          section instanceof Section.Mapped rows ? Optional.of(rows) : Optional.empty();
      Optional<Section.Open> open =
          section instanceof Section.Open places ? Optional.of(places) : Optional.empty();
      batch
          .bind("show", show)
          .bind("position", i)
          .bind("name", section.name())
          .bind("price", section.price())
          .bind("rows", mapped.map(Section.Mapped::rows))
          .bind("seatsPerRow", mapped.map(Section.Mapped::seatsPerRow))
          .bind("capacity", open.map(Section.Open::capacity))
          .add();
    }
    batch.execute();
  }

  @Override
  public Optional<Show> find(ShowId id) {
    return jdbi.withHandle(handle -> find(handle, id));
  }

  private Optional<Show> find(Handle handle, ShowId id) {
    return handle
        .createQuery(FIND)
        .bind("id", id.value())
        .map((row, context) -> ShowColumns.Row.read(row))
        .findOne()
        .map(row -> withMaps(handle, List.of(row)).getFirst());
  }

  @Override
  public Page list(Optional<ShowId> below, int limit) {
    return reads.read(
        Page.class,
        handle -> {
          List<ShowColumns.Row> rows =
              handle
                  .createQuery(LIST)
                  .bind("below", below.map(ShowId::value).orElse(Long.MAX_VALUE))
                  .bind("limit", limit + 1)
                  .map((row, context) -> ShowColumns.Row.read(row))
                  .list();
          List<Show> shows = withMaps(handle, rows.subList(0, Math.min(limit, rows.size())));
          boolean more = rows.size() > limit && !shows.isEmpty();
          return new Page(shows, more ? Optional.of(shows.getLast().id()) : Optional.empty());
        });
  }

  private List<Show> withMaps(Handle handle, List<ShowColumns.Row> rows) {
    try {
      maps.load(handle.getConnection(), rows.stream().map(ShowColumns.Row::id).toList());
    } catch (SQLException e) {
      throw new DatabaseException("the maps of " + rows.size() + " shows could not be read", e);
    }
    List<Show> shows = new ArrayList<>(rows.size());
    for (ShowColumns.Row row : rows) {
      SeatMap map = maps.map(row.id());
      if (map == null) {
        throw new IllegalStateException("show " + row.id() + " has no sections");
      }
      shows.add(row.withMap(map));
    }
    return shows;
  }

  @Override
  public Counted count(ShowId id) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(COUNT)
                .bind("show", id.value())
                .map((row, context) -> counted(row))
                .one());
  }

  private static Counted counted(ResultSet row) throws SQLException {
    int held = row.getInt("held");
    int sold = row.getInt("sold");
    OffsetDateTime nextEnd = row.getObject("next_end", OffsetDateTime.class);
    return new Counted(
        new Counts(row.getInt("size") - held - sold, held, sold),
        nextEnd == null ? Instant.MAX : nextEnd.toInstant());
  }

  @Override
  public Patched patch(
      ShowId id, Optional<Integer> expectedVersion, UnaryOperator<ShowSettings> change) {
    SettingsRow row = new SettingsRow(id);
    VersionedChange<ShowSettings> changed =
        expectedVersion.isPresent()
            ? updates.changeIf(row, expectedVersion.get(), change)
            : updates.change(row, change);
    return switch (changed) {
      case VersionedChange.Updated<ShowSettings> updated ->
          new Patched.Updated(row.shown(updated.now()));
      case VersionedChange.LostRace<ShowSettings> lost ->
          new Patched.LostRace(lost.currentVersion());
      case VersionedChange.RetriesExhausted<ShowSettings> exhausted ->
          new Patched.RetriesExhausted(exhausted.tries());
      case VersionedChange.Missing<ShowSettings> _ -> new Patched.NoSuchShow();
    };
  }

  /** The settings of one show, which have its version; all else of it stays as it was created. */
  private final class SettingsRow implements VersionedRow<ShowSettings> {
    private final ShowId id;
    private Optional<Show> seen = Optional.empty();

    private SettingsRow(ShowId id) {
      this.id = id;
    }

    @Override
    public Optional<VersionedValue<ShowSettings>> read() {
      seen = find(id);
      return seen.map(show -> new VersionedValue<>(show.settings(), show.version()));
    }

    @Override
    public boolean replace(int expected, ShowSettings settings) {
      reads.wrote(Page.class);
      return jdbi.withHandle(
          handle ->
              handle
                      .createUpdate(UPDATE)
                      .bind("id", id.value())
                      .bind("version", expected)
                      .bindMap(ShowColumns.values(settings))
                      .execute()
                  == 1);
    }

    private Show shown(VersionedValue<ShowSettings> now) {
      Show show = seen.orElseThrow();
      return new Show(id, show.name(), show.startsAt(), show.map(), now.value(), now.version());
    }
  }

  @Override
  public Instant now() {
    return jdbi.withHandle(handle -> handle.createQuery(NOW).mapTo(Instant.class).one());
  }
}
