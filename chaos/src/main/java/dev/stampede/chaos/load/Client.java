package dev.stampede.chaos.load;

import dev.stampede.chaos.deployment.ChaosDeployment;
import dev.stampede.chaos.load.AttemptReply.Meaning;
import dev.stampede.chaos.load.ClientRequest.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * One person with a wallet: tops up, holds a seat or two, pays or walks away or gives back, cancels
 * what is too much, looks at the list; one step after the other, for as long as it lasts.
 *
 * <p>A client that is told "no" goes on with something else. One that does not know asks again with
 * the same key, at the other server if the first was silent, until it is known.
 */
final class Client {

  private static final int FIRST_POINTS = 40 * ChaosDeployment.PRICE;
  private static final int MORE_POINTS = ChaosDeployment.PRICE;
  private static final int MOST_BOOKINGS = 4;
  private static final double TOPS_UP = 0.25;
  private static final double LOOKS = 0.25;
  private static final double WALKS_AWAY = 0.12;
  private static final double GIVES_BACK = 0.12;

  /** Between steps, give or take a half, so that the machine is not the limit. */
  private static final Duration THINKS = Duration.ofMillis(250);

  /** The first pause before asking again; each is twice the one before, up to the longest. */
  private static final Duration ASKS_AGAIN_AFTER = Duration.ofMillis(100);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration GIVES_UP_AFTER = Duration.ofMinutes(1);

  private final Load load;
  private final int home;
  private final String buyer;
  private final Random random;
  private final Deque<String> bookings = new ArrayDeque<>();
  private int keys;

  Client(Load load, int number) {
    this.load = load;
    this.home = number % load.sender().count();
    this.buyer = load.name() + "-" + number;
    this.random = new Random(number);
  }

  void run() {
    try {
      topUp(FIRST_POINTS);
      while (!load.isOver()) {
        turn();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void turn() throws InterruptedException {
    if (random.nextDouble() < TOPS_UP) {
      topUp(MORE_POINTS);
    }
    RequestHistory held = perform(ClientRequest.hold(buyer, load.show(), seats(), key()));
    if (held.isAcknowledged()) {
      goOn(held.id());
    }
    if (bookings.size() > MOST_BOOKINGS) {
      RequestHistory cancelled = perform(ClientRequest.cancel(buyer, bookings.getFirst(), key()));
      if (cancelled.meaning() != Meaning.FAILED) {
        bookings.removeFirst();
      }
    }
    if (random.nextDouble() < LOOKS) {
      var _ = perform(ClientRequest.list(buyer));
    }
  }

  private void goOn(String hold) throws InterruptedException {
    double mood = random.nextDouble();
    if (mood < WALKS_AWAY) {
      return;
    }
    if (mood < WALKS_AWAY + GIVES_BACK) {
      var _ = perform(ClientRequest.release(buyer, hold));
      return;
    }
    RequestHistory booked = perform(ClientRequest.book(buyer, hold, key()));
    if (booked.isAcknowledged()) {
      bookings.addLast(booked.id());
    }
  }

  private void topUp(int points) throws InterruptedException {
    var _ = perform(ClientRequest.topUp(buyer, points, key()));
  }

  /** One seat, or two that are side by side. */
  private List<String> seats() {
    int row = 1 + random.nextInt(ChaosDeployment.ROWS);
    int seat = 1 + random.nextInt(ChaosDeployment.SEATS_PER_ROW - 1);
    String first = "A-" + row + "-" + seat;
    return random.nextBoolean() ? List.of(first) : List.of(first, "A-" + row + "-" + (seat + 1));
  }

  private String key() {
    keys++;
    return buyer + "/" + keys;
  }

  /** Repeats the order until it is done, refused, or known not to be done. */
  private RequestHistory perform(ClientRequest order) throws InterruptedException {
    long until = System.nanoTime() + GIVES_UP_AFTER.toNanos();
    List<SendAttempt> attempts = new ArrayList<>();
    int server = load.choose(home);
    boolean open = false;
    Duration pause = ASKS_AGAIN_AFTER;
    do {
      SendAttempt attempt = load.sender().send(server, order);
      attempts.add(attempt);
      load.heard(order, attempt);
      boolean silent = attempt.reply() instanceof AttemptReply.Silence;
      open |= attempt.meaning() == Meaning.UNKNOWN;
      if (isLast(order, attempt, open)) {
        break;
      }
      server = silent ? load.other(server) : load.choose(home);
      pause(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    } while (System.nanoTime() - until < 0);
    RequestHistory deed = new RequestHistory(order, attempts);
    load.done(deed);
    pause(THINKS.dividedBy(2).plusNanos(random.nextLong(THINKS.toNanos())));
    return deed;
  }

  /** A failure settles nothing for a client that does not know the result of an earlier attempt. */
  private static boolean isLast(ClientRequest order, SendAttempt attempt, boolean open) {
    boolean silent = attempt.reply() instanceof AttemptReply.Silence;
    return switch (attempt.meaning()) {
      case ACKNOWLEDGED, REFUSED -> true;
      case FAILED -> !open && !silent;
      case UNKNOWN -> order.kind() == Kind.LIST;
    };
  }

  private static void pause(Duration time) throws InterruptedException {
    LockSupport.parkNanos(time.toNanos());
    if (Thread.interrupted()) {
      throw new InterruptedException("the experiment was stopped");
    }
  }
}
