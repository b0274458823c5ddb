package dev.stampede.bench.claims;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts a client's requests to PostgreSQL by listening to one connection: statements, as the
 * client's side of the protocol names them, and round trips. Messages sent before an answer comes
 * travel together; those sent after one are the next trip.
 *
 * <p>Every message is a letter, four bytes of length and the rest; only those before the session
 * have no letter.
 */
final class FrontendMessages {

  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;

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
  private final byte[] head = new byte[8];
  private boolean inSession;
  private int headBytes;
  private long bodyLeft;
  private volatile boolean answered = true;

  FrontendMessages(Counts counts) {
    this.counts = counts;
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
    int position = 0;
    while (position < count) {
      if (bodyLeft > 0) {
        int skipped = (int) Math.min(bodyLeft, count - position);
        bodyLeft -= skipped;
        position += skipped;
      } else {
        head[headBytes++] = bytes[position++];
        if (headBytes == (inSession ? 5 : 8)) {
          message();
          headBytes = 0;
        }
      }
    }
  }

  private void message() {
    if (inSession) {
      bodyLeft = number(1) - 4L;
      boolean executes = head[0] == 'E' || head[0] == 'Q';
      if (executes) {
        counts.statements.increment();
      }
    } else {
      bodyLeft = number(0) - 8L;
      int code = number(4);
      inSession = code != SSL_REQUEST && code != GSS_REQUEST;
    }
  }

  private int number(int from) {
    return (head[from] & 0xFF) << 24
        | (head[from + 1] & 0xFF) << 16
        | (head[from + 2] & 0xFF) << 8
        | (head[from + 3] & 0xFF);
  }
}
