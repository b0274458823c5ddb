package dev.stampede.redis.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import dev.stampede.engine.show.ShowId;
import dev.stampede.engine.verify.Drift;
import dev.stampede.engine.verify.DriftSearch;
import dev.stampede.engine.verify.Part;
import dev.stampede.engine.verify.SeatKeySearch;
import dev.stampede.engine.verify.SeatKeys.Said;
import dev.stampede.engine.verify.StoredSeats;
import dev.stampede.redis.PatientGate;
import dev.stampede.redis.SharedTestRedis;
import dev.stampede.redis.ShowKeys;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys in a real Redis, right and wrong, against seats that the test says there are. */
final class RedisSeatKeysTest {

  private static final ShowId SHOW = new ShowId(17);
  private static final Instant NOW = Instant.parse("2030-01-01T10:00:00Z");
  private static final Duration LOCK = Duration.ofSeconds(30);
  private static final Buyer ANN = new Buyer("ann");
  private static final HoldId HOLD = HoldId.fresh(1);

  private final SharedTestRedis own = new SharedTestRedis(SharedTestRedis.single());
  private final RedisSeatKeys keys = new RedisSeatKeys(own.redis(), own.prefix(), () -> 1);
  private final Seats seats = new Seats();
  private final SeatKeySearch search = new SeatKeySearch(seats, keys, LOCK);

  @AfterEach
  void close() throws Exception {
    own.end();
  }

  @Test
  void keysAreReadAsTheGateWritesThem() throws Exception {
    Buyer ben = new Buyer("ben\nwith a line feed");
    RedisSeatGate gate = new RedisSeatGate(own.redis(), own.prefix(), () -> 1, LOCK);
    String key = new ShowKeys(own.prefix(), SHOW).seat(3);
    PatientGate.enter(own.redis(), key, () -> gate.enter(SHOW, List.of(3), ben, HOLD));

    Map<Integer, Said> said = keys.said(SHOW, IntStream.range(0, 1_200).boxed().toList());
    assertThat(said).containsOnlyKeys(3);
    Said third = Objects.requireNonNull(said.get(3));
    assertThat(third.rank()).isZero();
    assertThat(third.buyer()).isEqualTo("ben\nwith a line feed");
    assertThat(third.hold()).isEqualTo(HOLD.toString());
    assertThat(third.lasts().orElseThrow()).isPositive().isLessThanOrEqualTo(LOCK);
  }

  @Test
  void keysThatAgreeAreNoDriftNorAreThoseThatAreMissing() throws Exception {
    seats.add(SeatState.FREE, 0, NOW); // nothing is said of it
    seats.add(SeatState.SOLD, 2, NOW); // nothing is said of it any more
    seats.add(SeatState.FREE, 4, NOW); // somebody is being decided about
    seats.add(SeatState.HELD, 3, NOW.plusSeconds(60));
    seats.add(SeatState.SOLD, 2, NOW);
    set(2, "0\n" + HOLD + "\nben", LOCK);
    set(3, "6\n" + HOLD + "\nann", Duration.ofSeconds(60));
    set(4, "4\n" + HOLD + "\nann", Duration.ofHours(24));

    assertThat(found()).isEmpty();
  }

  @Test
  void eachThatIsWrongIsNamed() throws Exception {
    seats.add(SeatState.FREE, 2, NOW);
    seats.add(SeatState.HELD, 1, NOW.minusSeconds(5));
    seats.add(SeatState.SOLD, 2, NOW);
    seats.add(SeatState.SOLD, 2, NOW);
    seats.add(SeatState.FREE, 0, NOW);
    seats.add(SeatState.FREE, 0, NOW);
    seats.add(SeatState.SOLD, 2, NOW);
    set(0, "2\n" + HOLD + "\nann", Duration.ofSeconds(60));
    set(1, "2\n" + HOLD + "\nann", Duration.ofSeconds(60));
    set(2, "4\n" + HOLD + "\nmallory", Duration.ofSeconds(60));
    set(3, "8\n" + HOLD + "\nann", Duration.ofSeconds(60));
    set(4, "0\n" + HOLD + "\nmallory", Duration.ofHours(1));
    set(5, "out of order", Duration.ofSeconds(60));
    forEver(6, "4\n" + HOLD + "\nann");

    assertThat(found())
        .extracting(Drift::kind)
        .containsExactly(
            "key-of-free-seat",
            "key-of-free-seat",
            "key-of-another",
            "key-ahead",
            "key-lasts-too-long",
            "key-unreadable",
            "key-without-end");
    assertThat(found().get(2).detail())
        .startsWith("seat 2 of show 17 is sold to ann")
        .contains("its key in Redis says mallory by hold " + HOLD + " (rank 4)");
  }

  /**
   * The first look sees wrong keys and the second right ones: the news of a commit was on its way.
   * Without the second look the test failed.
   */
  @Test
  void aCommitWhoseNewsIsUnderWayIsNoDrift() throws Exception {
    seats.add(SeatState.FREE, 2, NOW);
    set(0, "2\n" + HOLD + "\nann", Duration.ofSeconds(60));
    seats.add(SeatState.SOLD, 2, NOW);
    set(1, "4\n" + HOLD + "\nmallory", Duration.ofSeconds(60));
    seats.meanwhile =
        () -> {
          own.redis().commands().del(new ShowKeys(own.prefix(), SHOW).seat(0)).get();
          seats.rows.set(1, new SeatRow(1, SeatState.SOLD, 3, owner(new Buyer("mallory"), NOW)));
        };

    assertThat(found()).isEmpty();
  }

  private List<Drift> found() {
    return search.search(Part.SEAT_KEYS, DriftSearch.START, 100).found();
  }

  private void set(int seat, String value, Duration lasts) throws Exception {
    own.redis()
        .commands()
        .set(new ShowKeys(own.prefix(), SHOW).seat(seat), value, SetArgs.Builder.px(lasts))
        .get(5, TimeUnit.SECONDS);
  }

  private void forEver(int seat, String value) throws Exception {
    own.redis()
        .commands()
        .set(new ShowKeys(own.prefix(), SHOW).seat(seat), value)
        .get(5, TimeUnit.SECONDS);
  }

  private static Optional<SeatRow.Owner> owner(Buyer buyer, Instant until) {
    return Optional.of(new SeatRow.Owner(buyer, HOLD, until));
  }

  /** The test's own table. */
  private static final class Seats implements StoredSeats {

    /** An event between two looks. */
    private interface Event {
      void happen() throws Exception;
    }

    private final List<SeatRow> rows = new ArrayList<>();
    private Event meanwhile = () -> {};

    private void add(SeatState state, int version, Instant until) {
      rows.add(
          new SeatRow(
              rows.size(),
              state,
              version,
              state == SeatState.FREE ? Optional.empty() : owner(ANN, until)));
    }

    @Override
    public Stretch next(String after, int limit) {
      return stretch(rows);
    }

    @Override
    public Stretch again(ShowId show, List<Integer> numbers) {
      try {
        meanwhile.happen();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      return stretch(rows.stream().filter(row -> numbers.contains(row.seat())).toList());
    }

    private static Stretch stretch(List<SeatRow> rows) {
      return new Stretch(
          rows.stream().map(row -> new Stored(SHOW, row, "17/" + row.seat())).toList(), NOW);
    }
  }
}
