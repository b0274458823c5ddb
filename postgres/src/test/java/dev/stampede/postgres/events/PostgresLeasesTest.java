package dev.stampede.postgres.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.events.RangeLeases;
import dev.stampede.engine.events.RangeLeases.Leased;
import dev.stampede.postgres.ClaimsFixture;
import dev.stampede.testkit.DatabaseClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PostgresLeasesTest {

  private static final Set<Integer> ALL = Set.of(0, 1, 2, 3, 4, 5, 6, 7);

  private ClaimsFixture fixture;
  private DatabaseClock clock;
  private PostgresLeases one;
  private PostgresLeases two;

  @BeforeEach
  void open() {
    fixture = new ClaimsFixture();
    clock = DatabaseClock.of(fixture.data.url());
    one = new PostgresLeases(fixture.database);
    two = new PostgresLeases(fixture.database);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aSingleServerLeasesAllRangesAndASecondOneGetsHalf() {
    assertThat(one.renew(Set.of())).isEqualTo(new Leased(ALL, 8));
    assertThat(two.renew(Set.of())).isEqualTo(new Leased(Set.of(), 4));

    Leased told = one.renew(ALL);
    assertThat(told).as("told to give up, and not robbed").isEqualTo(new Leased(ALL, 4));
    assertThat(one.renew(Set.of(0, 1, 2, 3)).ranges()).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(two.renew(Set.of()).ranges()).containsExactlyInAnyOrder(4, 5, 6, 7);
  }

  @Test
  void threeShareEightWithoutLeavingOneOver() {
    PostgresLeases three = new PostgresLeases(fixture.database);
    for (PostgresLeases each : Set.of(one, two, three)) {
      each.renew(Set.of());
      each.leave();
    }
    Leased first = one.renew(Set.of());
    two.renew(Set.of());
    three.renew(Set.of());
    Set<Integer> kept = Set.copyOf(first.ranges().stream().limit(3).toList());
    Set<Integer> all = new HashSet<>(one.renew(kept).ranges());

    all.addAll(two.renew(Set.of()).ranges());
    all.addAll(three.renew(Set.of()).ranges());

    assertThat(all).isEqualTo(ALL);
  }

  @Test
  void aDeadServersRangesAreFreeAfterItsLease() {
    assertThat(one.renew(Set.of()).ranges()).isEqualTo(ALL);
    assertThat(two.renew(Set.of()).ranges()).isEmpty();

    clock.advance(RangeLeases.LEASE.plus(Duration.ofMillis(1)));

    assertThat(two.renew(Set.of())).isEqualTo(new Leased(ALL, 8));
    assertThat(one.renew(ALL)).as("who wakes up too late").isEqualTo(new Leased(Set.of(), 4));
  }

  /** They were nobody's for the hour that the clock had been ahead. */
  @Test
  void aDeadServersRangesAreFreeAlthoughTheClockSteppedBack() {
    clock.advance(Duration.ofHours(1));
    assertThat(one.renew(Set.of()).ranges()).isEqualTo(ALL);
    clock.reset();

    assertThat(two.renew(Set.of())).isEqualTo(new Leased(ALL, 8));
    assertThat(one.renew(ALL)).as("who is not dead").isEqualTo(new Leased(Set.of(), 4));
  }

  @Test
  void aLateRenewalKeepsRangesThatNoOtherServerTook() {
    assertThat(one.renew(Set.of()).ranges()).isEqualTo(ALL);

    clock.advance(RangeLeases.LEASE.multipliedBy(3));

    assertThat(one.renew(ALL).ranges()).isEqualTo(ALL);
  }

  @Test
  void aServerThatStopsFreesAllItsRangesAtOnce() {
    assertThat(one.renew(Set.of()).ranges()).isEqualTo(ALL);
    one.leave();

    assertThat(two.renew(Set.of())).isEqualTo(new Leased(ALL, 8));
  }
}
