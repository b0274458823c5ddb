package dev.stampede.bench.claims;

import dev.stampede.harness.StatementCounter;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts a client's requests to PostgreSQL by listening to one connection: statements, as the
 * client's side of the protocol names them, and round trips. Messages sent before an answer comes
 * travel together; those sent after one are the next trip.
 */
final class FrontendMessages {

  /** Shared by all connections of one proxy. */
  static final class Counts {
    private final LongAdder statements = new LongAdder();
    private final LongAdder roundTrips = new LongAdder();

    long statements() {
      return statements.sum();
    }

    long roundTrips() {
      return roundTrips.sum();
    }
  }

  private final Counts counts;
  private final StatementCounter statements;
  private volatile boolean answered = true;

  FrontendMessages(Counts counts) {
    this.counts = counts;
    this.statements = new StatementCounter(counts.statements);
  }

  /** Something came back. */
  void answered() {
    answered = true;
  }

  /** The client's next bytes, however they were cut. */
  void asked(byte[] bytes, int count) {
    if (answered) {
      answered = false;
      counts.roundTrips.increment();
    }
    statements.sent(bytes, 0, count);
  }
}
