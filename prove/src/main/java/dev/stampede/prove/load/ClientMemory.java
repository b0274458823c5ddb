package dev.stampede.prove.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** The things that one client remembers of the answers that it got; all of it is bounded. */
final class ClientMemory {

  private static final int MOST_HOLDS = 6;
  private static final int MOST_OPERATIONS = 20;
  private static final int MOST_PAST = 150;

  private final Random random;
  private final Deque<Owned> bookings = new ArrayDeque<>();
  private final List<Owned> holds = new ArrayList<>();
  private final Deque<Operation> operations = new ArrayDeque<>();
  private final List<ClientCall> past = new ArrayList<>();
  private final Map<String, Place> places = new HashMap<>();

  /** A hold or a booking, and its buyer. */
  record Owned(String buyer, String id) {}

  /** A booking through Kafka that has no outcome yet. */
  record Operation(String buyer, String path, String id) {}

  /**
   * A place in line or the pass that it became.
   *
   * @param token to come back with; empty: none was given yet
   * @param pass empty while the buyer waits
   * @param pollAtNanos the time before which the server does not want to be asked
   */
  record Place(String token, String pass, long pollAtNanos) {
    static final Place NONE = new Place("", "", 0);
  }

  ClientMemory(Random random) {
    this.random = random;
  }

  void booked(String buyer, String booking) {
    bookings.addLast(new Owned(buyer, booking));
  }

  int bookings() {
    return bookings.size();
  }

  Optional<Owned> oldestBooking() {
    return Optional.ofNullable(bookings.pollFirst());
  }

  Optional<Owned> someBooking() {
    return bookings.isEmpty()
        ? Optional.empty()
        : bookings.stream().skip(random.nextInt(bookings.size())).findFirst();
  }

  void held(String buyer, String hold) {
    if (holds.size() == MOST_HOLDS) {
      holds.removeFirst();
    }
    holds.add(new Owned(buyer, hold));
  }

  Optional<Owned> someHold() {
    return holds.isEmpty()
        ? Optional.empty()
        : Optional.of(holds.get(random.nextInt(holds.size())));
  }

  Optional<Owned> takeHold() {
    return holds.isEmpty()
        ? Optional.empty()
        : Optional.of(holds.remove(random.nextInt(holds.size())));
  }

  void asked(Operation operation) {
    if (operations.size() == MOST_OPERATIONS) {
      operations.removeFirst();
    }
    operations.addLast(operation);
  }

  Optional<Operation> oldestOperation() {
    return Optional.ofNullable(operations.pollFirst());
  }

  /** Remembers a call whose answer the server has stored; some are remembered for long. */
  void done(ClientCall call) {
    if (past.size() < MOST_PAST) {
      past.add(call);
    } else {
      past.set(random.nextInt(past.size()), call);
    }
  }

  Optional<ClientCall> somePast() {
    return past.isEmpty() ? Optional.empty() : Optional.of(past.get(random.nextInt(past.size())));
  }

  Place place(String buyer, LoadShow show) {
    return places.getOrDefault(show.id() + "/" + buyer, Place.NONE);
  }

  void place(String buyer, LoadShow show, Place place) {
    places.put(show.id() + "/" + buyer, place);
  }
}
