package dev.stampede.postgres.show;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.stampede.engine.claim.Claim;
import dev.stampede.engine.show.SeatMap;
import dev.stampede.engine.show.Section;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.show.ShowTerms;
import dev.stampede.postgres.SqlStep;
import dev.stampede.postgres.Transport;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The seat maps of the shows last asked for. A map never changes, so that it may be kept for as
 * long as there is room.
 *
 * <p>Beside each map are the show's rules as last seen: a limit per buyer, and a waiting room. They
 * may be outdated and only say which rows to lock in advance; the terms that decide are read under
 * the locks.
 */
public final class ShowMaps {

  private static final int MAX_MAPS = 1_000;

  private static final String READ_SECTIONS =
      """
      SELECT s.show_id, s.name, s.price, s.row_count, s.seats_per_row, s.capacity,
        sh.max_seats_per_buyer IS NOT NULL, coalesce(sh.room_enabled, false)
      FROM section s
      JOIN show sh ON sh.id = s.show_id
      WHERE s.show_id = ANY (?::bigint[])
      ORDER BY s.show_id, s.position""";

  /** The rules that need a buyer's row to be locked; none in an unknown show. */
  public record Rules(boolean hasBuyerLimit, boolean needsPass) {

    static final Rules NONE = new Rules(false, false);

    /** True if the claim stands a chance: without a good pass it will probably be refused. */
    public boolean mayTake(Claim.Taking claim) {
      return !needsPass || claim.pass().number() > 0;
    }
  }

  private record KnownShow(SeatMap map, Rules rules) {}

  private final Cache<ShowId, KnownShow> shows =
      Caffeine.newBuilder().maximumSize(MAX_MAPS).build();

  public @Nullable SeatMap map(ShowId show) {
    KnownShow known = shows.getIfPresent(show);
    return known == null ? null : known.map();
  }

  public Rules rules(ShowId show) {
    KnownShow known = shows.getIfPresent(show);
    return known == null ? Rules.NONE : known.rules();
  }

  /** Notes what the terms said that were read under the locks. */
  public void learn(Collection<ShowTerms> terms) {
    for (ShowTerms each : terms) {
      KnownShow known = shows.getIfPresent(each.id());
      Rules rules = new Rules(each.maxSeatsPerBuyer().isPresent(), each.needsPass());
      if (known != null && !known.rules().equals(rules)) {
        shows.put(each.id(), new KnownShow(known.map(), rules));
      }
    }
  }

  /** Reads the maps that are not known yet; a show that does not exist stays unknown. */
  public void load(Connection connection, Collection<ShowId> wanted) throws SQLException {
    long[] missing =
        wanted.stream()
            .distinct()
            .filter(show -> shows.getIfPresent(show) == null)
            .mapToLong(ShowId::value)
            .toArray();
    if (missing.length == 0) {
      return;
    }
    Map<ShowId, List<Section>> sections = new TreeMap<>();
    Map<ShowId, Rules> rules = new TreeMap<>();
    SqlStep read =
        SqlStep.query(
            READ_SECTIONS,
            row -> {
              ShowId show = new ShowId(row.getLong(1));
              sections.computeIfAbsent(show, id -> new ArrayList<>()).add(section(row));
              rules.put(show, new Rules(row.getBoolean(7), row.getBoolean(8)));
            },
            missing);
    Transport.TOGETHER.send(connection, List.of(read));
    sections.forEach(
        (show, parts) ->
            shows.put(
                show, new KnownShow(new SeatMap(parts), rules.getOrDefault(show, Rules.NONE))));
  }

  private static Section section(ResultSet row) throws SQLException {
    int capacity = row.getInt(6);
    return row.wasNull()
        ? new Section.Mapped(row.getString(2), row.getLong(3), row.getInt(4), row.getInt(5))
        : new Section.Open(row.getString(2), row.getLong(3), capacity);
  }
}
