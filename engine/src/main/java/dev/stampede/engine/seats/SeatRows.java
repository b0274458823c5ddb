package dev.stampede.engine.seats;

import static java.time.temporal.ChronoUnit.MICROS;

import dev.stampede.engine.claim.Buyer;
import dev.stampede.engine.claim.HoldId;
import dev.stampede.engine.claim.SeatRow;
import dev.stampede.engine.claim.SeatState;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Stored seats in columns. A show has up to 200,000 seats, which are read again every minute while
 * it sells. As objects they would take 40 MB, and a collector that has to move them stops all
 * buyers for a tenth of a second; as columns they take a sixth of that, in a few arrays.
 */
public final class SeatRows implements Iterable<SeatRow> {

  private static final int FIRST_CAPACITY = 64;

  private int size;
  private int[] seats = new int[FIRST_CAPACITY];
  private int[] versions = new int[FIRST_CAPACITY];
  private char[] states = new char[FIRST_CAPACITY];
  private @Nullable String[] buyers = new @Nullable String[FIRST_CAPACITY];
  private long[] holds = new long[2 * FIRST_CAPACITY];
  private long[] untilMicros = new long[FIRST_CAPACITY];

  public static SeatRows of(Collection<SeatRow> rows) {
    SeatRows packed = new SeatRows();
    for (SeatRow row : rows) {
      packed.addFree(row.seat(), row.state(), row.version());
      row.owner()
          .ifPresent(
              owner ->
                  packed.own(
                      owner.buyer().sub(),
                      owner.hold().value(),
                      MICROS.between(Instant.EPOCH, owner.until())));
    }
    return packed;
  }

  /** Adds a row without an owner. */
  public void addFree(int seat, SeatState state, int version) {
    if (size == seats.length) {
      grow();
    }
    seats[size] = seat;
    versions[size] = version;
    states[size] = state.letter();
    size++;
  }

  /** Adds a row with its owner, as {@link SeatRow.Owner} has it. */
  public void add(
      int seat, SeatState state, int version, String buyer, UUID hold, long ownedUntilMicros) {
    addFree(seat, state, version);
    own(buyer, hold, ownedUntilMicros);
  }

  private void own(String buyer, UUID hold, long ownedUntilMicros) {
    int last = size - 1;
    buyers[last] = buyer;
    holds[2 * last] = hold.getMostSignificantBits();
    holds[2 * last + 1] = hold.getLeastSignificantBits();
    untilMicros[last] = ownedUntilMicros;
  }

  private void grow() {
    int capacity = Math.multiplyExact(size, 2);
    seats = Arrays.copyOf(seats, capacity);
    versions = Arrays.copyOf(versions, capacity);
    states = Arrays.copyOf(states, capacity);
    buyers = Arrays.copyOf(buyers, capacity);
    holds = Arrays.copyOf(holds, 2 * capacity);
    untilMicros = Arrays.copyOf(untilMicros, capacity);
  }

  private SeatRow row(int index) {
    String buyer = buyers[index];
    Optional<SeatRow.Owner> owner =
        buyer == null
            ? Optional.empty()
            : Optional.of(
                new SeatRow.Owner(
                    new Buyer(buyer),
                    new HoldId(new UUID(holds[2 * index], holds[2 * index + 1])),
                    Instant.EPOCH.plus(untilMicros[index], MICROS)));
    return new SeatRow(seats[index], SeatState.of(states[index]), versions[index], owner);
  }

  /** The rows in the order in which they were added, each made when it is asked for. */
  @Override
  public Iterator<SeatRow> iterator() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < size;
      }

      @Override
      public SeatRow next() {
        if (!hasNext()) {
          throw new NoSuchElementException("there are %d rows".formatted(size));
        }
        return row(next++);
      }
    };
  }
}
