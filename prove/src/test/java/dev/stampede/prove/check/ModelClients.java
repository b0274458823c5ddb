package dev.stampede.prove.check;

import dev.stampede.prove.history.Answered;
import dev.stampede.prove.history.Asked;
import dev.stampede.prove.history.CallKind;
import dev.stampede.prove.history.RecordedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Clients of a {@link SaleModel} at random: their calls overlap, some answers are lost, some
 * requests never arrive, and some are repeated with their key or with another body.
 */
final class ModelClients {

  private static final double REPEATS = 0.15;
  private static final double CHANGES_THE_BODY = 0.15;
  private static final double HAS_A_KEY = 0.7;
  private static final double LOSES_THE_ANSWER = 0.1;
  private static final double LOSES_THE_REQUEST = 0.05;
  private static final double IS_REFUSED = 0.03;
  private static final double REAPS = 0.3;

  private static final int MOST_REMEMBERED = 200;

  private final SaleModel model;
  private final Random random;
  private final Pace pace;
  private final Consumer<RecordedCall> calls;
  private final List<Wish> past = new ArrayList<>();
  private final List<String> buyers;
  private long at;
  private long ids;

  /**
   * The times of the calls.
   *
   * @param begin the first moment
   * @param step the time between two decisions
   * @param around calls begin at most so long before, and end at most so long after
   */
  record Pace(long begin, long step, long around, long firstId) {}

  private record Wish(CallKind kind, String buyer, Asked asked) {}

  ModelClients(
      SaleModel model, List<String> buyers, Pace pace, long seed, Consumer<RecordedCall> calls) {
    this.model = model;
    this.buyers = buyers;
    this.pace = pace;
    this.random = new Random(seed);
    this.calls = calls;
    this.at = pace.begin();
    this.ids = pace.firstId();
  }

  /** Makes so many calls. */
  void run(int count) {
    for (int i = 0; i < count; i++) {
      at += pace.step();
      if (random.nextDouble() < REAPS) {
        model.reap(at);
      }
      call(wish());
    }
  }

  /** When the last one was decided. */
  long now() {
    return at;
  }

  private Wish wish() {
    if (!past.isEmpty() && random.nextDouble() < REPEATS) {
      Wish again = past.get(random.nextInt(past.size()));
      return random.nextDouble() < CHANGES_THE_BODY ? changed(again) : again;
    }
    Wish wish = fresh();
    if (!wish.asked().key().isEmpty()) {
      if (past.size() == MOST_REMEMBERED) {
        past.remove(random.nextInt(past.size()));
      }
      past.add(wish);
    }
    return wish;
  }

  private static Wish changed(Wish wish) {
    return switch (wish.kind()) {
      case TOP_UP, BEST ->
          new Wish(wish.kind(), wish.buyer(), wish.asked().amount(wish.asked().amount() + 1));
      case HOLD, BOOK_NOW ->
          new Wish(
              wish.kind(),
              wish.buyer(),
              wish.asked()
                  .seats(wish.asked().seats().equals(List.of(0)) ? List.of(1) : List.of(0)));
      default -> wish;
    };
  }

  private Wish fresh() {
    String buyer = buyers.get(random.nextInt(buyers.size()));
    List<String> holds = last(model.holdsOf(buyer));
    List<String> bookings = last(model.bookingsOf(buyer));
    int mood = random.nextInt(100);
    Asked nothing = Asked.NOTHING;
    if (mood < 12) {
      Asked asked = nothing.amount((1 + random.nextInt(6)) * SaleModel.PRICE).key(key());
      return new Wish(CallKind.TOP_UP, buyer, asked);
    }
    if (mood < 34) {
      return new Wish(CallKind.HOLD, buyer, keyed(nothing.in(show()).seats(someSeats())));
    }
    if (mood < 40) {
      Asked asked = keyed(nothing.in(show()).amount(1 + random.nextInt(2)));
      return new Wish(CallKind.BEST, buyer, asked);
    }
    if (mood < 46) {
      return new Wish(CallKind.BOOK_NOW, buyer, keyed(nothing.in(show()).seats(someSeats())));
    }
    if (mood < 64 && !holds.isEmpty()) {
      return new Wish(CallKind.BOOK, buyer, keyed(nothing.about(any(holds))));
    }
    if (mood < 70 && !holds.isEmpty()) {
      return new Wish(CallKind.RELEASE, buyer, nothing.about(any(holds)));
    }
    if (mood < 76 && !bookings.isEmpty()) {
      return new Wish(CallKind.CANCEL, buyer, keyed(nothing.about(any(bookings))));
    }
    if (mood < 82 && !bookings.isEmpty()) {
      return new Wish(CallKind.READ_BOOKING, buyer, nothing.about(any(bookings)));
    }
    if (mood < 87 && !holds.isEmpty()) {
      return new Wish(CallKind.READ_HOLD, buyer, nothing.about(any(holds)));
    }
    if (mood < 94) {
      return new Wish(CallKind.READ_WALLET, buyer, nothing);
    }
    return new Wish(CallKind.READ_SEATS, buyer, nothing.in(show()).seats(someSeats()));
  }

  /** The newest; a buyer forgets the others. */
  private static List<String> last(List<String> all) {
    return all.subList(Math.max(0, all.size() - 3), all.size());
  }

  private String any(List<String> some) {
    return some.get(random.nextInt(some.size()));
  }

  private long show() {
    return model.shows().get(random.nextInt(model.shows().size())).id();
  }

  private List<Integer> someSeats() {
    int seats = model.shows().getFirst().seats();
    int first = random.nextInt(seats);
    return random.nextBoolean() || first + 1 == seats ? List.of(first) : List.of(first, first + 1);
  }

  private Asked keyed(Asked asked) {
    return random.nextDouble() < HAS_A_KEY ? asked.key(key()) : asked;
  }

  private String key() {
    return "k-" + pace.firstId() + "-" + random.nextLong(Long.MAX_VALUE);
  }

  private void call(Wish wish) {
    double fate = random.nextDouble();
    long invoked = at - 1 - random.nextLong(pace.around());
    long completed = at + 1 + random.nextLong(pace.around());
    boolean isRead = wish.kind().label().startsWith("read-");
    Answered answer;
    if (fate < LOSES_THE_REQUEST) {
      answer = Answered.nothing("timed-out");
    } else if (fate < LOSES_THE_REQUEST + IS_REFUSED) {
      answer = Answered.problem(503, "overloaded");
    } else {
      Answered decided = model.decide(wish.kind(), wish.buyer(), wish.asked(), at);
      boolean isLost = !isRead && fate < LOSES_THE_REQUEST + IS_REFUSED + LOSES_THE_ANSWER;
      answer = isLost ? Answered.nothing("closed") : decided;
      if (isLost && random.nextBoolean()) {
        completed = invoked + 1; // the client gave up before it was decided
      }
    }
    ids++;
    calls.accept(
        new RecordedCall(
            ids, wish.kind(), 0, wish.buyer(), 0, invoked, completed, wish.asked(), answer));
  }
}
