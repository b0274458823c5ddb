package dev.stampede.server.sale;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.stampede.engine.sale.SaleFigures;
import dev.stampede.server.health.DependencyStatus;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A show on sale at one look. */
record SaleOverview(
    String showId,
    Instant now,
    String server,
    @JsonUnwrapped OfAllServers all,
    @JsonUnwrapped OfThisServer here) {

  /**
   * The figures that are the same on every server.
   *
   * @param seats null while they cannot be read
   * @param queue null if the show has no waiting room
   * @param counted all null if it was never counted
   */
  record OfAllServers(
      @Nullable Seats seats, @Nullable Queue queue, @JsonUnwrapped Counted counted) {}

  /** The figures that the database counts, all of them or none. */
  record Counted(
      @Nullable Instant countedAt,
      @Nullable LiveHolds holds,
      @Nullable Bookings bookings,
      @Nullable Conversion conversion,
      @Nullable Revenue revenue,
      @Nullable Told told) {

    static final Counted NEVER = new Counted(null, null, null, null, null, null);

    static Counted of(SaleFigures figures) {
      SaleFigures.EndedHolds ended = figures.ended();
      return new Counted(
          figures.at(),
          LiveHolds.of(figures.holds()),
          new Bookings(
              figures.booked().confirmed(),
              figures.booked().cancelled(),
              figures.booked().lastMinute()),
          new Conversion(
              ended.all(),
              ended.paid(),
              ended.lapsed(),
              ended.released(),
              Rounded.share(ended.paid(), ended.all())),
          new Revenue(figures.revenue().points(), figures.revenue().outside()),
          Told.of(figures.told()));
    }
  }

  /** The figures that this process has seen within the last minute. */
  record OfThisServer(
      ShowTraffic.Claims claims,
      ShowTraffic.Locks locks,
      ResponseTimes.Seen responses,
      Lanes lanes,
      List<DependencyStatus> services) {
    OfThisServer {
      services = List.copyOf(services);
    }
  }

  record Seats(long free, long held, long sold) {}

  /**
   * The line in front of the sale.
   *
   * @param waiting nothing, as all that is counted, while the line cannot be seen
   * @param conversion the share of passes that ended in a booking
   */
  record Queue(
      boolean enabled,
      @Nullable Long waiting,
      @Nullable Long active,
      int maxActive,
      int admitPerSecond,
      @Nullable Long admittedPerMinute,
      @Nullable Double conversion) {}

  record LiveHolds(long live, List<AgeGroup> byAge, @Nullable Long oldestSeconds) {
    LiveHolds {
      byAge = List.copyOf(byAge);
    }

    static LiveHolds of(SaleFigures.LiveHolds holds) {
      List<AgeGroup> groups = new ArrayList<>();
      long from = 0;
      for (int i = 0; i < holds.byAge().size(); i++) {
        Long to = i < SaleFigures.AGES.size() ? (Long) SaleFigures.AGES.get(i).toSeconds() : null;
        groups.add(new AgeGroup(from, to, holds.byAge().get(i)));
        from = to == null ? from : to;
      }
      return new LiveHolds(
          holds.live(), groups, holds.oldest().map(Duration::toSeconds).orElse(null));
    }
  }

  /** The last group has no end. */
  record AgeGroup(
      long fromSeconds,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long toSeconds,
      long count) {}

  record Bookings(long confirmed, long cancelled, long perMinute) {}

  record Conversion(long ended, long paid, long lapsed, long released, @Nullable Double ratio) {}

  record Revenue(BigInteger points, BigInteger outside) {}

  /**
   * The figures that are computed from events, as others have been told them.
   *
   * @param ageSeconds the age of the figures
   * @param bookings the bookings that were heard of again
   */
  record Told(double ageSeconds, Heard bookings, List<Section> sections) {
    Told {
      sections = List.copyOf(sections);
    }

    static Told of(SaleFigures.Told told) {
      return new Told(
          told.age().toMillis() / 1e3,
          new Heard(told.bookings().confirmed(), told.bookings().cancelled()),
          told.sections().stream().map(Section::of).toList());
    }
  }

  /** Bookings that were heard of from Kafka. */
  record Heard(long confirmed, long cancelled) {}

  /** The seats of a section, counted from the beginning of the sale. */
  record Section(
      String name,
      long seats,
      long held,
      long givenBack,
      long lapsed,
      long cancelled,
      long sold,
      BigInteger revenue) {

    static Section of(SaleFigures.OfSection section) {
      return new Section(
          section.name(),
          section.seats(),
          section.held(),
          section.freed().givenBack(),
          section.freed().lapsed(),
          section.freed().cancelled(),
          section.sold(),
          section.revenue());
    }
  }

  record Lanes(
      double groupsPerSecond, @Nullable Double groupSizeMean, int groupSizeMax, int depth) {}
}
