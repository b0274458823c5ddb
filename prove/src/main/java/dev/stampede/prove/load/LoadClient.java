package dev.stampede.prove.load;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * One client: does one thing after the other as the mix says, for one buyer or another, until the
 * load is over; then it asks for the outcomes that it does not know yet.
 */
final class LoadClient {

  /** A rewind of PostgreSQL leaves some requests without an outcome, which is documented. */
  private static final Duration OUTCOMES_FOR = Duration.ofSeconds(30);

  private static final double ASKS_FOR_AN_OUTCOME = 0.25;

  /** Little: cancelled bookings give points back, and wallets should be empty at times. */
  private static final int MOST_POINTS = 5;

  private static final int MOST_EXTENSION_SECONDS = 4;

  private final CallMaker calls;
  private final BuyingSteps buying;
  private final LineSteps line;
  private final ReadingSteps reading;
  private final RepeatSteps repeating;
  private final LibrarySteps libraries;

  LoadClient(LoadParts parts, int number) {
    calls = new CallMaker(parts, number);
    ClientMemory memory = new ClientMemory(calls.random());
    buying = new BuyingSteps(calls, memory);
    line = new LineSteps(calls, memory, buying);
    reading = new ReadingSteps(calls, memory);
    repeating = new RepeatSteps(calls, memory);
    libraries = new LibrarySteps(calls);
  }

  void run(BooleanSupplier isOver) throws InterruptedException {
    while (!isOver.getAsBoolean()) {
      step(StepMix.draw(calls.random()));
      if (calls.chance(ASKS_FOR_AN_OUTCOME)) {
        var _ = buying.askForOutcome();
      }
    }
    settle();
  }

  private void settle() throws InterruptedException {
    long until = System.nanoTime() + OUTCOMES_FOR.toNanos();
    while (System.nanoTime() - until < 0 && buying.askForOutcome()) {
      // Each round asks for one outcome, at the client's pace.
    }
    libraries.settle();
  }

  private void step(ClientStep step) throws InterruptedException {
    switch (step) {
      case HOLD_SEATS -> buying.holdSeats();
      case HOLD_BEST -> buying.holdBest();
      case BUY_NOW -> buying.buyNow();
      case BUY_LATER -> buying.buyThroughKafka();
      case PAY_LATE -> buying.payLate();
      case CANCEL -> buying.cancel();
      case TOP_UP -> topUp(calls.buyer(), 1 + calls.random().nextInt(MOST_POINTS));
      case EXTEND -> extend();
      case STAND_IN_LINE -> line.step();
      case READ_SEATS -> reading.seats();
      case READ_BOOKING -> reading.booking();
      case READ_HOLD -> reading.hold();
      case LIST_BOOKINGS -> reading.bookings();
      case READ_WALLET -> reading.wallet();
      case REPEAT -> repeating.repeat();
      case CHANGE_BODY -> repeating.changeBody();
      case ENQUEUE_JOB -> libraries.enqueueJob();
      case SEEK_MATCH -> libraries.seekMatch();
    }
  }

  void topUp(String buyer, long amount) throws InterruptedException {
    var _ = buying.settled(ClientCalls.topUp(buyer, amount, calls.key()));
  }

  private void extend() throws InterruptedException {
    if (!calls.parts().shows().mayBeExtended()) {
      return;
    }
    int seconds = 1 + calls.random().nextInt(MOST_EXTENSION_SECONDS);
    LoadShow show = calls.parts().shows().direct(calls.random());
    var _ = buying.settled(ClientCalls.extend(show, seconds, calls.key()));
  }
}
