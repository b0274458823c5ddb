package dev.stampede.engine.sale;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a show's sale, over all servers.
 *
 * @param at when it was counted
 */
public record SaleFigures(
    Instant at, LiveHolds holds, EndedHolds ended, Booked booked, Revenue revenue, Told told) {

  /** The ages at which one group of live holds ends and the next begins; the last has no end. */
  public static final List<Duration> AGES =
      List.of(
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(120),
          Duration.ofSeconds(300),
          Duration.ofSeconds(600));

  /**
   * Holds that can be paid now.
   *
   * @param byAge how many are how old, in the groups of {@link #AGES}
   */
  public record LiveHolds(List<Long> byAge, Optional<Duration> oldest) {
    public LiveHolds {
      byAge = List.copyOf(byAge);
      if (byAge.size() != AGES.size() + 1) {
        throw new IllegalArgumentException(
            "%d groups of holds by age; there are %d".formatted(byAge.size(), AGES.size() + 1));
      }
    }

    public long live() {
      return byAge.stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * The holds that have ended, by how. Seats bought in one step were never held.
   *
   * @param lapsed ended by their time; paid late, a hold moves on to the paid ones
   * @param released given back by their buyers
   */
  public record EndedHolds(long paid, long lapsed, long released) {

    public long all() {
      return paid + lapsed + released;
    }
  }

  /**
   * Bookings.
   *
   * @param confirmed those that stand
   * @param lastMinute how many were made in the minute before {@link #at}, whatever became of them
   */
  public record Booked(long confirmed, long cancelled, long lastMinute) {}

  /**
   * The revenue of the bookings that stand, in points. A single price may be the largest amount
   * that there is, so that a sum of them fits no {@code long}.
   *
   * @param outside what was paid to a shop
   */
  public record Revenue(BigInteger points, BigInteger outside) {}

  /**
   * The figures counted from events that were sent, which lag a little behind everything else here.
   *
   * @param age of the oldest event that has not been sent, and so is not counted
   * @param bookings those that were consumed again
   */
  public record Told(Duration age, Heard bookings, List<OfSection> sections) {
    public Told {
      sections = List.copyOf(sections);
    }
  }

  /** Bookings that were heard of from Kafka: what others could have heard, too. */
  public record Heard(long confirmed, long cancelled) {}

  /**
   * The seats of a section, from the beginning of the sale.
   *
   * @param held how often a seat was taken into a hold
   * @param revenue what the seats cost that were sold and not cancelled
   */
  public record OfSection(
      String name, long seats, long held, Freed freed, long sold, BigInteger revenue) {}

  /** Seats that were free again, by why. */
  public record Freed(long givenBack, long lapsed, long cancelled) {}
}
